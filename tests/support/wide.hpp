/// Numbers wide enough to judge ours by, and the distance of a result from them in units in the last place.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <limits>

namespace polhode::test {

/// 100 digits: (x − sin x)/x³ taken literally still has 60 of them at x = 1e-20.
using Wide = boost::multiprecision::cpp_bin_float_100;

/// The spacing of the numbers of type Real around x.
template <class Real>
Wide ulp(const Wide& x) {
    int exponent = 0;
    frexp(x, &exponent);
    return ldexp(Wide(1), exponent - std::numeric_limits<Real>::digits);
}

template <class Real>
double ulps_between(const Real& result, const Wide& exact) {
    return static_cast<double>(abs(Wide(result) - exact) / ulp<Real>(exact));
}

}  // namespace polhode::test
