/// The trapezoidal and midpoint rules of rigid-body rotation, as compositions of Euler half steps.
/// Krysl (2006), "Dynamically equivalent implicit algorithms …": TRAP (14), IMID, TRAPM (20), IMIDM. That the
/// printed formulas hold is checked by tests/method/identities_test.cpp.
#pragma once

#include "polhode/method/euler.hpp"

namespace polhode::core {

/// Forward, then backward half a step. Conjugate to the midpoint rule of the same form by half a backward
/// Euler step, so that TRAP conserves the kinetic energy of the free state half a forward step ahead.
template <Form form>
struct Trapezoid : CarriesTorque {
    static constexpr bool conserving = form == Form::integral;
    static constexpr Sheet sheet{
        .name = conserving ? "trapm" : "trap",
        .title = conserving ? "momentum-conserving trapezoidal rule, conjugate to imidm"
                            : "trapezoidal rule: forward, then backward half a step; conserves the energy at "
                              "the midpoint",
        .formula = conserving ? "R₁ = R₀ exp(½hω₀) exp(½hω₁); Π₁ = R₁ᵀR₀(Π₀ + ½hT₀) + ½hT₁"
                              : "R₁ = R₀ exp(½hω₀) exp(½hω₁); Π₁ = Π₀ + ½h(Π₀×ω₀ + T₀ + Π₁×ω₁ + T₁)",
        .source = conserving ? "Krysl 2006, TRAPM, eq. (20)" : "Krysl 2006, TRAP, eq. (14)",
        .order_attitude = 2,
        .solve = Solve::torque,
        .torque_evaluations = 1,
        .conserves_momentum = conserving,
        .conserves_axis_momentum = conserving,
        .time_symmetric = true,
        .memory = polhode::Memory::torque};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        Increment<Real> over{exp(half * system.inertia.solve(state.momentum)), last.torque};
        step_forward<form>(system.inertia, state, over, half);
        const Status status = step_backward<form>(system, state, over, t + h, half);
        last.torque = over.torque;
        return status;
    }
};

/// Backward, then forward half a step. IMID conserves the kinetic energy of a free body. IMIDM is LIEMID[I]
/// of Krysl (2004), and the Munthe-Kaas method of the midpoint rule. Tₘ is the torque at t₀ + h/2 and half
/// the rotation; the paper prints tₙ + h/2 for its time, but its step begins at tₙ₋₁.
template <Form form>
struct Midpoint : WithoutMemory {
    static constexpr bool conserving = form == Form::integral;
    static constexpr Sheet sheet{
        .name = conserving ? "liemid-i" : "imid",
        .title = conserving ? "implicit midpoint-Lie rule, torque at the midpoint"
                            : "midpoint rule: backward, then forward half a step",
        .formula = conserving ? "IΨ = h[exp(−Ψ/2)Π₀ + ½h Tₘ]; R₁ = R₀ exp(Ψ); Π₁ = exp(−Ψ)Π₀ + h exp(−Ψ/2)Tₘ"
                              : "B = Π₀ + ½h(B×I⁻¹B + Tₘ); R₁ = R₀ exp(h I⁻¹B); Π₁ = 2B − Π₀",
        .source = conserving ? "Krysl 2004, LIEMID[I]; Krysl 2006, IMIDM" : "Krysl 2006, IMID",
        .order_attitude = 2,
        .solve = Solve::torque,
        .torque_evaluations = 1,
        .conserves_momentum = conserving,
        .conserves_energy = !conserving,
        .conserves_axis_momentum = conserving,
        .time_symmetric = true};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        Increment<Real> over{{}, system.torque(t, state)};
        const Status status = step_backward<form>(system, state, over, t + half, half);
        step_forward<form>(system.inertia, state, over, half);
        return status;
    }
};

}  // namespace polhode::core
