/// √(x² + y²) of our own: the same bits on every machine, whatever its C library.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::core {

/// Within one unit in the last place, with no overflow or underflow on the way: h, the root of the rounded
/// sum, and one step of Newton from it, h − (h² − x² − y²)/2h. The difference of the squares is written with
/// δ = h − x or h − y, so that nothing large cancels. C. F. Borges, An improved algorithm for hypot(a,b),
/// arXiv 1904.09481, the unfused variant. Infinite if x or y is, also next to a NaN.
inline double hypotenuse(double x, double y) {
    if (std::isinf(x) || std::isinf(y)) return std::numeric_limits<double>::infinity();
    if (std::isnan(x) || std::isnan(y)) return x + y;
    int e = 0;
    std::frexp(std::max(std::abs(x), std::abs(y)), &e);
    const double a = std::ldexp(std::max(std::abs(x), std::abs(y)), -e),
                 b = std::ldexp(std::min(std::abs(x), std::abs(y)), -e), h = std::sqrt(a * a + b * b);
    if (h == 0) return 0;
    double excess = 0;  // h² − a² − b²
    if (h <= 2 * b) {
        const double delta = h - b;
        excess = a * (2 * delta - a) + (delta - 2 * (a - b)) * delta;
    } else {
        const double delta = h - a;
        excess = 2 * delta * (a - 2 * b) + ((4 * delta - b) * b + delta * delta);
    }
    return std::ldexp(h - excess / (2 * h), e);
}

}  // namespace polhode::core
