/// Forward and backward Euler steps of rigid-body rotation, each in two forms.
/// Krysl (2006), "Dynamically equivalent implicit algorithms …", eqs. (11), (12), (18), (19).
///
/// | form         | the momentum equation       | forward                                  | backward                                       |
/// |--------------|-----------------------------|------------------------------------------|------------------------------------------------|
/// | differential | Π' = Π×ω + T                | (11) Π₁ = Π₀ + h (Π₀×ω₀ + T₀)             | (12) Π₁ = Π₀ + h (Π₁×ω₁ + T₁)                   |
/// | integral     | (RΠ)' = RT, conserves RΠ    | (18) Π₁ = exp(−hω₀) (Π₀ + hT₀)            | (19) Π₁ = exp(−hω₁) Π₀ + hT₁                    |
///
/// R₁ = R₀ exp(hω₀) forward, R₁ = R₀ exp(hω₁) backward. Forward and backward are adjoint in each form.
#pragma once

#include "polhode/drift/midpoint_equation.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/method/newton.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"
#include "polhode/so3/rotation.hpp"

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

/// (12) from `state` to the time t1. `over.torque` guesses the torque; on return `over` is what the step was made with.
/// Solved for ω₁, whose size no inertia changes.
template <Form form, class Real, class Model>
    requires(form == Form::differential)
Status step_backward(System<Real, Model>& system, State<Real>& state, Increment<Real>& over, const Real& t1,
                     const Real& h) {
    const Vector3<Real> start = system.inertia.solve(state.momentum);
    Vector3<Real> omega = start + h * system.inertia.solve(cross(state.momentum, start) + over.torque);
    const Status status = newton(
        [&]<class Scalar>(const Vector3<Scalar>& w) {
            const Inertia<Scalar> I(system.inertia);
            const Quaternion<Scalar> end = Quaternion<Scalar>(state.attitude) * exp(Scalar(h) * w);
            const Vector3<Scalar> rate = cross(I * w, w) + system.torque(Scalar(t1), end);
            return w - I.solve(Vector3<Scalar>(state.momentum) + Scalar(h) * rate);
        },
        omega, start);
    over.rotation = exp(h * omega);
    state.attitude = renormalised(state.attitude * over.rotation);
    over.torque = system.torque(t1, state.attitude);
    // not Iω₁: the rounding of I and I⁻¹ would change the momentum by the same factor in every step
    state.momentum += h * (cross(system.inertia * omega, omega) + over.torque);
    return status;
}

/// (19), likewise. With Ψ = 2hω₁ it is the midpoint-Lie equation I Ψ = exp(−Ψ/2) b + c, b = 2hΠ₀, c = 2h²T₁, and is solved
/// in that equation's half-angle variable.
template <Form form, class Real, class Model>
    requires(form == Form::integral)
Status step_backward(System<Real, Model>& system, State<Real>& state, Increment<Real>& over, const Real& t1,
                     const Real& h) {
    const Real two_h = Real(2) * h;
    const Vector3<Real> b = two_h * state.momentum;
    Vector3<Real> u = midpoint::start(system.inertia, b + (two_h * h) * over.torque);
    const Status status = newton(
        [&]<class Scalar>(const Vector3<Scalar>& v) {
            const Quaternion<Scalar> end = Quaternion<Scalar>(state.attitude) * midpoint::half_rotation(v);
            const Vector3<Scalar> c = Scalar(two_h * h) * system.torque(Scalar(t1), end);
            const Inertia<Scalar> I(system.inertia);
            return I.solve(midpoint::residual(I, v, Vector3<Scalar>(b), c));
        },
        u, system.inertia.solve(b));
    over.rotation = midpoint::half_rotation(u);
    turn(state, over.rotation);
    over.torque = system.torque(t1, state.attitude);
    state.momentum += h * over.torque;
    return status;
}

template <Form form>
struct ForwardEuler : WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Quaternion<Real> rotation = exp(h * system.inertia.solve(state.momentum));
        step_forward<form>(system.inertia, state, {rotation, system.torque(t, state.attitude)}, h);
        return {};
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 1;
        s.torque_evaluations = 1;
        s.conserves_momentum = s.conserves_axis_momentum = form == Form::integral;
        return s;
    }
};

template <Form form>
struct BackwardEuler : CarriesTorque {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        Increment<Real> over{{}, last.torque};
        const Status status = step_backward<form>(system, state, over, t + h, h);
        last.torque = over.torque;
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s = ForwardEuler<form>::properties();
        s.solve = Solve::torque;
        s.memory = polhode::Memory::torque;
        return s;
    }
};

}  // namespace polhode::core
