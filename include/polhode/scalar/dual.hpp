/// Dual numbers: a value and its first derivatives along N directions, by the rules of calculus.
/// Our own few lines rather than a library: they must nest (Dual over Dual) and run over
/// long double, and Debian's offers either pull in a solver (Ceres) or do not nest (Eigen's AutoDiff).
#pragma once

#include "polhode/scalar/scalar.hpp"

#include <array>
#include <cstddef>

namespace polhode::core {

template <class Real, int N>
struct Dual {
    Real value{};
    std::array<Real, static_cast<std::size_t>(N)> slope{};

    constexpr Dual() = default;
    constexpr Dual(const Real& v) : value(v) {}  // NOLINT(google-explicit-constructor): a constant
    template <class Number>
        requires(!std::is_same_v<Number, Real> && std::is_constructible_v<Real, Number>)
    explicit constexpr Dual(const Number& v) : value(static_cast<Real>(v)) {}

    /// The same number among more directions, with no slope along the added ones.
    template <int Fewer>
        requires(Fewer < N)
    constexpr Dual(const Dual<Real, Fewer>& x)  // NOLINT(google-explicit-constructor): nothing is lost
        : value(x.value) {
        for (std::size_t i = 0; i < Fewer; ++i) slope[i] = x.slope[i];
    }
    /// The value of a number with more directions, which are others: a constant along these.
    template <int More>
        requires(More > N)
    explicit constexpr Dual(const Dual<Real, More>& x) : value(x.value) {}

    /// The independent variable along one direction.
    static constexpr Dual variable(const Real& v, int direction) {
        Dual x(v);
        x.slope[static_cast<std::size_t>(direction)] = Real(1);
        return x;
    }

    /// f(value) with f' given: the chain rule, once for every function below.
    constexpr Dual chain(const Real& f, const Real& derivative) const {
        Dual y(f);
        for (std::size_t i = 0; i < N; ++i) y.slope[i] = derivative * slope[i];
        return y;
    }
    /// Another value with the same slopes.
    constexpr Dual with_value(const Real& v) const {
        Dual y = *this;
        y.value = v;
        return y;
    }

    friend constexpr Dual operator-(const Dual& a) { return a.chain(-a.value, Real(-1)); }
    friend constexpr Dual operator+(Dual a, const Dual& b) { return a += b; }
    friend constexpr Dual operator-(Dual a, const Dual& b) { return a -= b; }
    friend constexpr Dual operator*(const Dual& a, const Dual& b) {
        Dual c(a.value * b.value);
        for (std::size_t i = 0; i < N; ++i) c.slope[i] = a.value * b.slope[i] + b.value * a.slope[i];
        return c;
    }
    // A constant has no slopes to add or to multiply by.
    friend constexpr Dual operator+(const Real& a, const Dual& b) { return b.with_value(a + b.value); }
    friend constexpr Dual operator+(const Dual& a, const Real& b) { return a.with_value(a.value + b); }
    friend constexpr Dual operator-(const Real& a, const Dual& b) { return b.chain(a - b.value, Real(-1)); }
    friend constexpr Dual operator-(const Dual& a, const Real& b) { return a.with_value(a.value - b); }
    friend constexpr Dual operator*(const Real& a, const Dual& b) { return b.chain(a * b.value, a); }
    friend constexpr Dual operator*(const Dual& a, const Real& b) { return a.chain(a.value * b, b); }
    friend constexpr Dual operator/(const Dual& a, const Dual& b) {
        const Real inverse = Real(1) / b.value;
        Dual c(a.value
               / b.value);  // not a.value · inverse: a number with derivatives has the bits of one without
        for (std::size_t i = 0; i < N; ++i) c.slope[i] = (a.slope[i] - c.value * b.slope[i]) * inverse;
        return c;
    }
    constexpr Dual& operator+=(const Dual& b) {
        value += b.value;
        for (std::size_t i = 0; i < N; ++i) slope[i] += b.slope[i];
        return *this;
    }
    constexpr Dual& operator-=(const Dual& b) {
        value -= b.value;
        for (std::size_t i = 0; i < N; ++i) slope[i] -= b.slope[i];
        return *this;
    }
    constexpr Dual& operator*=(const Dual& b) { return *this = *this * b; }
    constexpr Dual& operator/=(const Dual& b) { return *this = *this / b; }

    // Comparisons use the value alone: a branch must not depend on how many derivatives are carried.
    friend constexpr bool operator<(const Dual& a, const Dual& b) { return a.value < b.value; }
    friend constexpr bool operator>(const Dual& a, const Dual& b) { return a.value > b.value; }
    friend constexpr bool operator<=(const Dual& a, const Dual& b) { return a.value <= b.value; }
    friend constexpr bool operator>=(const Dual& a, const Dual& b) { return a.value >= b.value; }

    friend Dual sqrt(const Dual& a) {
        using std::sqrt;
        const Real root = sqrt(a.value);
        return a.chain(root, Real(0.5) / root);
    }
    friend Dual exp(const Dual& a) {
        using std::exp;
        const Real e = exp(a.value);
        return a.chain(e, e);
    }
    friend Dual log(const Dual& a) {
        using std::log;
        return a.chain(log(a.value), Real(1) / a.value);
    }
    friend Dual sin(const Dual& a) {
        using std::cos, std::sin;
        return a.chain(sin(a.value), cos(a.value));
    }
    friend Dual cos(const Dual& a) {
        using std::cos, std::sin;
        return a.chain(cos(a.value), -sin(a.value));
    }
    friend Dual atan(const Dual& a) {
        using std::atan;
        return a.chain(atan(a.value), Real(1) / (Real(1) + a.value * a.value));
    }
    friend Dual atan2(const Dual& y, const Dual& x) {
        using std::atan2;
        const Real r2 = x.value * x.value + y.value * y.value;
        Dual z(atan2(y.value, x.value));
        for (std::size_t i = 0; i < N; ++i) z.slope[i] = (x.value * y.slope[i] - y.value * x.slope[i]) / r2;
        return z;
    }
    friend Dual abs(const Dual& a) { return a.value < Real(0) ? -a : a; }
};

template <class Real, int N>
struct ScalarTraits<Dual<Real, N>> {
    using Plain = typename ScalarTraits<Real>::Plain;
    static constexpr int derivative_depth = ScalarTraits<Real>::derivative_depth + 1;
};

template <class Real, int N>
inline constexpr bool extends<Dual<Real, N>, Real> = true;
template <class Real, int N, int Fewer>
    requires(Fewer < N)
inline constexpr bool extends<Dual<Real, N>, Dual<Real, Fewer>> = true;

template <class Real, int N>
constexpr auto value_of(const Dual<Real, N>& x) {
    return value_of(x.value);
}

}  // namespace polhode::core
