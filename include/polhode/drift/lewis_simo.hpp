/// Two conserving algorithms in the manner of Lewis and Simo (1994), "Conserving algorithms for the dynamics
/// of Hamiltonian systems on Lie groups". Krysl (2004) compares "LS" without a formula; docs/krysl-methods.md
/// says what is known. Both in the Gibbs vector x of the incremental rotation, b = ½hΠ.
#pragma once

#include "polhode/drift/gibbs.hpp"

namespace polhode::core {

/// LS-em, symplectic, conserves energy and momentum: the Moser–Veselov equation with its generating function
/// re-parametrised,
///     hΠ^ = (ϑ/sin ϑ) (FJ − JFᵀ),   1 − cos ϑ = (1 − cos θ) n·In / (tr I/3),
/// which in x, with τ = tan(ϑ/2), is
///     (1 + τ²) (atan τ)/τ (Ix + x×Ix) = (1 + x²) b,   τ² = 3 x·Ix / ((1 + x²) tr I − 3 x·Ix).
struct LewisSimoEnergyEquation {
    static constexpr bool conserves_energy = true;
    static constexpr double largest_x = 1;  ///< a quarter turn: beyond it some bodies have two solutions

    template <class Real>
    static Vector3<Real> residual(const Inertia<Real>& inertia, const Vector3<Real>& x,
                                  const Vector3<Real>& b) {
        const Real t2 = tau2(inertia, x);
        return ((Real(1) + t2) * atanc(t2)) * gibbs_momentum(inertia, x) - (Real(1) + norm2(x)) * b;
    }
    template <class Real>
    static Matrix3<Real> jacobian(const Inertia<Real>& inertia, const Vector3<Real>& x,
                                  const Vector3<Real>& b) {
        const Real t2 = tau2(inertia, x), one(1), factor = (one + t2) * atanc(t2);
        const Real slope = atanc(t2) + Real(0.5) * (one + t2) * atanc_slope(t2);  // of factor, by τ²
        const Vector3<Real> Ix = inertia * x;
        const Real rest = (one + norm2(x)) * trace(inertia) - Real(3) * dot(x, Ix);
        const Vector3<Real> t2_slope =
            (Real(2) / rest) * (Real(3) * (one + t2) * Ix - (t2 * trace(inertia)) * x);
        return factor * gibbs_jacobian(inertia, x) + outer(gibbs_momentum(inertia, x), slope * t2_slope)
             - outer(b, Real(2) * x);
    }

private:
    template <class Real>
    static Real trace(const Inertia<Real>& inertia) {
        return inertia.moments.x + inertia.moments.y + inertia.moments.z;
    }
    template <class Real>
    static Real tau2(const Inertia<Real>& inertia, const Vector3<Real>& x) {
        const Real form = Real(3) * dot(x, inertia * x);
        return form / ((Real(1) + norm2(x)) * trace(inertia) - form);
    }
};
using LewisSimoEnergyDrift = GibbsDrift<LewisSimoEnergyEquation>;

/// LS-sm, symplectic, conserves momentum: the variational integrator of Cayley's map, F = cay(hW),
///     Π = (1 + ½hŴ + ¼h² WWᵀ) IW,   in x = ½hW:   Ix + x×Ix + (x·Ix) x = b.
struct LewisSimoMomentumEquation {
    static constexpr bool conserves_energy = false;
    static constexpr double largest_x = 3.7320508;  ///< 150°

    template <class Real>
    static Vector3<Real> residual(const Inertia<Real>& inertia, const Vector3<Real>& x,
                                  const Vector3<Real>& b) {
        return gibbs_momentum(inertia, x) + dot(x, inertia * x) * x - b;
    }
    template <class Real>
    static Matrix3<Real> jacobian(const Inertia<Real>& inertia, const Vector3<Real>& x,
                                  const Vector3<Real>&) {
        const Vector3<Real> Ix = inertia * x;
        return gibbs_jacobian(inertia, x) + outer(x, Real(2) * Ix) + dot(x, Ix) * Matrix3<Real>::identity();
    }
};
using LewisSimoMomentumDrift = GibbsDrift<LewisSimoMomentumEquation>;

}  // namespace polhode::core
