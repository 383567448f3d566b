/// NMB, the Newmark method of Krysl and Endres (2005), "Explicit Newmark/Verlet algorithm for time
/// integration of the rotational dynamics of rigid bodies", in the body frame. docs/krysl-methods.md says how
/// the formula was found.
#pragma once

#include "polhode/so3/rotation.hpp"
#include "polhode/step/residual.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

struct NewmarkBody : CarriesTorque {
    static constexpr Sheet sheet{
        .name = "nmb",
        .title = "Newmark in the body frame, γ = ½, β = 0",
        .formula = "A₀ = I⁻¹(T₀ − ω₀×Π₀); R₁ = R₀ exp(hω₀ + ½h²A₀); Π₁ = Π₀ + ½h(IA₀ + T₁ − ω₁×Π₁)",
        .source = "Krysl, Endres 2005; Krysl 2004, NMB; reconstructed",
        .order_attitude = 2,
        .solve = Solve::drift,
        .torque_evaluations = 1,
        .time_symmetric = true,
        .memory = polhode::Memory::torque};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Inertia<Real>& I = system.inertia;
        const Vector3<Real> omega0 = I.solve(state.momentum),
                            rate = cross(state.momentum, omega0) + last.torque;
        const Vector3<Real> acceleration = I.solve(rate), predicted = omega0 + h * acceleration;
        state.attitude = renormalised(state.attitude * exp(h * (omega0 + half * acceleration)));
        last.torque = system.torque(t + h, state.attitude, predicted);
        const Vector3<Real> known = state.momentum + half * (rate + last.torque);
        return solve_step(EndVelocity<Real>{I, known, half, predicted, omega0, state.momentum});
    }

    /// The last equation, for ω₁: Iω₁ = known − ½h ω₁×Iω₁.
    template <class Real>
    struct EndVelocity {
        const Inertia<Real>& I;
        Vector3<Real> known;
        Real half;
        Vector3<Real> predicted, omega0;
        Vector3<Real>& momentum;

        Vector3<Real> guess() const { return predicted; }
        Vector3<Real> size() const { return omega0; }

        template <class Scalar>
        Vector3<Scalar> residual(const Vector3<Scalar>& w) const {
            return w - I.solve(known + half * cross(I * w, w));
        }

        /// Not Iω₁: the rounding of I and I⁻¹ would change the momentum by the same factor in every step.
        void finish(const Vector3<Real>& w) { momentum = known + half * cross(I * w, w); }
    };
};

}  // namespace polhode::core
