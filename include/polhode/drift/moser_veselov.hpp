/// The discrete Moser–Veselov drift, DMV (also known as RATTLE for the rigid body):
///     hΠ^ = FJ − JFᵀ,  J = ½ tr(I) − I,   R → RF,   Π → FᵀΠ,
/// McLachlan and Zanna (2005), "The discrete Moser–Veselov algorithm for the free rigid body, revisited". In
/// the Gibbs vector x of F this is
///     Ix + x×Ix = (1 + x²) ½hΠ.
/// Symplectic, conserves energy and momentum. F turns about the mean velocity ωₘ of the step by asin(h|ωₘ|),
/// so there is no solution once h|ωₘ| > 1, and two below.
#pragma once

#include "polhode/drift/gibbs.hpp"

namespace polhode::core {

struct MoserVeselovEquation {
    static constexpr bool conserves_energy = true;
    static constexpr double largest_x = 1;  ///< a quarter turn: asin's range

    template <class Real>
    static Vector3<Real> residual(const Inertia<Real>& inertia, const Vector3<Real>& x,
                                  const Vector3<Real>& b) {
        return gibbs_momentum(inertia, x) - (Real(1) + norm2(x)) * b;
    }
    template <class Real>
    static Matrix3<Real> jacobian(const Inertia<Real>& inertia, const Vector3<Real>& x,
                                  const Vector3<Real>& b) {
        return gibbs_jacobian(inertia, x) - outer(b, Real(2) * x);
    }
};
using MoserVeselovDrift = GibbsDrift<MoserVeselovEquation>;

}  // namespace polhode::core
