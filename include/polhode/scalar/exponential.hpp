/// Exponential, logarithm and power of our own: the same bits on every machine, whatever its C library.
/// Within one unit in the last place for every argument; infinities, zeros and NaN as the C standard (annex
/// F) wants them. Long double, the scalar of references, takes the standard library's. The exponential has the
/// same lines on packs; the logarithm and the power go lane by lane (scalar/functions.hpp).
///
/// xʸ = exp(y log x) loses as many bits as y log x has before the binary point, so the logarithm is taken in
/// double-double (scalar/double_double.hpp), and the exponential takes both parts: the plan of FreeBSD's msun
/// (Sun Microsystems, 1993), whose polynomial the exponential has. The logarithm is the series of 2 artanh.
#pragma once

#include "polhode/scalar/double_double.hpp"
#include "polhode/scalar/scalar.hpp"

#include <bit>
#include <cmath>
#include <concepts>
#include <cstdint>
#include <limits>

namespace polhode::core {

namespace exponential_parts {

/// log x for a finite x > 0, to about 2⁻⁷⁰ of it: x = 2ᵉ m with √½ ≤ m < √2, and
///     log m = 2 artanh s = 2 s (1 + z/3 + z²/5 + …),   s = (m − 1)/(m + 1),   z = s² < 0.0295.
inline DoubleDouble logarithm(double x) {
    constexpr double root_of_half = 0.70710678118654752;
    constexpr DoubleDouble log_of_2(0x1.62e42fefa39efp-1, 0x1.abc9e3b39803fp-56);
    constexpr DoubleDouble third = DoubleDouble(1) / DoubleDouble(3),
                           fifth = DoubleDouble(1) / DoubleDouble(5);
    int e = 0;
    double m = std::frexp(x, &e);
    if (m < root_of_half) m *= 2, --e;
    const DoubleDouble s = DoubleDouble(m - 1) / DoubleDouble::sum(m, 1), z = s * s;
    double far = 0;  // 1/7 + z/9 + …: what is left out is below 2⁻⁷⁰, and so is the rounding, times z³
    for (int n = 27; n >= 7; n -= 2) far = far * z.high + 1.0 / n;
    const DoubleDouble series = DoubleDouble(1) + z * (third + z * (fifth + z * DoubleDouble(far)));
    return DoubleDouble(e) * log_of_2 + DoubleDouble(2) * s * series;
}

/// 2ⁿ for a whole n in −1022 … 1023. Packs have their own.
inline double power_of_two(double n) {
    return std::bit_cast<double>((std::bit_cast<std::uint64_t>(n + 0x1.8p52) + 1023) << 52);
}

/// exp(high + low) for high in −746 … 710. With n the whole number nearest to x/log 2 and r = x − n log 2, |r| ≤
/// ½ log 2 and a little more:
///     exp r = 1 + r + r c/(2 − c),   c = r − r² P(r²).
template <class Real>
[[gnu::always_inline]] inline Real near_exponential(const Real& high, const Real& low) {
    const Real shift(0x1.8p52), two(2);
    const auto nearest = [&](const Real& x) { return (x + shift) - shift; };
    // n times the first part of log 2, of 32 bits, is exact, and so is the difference
    const Real n = nearest(high * Real(1.44269504088896338700));
    const Real near = high - n * Real(6.93147180369123816490e-01);
    const Real rest = n * Real(1.90821492927058770002e-10) - low;
    const Real r = near - rest, z = r * r;
    const Real p = z
                 * (Real(1.66666666666666019037e-01)
                    + z
                          * (Real(-2.77777777770155933842e-03)
                             + z
                                   * (Real(6.61375632143793436117e-05)
                                      + z
                                            * (Real(-1.65339022054652515390e-06)
                                               + z * Real(4.13813679705723846039e-08)))));
    const Real c = r - p;
    const Real e = Real(1) - ((rest - (r * c) / (two - c)) - near);
    // by two factors: 2ⁿ itself may be no number while the product is one
    const Real half = nearest(Real(0.5) * n);
    return (e * power_of_two(half)) * power_of_two(n - half);
}

inline double exponential(const DoubleDouble& x) {
    if (x.high > 710) return std::numeric_limits<double>::infinity();
    if (x.high < -746) return 0;
    return near_exponential(x.high, x.low);
}

}  // namespace exponential_parts

inline double exponential(double x) {
    return std::isnan(x) ? x : exponential_parts::exponential(DoubleDouble(x));
}

inline double logarithm(double x) {
    if (std::isnan(x) || x < 0) return std::numeric_limits<double>::quiet_NaN();
    if (x == 0) return -std::numeric_limits<double>::infinity();
    return std::isinf(x) ? x : exponential_parts::logarithm(x).high;
}

/// xʸ
inline double power(double x, double y) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (y == 0 || x == 1) return 1;  // also of NaN
    if (std::isnan(x) || std::isnan(y)) return x + y;
    const double size = std::abs(x);
    if (std::isinf(y)) return size == 1 ? 1 : (size > 1) == (y > 0) ? infinity : 0;
    const bool whole = std::trunc(y) == y, odd = whole && 2 * std::trunc(y / 2) != y;
    const double sign = odd && std::signbit(x) ? -1 : 1;
    if (size == 1 && whole) return sign;
    if (size == 0 || std::isinf(size)) return sign * ((size == 0) == (y < 0) ? infinity : 0);
    if (x < 0 && !whole) return std::numeric_limits<double>::quiet_NaN();

    const DoubleDouble log = exponential_parts::logarithm(size);
    const double about = y * log.high;
    if (!(std::abs(about) < 800)) return sign * (about > 0 ? infinity : 0);
    return sign * exponential_parts::exponential(DoubleDouble(y) * log);
}

// Templates: an int shall mean double.
template <std::same_as<long double> Real>
Real exponential(Real x) {
    return std::exp(x);
}
template <std::same_as<long double> Real>
Real logarithm(Real x) {
    return std::log(x);
}
inline long double power(long double x, long double y) { return std::pow(x, y); }

}  // namespace polhode::core
