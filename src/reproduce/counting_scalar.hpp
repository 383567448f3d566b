/// A number that counts the arithmetic done with it: a kernel on it says itself how much it takes.
#pragma once

#include "polhode/scalar/scalar.hpp"

#include <cmath>
#include <type_traits>

namespace polhode {

struct Counting {
    double value = 0;
    // A change of sign is free. Sines and cosines of the C library are asked for above the seams of the series: how many
    // operations these are, nobody says.
    static inline long sums = 0, products = 0, quotients = 0, roots = 0, trigonometric = 0;
    static long operations() { return sums + products + quotients + roots + trigonometric; }
    static void begin() { sums = products = quotients = roots = trigonometric = 0; }

    Counting() = default;
    template <class Number>
        requires std::is_arithmetic_v<Number>
    explicit Counting(Number v) : value(static_cast<double>(v)) {}

    friend Counting operator+(const Counting& a, const Counting& b) {
        return counted(a.value + b.value, sums);
    }
    friend Counting operator-(const Counting& a, const Counting& b) {
        return counted(a.value - b.value, sums);
    }
    friend Counting operator*(const Counting& a, const Counting& b) {
        return counted(a.value * b.value, products);
    }
    friend Counting operator/(const Counting& a, const Counting& b) {
        return counted(a.value / b.value, quotients);
    }
    friend Counting operator-(const Counting& a) { return Counting(-a.value); }
    Counting& operator+=(const Counting& b) { return *this = *this + b; }
    Counting& operator-=(const Counting& b) { return *this = *this - b; }
    Counting& operator*=(const Counting& b) { return *this = *this * b; }
    friend auto operator<=>(const Counting& a, const Counting& b) = default;
    friend Counting sqrt(const Counting& a) { return counted(std::sqrt(a.value), roots); }
    friend Counting abs(const Counting& a) { return Counting(std::abs(a.value)); }
    friend Counting sin(const Counting& a) { return counted(std::sin(a.value), trigonometric); }
    friend Counting cos(const Counting& a) { return counted(std::cos(a.value), trigonometric); }

private:
    static Counting counted(double v, long& count) {
        ++count;
        return Counting(v);
    }
};

}  // namespace polhode

namespace polhode::core {

template <>
struct ScalarTraits<Counting> {
    using Plain = double;
    static constexpr int derivative_depth = 0;
};

}  // namespace polhode::core
