/// Elliptic integral and amplitude by the arithmetic-geometric mean (Abramowitz & Stegun 17.6, 16.4), as
/// Celledoni and Säfström (2006), (14)–(19), compute them; with the branch of the arctangent that follows
/// φₙ₊₁ ≈ 2φₙ.
#pragma once

#include "polhode/scalar/trigonometry.hpp"

#include <array>
#include <cmath>
#include <numbers>

namespace polhode::core {

/// The sequence a₀ = 1, b₀ = k', c₀ = k; aₙ₊₁ = (aₙ + bₙ)/2, bₙ₊₁ = √(aₙbₙ), cₙ₊₁ = (aₙ − bₙ)/2, for 0 ≤ k <
/// 1. Of k only its size is asked; what is computed comes from k'.
template <class Real>
class ArithmeticGeometricMean {
public:
    ArithmeticGeometricMean(const Real& k, const Real& k_prime) {
        using std::abs, std::sqrt;
        a_[0] = Real(1);
        b_[0] = k_prime;
        c_[0] = k;
        // once more for each derivative, which c may have where its value is zero
        int after = ScalarTraits<Real>::derivative_depth;
        while ((abs(value_of(c_[last_])) > epsilon<Real> || after-- > 0) && last_ + 1 < most) {
            const std::size_t n = last_++;
            a_[last_] = Real(0.5) * (a_[n] + b_[n]);
            b_[last_] = sqrt(a_[n] * b_[n]);
            c_[last_] = Real(0.5) * (a_[n] - b_[n]);
            scale_ = scale_ + scale_;
        }
    }

    /// F(φ | k²) = ∫₀^φ dθ/√(1 − k² sin²θ)
    Real integral(Real phi) const {
        using std::round;
        for (std::size_t n = 0; n < last_; ++n) {
            // the turn from φₙ by less than a right angle, however many half turns φₙ is
            const Plain<Real> pi = std::numbers::pi_v<Plain<Real>>;
            const Real half_turns = Real(pi * round(value_of(phi) / pi)), rest = phi - half_turns;
            const SinCos<Real> turn = sin_cos(rest);
            phi = phi + half_turns + arc_tangent(b_[n] * turn.sin, a_[n] * turn.cos);
        }
        return phi / (scale_ * a_[last_]);
    }

    /// am(u | k²), the inverse of the integral.
    Real amplitude(const Real& u) const {
        using std::sqrt;
        Real phi = scale_ * a_[last_] * u;
        for (std::size_t n = last_; n > 0; --n) {
            const Real s = c_[n] / a_[n] * sin_cos(phi).sin;
            phi = Real(0.5) * (phi + arc_tangent(s, sqrt((Real(1) - s) * (Real(1) + s))));
        }
        return phi;
    }

private:
    static constexpr std::size_t most = 32;  // k' = 1e-300 takes 13
    std::array<Real, most> a_{}, b_{}, c_{};
    std::size_t last_ = 0;
    Real scale_{1};  // 2ⁿ
};

}  // namespace polhode::core
