/// Exact momentum of the free body, attitude by Magnus' series: JEM2 and JEM4 of Celledoni and Säfström
/// (2006), with ω(t) of the exact motion from Euler's equations,
///     JEM2: R → R exp(h ω(t + h/2)),
///     JEM4: R → R exp(h/2 (ω₁ + ω₂) + √3/12 h² ω₁×ω₂),   ω₁, ω₂ at the Gauss nodes t + (½ ∓ √3/6) h,
/// and, since the paper says that more terms of the series may be taken, JEM6, with Gauss' three nodes
/// t + (½ ∓ √15/10) h, t + ½h: Blanes, Casas, Ros, "Improved high order integrators based on the Magnus
/// expansion" (2000).
/// Momentum and attitude move by different rotations, so L = RΠ is not conserved, and with it goes
/// symplecticity.
#pragma once

#include "polhode/drift/energy_formulation.hpp"
#include "polhode/drift/exact.hpp"

namespace polhode::core {

/// Π(t) of the exact drift.
template <class Real>
struct ExactMomentum {
    static constexpr bool exists = true;
    EulerTop<Real> top;
    Vector3<Real> start;

    ExactMomentum(const Inertia<Real>& inertia, const Vector3<Real>& momentum)
        : top(inertia), start(momentum) {}
    Vector3<Real> operator()(const Real& t) const { return free_momentum(top, start, t); }
};

template <int Order, template <class> class Momentum = ExactMomentum>
struct JacobiMagnusDrift {
    static_assert(Order == 2 || Order == 4 || Order == 6);
    static constexpr int order = Order;
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = false, conserves_energy = true,
                          conserves_momentum = false;

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        const Momentum<Real> momentum_after(inertia, state.momentum);
        if (!momentum_after.exists) return {Outcome::no_formula, 0, 0};
        const auto velocity_after = [&](const Real& t) { return inertia.solve(momentum_after(t)); };
        const Real half = Real(0.5) * h;
        Vector3<Real> theta;
        if constexpr (Order == 2) {
            theta = h * velocity_after(half);
        } else if constexpr (Order == 4) {
            const Real root = square_root<Real>(3) * h;
            const Vector3<Real> w1 = velocity_after(half - root / Real(6)),
                                w2 = velocity_after(half + root / Real(6));
            theta = half * (w1 + w2) + (root * h / Real(12)) * cross(w1, w2);
        } else {
            const Real root = square_root<Real>(15) * h;
            const Vector3<Real> w1 = velocity_after(half - root / Real(10)), w2 = velocity_after(half),
                                w3 = velocity_after(half + root / Real(10));
            // the integral of ω, its first and its second difference
            const Vector3<Real> a = h * w2, b = (root / Real(3)) * (w3 - w1),
                                c = (Real(10) * h / Real(3)) * ((w3 - w2) - (w2 - w1));
            // R is multiplied from the right, where [x, y] = −x×y
            const Vector3<Real> ab = cross(b, a), inner = b + Real(1 / 60.0L) * cross(a, Real(2) * c + ab);
            theta = a + Real(1 / 12.0L) * c + Real(1 / 240.0L) * cross(inner, ab - Real(20) * a - c);
        }
        state.momentum = momentum_after(h);
        state.attitude = renormalised(state.attitude * exp(theta));
        return {};
    }

private:
    template <class Real>
    static Real square_root(int n) {
        using std::sqrt;
        return Real(sqrt(Plain<Real>(n)));
    }
};

}  // namespace polhode::core
