/// The midpoint-Lie drift, LIEMID.
/// Krysl (2004), "Explicit momentum-conserving integrator for dynamics of rigid bodies approximating the
/// midpoint Lie algorithm":
///     solve I Ψ = h exp(−Ψ/2) Π,   R → R exp(Ψ),   Π → exp(−Ψ) Π.
/// Time-symmetric, conserves RΠ. The papers call the family symplectic; it is not: I Ψ/h carried by exp(Ψ/2)
/// is not the Legendre transform of a discrete Lagrangian (that one is drift/variational_exp.hpp), and the
/// defect is O(h³).
#pragma once

#include "polhode/drift/midpoint_equation.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

struct LiemidDrift {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::drift;
    static constexpr bool time_symmetric = true, symplectic = false, conserves_energy = false;

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        Vector3<Real> u;
        const Status status = midpoint::solve(inertia, h * state.momentum, u);
        turn(state, midpoint::rotation(u));
        return status;
    }
};

}  // namespace polhode::core
