/// The explicit midpoint-Lie variant that Krysl (2004) tries first.
#pragma once

#include "polhode/drift/midpoint_equation.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"

namespace polhode::core {

/// LIEMID[E]; the paper shows that it is no good and so do the tests:
///     I Ψ = h exp(−Ψ/2) (Π₀ + ½h T₀),   R₁ = R₀ exp(Ψ),   Π₁ = exp(−Ψ) (Π₀ + h T₀).
struct LiemidExplicit : WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Vector3<Real> torque = system.torque(t, state.attitude);
        const Vector3<Real> middle = state.momentum + (Real(0.5) * h) * torque,
                            full = state.momentum + h * torque;
        Vector3<Real> u;
        const Status status = midpoint::solve(system.inertia, h * middle, u);
        const Quaternion<Real> f = midpoint::rotation(u);
        state.momentum = carried_back(full, f);
        state.attitude = renormalised(state.attitude * f);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 1;
        s.solve = Solve::drift;
        s.torque_evaluations = 1;
        s.conserves_momentum = s.conserves_axis_momentum = true;
        return s;
    }
};

}  // namespace polhode::core
