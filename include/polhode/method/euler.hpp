/// Forward and backward Euler steps of rigid-body rotation, each in two forms.
/// Krysl (2006), "Dynamically equivalent implicit algorithms …", eqs. (11), (12), (18), (19).
///
/// The differential form discretises Π' = Π×ω + T, the integral form (RΠ)' = RT, and so conserves RΠ. Forward
/// and backward are adjoint in each form.
#pragma once

#include "polhode/drift/midpoint_equation.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/residual.hpp"
#include "polhode/step/sheet.hpp"

namespace polhode::core {

enum class Form { differential, integral };

/// Over one Euler step the angular velocity and the torque count as constant.
template <class Real>
struct Increment {
    Quaternion<Real> rotation;  ///< exp(hω)
    Vector3<Real> torque;
};

/// (11), (18)
template <Form form, class Real>
void step_forward(const Inertia<Real>& inertia, State<Real>& state, const Increment<Real>& over,
                  const Real& h) {
    if constexpr (form == Form::differential) {
        state.momentum += h * (cross(state.momentum, inertia.solve(state.momentum)) + over.torque);
        state.attitude = renormalised(state.attitude * over.rotation);
    } else {
        state.momentum += h * over.torque;
        turn(state, over.rotation);
    }
}

/// (12) from `state` to the time t1, for ω₁, whose size no inertia changes. `over.torque` guesses the torque;
/// when the step is finished, `over` is what it was made with.
template <class Real, class Model>
struct DifferentialBackward {
    System<Real, Model>& system;
    State<Real>& state;
    Increment<Real>& over;
    Real t1, h;
    const Inertia<Real>& I = system.inertia;
    Vector3<Real> omega0 = I.solve(state.momentum);

    Vector3<Real> guess() const { return omega0 + h * I.solve(cross(state.momentum, omega0) + over.torque); }
    Vector3<Real> size() const { return omega0; }

    template <class Scalar>
    Vector3<Scalar> residual(const Vector3<Scalar>& w) const {
        const Quaternion<Scalar> end = state.attitude * exp(h * w);
        const Vector3<Scalar> rate = cross(I * w, w) + system.torque(t1, end, w);
        return w - I.solve(state.momentum + h * rate);
    }

    void finish(const Vector3<Real>& w) {
        over.rotation = exp(h * w);
        state.attitude = renormalised(state.attitude * over.rotation);
        over.torque = system.torque(t1, state.attitude, w);
        // not Iω₁: the rounding of I and I⁻¹ would change the momentum by the same factor in every step
        state.momentum += h * (cross(I * w, w) + over.torque);
    }
};

/// (19), likewise. With Ψ = 2hω₁ it is the midpoint-Lie equation I Ψ = exp(−Ψ/2) b + c, b = 2hΠ₀, c = 2h²T₁,
/// and is solved in that equation's half-angle variable.
template <class Real, class Model>
struct IntegralBackward {
    System<Real, Model>& system;
    State<Real>& state;
    Increment<Real>& over;
    Real t1, h;
    const Inertia<Real>& I = system.inertia;
    Real two_h = Real(2) * h;
    Vector3<Real> b = two_h * state.momentum;

    Vector3<Real> guess() const { return midpoint::start(I, b + (two_h * h) * over.torque); }
    Vector3<Real> size() const { return I.solve(b); }

    /// ω₁
    template <class Scalar>
    Vector3<Scalar> velocity(const Vector3<Scalar>& u) const {
        return (Real(1) / two_h) * midpoint::rotation_vector(u);
    }

    template <class Scalar>
    Vector3<Scalar> residual(const Vector3<Scalar>& u) const {
        const Quaternion<Scalar> f = midpoint::half_rotation(u);
        const Vector3<Scalar> c = (two_h * h) * system.torque(t1, state.attitude * f, velocity(u));
        return I.solve(midpoint::residual(I, u, b, c));
    }

    void finish(const Vector3<Real>& u) {
        over.rotation = midpoint::half_rotation(u);
        turn(state, over.rotation);
        over.torque = system.torque(t1, state.attitude, velocity(u));
        state.momentum += h * over.torque;
    }
};

template <Form form, class Real, class Model>
Status step_backward(System<Real, Model>& system, State<Real>& state, Increment<Real>& over, const Real& t1,
                     const Real& h) {
    if constexpr (form == Form::differential)
        return solve_step(DifferentialBackward<Real, Model>{system, state, over, t1, h});
    else
        return solve_step(IntegralBackward<Real, Model>{system, state, over, t1, h});
}

template <Form form>
struct ForwardEuler : WithoutMemory {
    static constexpr bool conserving = form == Form::integral;
    static constexpr Sheet sheet{
        .name = conserving ? "euler-forward-m" : "euler-forward",
        .title = conserving ? "forward Euler, momentum-conserving form" : "forward Euler, conserves nothing",
        .formula = conserving ? "R₁ = R₀ exp(hω₀); Π₁ = exp(−hω₀)(Π₀ + hT₀)"
                              : "R₁ = R₀ exp(hω₀); Π₁ = Π₀ + h(Π₀×ω₀ + T₀)",
        .source =
            conserving ? "Krysl 2006, eq. (18); Munthe-Kaas method of forward Euler" : "Krysl 2006, eq. (11)",
        .order_attitude = 1,
        .torque_evaluations = 1,
        .conserves_momentum = conserving,
        .conserves_axis_momentum = conserving};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Quaternion<Real> rotation = exp(h * system.inertia.solve(state.momentum));
        step_forward<form>(system.inertia, state, {rotation, system.torque(t, state)}, h);
        return {};
    }
};

template <Form form>
struct BackwardEuler : CarriesTorque {
    static constexpr bool conserving = form == Form::integral;
    static constexpr Sheet sheet{.name = conserving ? "euler-backward-m" : "euler-backward",
                                 .title = conserving ? "backward Euler, the adjoint of euler-forward-m"
                                                     : "backward Euler, the adjoint of euler-forward",
                                 .formula = conserving ? "R₁ = R₀ exp(hω₁); Π₁ = exp(−hω₁)Π₀ + hT₁"
                                                       : "R₁ = R₀ exp(hω₁); Π₁ = Π₀ + h(Π₁×ω₁ + T₁)",
                                 .source = conserving
                                             ? "Krysl 2006, eq. (19); Munthe-Kaas method of backward Euler"
                                             : "Krysl 2006, eq. (12)",
                                 .order_attitude = 1,
                                 .solve = Solve::torque,
                                 .torque_evaluations = 1,
                                 .conserves_momentum = conserving,
                                 .conserves_axis_momentum = conserving,
                                 .memory = polhode::Memory::torque};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        Increment<Real> over{{}, last.torque};
        const Status status = step_backward<form>(system, state, over, t + h, h);
        last.torque = over.torque;
        return status;
    }
};

}  // namespace polhode::core
