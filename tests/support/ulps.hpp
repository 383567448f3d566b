/// How far a double is from the truth, in units in the last place.
#pragma once

#include <cmath>
#include <limits>

namespace polhode::test {

/// |got − exact| in units in the last place of the exact value, of a type wider than double.
template <class Exact>
double ulps(double got, const Exact& exact) {
    const double size = std::abs(static_cast<double>(exact));
    const double unit = std::nextafter(size, std::numeric_limits<double>::infinity()) - size;
    return std::abs(static_cast<double>((Exact(got) - exact) / Exact(unit)));
}

/// The same number, or both none; zeros with the same sign.
inline bool same(double a, double b) {
    return std::isnan(a) ? std::isnan(b) : a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace polhode::test
