/// The trapezoidal and midpoint rules of rigid-body rotation, as compositions of Euler half steps.
/// Krysl (2006), "Dynamically equivalent implicit algorithms …": TRAP (14), IMID, TRAPM (20), IMIDM. That the printed
/// formulas hold is checked by tests/method/identities_test.cpp.
#pragma once

#include "polhode/method/euler.hpp"

namespace polhode::core {

/// Forward, then backward half a step:  R₁ = R₀ exp(½hω₀) exp(½hω₁),
///     TRAP  (differential form)   Π₁ = Π₀ + ½h (Π₀×ω₀ + T₀ + Π₁×ω₁ + T₁),
///     TRAPM (integral form)       Π₁ = R₁ᵀR₀ (Π₀ + ½h T₀) + ½h T₁.
/// Conjugate to the midpoint rule of the same form by half a backward Euler step, so that TRAP conserves the kinetic
/// energy of the free state half a forward step ahead.
template <Form form>
struct Trapezoid : CarriesTorque {
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

    static constexpr Sheet properties() {
        Sheet s = BackwardEuler<form>::properties();
        s.order_attitude = s.order_momentum = 2;
        s.time_symmetric = true;
        return s;
    }
};

/// Backward, then forward half a step, with B the momentum and Tₘ = T(t₀ + h/2, R₀ exp(½h I⁻¹B)) the torque in the middle:
/// R₁ = R₀ exp(h I⁻¹B),
///     IMID  (differential form)   B = Π₀ + ½h (B×I⁻¹B + Tₘ),          Π₁ = Π₀ + h (B×I⁻¹B + Tₘ),
///     IMIDM (integral form)       B = exp(−½h I⁻¹B) Π₀ + ½h Tₘ,       Π₁ = exp(−h I⁻¹B) Π₀ + h exp(−½h I⁻¹B) Tₘ.
/// IMID conserves the kinetic energy of a free body. IMIDM is LIEMID[I] of Krysl (2004), and the Munthe-Kaas method of
/// the midpoint rule. The paper prints tₙ + h/2 for the time of Tₘ; its step begins at tₙ₋₁.
template <Form form>
struct Midpoint : WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        Increment<Real> over{{}, system.torque(t, state.attitude)};
        const Status status = step_backward<form>(system, state, over, t + half, half);
        step_forward<form>(system.inertia, state, over, half);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s = Trapezoid<form>::properties();
        s.conserves_energy = form == Form::differential;
        s.memory = polhode::Memory::none;
        return s;
    }
};

}  // namespace polhode::core
