/// Every function with a removable 0/0 at zero angle, as a function of x²: a power series below a seam, the
/// closed form above it. As functions of x² they need no square root at small angles, and dual numbers pass
/// through zero. Seams sit where the closed form has lost at most two bits to cancellation, or, where it
/// loses none, where the series is cheap.
#pragma once

#include "polhode/scalar/trigonometry.hpp"

#include <array>
#include <cstddef>

namespace polhode::core {

namespace series {

/// Coefficients are computed at compile time in long double by a rule k ↦ c_k.
template <std::size_t N, class Rule>
constexpr std::array<long double, N> tabulate(Rule rule) {
    std::array<long double, N> c{};
    for (std::size_t k = 0; k < N; ++k) c[k] = rule(k);
    return c;
}

constexpr long double sign(std::size_t k) { return k % 2 == 0 ? 1.0L : -1.0L; }

constexpr long double factorial(std::size_t n) {
    return n < 2 ? 1.0L : static_cast<long double>(n) * factorial(n - 1);
}

/// Σ c_k y^k by Horner's rule; `Terms` of the table are used. A number that carries derivatives gets them by
/// the chain rule from the derivative of the polynomial, which is much cheaper than carrying them through
/// every term.
template <std::size_t Terms, class Real, std::size_t N>
constexpr Real sum(const std::array<long double, N>& c, const Real& y) {
    static_assert(Terms < N);
    if constexpr (ScalarTraits<Real>::derivative_depth > 0) {
        using Inner = decltype(y.value);
        // one term more than the derivative of the sum has: it would be less accurate than the sum by n/y
        Inner p(static_cast<Plain<Real>>(c[Terms - 1])), slope(static_cast<Plain<Real>>(Terms * c[Terms]));
        for (std::size_t k = Terms - 1; k-- > 0;) {
            slope = slope * y.value + p;
            p = p * y.value + Inner(static_cast<Plain<Real>>(c[k]));
        }
        return y.chain(p, slope);
    } else {
        Real s(static_cast<Plain<Real>>(c[Terms - 1]));
        for (std::size_t k = Terms - 1; k-- > 0;) s = s * y + Real(static_cast<Plain<Real>>(c[k]));
        return s;
    }
}

/// The number of terms by precision: float or double, or wider.
template <class Real>
constexpr std::size_t terms(std::size_t narrow, std::size_t wide) {
    return epsilon<Real> < Plain<Real>(1e-18L) ? wide : narrow;
}

inline constexpr auto sin_table = tabulate<16>([](std::size_t k) { return sign(k) / factorial(2 * k + 1); });
inline constexpr auto cos_table = tabulate<16>([](std::size_t k) { return sign(k) / factorial(2 * k); });
inline constexpr auto sin_tail_table =
    tabulate<18>([](std::size_t k) { return sign(k) / factorial(2 * k + 3); });
inline constexpr auto atan_table =
    tabulate<16>([](std::size_t k) { return sign(k) / static_cast<long double>(2 * k + 1); });
inline constexpr auto atan_slope_table = tabulate<16>([](std::size_t k) {
    return -sign(k) * static_cast<long double>(2 * k + 2) / static_cast<long double>(2 * k + 3);
});

/// (1 − (x/2) cot(x/2))/x² = Σ c_k x^2k, c_0 = 1/12. Its Riccati equation gives (2k + 3) c_k = Σ_j c_j
/// c_{k−1−j}: sums of positive numbers, without cancellation.
inline constexpr auto cot_tail_table = [] {
    std::array<long double, 26> c{1.0L / 12};
    for (std::size_t k = 1; k < c.size(); ++k) {
        for (std::size_t j = 0; j < k; ++j) c[k] += c[j] * c[k - 1 - j];
        c[k] /= static_cast<long double>(2 * k + 3);
    }
    return c;
}();

}  // namespace series

/// By `few` terms of a table where x² < near, by `many` where x² < far, by a closed form beyond.
template <std::size_t Few, std::size_t Many, class Real, std::size_t N, class Closed>
[[gnu::always_inline]] inline Real in_ranges(const std::array<long double, N>& table, const Real& x2,
                                             double near, double far, Closed closed) {
    return piecewise(
        x2 < Real(near), [&table](const Real& y) { return series::sum<Few>(table, y); },
        [&table, far, closed](const Real& y) {
            return piecewise(
                y < Real(far), [&table](const Real& z) { return series::sum<Many>(table, z); }, closed, y);
        },
        x2);
}

/// cos(x) and sin(x)/x, from x²
template <class Real>
struct CosSinc {
    Real cos, sinc;
};
template <LaneMask Mask, class Real>
[[gnu::always_inline]] inline CosSinc<Real> select(const Mask& mask, const CosSinc<Real>& yes,
                                                   const CosSinc<Real>& no) {
    return {select(mask, yes.cos, no.cos), select(mask, yes.sinc, no.sinc)};
}

template <class Real>
[[gnu::always_inline]] inline CosSinc<Real> cos_and_sinc(const Real& x2) {
    constexpr auto by_terms = []<std::size_t n>(const Real& y2, std::integral_constant<std::size_t, n>) {
        return CosSinc<Real>{series::sum<n>(series::cos_table, y2), series::sum<n>(series::sin_table, y2)};
    };
    // the angles of small, usual and large steps
    using Few = std::integral_constant<std::size_t, series::terms<Real>(4, 6)>;
    using Some = std::integral_constant<std::size_t, series::terms<Real>(6, 8)>;
    using Many = std::integral_constant<std::size_t, series::terms<Real>(10, 12)>;
    constexpr auto closed = [](const Real& y2) {
        using std::sqrt;
        const Real y = sqrt(y2);
        const SinCos<Real> t = sin_cos(y);
        return CosSinc<Real>{t.cos, t.sin / y};
    };
    constexpr auto by_many = [=](const Real& y2) {
        return piecewise(y2 < Real(1), [=](const Real& z2) { return by_terms(z2, Many{}); }, closed, y2);
    };
    constexpr auto by_some = [=](const Real& y2) {
        return piecewise(y2 < Real(0.04), [=](const Real& z2) { return by_terms(z2, Some{}); }, by_many, y2);
    };
    return piecewise(x2 < Real(0.0008), [=](const Real& y2) { return by_terms(y2, Few{}); }, by_some, x2);
}

template <class Real>
Real sinc(const Real& x2) {
    return cos_and_sinc(x2).sinc;
}
template <class Real>
Real cos_sqrt(const Real& x2) {
    return cos_and_sinc(x2).cos;
}

/// (1 − cos x)/x² = ½ (sin(x/2)/(x/2))²: no cancellation anywhere.
template <class Real>
Real cosc(const Real& x2) {
    const Real s = sinc(Real(0.25) * x2);
    return Real(0.5) * s * s;
}

/// (x − sin x)/x³
template <class Real>
Real sinc_tail(const Real& x2) {
    return piecewise(
        x2 < Real(4),
        [](const Real& y2) { return series::sum<series::terms<Real>(14, 16)>(series::sin_tail_table, y2); },
        [](const Real& y2) { return (Real(1) - sinc(y2)) / y2; }, x2);
}

/// (1 − (x/2) cot(x/2))/x²; infinite at x = 2π.
template <class Real>
Real cot_tail(const Real& x2) {
    constexpr std::size_t few = series::terms<Real>(5, 6), many = series::terms<Real>(20, 24);
    return in_ranges<few, many>(series::cot_tail_table, x2, 0.01, 4.84, [](const Real& y2) {
        using std::sqrt;
        const Real half = Real(0.5) * sqrt(y2);
        const SinCos<Real> t = sin_cos(half);
        return (Real(1) - half * t.cos / t.sin) / y2;
    });
}

/// atan(x)/x
template <class Real>
Real atanc(const Real& x2) {
    constexpr std::size_t few = series::terms<Real>(5, 6), many = series::terms<Real>(9, 11);
    // half of the terms at rotations below some 5° a step, where solvers spend their time
    return in_ranges<few, many>(series::atan_table, x2, 0.0005, 0.015625, [](const Real& y2) {
        using std::sqrt;
        const Real y = sqrt(y2);
        return arc_tangent(y) / y;
    });
}

/// (1/(1 + x²) − atan(x)/x)/x² = 2 d(atanc)/d(x²). Just above the seam it has lost seven bits to
/// cancellation; it is used in Jacobians only.
template <class Real>
Real atanc_slope(const Real& x2) {
    constexpr std::size_t few = series::terms<Real>(5, 6), many = series::terms<Real>(9, 11);
    return in_ranges<few, many>(series::atan_slope_table, x2, 0.0005, 0.015625,
                                [](const Real& y2) { return (Real(1) / (Real(1) + y2) - atanc(y2)) / y2; });
}

}  // namespace polhode::core
