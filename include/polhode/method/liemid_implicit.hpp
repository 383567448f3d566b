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
struct LiemidImplicit {
    template <class Real>
    using Memory = NoMemory;

    template <class Real, class Model>
    static NoMemory start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t, const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> b = h * state.momentum;
        const Vector3<Real> guess = midpoint::start(system.inertia, b);
        std::array<Real, 3> unknown{guess.x, guess.y, guess.z};
        const Status status = newton(
            [&]<class Scalar>(const std::array<Scalar, 3>& v) {
                const Vector3<Scalar> u{v[0], v[1], v[2]};
                const Quaternion<Scalar> middle = Quaternion<Scalar>(state.attitude) * midpoint::half_rotation(u);
                const Vector3<Scalar> torque = system.torque(Scalar(t + half), middle);
                const Inertia<Scalar> inertia(system.inertia);
                const Vector3<Scalar> r = inertia.solve(
                    midpoint::residual(inertia, u, Vector3<Scalar>(b), Scalar(h * half) * torque));
                return std::array<Scalar, 3>{r.x, r.y, r.z};
            },
            unknown);
        const Vector3<Real> u{unknown[0], unknown[1], unknown[2]};
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
struct LiemidExplicit {
    template <class Real>
    using Memory = NoMemory;

    template <class Real, class Model>
    static NoMemory start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

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
