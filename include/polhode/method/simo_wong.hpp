/// The two algorithms of Simo and Wong (1991), "Unconditionally stable algorithms for the orthogonal group that exactly
/// preserve energy and momentum", as Krysl's papers use them.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/method/newton.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"
#include "polhode/so3/rotation.hpp"

namespace polhode::core {

/// SWC1, the implicit ALGO_C1; Krysl (2006), section 4:
///     Ψ = ½h (ω₀ + ω₁),   R₁ = R₀ exp(Ψ),   Π₁ = exp(−Ψ) Π₀ + h exp(−Ψ/2) T(t₀ + h/2, R₀ exp(Ψ/2)).
/// Conserves energy and momentum of a free body.
struct SimoWong : WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> omega = system.inertia.solve(state.momentum);
        const Vector3<Real> torque = system.torque(t, state.attitude);
        Vector3<Real> psi =
            h * omega + (h * half) * system.inertia.solve(cross(state.momentum, omega) + torque);
        const auto end_momentum = [&]<class Scalar>(const Quaternion<Scalar>& f_half,
                                                    const Vector3<Scalar>& free) {
            const Quaternion<Scalar> middle = Quaternion<Scalar>(state.attitude) * f_half;
            return free + Scalar(h) * to_body(f_half, system.torque(Scalar(t + half), middle));
        };
        const Status status = newton(
            [&]<class Scalar>(const Vector3<Scalar>& v) {
                const Quaternion<Scalar> f_half = exp(Scalar(0.5) * v);
                const Vector3<Scalar> free = to_body(f_half * f_half, Vector3<Scalar>(state.momentum));
                const Inertia<Scalar> I(system.inertia);
                return v - Scalar(half) * (Vector3<Scalar>(omega) + I.solve(end_momentum(f_half, free)));
            },
            psi, h * omega);
        const Quaternion<Real> f_half = exp(Real(0.5) * psi), f = f_half * f_half;
        state.momentum = end_momentum(f_half, carried_back(state.momentum, f));
        state.attitude = renormalised(state.attitude * f);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 2;
        s.solve = Solve::torque;
        s.torque_evaluations = 1;
        s.conserves_momentum = s.conserves_energy = s.conserves_axis_momentum = s.time_symmetric = true;
        return s;
    }
};

/// SW, the explicit member γ = 1, β = 0 of the same family, which carries an acceleration A:
///     Ψ = hω₀ + ½h² A₀,   R₁ = R₀ exp(Ψ),   Π₁ = exp(−Ψ) (Π₀ + ½h T₀) + ½h T₁,   A₁ = (ω₁ − ω₀)/h,
/// started from A = I⁻¹(T₀ − ω₀×Π₀). Krysl's papers compare it without a formula; docs/krysl-methods.md says how this one
/// was found.
struct SimoWongExplicit {
    template <class Real>
    struct Memory {
        Vector3<Real> torque, acceleration;
    };

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>& system, const State<Real>& state, const Real& t) {
        const Vector3<Real> torque = system.torque(t, state.attitude),
                            omega = system.inertia.solve(state.momentum);
        return {torque, system.inertia.solve(cross(state.momentum, omega) + torque)};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> omega = system.inertia.solve(state.momentum);
        state.momentum += half * memory.torque;
        turn(state, exp(h * (omega + half * memory.acceleration)));
        memory.torque = system.torque(t + h, state.attitude);
        state.momentum += half * memory.torque;
        memory.acceleration = (Real(1) / h) * (system.inertia.solve(state.momentum) - omega);
        return {};
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 2;
        s.torque_evaluations = 1;
        s.conserves_momentum = s.conserves_axis_momentum = true;
        s.memory = polhode::Memory::history;
        return s;
    }
};

}  // namespace polhode::core
