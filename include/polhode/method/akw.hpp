/// AKW, the implicit midpoint rule of Austin, Krishnaprasad and Wang (1993), "Almost Lie–Poisson integrators for the rigid
/// body", with torques as Krysl (2006) writes it:
///     Π₁ = Π₀ − h ωₘ×Πₘ + ½h (T₀ + T₁),   Πₘ = ½(Π₀ + Π₁), ωₘ = I⁻¹Πₘ,
///     R₁ = R₀ cay(hωₘ).
/// Conserves energy and momentum of a free body, and the energy of a heavy top, whose potential is linear in R.
/// Krysl (2004) prints it without h on the gyroscopic term, which does not converge (tests/method/misprints_test.cpp).
#pragma once

#include "polhode/method/newton.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/system.hpp"
#include "polhode/so3/rotation.hpp"

namespace polhode::core {

struct Akw : CarriesTorque {
    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, LastTorque<Real>& last, const Real& t,
                const Real& h) const {
        const Real half = Real(0.5) * h;
        const Vector3<Real> start = system.inertia.solve(state.momentum);
        Vector3<Real> omega = start + half * system.inertia.solve(cross(state.momentum, start) + last.torque);
        const Status status = newton(
            [&]<class Scalar>(const Vector3<Scalar>& w) {
                const Inertia<Scalar> I(system.inertia);
                const Quaternion<Scalar> end = Quaternion<Scalar>(state.attitude) * cayley(Scalar(h) * w);
                const Vector3<Scalar> torque =
                    Scalar(0.5) * (Vector3<Scalar>(last.torque) + system.torque(Scalar(t + h), end));
                return w
                     - I.solve(Vector3<Scalar>(state.momentum) + Scalar(half) * (cross(I * w, w) + torque));
            },
            omega, start);
        state.attitude = renormalised(state.attitude * cayley(h * omega));
        const Vector3<Real> before = last.torque;
        last.torque = system.torque(t + h, state.attitude);
        // not 2Iωₘ − Π₀: the rounding of I and I⁻¹ would change the momentum by the same factor in every step
        state.momentum += h * cross(system.inertia * omega, omega) + half * (before + last.torque);
        return status;
    }

    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = 2;
        s.solve = Solve::torque;
        s.torque_evaluations = 1;
        s.memory = polhode::Memory::torque;
        s.conserves_momentum = s.conserves_energy = s.time_symmetric = true;
        return s;
    }
};

}  // namespace polhode::core
