/// Seven numbers at once: an attitude of any length and a vector, or what they change by.
#pragma once

#include "polhode/so3/quaternion.hpp"

#include <cstddef>
#include <type_traits>

namespace polhode::core::multistep {

/// On double there is an eighth number, always 0: a row then fills whole registers
/// (src/method/registers/row.hpp).
template <class Real>
struct Row {
    static constexpr std::size_t size = 7, width = std::is_same_v<Real, double> ? 8 : size;

    alignas(std::is_same_v<Real, double> ? width * sizeof(Real) : alignof(Real)) Real of[width];

    Row() = default;
    constexpr Row(const Quaternion<Real>& q, const Vector3<Real>& v)
        : of{q.x, q.y, q.z, q.w, v.x, v.y, v.z} {}

    constexpr Quaternion<Real> attitude() const { return {of[0], of[1], of[2], of[3]}; }
    constexpr Vector3<Real> half_turn() const { return {of[4], of[5], of[6]}; }

    /// From memory and back.
    static constexpr Row load(const Row& stored) { return stored; }
    constexpr void store(Row& to) const { to = *this; }

    friend constexpr Row operator+(const Row& a, const Row& b) {
        Row sum;
        for (std::size_t i = 0; i < width; ++i) sum.of[i] = a.of[i] + b.of[i];
        return sum;
    }
    friend constexpr Row operator-(const Row& a, const Row& b) {
        Row difference;
        for (std::size_t i = 0; i < width; ++i) difference.of[i] = a.of[i] - b.of[i];
        return difference;
    }
    /// By a number that carries no derivatives.
    template <class Number>
    friend constexpr Row operator*(const Number& b, const Row& a) {
        Row product;
        for (std::size_t i = 0; i < width; ++i) product.of[i] = b * a.of[i];
        return product;
    }
};

}  // namespace polhode::core::multistep
