/// The elementary functions by one name on every scalar: plain numbers, duals, packs and jets. On double and on
/// packs they have the same bits, on every machine, and are within one unit in the last place. Duals follow the
/// chain rule; jets have the same names for rules of their own (scalar/jet.hpp).
///
/// The rational functions of arc sine and arc cosine, and the polynomial of the tangent, are those of FreeBSD's
/// msun (Sun Microsystems, 1993).
#pragma once

#include "polhode/scalar/exponential.hpp"
#include "polhode/scalar/scalar.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <cmath>
#include <limits>
#include <type_traits>

namespace polhode::core {

/// A number that carries first derivatives.
template <class Real>
inline constexpr bool is_dual = requires(const Real& x) { x.slope; };
/// What our own polynomials are for.
template <class Real>
inline constexpr bool is_double = std::is_same_v<Real, double> || is_pack<Real>;

/// log x and xʸ of one lane, compiled for every machine alike (src/scalar/): a lane takes them by a call.
double logarithm_of_lane(double x);
double power_of_lane(double x, double y);

template <class Real>
Real sine(const Real& x) {
    return sin_cos(x).sin;
}
template <class Real>
Real cosine(const Real& x) {
    return sin_cos(x).cos;
}

namespace function_parts {

/// The upper half of the bits of x.
template <class Real>
[[gnu::always_inline]] inline Real upper_half(const Real& x) {
    const Real shifted = Real(0x1.0000002p27) * x;
    return shifted - (shifted - x);
}

/// tan(r + tail) for |r| ≤ π/4, or −1/tan where `inverted`: beyond 0.67 by tan(π/4 − r), and 1/w from the halves of
/// w, so that nothing is lost.
template <class Real>
[[gnu::always_inline]] inline Real tangent_near_zero(const Real& r, const Real& tail,
                                                     const Mask<Real>& inverted) {
    using std::abs;
    const Real one(1), two(2), zero(0);
    const auto large = abs(r) >= Real(0.67434);
    const auto down = r < zero;
    const Real x0 = select(down, -r, r), y0 = select(down, -tail, tail);
    const Real x =
        select(large, (Real(7.85398163397448278999e-01) - x0) + (Real(3.06161699786838301793e-17) - y0), x0);
    const Real y = select(large, zero, y0);
    const Real z = x * x, w2 = z * z;
    const Real odd = Real(1.33333333333201242699e-01)
                   + w2
                         * (Real(2.18694882948595424599e-02)
                            + w2
                                  * (Real(3.59207910759131235356e-03)
                                     + w2
                                           * (Real(5.88041240820264096874e-04)
                                              + w2
                                                    * (Real(7.81794442939557092300e-05)
                                                       + w2 * Real(-1.85586374855275456654e-05)))));
    const Real even = z
                    * (Real(5.39682539762260521377e-02)
                       + w2
                             * (Real(8.86323982359930005737e-03)
                                + w2
                                      * (Real(1.45620945432529025516e-03)
                                         + w2
                                               * (Real(2.46463134818469906812e-04)
                                                  + w2
                                                        * (Real(7.14072491382608190305e-05)
                                                           + w2 * Real(2.59073051863633712884e-05))))));
    const Real s = z * x;
    const Real rest = (y + z * (s * (odd + even) + y)) + Real(3.33333333333334091986e-01) * s;
    const Real w = x + rest;
    const Real v = select(inverted, -one, one);
    const Real from_above = v - two * (x - ((w * w) / (w + v) - rest));
    // −1/(x + rest)
    const Real a = -one / w, high = upper_half(w), low = rest - (high - x), t = upper_half(a);
    const Real inverse = t + a * ((one + t * high) + t * low);
    const Real result = select(large, from_above, select(inverted, inverse, w));
    return select(down, -result, result);
}

template <class Real>
[[gnu::always_inline]] inline Real tangent_of(const trigonometry::Reduced<Real>& x) {
    const Real n2 = x.n * x.n;
    return tangent_near_zero(x.r, x.tail, (n2 > Real(0.5)) & (n2 < Real(2)));
}

template <class Real>
Real tangent_anywhere(const Real& x) {
    const auto one = [](double a) {
        if (!std::isfinite(a)) return a - a;
        if (std::abs(a) < trigonometry::moderate) return tangent_of(trigonometry::reduce(a));
        return tangent_of(trigonometry::reduce_large<Real>(a));
    };
    if constexpr (is_pack<Real>) {
        Real result(0);
        for (int i = 0; i < Real::lanes; ++i) result.set_lane(i, one(x.lane(i)));
        return result;
    } else {
        return one(x);
    }
}

/// (asin x − x)/x as a function of z = x², |x| ≤ ½.
template <class Real>
[[gnu::always_inline]] inline Real arc_sine_series(const Real& z) {
    const Real p = z
                 * (Real(1.66666666666666657415e-01)
                    + z
                          * (Real(-3.25565818622400915405e-01)
                             + z
                                   * (Real(2.01212532134862925881e-01)
                                      + z
                                            * (Real(-4.00555345006794114027e-02)
                                               + z
                                                     * (Real(7.91534994289814532176e-04)
                                                        + z * Real(3.47933107596021167570e-05))))));
    const Real q =
        Real(1)
        + z
              * (Real(-2.40339491173441421878e+00)
                 + z
                       * (Real(2.02094576023350569471e+00)
                          + z * (Real(-6.88283971605453293030e-01) + z * Real(7.70381505559019352791e-02))));
    return p / q;
}

inline constexpr double half_pi_high = 1.57079632679489655800e+00, half_pi_low = 6.12323399573676603587e-17,
                        quarter_pi = 7.85398163397448278999e-01;

}  // namespace function_parts

template <class Real>
Real tangent(const Real& x) {
    using std::abs, std::tan;
    if constexpr (is_dual<Real>) {
        const auto t = tangent(x.value);
        return x.chain(t, decltype(t)(1) + t * t);
    } else if constexpr (is_double<Real>) {
        return piecewise(
            abs(x) < Real(trigonometry::moderate),
            [](const Real& a) { return function_parts::tangent_of(trigonometry::reduce(a)); },
            [](const Real& a) { return function_parts::tangent_anywhere(a); }, x);
    } else {
        return tan(x);
    }
}

/// Beyond ½ by asin x = π/2 − 2 asin √((1 − x)/2). NaN beyond 1.
template <class Real>
Real arc_sine(const Real& x) {
    using std::abs, std::asin, std::sqrt;
    if constexpr (is_dual<Real>) {
        using Value = std::decay_t<decltype(x.value)>;
        return x.chain(arc_sine(x.value), Value(1) / sqrt((Value(1) - x.value) * (Value(1) + x.value)));
    } else if constexpr (is_double<Real>) {
        using namespace function_parts;
        const Real size = abs(x), half(0.5), two(2), zero(0);
        const auto inner = size < half;
        const Real z = select(inner, x * x, half * (Real(1) - size));
        const Real series = arc_sine_series(z);
        const Real root = sqrt(z), high = upper_half(root);
        const Real low = select(root > zero, (z - high * high) / (root + high), zero);
        const Real outer =
            Real(quarter_pi)
            - ((two * root * series - (Real(half_pi_low) - two * low)) - (Real(quarter_pi) - two * high));
        const Real result = select(x < zero, -outer, outer);
        return select(inner, x + x * series, result);
    } else {
        return asin(x);
    }
}

template <class Real>
Real arc_cosine(const Real& x) {
    using std::abs, std::acos, std::sqrt;
    if constexpr (is_dual<Real>) {
        using Value = std::decay_t<decltype(x.value)>;
        return x.chain(arc_cosine(x.value), Value(-1) / sqrt((Value(1) - x.value) * (Value(1) + x.value)));
    } else if constexpr (is_double<Real>) {
        using namespace function_parts;
        const Real size = abs(x), half(0.5), two(2), zero(0);
        const auto inner = size < half;
        const Real z = select(inner, x * x, half * (Real(1) - size));
        const Real series = arc_sine_series(z);
        const Real root = sqrt(z), high = upper_half(root);
        const Real low = select(root > zero, (z - high * high) / (root + high), zero);
        const Real right = two * (high + (series * root + low));
        const Real left = two * (Real(half_pi_high) - (root + (series * root - Real(half_pi_low))));
        const Real middle = Real(half_pi_high) - (x - (Real(half_pi_low) - x * series));
        return select(inner, middle, select(x < zero, left, right));
    } else {
        return acos(x);
    }
}

/// atan x for an x of either sign.
template <class Real>
Real arc_tangent_of(const Real& x) {
    if constexpr (is_dual<Real>) {
        using Value = std::decay_t<decltype(x.value)>;
        return x.chain(arc_tangent_of(x.value), Value(1) / (Value(1) + x.value * x.value));
    } else if constexpr (is_double<Real>) {
        using std::abs;
        const Real angle = arc_tangent(abs(x));
        return select(trigonometry::has_sign(x), -angle, angle);
    } else {
        return std::atan(x);
    }
}
/// The angle of the point (x, y).
template <class Real>
Real angle_of(const Real& y, const Real& x) {
    return arc_tangent(y, x);
}

template <class Real>
    requires(!std::is_arithmetic_v<Real>)
Real exponential(const Real& x) {
    if constexpr (is_dual<Real>) {
        const auto e = exponential(x.value);
        return x.chain(e, e);
    } else {
        const Real most(710), least(-746);
        const auto above = x > most, below = x < least;
        const Real e =
            exponential_parts::near_exponential(select(above, most, select(below, least, x)), Real(0));
        return select(above, Real(std::numeric_limits<double>::infinity()), select(below, Real(0), e));
    }
}

template <class Real>
    requires(!std::is_arithmetic_v<Real>)
Real logarithm(const Real& x) {
    if constexpr (is_dual<Real>) {
        return x.chain(logarithm(x.value), std::decay_t<decltype(x.value)>(1) / x.value);
    } else {
        Real result(0);
        for (int i = 0; i < Real::lanes; ++i) result.set_lane(i, logarithm_of_lane(x.lane(i)));
        return result;
    }
}

/// xʸ. Where x is not positive, its derivative along y is taken as 0: x may only be there if y stays.
template <class Real>
    requires(!std::is_arithmetic_v<Real>)
Real power(const Real& x, const Real& y) {
    if constexpr (is_dual<Real>) {
        using Value = std::decay_t<decltype(x.value)>;
        const Value value = power(x.value, y.value), slope = y.value * power(x.value, y.value - Value(1));
        const bool positive = x.value > Value(0);
        const Value growth = positive ? value * logarithm(x.value) : Value(0);
        Real result(value);
        for (std::size_t i = 0; i < result.slope.size(); ++i)
            result.slope[i] = slope * x.slope[i] + growth * y.slope[i];
        return result;
    } else {
        Real result(0);
        for (int i = 0; i < Real::lanes; ++i) result.set_lane(i, power_of_lane(x.lane(i), y.lane(i)));
        return result;
    }
}

/// The smaller and the larger of two; NaN if one of them is.
template <class Real>
Real smaller(const Real& a, const Real& b) {
    return select(a <= b, a, select(b < a, b, a + b));
}
template <class Real>
Real larger(const Real& a, const Real& b) {
    return select(a >= b, a, select(b > a, b, a + b));
}

}  // namespace polhode::core
