/// The momentum of the free body as Celledoni and Säfström (2006) print it, (12)–(13), with the misprint in
/// b₁² mended (I₂(I₃ − I₂), not I₂(I₃ − I₁)): with 2E = Π·ω, G = |Π| and the polhode about axis 3,
///     Π = (a₁ cn u, a₂ sn u, a₃ dn u),  u = λt + F(φ₀ | k²),
/// the phase φ₀ and thus F anew in every step. Kept as the paper's method. Differences of energies cancel:
/// near a principal axis or for a nearly symmetric body half the digits go, and on the separatrix, in a
/// rotation about a principal axis (to rounding), or for two equal moments there is no answer. `exists` says
/// so; drift/exact.hpp has none of this.
#pragma once

#include "polhode/drift/agm.hpp"
#include "polhode/drift/euler_top.hpp"

#include <utility>

namespace polhode::core {

template <class Real>
class EnergyFormulation {
public:
    EnergyFormulation(const Inertia<Real>& inertia, const Vector3<Real>& momentum) : top_(inertia) {
        using std::abs, std::sqrt;
        Vector3<Real> I = top_.to_frame(inertia.moments), P = top_.to_frame(momentum);
        const Real E2 = dot(momentum, inertia.solve(momentum)), G2 = norm2(momentum);
        about_first_ = (G2 - E2 * I.y) * (I.z - I.y) < Real(0);
        if (about_first_) {
            std::swap(I.x, I.z);
            std::swap(P.x, P.z);
        }
        const Real one(1), above = E2 * I.z - G2, below = G2 - E2 * I.x;
        const Real a1 = sqrt(I.x * above / (I.z - I.x)), a2 = sqrt(I.y * above / (I.z - I.y)),
                   a3 = sqrt(I.z * below / (I.z - I.x));
        const Real k2 = (I.y - I.x) * above / ((I.z - I.y) * below);
        const auto round_off = 16 * epsilon<Real> * value_of(G2);
        exists = value_of(above) * value_of(I.z - I.x) > 0 && abs(value_of(above)) > round_off
              && abs(value_of(below)) > round_off && value_of(a2) > 0 && value_of(k2) >= 0
              && 1 - value_of(k2) > smallest_complement && is_finite(k2) && is_finite(a2);
        if (!exists) return;
        k2_ = k2;
        mean_ = ArithmeticGeometricMean<Real>(sqrt(k2), sqrt(one - k2));
        const Real side = select(P.z < Real(0), -one, one);
        amplitudes_ = {a1, a2, side * a3};
        const Real pace = sqrt((I.z - I.y) * below / (I.x * I.y * I.z));
        lambda_ = side * select(top_.r < Real(0), -one, one) * pace;
        phase_ = mean_.integral(arc_tangent(P.y / a2, P.x / a1));
    }

    /// Is there an answer?
    bool exists = false;

    /// Π after the time t.
    Vector3<Real> operator()(const Real& t) const {
        using std::sqrt;
        const auto [sn, cn] = sin_cos(mean_.amplitude(lambda_ * t + phase_));
        Vector3<Real> N{amplitudes_.x * cn, amplitudes_.y * sn,
                        amplitudes_.z * sqrt(Real(1) - k2_ * sn * sn)};
        if (about_first_) std::swap(N.x, N.z);
        return top_.from_frame(N);
    }

private:
    /// Of 1 − k²: nearer to the separatrix the rounding of k² alone spoils more than the first five digits.
    static constexpr double smallest_complement = 1e-10;

    EulerTop<Real> top_;
    bool about_first_ = false;
    ArithmeticGeometricMean<Real> mean_{Real(0), Real(1)};
    Vector3<Real> amplitudes_;
    Real k2_{}, lambda_{}, phase_{};
};

}  // namespace polhode::core
