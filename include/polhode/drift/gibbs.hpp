/// Drifts whose equation is short in the Gibbs vector x = tan(θ/2) n of the incremental rotation F = cay(2x):
/// each is an `Equation` with residual F(x) = I x + …, Jacobian dF and the largest |x| at which the solution
/// is the one that tends to ½hω. Given b = ½hΠ.
#pragma once

#include "polhode/drift/tangent_newton.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

/// What all of these equations begin with, Ix + x×Ix, and its Jacobian I + x̂I − (Ix)^.
template <class Real>
Vector3<Real> gibbs_momentum(const Inertia<Real>& inertia, const Vector3<Real>& x) {
    const Vector3<Real> Ix = inertia * x;
    return Ix + cross(x, Ix);
}
template <class Real>
Matrix3<Real> gibbs_jacobian(const Inertia<Real>& inertia, const Vector3<Real>& x) {
    const Vector3<Real> Ix = inertia * x, m = inertia.moments;
    return {{{m.x, Ix.z - x.z * m.y, x.y * m.z - Ix.y},
             {x.z * m.x - Ix.z, m.y, Ix.x - x.x * m.z},
             {Ix.y - x.y * m.x, x.x * m.y - Ix.x, m.z}}};
}

template <class Equation>
struct GibbsDrift : Equation {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::drift;
    static constexpr bool time_symmetric = true, symplectic = true;

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        Vector3<Real> x;
        const Status status = find(inertia, (Real(0.5) * h) * state.momentum, x);
        turn(state, cayley(Real(2) * x));
        return status;
    }

    /// Solves for x.
    template <class Real>
    static Status find(const Inertia<Real>& inertia, const Vector3<Real>& b, Vector3<Real>& x) {
        x = start(inertia, b);
        Status status =
            tangent_newton([&](const Vector3<Real>& y) { return Equation::residual(inertia, y, b); },
                           [&](const Vector3<Real>& y) { return Equation::jacobian(inertia, y, b); }, x);
        // a finite b without a solution: the rotation is to blame, not the iteration
        const Real limit(Equation::largest_x);
        const bool too_big = status.ok() ? any(norm2(x) > limit * limit) : is_finite(b);
        if (too_big) status.outcome = Outcome::rotation_too_big;
        return status;
    }

private:
    /// Third-order start, by two rounds of the fixed point x − I⁻¹F(x) from x = I⁻¹b; at large angles inside
    /// the limit.
    template <class Real>
    static Vector3<Real> start(const Inertia<Real>& inertia, const Vector3<Real>& b) {
        using std::sqrt;
        Vector3<Real> x = inertia.solve(b);
        const Real x2 = norm2(x), limit(0.5 * Equation::largest_x);
        if (any(x2 > Real(0.06))) return any(x2 > limit * limit) ? (limit / sqrt(x2)) * x : x;
        x -= inertia.solve(Equation::residual(inertia, x, b));
        x -= inertia.solve(Equation::residual(inertia, x, b));
        return x;
    }
};

}  // namespace polhode::core
