/// NMB, the Newmark method of Krysl and Endres (2005), "Explicit Newmark/Verlet algorithm for time integration of the
/// rotational dynamics of rigid bodies", γ = ½, β = 0, in the body frame:
///     A₀ = I⁻¹(T₀ − ω₀×Π₀),   R₁ = R₀ exp(hω₀ + ½h² A₀),   Π₁ = Π₀ + ½h (IA₀ + T₁ − ω₁×Π₁).
/// The last equation is implicit in ω₁ alone. docs/krysl-methods.md says how the formula was found.
#pragma once

#include "polhode/method/newton.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"
#include "polhode/so3/rotation.hpp"

namespace polhode::core {

struct NewmarkBody : CarriesTorque {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Inertia<Real>& inertia = system.inertia;
        const Vector3<Real> start = inertia.solve(state.momentum),
                            rate = cross(state.momentum, start) + last.torque;
        const Vector3<Real> acceleration = inertia.solve(rate);
        state.attitude = renormalised(state.attitude * exp(h * (start + half * acceleration)));
        last.torque = system.torque(t + h, state.attitude);

        const Vector3<Real> known = state.momentum + half * (rate + last.torque);
        Vector3<Real> omega = start + h * acceleration;
        const Status status = newton(
            [&]<class Scalar>(const Vector3<Scalar>& w) {
                const Inertia<Scalar> I(inertia);
                return w - I.solve(Vector3<Scalar>(known) + Scalar(half) * cross(I * w, w));
            },
            omega, start);
        // not Iω₁: the rounding of I and I⁻¹ would change the momentum by the same factor in every step
        state.momentum = known + half * cross(inertia * omega, omega);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 2;
        s.solve = Solve::drift;
        s.torque_evaluations = 1;
        s.memory = polhode::Memory::torque;
        s.time_symmetric = true;
        return s;
    }
};

}  // namespace polhode::core
