/// Jacobi's elliptic functions and the integral of the third kind, as free rotation needs them:
///     sn(λt|k²)/λ,  cn(λt|k²),  dn(λt|k²),  k² = μ²/λ²,      J = ∫₀ᵗ dt/(1 + κ(sn/λ)²).
/// Scaled so, they are analytic in λ², μ², κ and t; nothing happens at λ = 0, where sn/λ = t. No elliptic
/// integral is inverted: a Taylor series at t/2ⁿ, then n doublings. Derived in docs/exact-flow.md.
///
/// The pieces are inlined by force: in the loop over doublings, a struct that goes through memory costs a
/// third more.
#pragma once

#include "polhode/scalar/complex.hpp"
#include "polhode/scalar/unrolled.hpp"

#include <array>
#include <cstddef>
#include <limits>

namespace polhode::core::jacobi {

using core::select;

/// As ratios of four numbers, sn/λ = s/e, cn = c/e, dn = d/e, so that a doubling takes no division.
template <class Real>
struct Functions {
    Real s{0}, c{1}, d{1}, e{1};
};

/// λ² ≥ μ² ≥ 0. The difference is a separate input: on the separatrix it cannot be had by subtraction.
template <class Real>
struct Modulus {
    Real lambda2, mu2, difference;
};

template <LaneMask Mask, class Real>
[[gnu::always_inline]] inline Functions<Real> select(const Mask& mask, const Functions<Real>& yes,
                                                     const Functions<Real>& no) {
    return {select(mask, yes.s, no.s), select(mask, yes.c, no.c), select(mask, yes.d, no.d),
            select(mask, yes.e, no.e)};
}

template <class Real>
constexpr Plain<Real> whole(std::size_t n) {
    return Plain<Real>(static_cast<double>(n));
}

/// The series are used up to (rate · τ)² = reach2. A wider reach needs more terms, a narrower one more
/// doublings; here both cost about the same.
template <class Real>
inline constexpr Plain<Real> reach2 = Plain<Real>(0.0016L);

/// As many terms as the precision asks for: the first one left out, reach2ⁿ/(2n + 1), is a tenth of the
/// rounding.
template <class Real>
inline constexpr std::size_t terms = [] {
    std::size_t n = 1;
    for (Plain<Real> left_out = reach2<Real>;
         whole<Real>(10) * left_out > whole<Real>(2 * n + 1) * epsilon<Real>; ++n)
        left_out = reach2<Real> * left_out;
    return n;
}();

/// t = 2ⁿτ, n ≥ 1, (rate · τ)² ≤ reach2. The count is each lane's own: no body may depend on its neighbours.
template <class Real>
struct Halved {
    Real tau, n;
};
template <class Real>
[[gnu::always_inline]] inline Halved<Real> halve(const Real& rate2, const Real& t) {
    constexpr int most = std::numeric_limits<Plain<Real>>::max_exponent;  // infinite times must end too
    const Real size = rate2 * t * t, one(1), half(0.5), four(4);
    Real part = half, n = one, bound = four * Real(reach2<Real>);
    for (int i = 0; i < most && any(size > bound); ++i) {
        const auto more = size > bound;
        part = select(more, half * part, part);
        n = select(more, n + one, n);
        bound = four * bound;
    }
    return {part * t, n};
}

/// s² = τ²(Y₀ + Y₁ + …), Yⱼ ∝ τ²ʲ, from (s²)'' = 2 − 4(λ² + μ²)s² + 6λ²μ²s⁴.
template <class Real>
using Series = std::array<Real, terms<Real>>;

template <class Real>
[[gnu::always_inline]] inline Series<Real> series_of_square(const Modulus<Real>& m, const Real& tau2) {
    const Real x = m.lambda2 * tau2, y = m.mu2 * tau2, a = Real(-4) * (x + y), b = Real(6) * (x * y);
    Series<Real> Y;
    Y[0] = Real(1);
    unrolled<terms<Real> - 1>([&](auto i) {
        constexpr std::size_t j = i + 1;
        Real sum = a * Y[j - 1];
        if constexpr (j > 1) {
            Real square = Y[j - 2];
            unrolled<j - 2>([&](auto k) { square += Y[k + 1] * Y[j - 3 - k]; });
            sum += b * square;
        }
        Y[j] = Real(whole<Real>(1) / whole<Real>((2 * j + 2) * (2 * j + 1))) * sum;
    });
    return Y;
}

/// J/τ − 1, from 1/(1 + κs²) = 1 + G₀ + G₁ + … integrated term by term.
template <class Real>
[[gnu::always_inline]] inline Real series_of_integral(const Series<Real>& Y, const Real& kappa_tau2) {
    constexpr std::size_t N = terms<Real>;
    Series<Real> G;
    unrolled<N>([&](auto j) {
        Real sum = Y[j];
        unrolled<j>([&](auto i) { sum += Y[j - 1 - i] * G[i]; });
        G[j] = -kappa_tau2 * sum;
    });
    Real sum = Real(whole<Real>(1) / whole<Real>(2 * N + 1)) * G[N - 1];
    unrolled<N - 1>([&](auto i) {
        constexpr std::size_t j = N - 2 - i;
        sum += Real(whole<Real>(1) / whole<Real>(2 * j + 3)) * G[j];
    });
    return sum;
}

/// The first doubling, from the series: s² at τ, all at 2τ. The series gives s² and its derivative 2scd,
/// which is all that is needed; no root is taken.
template <class Real>
struct Start {
    Real s2;
    Functions<Real> doubled;

    [[gnu::always_inline]] inline Start(const Modulus<Real>& m, const Series<Real>& Y, const Real& tau) {
        constexpr std::size_t N = terms<Real>;
        Real sum = Y[N - 1], slope = Real(whole<Real>(2 * N)) * Y[N - 1];
        unrolled<N - 1>([&](auto i) {
            constexpr std::size_t j = N - 2 - i;
            sum += Y[j];
            slope += Real(whole<Real>(2 * j + 2)) * Y[j];
        });
        s2 = tau * tau * sum;
        const Real x = m.lambda2 * s2, y = m.mu2 * s2, one(1), two(2), e = one - x * y;
        doubled = {tau * slope, e - two * x * (one - y), e - two * y * (one - x), e};
    }
};

/// Below this, c and d fade no further: at k = 1 the motion goes by their ratios, which must not become 0/0.
template <class Real>
inline constexpr Plain<Real> faintest = [] {
    Plain<Real> x(1);
    for (int i = 0; i < std::numeric_limits<Plain<Real>>::max_exponent / 4; ++i) x = Plain<Real>(0.5) * x;
    return x;
}();

/// The functions at 2t from those at t.
template <class Real>
[[gnu::always_inline]] inline Functions<Real> doubled(const Modulus<Real>& m, const Functions<Real>& f) {
    const Real one(1), two(2);
    const Real s2 = f.s * f.s, c2 = f.c * f.c, d2 = f.d * f.d, e2 = f.e * f.e;
    const Real s = two * (f.s * f.e) * (f.c * f.d), x = m.lambda2 * s2, y = m.mu2 * s2, e = e2 * e2 - x * y;
    const Functions<Real> small{s, e - two * x * d2, e - two * y * c2, e};
    const auto early = two * x < e2;
    if (all(early)) return small;
    // As k → 1, c and d fade together and the differences above would lose them. In powers of c² nothing
    // cancels but what must. Divided here, so that e does not fade in turn.
    const Real mc2 = m.mu2 * c2, mc4 = mc2 * c2, rest2 = m.difference * e2, rest4 = rest2 * e2;
    const Real inverse = one / (rest4 + mc2 * (two * e2 - c2)), least(faintest<Real>);
    const Real c = (mc4 + rest2 * (two * c2 - e2)) * inverse, d = (rest4 + mc4) * inverse;
    const auto faint = d < least;
    const Functions<Real> large{s * (m.lambda2 * inverse), select(faint, least, c), select(faint, least, d),
                                one};
    return select(early, small, large);
}

template <class Real>
Functions<Real> functions(const Modulus<Real>& m, const Real& t) {
    const Halved<Real> h = halve(m.lambda2, t);
    Functions<Real> f = Start<Real>(m, series_of_square(m, h.tau * h.tau), h.tau).doubled;
    const Real one(1), last(1.5);
    for (Real n = h.n; any(n > last); n = n - one) f = select(n > last, doubled(m, f), f);
    return f;
}

/// The functions at t and t/2 (0, when t/2 is as good as 0), and exp(igJ(t)) for g² = (κ + λ²)(κ + μ²)/κ, up
/// to a positive factor, as exp(i g t (1 + excess)) w² a. For this g, and no other, what a doubling adds is
/// algebraic.
template <class Real>
struct WithIntegral {
    Functions<Real> at_t, at_half;
    Real excess;
    Complex<Real> w, a;
};

/// exp(igJ(2t)) = exp(igJ(t))² a/|a|, from s²/e² at t and the functions at 2t.
template <class Real>
[[gnu::always_inline]] inline Complex<Real> phase_of_doubling(const Real& kappa, const Real& g,
                                                              const Real& s2, const Real& e2,
                                                              const Functions<Real>& twice) {
    const Real ks2 = kappa * s2;
    return {e2 * (twice.e * twice.e + kappa * (twice.s * twice.s)) - ks2 * (twice.c * twice.d),
            -(g * ks2) * (twice.s * twice.e)};
}

template <class Real>
WithIntegral<Real> with_integral(const Modulus<Real>& m, const Real& kappa, const Real& g, const Real& t) {
    using std::sqrt;
    const Real zero(0), one(1), last(1.5),
        far(std::numeric_limits<Plain<Real>>::max_exponent > 200 ? 1e30 : 1e8);
    const Halved<Real> h = halve(m.lambda2 + kappa, t);
    const Real tau2 = h.tau * h.tau;
    const Series<Real> Y = series_of_square(m, tau2);
    const Start<Real> start(m, Y, h.tau);
    WithIntegral<Real> r{start.doubled,
                         {},
                         series_of_integral(Y, kappa * tau2),
                         {one, zero},
                         phase_of_doubling(kappa, g, start.s2, one, start.doubled)};
    for (Real n = h.n; any(n > last); n = n - one) {
        const auto active = n > last;
        const Functions<Real> f = r.at_t, twice = doubled(m, f);
        Complex<Real> w = r.w * r.w * r.a;
        const Real size2 = norm2(w);  // only the direction of w counts, but its length is squared every time
        if (any(size2 > far) || any(size2 < one / far)) {
            const Real unit = one / sqrt(size2);
            w = select(size2 > far, unit, select(size2 < one / far, unit, one)) * w;
        }
        r.at_half = select(active, f, r.at_half);
        r.at_t = select(active, twice, r.at_t);
        r.w = select(active, w, r.w);
        r.a = select(active, phase_of_doubling(kappa, g, f.s * f.s, f.e * f.e, twice), r.a);
    }
    return r;
}

}  // namespace polhode::core::jacobi
