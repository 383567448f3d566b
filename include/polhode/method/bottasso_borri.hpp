/// BBTRAP and BBTRAPWD of Bottasso and Borri (1998), "Integrating finite rotations", as Krysl (2006), section
/// 4, writes them. BBTRAPWD is the Munthe-Kaas method of the trapezoidal rule; not time-symmetric, in spite
/// of its tableau. BBTRAP replaces its dexp⁻¹ by 1: time-symmetric, conserves the energy of a free body,
/// where it is SWC1.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/residual.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

template <bool with_dexp_inverse>
struct BottassoBorri : CarriesTorque, ResidualStep<BottassoBorri<with_dexp_inverse>> {
    static constexpr Sheet sheet{
        .name = with_dexp_inverse ? "bbtrapwd" : "bbtrap",
        .title = with_dexp_inverse
                   ? "trapezoidal Munthe-Kaas rule; not time-symmetric, its energy has a trend"
                   : "trapezoidal Munthe-Kaas rule with dexp⁻¹ replaced by 1",
        .formula = with_dexp_inverse
                     ? "Ψ = ½h(ω₀ + dexp⁻¹₋Ψ ω₁); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + ½hT₀) + ½hT₁"
                     : "Ψ = ½h(ω₀ + ω₁); R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)(Π₀ + ½hT₀) + ½hT₁",
        .source = with_dexp_inverse ? "Bottasso, Borri 1998; Krysl 2006, BBTRAPWD"
                                    : "Bottasso, Borri 1998; Krysl 2006, BBTRAP",
        .order_attitude = 2,
        .solve = Solve::torque,
        .torque_evaluations = 1,
        .conserves_momentum = true,
        .conserves_energy = !with_dexp_inverse,
        .conserves_axis_momentum = true,
        .time_symmetric = !with_dexp_inverse,
        .memory = polhode::Memory::torque};

    /// For Ψ.
    template <class Real, class Model>
    struct Equation {
        System<Real, Model>& system;
        State<Real>& state;
        LastTorque<Real>& last;
        Real t, h;
        const Inertia<Real>& I = system.inertia;
        Real half = Real(0.5) * h;
        Vector3<Real> omega0 = I.solve(state.momentum);
        Vector3<Real> kicked = state.momentum + half * last.torque;

        Vector3<Real> guess() const {
            return h * omega0 + (h * half) * I.solve(cross(state.momentum, omega0) + last.torque);
        }
        Vector3<Real> size() const { return h * omega0; }

        /// ω₁, by the equation for Ψ.
        template <class Scalar>
        Vector3<Scalar> end_velocity(const Vector3<Scalar>& psi) const {
            const Vector3<Scalar> seen = (Real(2) / h) * psi - omega0;
            if constexpr (with_dexp_inverse)
                if (rate_dependence_of(system.model) != RateDependence::none) return dexp(-psi, seen);
            return seen;
        }

        template <class Scalar>
        Vector3<Scalar> residual(const Vector3<Scalar>& psi) const {
            const Quaternion<Scalar> f = exp(psi);
            const Vector3<Scalar> carried = to_body(f, kicked),
                                  torque1 = system.torque(t + h, state.attitude * f, end_velocity(psi));
            Vector3<Scalar> omega1 = I.solve(carried + half * torque1);
            if constexpr (with_dexp_inverse) omega1 = dexp_inverse(-psi, omega1);
            return psi - half * (omega0 + omega1);
        }

        void finish(const Vector3<Real>& psi) {
            state.momentum = kicked;
            turn(state, exp(psi));
            last.torque = system.torque(t + h, state.attitude, end_velocity(psi));
            state.momentum += half * last.torque;
        }
    };
};

}  // namespace polhode::core
