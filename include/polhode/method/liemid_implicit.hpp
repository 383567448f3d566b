/// The midpoint-Lie methods with the torque inside the step.
/// Krysl (2004), LIEMID[I] and LIEMID[E]; Krysl (2006), IMIDM.
#pragma once

#include "polhode/drift/midpoint_equation.hpp"
#include "polhode/method/newton.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"

namespace polhode::core {

/// LIEMID[I] = IMIDM, also the Munthe-Kaas method of the implicit midpoint rule:
///     I Ψ = h (exp(−Ψ/2) Π₀ + ½h Tₘ),  Tₘ = T(t₀ + h/2, R₀ exp(Ψ/2)),
///     R₁ = R₀ exp(Ψ),   Π₁ = exp(−Ψ) Π₀ + h exp(−Ψ/2) Tₘ.
struct LiemidImplicit : WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t, const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> b = h * state.momentum;
        Vector3<Real> u = midpoint::start(system.inertia, b);
        const Status status = newton(
            [&]<class Scalar>(const Vector3<Scalar>& v) {
                const Quaternion<Scalar> middle = Quaternion<Scalar>(state.attitude) * midpoint::half_rotation(v);
                const Vector3<Scalar> c = Scalar(h * half) * system.torque(Scalar(t + half), middle);
                const Inertia<Scalar> I(system.inertia);
                return I.solve(midpoint::residual(I, v, Vector3<Scalar>(b), c));
            },
            u);
        const Quaternion<Real> f_half = midpoint::half_rotation(u), f = midpoint::rotation(u);
        const Vector3<Real> torque_m = system.torque(t + half, state.attitude * f_half);
        const Vector3<Real> free = restore_length(to_body(f, state.momentum), norm2(state.momentum));
        state.momentum = free + h * to_body(f_half, torque_m);
        state.attitude = renormalised(state.attitude * f);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 2;
        s.solve = Solve::torque;
        s.torque_evaluations = 1;
        s.conserves_momentum = s.conserves_axis_momentum = s.time_symmetric = true;
        return s;
    }
};

/// LIEMID[E], the paper's discarded explicit variant:
///     I Ψ = h exp(−Ψ/2) (Π₀ + ½h T₀),   R₁ = R₀ exp(Ψ),   Π₁ = exp(−Ψ) (Π₀ + h T₀).
struct LiemidExplicit : WithoutMemory {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t, const Real& h) const {
        const Vector3<Real> torque = system.torque(t, state.attitude);
        const Vector3<Real> middle = state.momentum + (Real(0.5) * h) * torque, full = state.momentum + h * torque;
        Vector3<Real> u;
        const Status status = midpoint::solve(system.inertia, h * middle, u);
        const Quaternion<Real> f = midpoint::rotation(u);
        state.momentum = restore_length(to_body(f, full), norm2(full));
        state.attitude = renormalised(state.attitude * f);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 1;
        s.solve = Solve::drift;
        s.torque_evaluations = 1;
        s.conserves_momentum = s.conserves_axis_momentum = true;
        return s;
    }
};

}  // namespace polhode::core
