/// √(x² + y²) of our own: the same bits on every machine, whatever its C library.
#pragma once

#include "polhode/scalar/double_double.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::core {

/// Within 0.51 units in the last place, with no overflow or underflow on the way: the root of the rounded sum, and one
/// step of Newton from it with the exact squares. C. F. Borges, An improved algorithm for hypot(a,b), arXiv 1904.09481.
/// Infinite if x or y is, also next to a NaN.
inline double hypotenuse(double x, double y) {
    if (std::isinf(x) || std::isinf(y)) return std::numeric_limits<double>::infinity();
    if (std::isnan(x) || std::isnan(y)) return x + y;
    int e = 0;
    std::frexp(std::max(std::abs(x), std::abs(y)), &e);
    const double a = std::ldexp(x, -e), b = std::ldexp(y, -e), h = std::sqrt(a * a + b * b);
    if (h == 0) return 0;
    const auto square = [](double v) { return DoubleDouble::product(v, v); };
    const DoubleDouble rest = (square(a) - square(h)) + square(b);
    return std::ldexp(h + rest.high / (2 * h), e);
}

}  // namespace polhode::core
