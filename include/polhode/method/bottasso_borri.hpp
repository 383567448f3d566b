/// BBTRAP and BBTRAPWD of Bottasso and Borri (1998), "Integrating finite rotations", as Krysl (2006), section 4, writes them:
///     Ψ = ½h (ω₀ + D ω₁),   R₁ = R₀ exp(Ψ),   Π₁ = exp(−Ψ) (Π₀ + ½h T₀) + ½h T₁.
/// BBTRAPWD, D = dexp⁻¹₋Ψ: the Munthe-Kaas method of the trapezoidal rule. Not time-symmetric, in spite of its tableau.
/// BBTRAP, D = 1: time-symmetric, conserves the energy of a free body, where it is SWC1.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/method/newton.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"
#include "polhode/so3/rotation.hpp"

namespace polhode::core {

template <bool with_dexp_inverse>
struct BottassoBorri : CarriesTorque {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> omega = system.inertia.solve(state.momentum);
        Vector3<Real> psi =
            h * omega + (h * half) * system.inertia.solve(cross(state.momentum, omega) + last.torque);
        state.momentum += half * last.torque;
        const Status status = newton(
            [&]<class Scalar>(const Vector3<Scalar>& v) {
                const Quaternion<Scalar> f = exp(v), end = Quaternion<Scalar>(state.attitude) * f;
                const Vector3<Scalar> momentum = to_body(f, Vector3<Scalar>(state.momentum))
                                               + Scalar(half) * system.torque(Scalar(t + h), end);
                Vector3<Scalar> end_omega = Inertia<Scalar>(system.inertia).solve(momentum);
                if constexpr (with_dexp_inverse) end_omega = dexp_inverse(-v, end_omega);
                return v - Scalar(half) * (Vector3<Scalar>(omega) + end_omega);
            },
            psi, h * omega);
        turn(state, exp(psi));
        last.torque = system.torque(t + h, state.attitude);
        state.momentum += half * last.torque;
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 2;
        s.solve = Solve::torque;
        s.torque_evaluations = 1;
        s.memory = polhode::Memory::torque;
        s.conserves_momentum = s.conserves_axis_momentum = true;
        s.conserves_energy = s.time_symmetric = !with_dexp_inverse;
        return s;
    }
};

}  // namespace polhode::core
