/// A number that counts the arithmetic done with it: a kernel on it says itself how much it takes.
#pragma once

#include "polhode/scalar/scalar.hpp"

namespace polhode::bench {

struct Counting {
    double value = 0;
    static inline long operations = 0;  // + − × ÷ and roots, one each

    Counting() = default;
    explicit Counting(double v) : value(v) {}

    static Counting counted(double v) {
        ++operations;
        return Counting(v);
    }
    friend Counting operator+(const Counting& a, const Counting& b) { return counted(a.value + b.value); }
    friend Counting operator-(const Counting& a, const Counting& b) { return counted(a.value - b.value); }
    friend Counting operator*(const Counting& a, const Counting& b) { return counted(a.value * b.value); }
    friend Counting operator/(const Counting& a, const Counting& b) { return counted(a.value / b.value); }
    friend Counting operator-(const Counting& a) { return Counting(-a.value); }  // a change of sign is free
    Counting& operator+=(const Counting& b) { return *this = *this + b; }
    Counting& operator-=(const Counting& b) { return *this = *this - b; }
    Counting& operator*=(const Counting& b) { return *this = *this * b; }
    friend auto operator<=>(const Counting& a, const Counting& b) = default;
    friend Counting sqrt(const Counting& a) { return counted(std::sqrt(a.value)); }
    friend Counting abs(const Counting& a) { return Counting(std::abs(a.value)); }
    // Above the seams of the series, where a kernel asks the C library: how many operations these are, nobody
    // says.
    friend Counting sin(const Counting& a) { return counted(std::sin(a.value)); }
    friend Counting cos(const Counting& a) { return counted(std::cos(a.value)); }
};

}  // namespace polhode::bench

namespace polhode::core {

template <>
struct ScalarTraits<bench::Counting> {
    using Plain = double;
    static constexpr int derivative_depth = 0;
};

}  // namespace polhode::core
