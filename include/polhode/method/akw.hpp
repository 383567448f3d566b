/// AKW, the implicit midpoint rule of Austin, Krishnaprasad and Wang (1993), "Almost Lie–Poisson integrators
/// for the rigid body", with torques as Krysl (2006) writes it. Krysl (2004) prints it without h on the
/// gyroscopic term, which does not converge (tests/method/misprints_test.cpp).
#pragma once

#include "polhode/so3/rotation.hpp"
#include "polhode/step/residual.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

/// Conserves energy and momentum of a free body, and the energy of a heavy top, whose potential is linear in
/// R.
struct Akw : CarriesTorque, ResidualStep<Akw> {
    static constexpr Sheet sheet{
        .name = "akw",
        .title = "implicit midpoint rule with Cayley's map; keeps the energy of a heavy top",
        .formula = "Π₁ = Π₀ − h ωₘ×Πₘ + ½h(T₀ + T₁), Πₘ = ½(Π₀ + Π₁); R₁ = R₀ cay(hωₘ)",
        .source = "Austin, Krishnaprasad, Wang 1993; Krysl 2006, AKW",
        .order_attitude = 2,
        .solve = Solve::torque,
        .torque_evaluations = 1,
        .conserves_momentum = true,
        .conserves_energy = true,
        .keeps_momentum_with_rotor = true,
        .time_symmetric = true,
        .memory = polhode::Memory::torque};

    /// For ωₘ = I⁻¹Πₘ, hence ω₁ = 2ωₘ − ω₀.
    template <class Real, class Model>
    struct Equation {
        System<Real, Model>& system;
        State<Real>& state;
        LastTorque<Real>& last;
        Real t, h;
        const Inertia<Real>& I = system.inertia;
        Real half = Real(0.5) * h;
        Vector3<Real> omega0 = I.solve(state.momentum);

        Vector3<Real> guess() const {
            return omega0 + half * I.solve(cross(state.momentum, omega0) + last.torque);
        }
        Vector3<Real> size() const { return omega0; }

        template <class Scalar>
        Vector3<Scalar> residual(const Vector3<Scalar>& w) const {
            const Quaternion<Scalar> end = state.attitude * cayley(h * w);
            const Vector3<Scalar> mean_torque =
                Real(0.5) * (last.torque + system.torque(t + h, end, Real(2) * w - omega0));
            return w - I.solve(state.momentum + half * (cross(I * w, w) + mean_torque));
        }

        void finish(const Vector3<Real>& w) {
            state.attitude = renormalised(state.attitude * cayley(h * w));
            const Vector3<Real> torque0 = last.torque;
            last.torque = system.torque(t + h, state.attitude, Real(2) * w - omega0);
            // not 2Iωₘ − Π₀: the rounding of I and I⁻¹ would change the momentum by the same factor in every
            // step
            state.momentum += h * cross(I * w, w) + half * (torque0 + last.torque);
        }
    };
};

}  // namespace polhode::core
