/// The two algorithms of Simo and Wong (1991), "Unconditionally stable algorithms for the orthogonal group
/// that exactly preserve energy and momentum", as Krysl's papers use them.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/residual.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

/// SWC1, the implicit ALGO_C1; Krysl (2006), section 4. Conserves energy and momentum of a free body.
struct SimoWong : WithoutMemory, ResidualStep<SimoWong> {
    static constexpr Sheet sheet{.name = "swc1",
                                 .title = "implicit energy-momentum algorithm ALGO_C1",
                                 .formula = "Ψ = ½h(ω₀ + ω₁); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)Π₀ + h exp(−Ψ/2)Tₘ",
                                 .source = "Simo, Wong 1991; Krysl 2006, SWC1",
                                 .order_attitude = 2,
                                 .solve = Solve::torque,
                                 .torque_evaluations = 1,
                                 .conserves_momentum = true,
                                 .conserves_energy = true,
                                 .conserves_axis_momentum = true,
                                 .time_symmetric = true};

    /// For Ψ. Tₘ is the torque at t₀ + h/2 and R₀ exp(Ψ/2).
    template <class Real, class Model>
    struct Equation {
        System<Real, Model>& system;
        State<Real>& state;
        NoMemory& nothing;
        Real t, h;
        const Inertia<Real>& I = system.inertia;
        Real half = Real(0.5) * h;
        Vector3<Real> omega0 = I.solve(state.momentum);

        Vector3<Real> guess() {
            return h * omega0 + (h * half) * I.solve(cross(state.momentum, omega0) + system.torque(t, state));
        }
        Vector3<Real> size() const { return h * omega0; }

        template <class Scalar>
        Vector3<Scalar> residual(const Vector3<Scalar>& psi) const {
            const Quaternion<Scalar> f_half = exp(Real(0.5) * psi);
            const Vector3<Scalar> carried = to_body(f_half * f_half, state.momentum);
            return psi - half * (omega0 + I.solve(carried + impulse(psi, f_half)));
        }

        void finish(const Vector3<Real>& psi) {
            const Quaternion<Real> f_half = exp(Real(0.5) * psi), f = f_half * f_half;
            state.momentum = carried_back(state.momentum, f) + impulse(psi, f_half);
            state.attitude = renormalised(state.attitude * f);
        }

        /// h exp(−Ψ/2) Tₘ
        template <class Scalar>
        Vector3<Scalar> impulse(const Vector3<Scalar>& psi, const Quaternion<Scalar>& f_half) const {
            const Vector3<Scalar> mean_velocity = (Real(1) / h) * psi;
            return h * to_body(f_half, system.torque(t + half, state.attitude * f_half, mean_velocity));
        }
    };
};

/// SW, the explicit member γ = 1, β = 0 of the same family, which carries an acceleration A, started from
/// A = I⁻¹(T₀ − ω₀×Π₀). Krysl's papers compare it without a formula; docs/krysl-methods.md says how this one
/// was found.
struct SimoWongExplicit {
    static constexpr Sheet sheet{
        .name = "sw",
        .title = "explicit Simo–Wong, γ = 1, β = 0; carries an acceleration; its energy grows",
        .formula = "Ψ = hω₀ + ½h²A₀; R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + ½hT₀) + ½hT₁; A₁ = (ω₁ − ω₀)/h",
        .source = "Simo, Wong 1991; Krysl 2004, SW; reconstructed",
        .order_attitude = 2,
        .torque_evaluations = 1,
        .conserves_momentum = true,
        .conserves_axis_momentum = true,
        .memory = polhode::Memory::history};

    template <class Real>
    struct Memory {
        Vector3<Real> torque, acceleration;
    };

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>& system, const State<Real>& state, const Real& t) {
        const Vector3<Real> torque = system.torque(t, state), omega = system.inertia.solve(state.momentum);
        return {torque, system.inertia.solve(cross(state.momentum, omega) + torque)};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> omega = system.inertia.solve(state.momentum);
        state.momentum += half * memory.torque;
        turn(state, exp(h * (omega + half * memory.acceleration)));
        memory.torque = system.torque(t + h, state.attitude, omega + h * memory.acceleration);
        state.momentum += half * memory.torque;
        memory.acceleration = (Real(1) / h) * (system.inertia.solve(state.momentum) - omega);
        return {};
    }
};

}  // namespace polhode::core
