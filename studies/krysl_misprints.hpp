/// Steps as Krysl's papers print them, where what is printed does not do what the paper says.
#pragma once

#include "polhode/drift/liemid.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/newton.hpp"
#include "polhode/step/stepper.hpp"

namespace polhode::reproduce::krysl {

using core::Inertia, core::NoMemory, core::Quaternion, core::Status, core::System, core::Vector3;

/// One of them on a built-in problem with torque model `Model`.
template <class Model, class Method, class Real = double>
core::MethodStepper<Method, Real, Model> stepper_of(const Problem& p) {
    const Vector3<double> moments = core::from_eigen(p.body.moments());
    const Inertia<double> inertia(moments);
    return {Method{}, Inertia<Real>(Vector3<Real>(moments)),
            core::in_axes(std::get<Model>(p.torque), {}, inertia)};
}

/// Krysl (2004), appendix: AKW without h on the gyroscopic term.
struct PrintedAkw : core::WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, core::State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const Vector3<Real> first = system.torque(t, state);
        Vector3<Real> omega = system.inertia.solve(state.momentum);
        const auto residual = [&]<class Scalar>(const Vector3<Scalar>& w) {
            const Inertia<Scalar> I(system.inertia);
            const Quaternion<Scalar> end = Quaternion<Scalar>(state.attitude) * core::cayley(Scalar(h) * w);
            const Vector3<Scalar> torques = Vector3<Scalar>(first) + system.torque(Scalar(t + h), end, w);
            return w
                 - I.solve(Vector3<Scalar>(state.momentum) + Scalar(0.5) * cross(I * w, w)
                           + Scalar(h / 4) * torques);
        };
        const Status status = core::newton(residual, omega);
        state.attitude = renormalised(state.attitude * core::cayley(h * omega));
        state.momentum = Real(2) * (system.inertia * omega) - state.momentum;
        return status;
    }
};

/// Krysl (2005), the adjoint Φ*: the torque of the end inside exp(−Ψ), Π₁ = exp(−Ψ)(Π₀ + hT₁).
struct PrintedAdjoint : core::WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, core::State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        Vector3<Real> u;
        const Status status = core::midpoint::solve(system.inertia, h * state.momentum, u);
        const Quaternion<Real> f = core::midpoint::rotation(u);
        state.attitude = renormalised(state.attitude * f);
        state.momentum = to_body(f, state.momentum + h * system.torque(t + h, state));
        return status;
    }
};

/// Krysl (2005), the momentum of the midpoint without exp(−Ψ/2): IΨ/h = Π₀ + (h/2) exp(Ψ/2) T of the midpoint; the rest is
/// the implicit midpoint-Lie rule, Π₁ = exp(−Ψ)Π₀ + h exp(−Ψ/2) T.
struct PrintedMidpointMomentum : core::WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, core::State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const auto torque = [&]<class Scalar>(const Vector3<Scalar>& w) {
            const Quaternion<Scalar> middle =
                Quaternion<Scalar>(state.attitude) * core::exp(Scalar(h / 2) * w);
            return system.torque(Scalar(t + h / 2), middle, w);
        };
        Vector3<Real> omega = system.inertia.solve(state.momentum);
        const auto residual = [&]<class Scalar>(const Vector3<Scalar>& w) {
            const Vector3<Scalar> push = to_space(core::exp(Scalar(h / 2) * w), torque(w));
            return w
                 - Inertia<Scalar>(system.inertia)
                       .solve(Vector3<Scalar>(state.momentum) + Scalar(h / 2) * push);
        };
        const Status status = core::newton(residual, omega);
        const Vector3<Real> push = torque(omega);
        const Quaternion<Real> half = core::exp(h / 2 * omega);
        state.attitude = renormalised(state.attitude * half * half);
        state.momentum = to_body(half * half, state.momentum) + h * to_body(half, push);
        return status;
    }
};

}  // namespace polhode::reproduce::krysl
