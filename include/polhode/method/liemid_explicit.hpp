/// The explicit midpoint-Lie variant that Krysl (2004) tries first.
#pragma once

#include "polhode/drift/midpoint_equation.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/system.hpp"

namespace polhode::core {

/// LIEMID[E]; the paper shows that it is no good and so do the tests.
struct LiemidExplicit : WithoutMemory {
    static constexpr Sheet sheet{
        .name = "liemid-e",
        .title = "midpoint-Lie with the starting torque; kept because the paper compares it",
        .formula = "IΨ = h exp(−Ψ/2)(Π₀ + ½h T₀); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + h T₀)",
        .source = "Krysl 2004, midpoint-Lie integration of rigid body motion",
        .order_attitude = 1,
        .solve = Solve::drift,
        .torque_evaluations = 1,
        .conserves_momentum = true,
        .conserves_axis_momentum = true};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Vector3<Real> torque = system.torque(t, state);
        const Vector3<Real> middle = state.momentum + (Real(0.5) * h) * torque,
                            full = state.momentum + h * torque;
        Vector3<Real> u;
        const Status status = midpoint::solve(system.inertia, h * middle, u);
        const Quaternion<Real> f = midpoint::rotation(u);
        state.momentum = carried_back(full, f);
        state.attitude = renormalised(state.attitude * f);
        return status;
    }
};

}  // namespace polhode::core
