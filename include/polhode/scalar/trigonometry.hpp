/// Sine and cosine together, and the arc tangent of one number or of two, of our own: the same bits on double
/// and on packs, on every machine. Within one unit in the last place for every argument; the sine and cosine
/// of infinity are NaN. Other scalars (float, long double) take the standard library's, numbers that carry
/// derivatives the chain rule.
///
/// The polynomials on [−π/4, π/4], and for the arc tangent on [−7/16, 7/16], are those of FreeBSD's msun (Sun
/// Microsystems, 1993).
#pragma once

#include "polhode/scalar/scalar.hpp"

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace polhode::core {

template <class Real>
struct SinCos {
    Real sin, cos;
};

template <LaneMask Mask, class Real>
[[gnu::always_inline]] inline SinCos<Real> select(const Mask& mask, const SinCos<Real>& yes,
                                                  const SinCos<Real>& no) {
    return {select(mask, yes.sin, no.sin), select(mask, yes.cos, no.cos)};
}

namespace trigonometry {

/// x = (n + 4k) π/2 + r + tail, n in −2 … 2, |r| ≤ π/4 (a little more after rounding).
template <class Real>
struct Reduced {
    Real r, tail, n;
};

/// The nearest whole number to x, |x| < 2⁵¹.
template <class Real>
[[gnu::always_inline]] inline Real nearest(const Real& x) {
    const Real shift(0x1.8p52);
    return (x + shift) - shift;
}

/// a − b and what its rounding lost.
template <class Real>
[[gnu::always_inline]] inline Real exact_difference(const Real& a, const Real& b, Real& lost) {
    const Real d = a - b, back = d - a;
    lost = (a - (d - back)) - (b + back);
    return d;
}

/// Up to here, n takes no more than 20 bits, so that its products with the parts of π/2 are exact.
inline constexpr double moderate = 0x1p20;

/// By parts of π/2 of 33 bits each (Cody and Waite).
template <class Real>
[[gnu::always_inline]] inline Reduced<Real> reduce(const Real& x) {
    const Real n = nearest(x * Real(0x1.45f306dc9c883p-1));
    Real lost2, lost3;
    const Real r1 = x - n * Real(0x1.921fb544p+0);
    const Real r2 = exact_difference(r1, n * Real(0x1.0b4611a6p-34), lost2);
    const Real r3 = exact_difference(r2, n * Real(0x1.3198a2ep-69), lost3);
    const Real rest = (lost2 + lost3) - n * Real(0x1.b839a252049c1p-104), r = r3 + rest;
    return {r, (r3 - r) + rest, n - Real(4) * nearest(Real(0.25) * n)};
}

/// 2/π after the binary point, behind a word of zeros.
inline constexpr std::array<std::uint64_t, 21> two_over_pi{0,
                                                           0xa2f9836e4e441529,
                                                           0xfc2757d1f534ddc0,
                                                           0xdb6295993c439041,
                                                           0xfe5163abdebbc561,
                                                           0xb7246e3a424dd2e0,
                                                           0x06492eea09d1921c,
                                                           0xfe1deb1cb129a73e,
                                                           0xe88235f52ebb4484,
                                                           0xe99c7026b45f7e41,
                                                           0x3991d639835339f4,
                                                           0x9c845f8bbdf9283b,
                                                           0x1ff897ffde05980f,
                                                           0xef2f118b5a0a6d1f,
                                                           0x6d367ecf27cb09b7,
                                                           0x4f463f669e5fea2d,
                                                           0x7527bac7ebe5f17b,
                                                           0x3d0739f78a5292ea,
                                                           0x6bfb5fb11f8d5d08,
                                                           0x56033046fc7b6bab,
                                                           0xf0cfbc209af4361d};

/// For |x| ≥ 2¹⁹, in whole numbers (Payne and Hanek): x = m 2ᵉ, and of m (2/π) 2ᵉ only what is left modulo 4
/// counts. `Real` only sets apart what is compiled for different machines.
template <class Real>
Reduced<double> reduce_large(double x) {
    __extension__ using Wide = unsigned __int128;
    const auto bits = std::bit_cast<std::uint64_t>(x);
    const auto m = (bits & 0xfffffffffffff) | 0x10000000000000;
    const int e = static_cast<int>(bits >> 52 & 0x7ff) - 1075;

    // three words of (2/π) 2ᵉ⁻²: the first bit has the weight ½ in quarters of a turn of four
    const auto at = static_cast<unsigned>(e - 2 + 64), word = at / 64, shift = at % 64;
    const auto window = [&](unsigned i) {
        const std::uint64_t high = two_over_pi[word + i] << shift;
        return shift == 0 ? high : high | two_over_pi[word + i + 1] >> (64 - shift);
    };
    // m times them, without what is whole
    const Wide low = Wide(m) * window(2), middle = Wide(m) * window(1) + (low >> 64);
    std::uint64_t g2 = static_cast<std::uint64_t>(low), g1 = static_cast<std::uint64_t>(middle),
                  g0 = m * window(0) + static_cast<std::uint64_t>(middle >> 64);

    int n = static_cast<int>(g0 >> 62);
    g0 = g0 << 2 | g1 >> 62;
    g1 = g1 << 2 | g2 >> 62;
    g2 = g2 << 2;
    const bool above = g0 >> 63;  // more than half: from the other side
    if (above) {
        n += 1;
        g0 = ~g0, g1 = ~g1, g2 = ~g2;  // up to the last bit
    }
    int zeros = 0;  // the fraction never has as many as 64: no double comes that close to a multiple of π/2
    if (g0 == 0) g0 = g1, g1 = g2, g2 = 0, zeros = 64;
    const int leading = std::countl_zero(g0);
    if (leading > 0) g0 = g0 << leading | g1 >> (64 - leading);
    zeros += leading;

    const Wide product = Wide(g0) * 0xc90fdaa22168c235;  // fraction · π/2, in units of 2⁻¹²⁷⁻ᶻᵉʳᵒˢ
    const auto top = static_cast<std::uint64_t>(product >> 75),
               rest = static_cast<std::uint64_t>(product >> 11);
    const double sign = ((bits >> 63) != 0) != above ? -1 : 1;
    const double r = sign * std::ldexp(static_cast<double>(top), 75 - 127 - zeros),
                 tail = sign * std::ldexp(static_cast<double>(rest), 11 - 127 - zeros);
    n = (bits >> 63) != 0 ? -n : n;
    n = n > 2 ? n - 4 : n < -2 ? n + 4 : n;
    return {r, tail, static_cast<double>(n)};
}

/// sin(r + tail), cos(r + tail) for |r| ≤ π/4.
template <class Real>
[[gnu::always_inline]] inline SinCos<Real> near_zero(const Real& r, const Real& tail) {
    const Real z = r * r, v = z * r, half(0.5), one(1);
    const Real s =
        Real(8.33333333332248946124e-03)
        + z
              * (Real(-1.98412698298579493134e-04)
                 + z
                       * (Real(2.75573137070700676789e-06)
                          + z * (Real(-2.50507602534068634195e-08) + z * Real(1.58969099521155010221e-10))));
    const Real c = z
                 * (Real(4.16666666666666019037e-02)
                    + z
                          * (Real(-1.38888888888741095749e-03)
                             + z
                                   * (Real(2.48015872894767294178e-05)
                                      + z
                                            * (Real(-2.75573143513906633035e-07)
                                               + z
                                                     * (Real(2.08757232129817482790e-09)
                                                        + z * Real(-1.13596475577881948265e-11))))));
    const Real half_z = half * z, w = one - half_z;
    return {r - ((z * (half * tail - v * s) - tail) - v * Real(-1.66666666666666324348e-01)),
            w + (((one - w) - half_z) + (z * c - r * tail))};
}

template <class Real>
[[gnu::always_inline]] inline SinCos<Real> from(const Reduced<Real>& x) {
    const SinCos<Real> t = near_zero(x.r, x.tail);
    const Real half(0.5), n2 = x.n * x.n;
    const auto odd = (n2 > half) & (n2 < Real(2));
    const Real s = select(odd, t.cos, t.sin), c = select(odd, t.sin, t.cos);
    const auto sine_down = (x.n < -half) | (x.n > Real(1.5)), cosine_down = (x.n > half) | (x.n < Real(-1.5));
    return {select(sine_down, -s, s), select(cosine_down, -c, c)};
}

/// Any argument, lane by lane: seldom needed.
template <class Real>
SinCos<Real> anywhere(const Real& x) {
    const auto one = [](double a) -> SinCos<double> {
        if (!std::isfinite(a)) return {a - a, a - a};
        if (std::abs(a) < moderate) return from(reduce(a));
        return from(reduce_large<Real>(a));
    };
    if constexpr (is_pack<Real>) {
        SinCos<Real> result;
        for (int i = 0; i < Real::lanes; ++i) {
            const SinCos<double> t = one(x.lane(i));
            result.sin.set_lane(i, t.sin);
            result.cos.set_lane(i, t.cos);
        }
        return result;
    } else {
        return one(x);
    }
}

}  // namespace trigonometry

template <class Real>
SinCos<Real> sin_cos(const Real& x) {
    using std::abs, std::cos, std::sin;
    if constexpr (ScalarTraits<Real>::derivative_depth > 0) {
        const auto t = sin_cos(x.value);
        return {x.chain(t.sin, t.cos), x.chain(t.cos, -t.sin)};
    } else if constexpr (std::is_same_v<Real, double> || is_pack<Real>) {
        return piecewise(
            abs(x) < Real(trigonometry::moderate),
            [](const Real& a) { return trigonometry::from(trigonometry::reduce(a)); },
            [](const Real& a) { return trigonometry::anywhere(a); }, x);
    } else {
        return {sin(x), cos(x)};
    }
}

namespace trigonometry {

/// atan x = atan c + atan t, with c the nearest of 0, ½, 1, 3/2, ∞: t = (x − c)/(1 + c x), atan c = high +
/// low.
template <class Real>
struct ReducedArc {
    Real t, high, low;
};

/// For x ≥ 0.
template <class Real>
[[gnu::always_inline]] inline ReducedArc<Real> reduce_arc(const Real& x) {
    const Real zero(0), one(1), two(2), more(1.5);
    Real above = x, below = one, high = zero, low = zero;
    const auto about = [&](const Mask<Real>& from_here, const Real& a, const Real& b, double h, double l) {
        above = select(from_here, a, above);
        below = select(from_here, b, below);
        high = select(from_here, Real(h), high);
        low = select(from_here, Real(l), low);
    };
    about(x >= Real(0.4375), two * x - one, two + x, 4.63647609000806093515e-01, 2.26987774529616870924e-17);
    about(x >= Real(0.6875), x - one, x + one, 7.85398163397448278999e-01, 3.06161699786838301793e-17);
    about(x >= Real(1.1875), x - more, one + more * x, 9.82793723247329054082e-01,
          1.39033110312309984516e-17);
    about(x >= Real(2.4375), -one, x, 1.57079632679489655800e+00, 6.12323399573676603587e-17);
    return {above / below, high, low};
}

/// high + low + atan t
template <class Real>
[[gnu::always_inline]] inline Real arc_of(const Real& t, const Real& high, const Real& low) {
    const Real z = t * t, w = z * z;
    const Real odd = z
                   * (Real(3.33333333333329318027e-01)
                      + w
                            * (Real(1.42857142725034663711e-01)
                               + w
                                     * (Real(9.09088713343650656196e-02)
                                        + w
                                              * (Real(6.66107313738753120669e-02)
                                                 + w
                                                       * (Real(4.97687799461593236017e-02)
                                                          + w * Real(1.62858201153657823623e-02))))));
    const Real even = w
                    * (Real(-1.99999999998764832476e-01)
                       + w
                             * (Real(-1.11111104054623557880e-01)
                                + w
                                      * (Real(-7.69187620504482999495e-02)
                                         + w
                                               * (Real(-5.83357013379057348645e-02)
                                                  + w * Real(-3.65315727442169155270e-02)))));
    return high - ((t * (odd + even) - low) - t);
}

/// Also of −0.
template <class Real>
[[gnu::always_inline]] inline Mask<Real> has_sign(const Real& x) {
    return (x < Real(0)) | (Real(1) / x < Real(0));
}

/// What rounding took from q = y/x, for x, y > 0; 0 where q is so small or large that it does not matter to
/// atan q.
template <class Real>
[[gnu::always_inline]] inline Real rest_of_quotient(const Real& y, const Real& x, const Real& q) {
    const Real zero(0), large(0x1p400), small(0x1p-400);
    const Real unit =
        select((x > large) | (y > large), small, select((x < small) & (y < small), large, Real(1)));
    const auto upper_half = [](const Real& a) {
        const Real shifted = Real(0x1.0000002p27) * a;
        return shifted - (shifted - a);
    };
    // y − q x, exactly: q x by halves (Dekker)
    const Real v = unit * x, p = q * v, q1 = upper_half(q), q2 = q - q1, v1 = upper_half(v), v2 = v - v1;
    const Real left = (unit * y - p) - (((q1 * v1 - p) + q1 * v2 + q2 * v1) + q2 * v2);
    return select((q > Real(0x1p-100)) & (q < Real(0x1p100)), left / v, zero);
}

}  // namespace trigonometry

/// atan(x) for x ≥ 0.
template <class Real>
Real arc_tangent(const Real& x) {
    using std::atan;
    if constexpr (ScalarTraits<Real>::derivative_depth > 0) {
        const auto value = arc_tangent(x.value);
        return x.chain(value, decltype(value)(1) / (decltype(value)(1) + x.value * x.value));
    } else if constexpr (std::is_same_v<Real, double> || is_pack<Real>) {
        const trigonometry::ReducedArc<Real> arc = trigonometry::reduce_arc(x);
        return trigonometry::arc_of(arc.t, arc.high, arc.low);
    } else {
        return atan(x);
    }
}

/// The angle of the point (x, y), in [−π, π], with the signs of zeros; atan2 of the C library.
template <class Real>
Real arc_tangent(const Real& y, const Real& x) {
    using std::abs, std::atan2;
    if constexpr (ScalarTraits<Real>::derivative_depth > 0) {
        const auto r2 = x.value * x.value + y.value * y.value;
        Real angle(arc_tangent(y.value, x.value));
        for (std::size_t i = 0; i < angle.slope.size(); ++i)
            angle.slope[i] = (x.value * y.slope[i] - y.value * x.slope[i]) / r2;
        return angle;
    } else if constexpr (std::is_same_v<Real, double> || is_pack<Real>) {
        using namespace trigonometry;
        const Real zero(0), one(1), largest(std::numeric_limits<double>::max());
        // ∞/∞ counts as 1, 0/0 as 0
        const auto both_infinite = (abs(y) > largest) & (abs(x) > largest);
        const Real a = select(both_infinite, one, abs(y)), b = select(both_infinite, one, abs(x));
        const Real q = select(a <= zero, select(b >= zero, zero, b), a / b);
        const Real slope = rest_of_quotient(a, b, q) / (one + q * q);
        const ReducedArc<Real> arc = reduce_arc(q);
        // on the left π − atan q, of which π and atan c are joined first
        Real lost;
        const Real left_high = exact_difference(Real(0x1.921fb54442d18p+1), arc.high, lost);
        const Real left_low = (lost + Real(0x1.1a62633145c07p-53)) - arc.low;
        const auto left = has_sign(x);
        const Real angle = arc_of(select(left, -arc.t, arc.t), select(left, left_high, arc.high),
                                  select(left, left_low - slope, arc.low + slope));
        return select(has_sign(y), -angle, angle);
    } else {
        return atan2(y, x);
    }
}

}  // namespace polhode::core
