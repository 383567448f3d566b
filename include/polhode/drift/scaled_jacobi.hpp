/// Jacobi's elliptic functions and the integral of the third kind, as free rotation needs them:
///     s = sn(λt|k²)/λ,  c = cn(λt|k²),  d = dn(λt|k²),  k² = μ²/λ²,      J = ∫₀ᵗ dt/(1 + κs²).
/// Scaled so, they are analytic in λ², μ², κ and t; nothing happens at λ = 0, where s = t, c = d = 1. No elliptic
/// integral is inverted: a Taylor series at t/2ⁿ, then n doublings. Derived in docs/exact-flow.md.
#pragma once

#include "polhode/scalar/complex.hpp"

#include <array>
#include <cstddef>
#include <limits>

namespace polhode::core::jacobi {

template <class Real>
struct Functions {
    Real s{0}, c{1}, d{1};
};

/// λ² ≥ μ² ≥ 0. The difference is an input of its own: on the separatrix it cannot be had by subtraction.
template <class Real>
struct Modulus {
    Real lambda2, mu2, difference;
};

/// One lane's choice between two arguments.
template <class Mask, class Real>
Functions<Real> choose(const Mask& mask, const Functions<Real>& yes, const Functions<Real>& no) {
    return {select(mask, yes.s, no.s), select(mask, yes.c, no.c), select(mask, yes.d, no.d)};
}

/// Every series below is used while (its rate · t)² ≤ reach2.
template <class Real>
inline constexpr Plain<Real> reach2 = Plain<Real>(0.0064L);

/// As many terms as the precision asks for: the one left out, reach2ⁿ/(2n+1), is below a tenth of the rounding.
template <class Real>
inline constexpr std::size_t terms = [] {
    std::size_t n = 1;
    for (Plain<Real> last = reach2<Real>; last > epsilon<Real> * Plain<Real>(0.2L * n + 0.1L); last *= reach2<Real>)
        ++n;
    return n;
}();

/// t = 2ⁿ τ with (rate τ)² ≤ reach2; n is a count per lane.
template <class Real>
struct Halved {
    Real tau, n;
};
template <class Real>
Halved<Real> halve(const Real& rate2, const Real& t) {
    // an infinite rate or time must end too
    constexpr int most = std::numeric_limits<Plain<Real>>::max_exponent;
    const Real limit(reach2<Real>), half(0.5), quarter(0.25), one(1);
    Halved<Real> h{t, Real(0)};
    Real size = rate2 * t * t;
    for (int i = 0; i < most && any(size > limit); ++i) {
        const auto big = size > limit;
        size = select(big, quarter * size, size);
        h.tau = select(big, half * h.tau, h.tau);
        h.n = select(big, h.n + one, h.n);
    }
    return h;
}

/// Coefficients of s² = τ²(Y₀ + Y₁ + …), Yⱼ ∝ τ²ʲ. From (s²)'' = 2 − 4(λ²+μ²)s² + 6λ²μ²s⁴.
template <class Real>
std::array<Real, terms<Real>> series_of_square(const Modulus<Real>& m, const Real& tau) {
    constexpr std::size_t n = terms<Real>;
    const Real tau2 = tau * tau, x = m.lambda2 * tau2, y = m.mu2 * tau2;
    const Real a = Real(-4) * (x + y), b = Real(6) * (x * y);
    std::array<Real, n> Y;
    Y[0] = Real(1);
    for (std::size_t j = 1; j < n; ++j) {
        Real sum = a * Y[j - 1];
        if (j > 1) {
            Real square(0);
            for (std::size_t i = 0; i + 2 <= j; ++i) square += Y[i] * Y[j - 2 - i];
            sum += b * square;
        }
        Y[j] = Real(Plain<Real>(1) / Plain<Real>(static_cast<double>((2 * j + 2) * (2 * j + 1)))) * sum;
    }
    return Y;
}

/// s, c, d from Y = (s/τ)².
template <class Real>
Functions<Real> from_square(const Modulus<Real>& m, const Real& tau, const Real& Y) {
    using std::sqrt;
    const Real s2 = tau * tau * Y, one(1);
    return {tau * sqrt(Y), sqrt(one - m.lambda2 * s2), sqrt(one - m.mu2 * s2)};
}

/// Sum from the small end.
template <class Real, std::size_t N>
Real sum_of(const std::array<Real, N>& a) {
    Real sum = a[N - 1];
    for (std::size_t j = N - 1; j-- > 0;) sum = sum + a[j];
    return sum;
}

/// The functions at 2t from those at t.
template <class Real>
Functions<Real> doubled(const Modulus<Real>& m, const Functions<Real>& f) {
    const Real one(1), two(2), half(0.5);
    const Real s2 = f.s * f.s, c2 = f.c * f.c, d2 = f.d * f.d, scd = two * (f.s * (f.c * f.d));
    const Real x = m.lambda2 * s2, y = m.mu2 * s2;
    const auto early = x < half;
    const Real D = one / (one - x * y);
    const Functions<Real> small{scd * D, one - two * (x * d2 * D), one - two * (y * c2 * D)};
    if (all(early)) return small;
    // As k → 1 both c and d fade together, and 1 − … would lose them; in powers of c² nothing cancels but what must.
    const Real mc2 = m.mu2 * c2, mc4 = mc2 * c2, diff = m.difference;
    const Real E = one / (diff + mc2 * (two - c2));
    const Functions<Real> large{scd * (m.lambda2 * E), (mc4 + diff * (two * c2 - one)) * E, (diff + mc4) * E};
    return choose(early, small, large);
}

/// s, c, d at t.
template <class Real>
Functions<Real> functions(const Modulus<Real>& m, const Real& t) {
    const Halved<Real> h = halve(m.lambda2, t);
    Functions<Real> f = from_square(m, h.tau, sum_of(series_of_square(m, h.tau)));
    const Real one(1), half(0.5);
    for (Real n = h.n; any(n > half); n = n - one) f = choose(n > half, doubled(m, f), f);
    return f;
}

/// s, c, d at t, and exp(igJ(t)) for one real g, up to a positive factor, as exp(i g t (1 + excess)) w² a.
template <class Real>
struct WithIntegral {
    Functions<Real> at_t, at_half;  ///< at t and at t/2 (or 0, when t needs no halving)
    Real excess;
    Complex<Real> w{Real(1), Real(0)}, a{Real(1), Real(0)};
};

template <class Real>
WithIntegral<Real> with_integral(const Modulus<Real>& m, const Real& kappa, const Real& g, const Real& t) {
    constexpr std::size_t N = terms<Real>;
    const Halved<Real> h = halve(m.lambda2 + kappa, t);
    const std::array<Real, N> Y = series_of_square(m, h.tau);

    // 1/(1 + κs²) = 1 + G₁ + G₂ + …, integrated term by term
    const Real k = -kappa * h.tau * h.tau;
    std::array<Real, N> G, J;
    for (std::size_t j = 0; j < N; ++j) {
        Real sum = Y[j];
        for (std::size_t i = 0; i < j; ++i) sum += Y[j - 1 - i] * G[i];
        G[j] = k * sum;
        J[j] = Real(Plain<Real>(1) / Plain<Real>(static_cast<double>(2 * j + 3))) * G[j];
    }
    WithIntegral<Real> r{from_square(m, h.tau, sum_of(Y)), {}, sum_of(J)};

    const Real one(1), half(0.5), huge(std::numeric_limits<Plain<Real>>::max_exponent > 200 ? 1e30L : 1e8L);
    for (Real n = h.n; any(n > half); n = n - one) {
        const auto active = n > half;
        const Functions<Real> f = r.at_t, f2 = doubled(m, f);
        const Real ks2 = kappa * (f.s * f.s);
        // J(2t) = 2J(t) + arg(a)/g
        const Complex<Real> a{one + kappa * (f2.s * f2.s) - ks2 * (f2.c * f2.d), -(g * ks2 * f2.s)};
        Complex<Real> w = r.w * r.w * r.a;
        const Real size = norm2(w);
        if (any(size > huge)) w = select(size > huge, one / size, one) * w;
        r.at_half = choose(active, f, r.at_half);
        r.at_t = choose(active, f2, r.at_t);
        r.w = {select(active, w.re, r.w.re), select(active, w.im, r.w.im)};
        r.a = {select(active, a.re, r.a.re), select(active, a.im, r.a.im)};
    }
    return r;
}

}  // namespace polhode::core::jacobi
