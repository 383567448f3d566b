/// The stages of a Runge–Kutta–Munthe-Kaas step with any tableau.
/// Munthe-Kaas, "Runge–Kutta methods on Lie groups" (1998) and "High order Runge–Kutta methods on manifolds"
/// (1999); the momentum as in Krysl, "Dynamically equivalent implicit algorithms …" (2006). The formula is
/// Rkmk::formula (method/rkmk.hpp). It is the Runge–Kutta method for (Ψ, P), P = exp(Ψ) Π, with Ψ' =
/// dexp⁻¹_{−Ψ} I⁻¹ exp(−Ψ) P and P' = exp(Ψ) T: hence its order, and P = Π₀ without a torque.
#pragma once

#include "polhode/method/butcher.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/system.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace polhode::core::rkmk {

/// The coefficients in the precision of the run.
template <class Number>
struct Weights {
    explicit Weights(const Tableau& tableau)
        : b(tableau.b.begin(), tableau.b.end()), c(tableau.c.begin(), tableau.c.end()) {
        for (const auto& row : tableau.a) a.emplace_back(row.begin(), row.end());
    }
    std::vector<std::vector<Number>> a;
    std::vector<Number> b, c;
};

template <class Real>
struct Stage {
    Vector3<Real> psi;       // Ψ_k, the unknown of an implicit stage
    Quaternion<Real> turn;   // exp(Ψ_k)
    Vector3<Real> kick;      // exp(Ψ_k) T_k: the torque, in the axes that the body had at the start
    Vector3<Real> carried;   // P_k = exp(Ψ_k) Π_k: the momentum, in the same axes
    Vector3<Real> momentum;  // Π_k
    Vector3<Real> velocity;  // ω_k = I⁻¹ Π_k
    Vector3<Real> slope;     // K_k
    Vector3<Real> residual;  // Ψ_k − h Σ_j a_kj K_j
    Vector3<Real> change;    // of K_k, for a change of Ψ_k
};

/// K = dexp⁻¹_{−Ψ} ω. Without dexp⁻¹ the method is of order two, whatever the tableau.
template <class Scalar>
Vector3<Scalar> slope(const Vector3<Scalar>& psi, const Vector3<Scalar>& velocity) {
    return dexp_inverse(-psi, velocity);
}

/// The stages of the step from `start` at t to t + h.
template <class Real, class Model>
struct Stages {
    using Row = std::vector<Plain<Real>>;

    System<Real, Model>& system;
    const Weights<Plain<Real>>& weights;
    std::vector<Stage<Real>>& stage;
    const State<Real> start;
    const Real t, h;

    std::size_t count() const { return stage.size(); }

    /// Σ_j w_j (that part of stage j), over the first n stages.
    Vector3<Real> sum(const Row& w, Vector3<Real> Stage<Real>::* part, std::size_t n) const {
        Vector3<Real> total(Real(0), Real(0), Real(0));
        for (std::size_t j = 0; j < n; ++j)
            if (w[j] != 0) total += Real(w[j]) * stage[j].*part;
        return total;
    }
    /// Ψ_k from the slopes and P_k from the torques of the first n stages.
    Vector3<Real> psi(const Row& w, std::size_t n) const { return h * sum(w, &Stage<Real>::slope, n); }
    Vector3<Real> carried(const Row& w, std::size_t n) const {
        return start.momentum + h * sum(w, &Stage<Real>::kick, n);
    }

    /// exp(Ψ) T(R₀ exp(Ψ), I⁻¹ exp(−Ψ) P) at stage k; for a Scalar other than Real, with the values of what the
    /// step starts from.
    template <class Scalar>
    Vector3<Scalar> kick(std::size_t k, const Quaternion<Scalar>& turn, const Vector3<Scalar>& P) const {
        const auto given = [](const Real& x) {
            if constexpr (std::is_same_v<Scalar, Real>)
                return x;
            else
                return Scalar(value_of(x));
        };
        const Quaternion<Real>& q = start.attitude;
        const Quaternion<Scalar> before(given(q.x), given(q.y), given(q.z), given(q.w));
        const Vector3<Real>& I = system.inertia.inverse;
        const Vector3<Scalar> momentum = to_body(turn, P);
        const Vector3<Scalar> omega{given(I.x) * momentum.x, given(I.y) * momentum.y,
                                    given(I.z) * momentum.z};
        return to_space(turn, system.torque(given(t + Real(weights.c[k]) * h), before * turn, omega));
    }

    /// The torque, which follows from Ψ_k and, if it depends on the angular velocity, P_k.
    void push(std::size_t k) { stage[k].kick = kick(k, stage[k].turn, stage[k].carried); }
    /// What else follows from P_k.
    void move(Stage<Real>& s) const {
        s.momentum = to_body(s.turn, s.carried);
        s.velocity = system.inertia.solve(s.momentum);
        s.slope = slope(s.psi, s.velocity);
    }

    /// Explicit tableau: every stage from the ones before it.
    [[gnu::flatten]] void substitute() {
        for (std::size_t k = 0; k < count(); ++k) {
            stage[k].psi = psi(weights.a[k], k);
            stage[k].turn = exp(stage[k].psi);
            stage[k].carried = carried(weights.a[k], k);
            push(k);
            move(stage[k]);
        }
    }

    bool by_rate() const { return rate_dependence_of(system.model) != RateDependence::none; }

    /// Implicit tableau: everything, and the residuals, from all Ψ_k. A torque that depends on the angular
    /// velocity is taken at the P_k of the evaluation before.
    void evaluate() {
        for (std::size_t k = 0; k < count(); ++k) stage[k].turn = exp(stage[k].psi);
        for (std::size_t k = 0; k < count(); ++k) push(k);
        for (std::size_t k = 0; k < count(); ++k) stage[k].carried = carried(weights.a[k], count());
        finish_evaluation();
    }
    /// The same with P_k and the torques in agreement, for Newton.
    void evaluate_to_the_end() {
        evaluate();
        if (!by_rate()) return;
        settle();
        finish_evaluation();
    }

    /// Iterates P_k = Π₀ + h Σ_j a_kj exp(Ψ_j) T_j(P_j), which contracts by the change of Π by ∂T/∂Π over the
    /// step; derivatives take about as many rounds as values. Where it does not, Newton fails.
    void settle() {
        constexpr int most_rounds = 100;
        constexpr bool carries_derivatives = ScalarTraits<Real>::derivative_depth > 0;
        Plain<Real> last(0);
        int polish = -1;
        for (int round = 1; round <= most_rounds; ++round) {
            for (std::size_t k = 0; k < count(); ++k) push(k);
            Plain<Real> change(0), size(0);
            for (std::size_t k = 0; k < count(); ++k) {
                const Vector3<Real> next = carried(weights.a[k], count());
                change += value_of(norm2(next - stage[k].carried));
                size += value_of(norm2(next));
                stage[k].carried = next;
            }
            constexpr Plain<Real> tiny = epsilon<Real> * epsilon<Real> / 16, small = 1e6 * tiny;
            const bool converged =
                change <= tiny * size || (round > 1 && change >= last && change <= small * size);
            last = change;
            if (polish < 0 && converged) polish = carries_derivatives ? round + 1 : 0;
            if (polish == 0) return;
            if (polish > 0) --polish;
        }
    }

    void finish_evaluation() {
        for (std::size_t k = 0; k < count(); ++k) move(stage[k]);
        for (std::size_t k = 0; k < count(); ++k)
            stage[k].residual = stage[k].psi - psi(weights.a[k], count());
    }

    /// Ψ_k to start from: Taylor's series to the third order, with the torque as if it were fixed in space
    /// (T' = T × ω).
    void guess() {
        const Inertia<Real>& I = system.inertia;
        const Vector3<Real>& P = start.momentum;
        const Vector3<Real> w = I.solve(P), T = system.torque(t, start.attitude, w), dP = cross(P, w) + T,
                            dw = I.solve(dP), ddw = I.solve(cross(dP, w) + cross(P, dw) + cross(T, w)),
                            third = ddw + Real(0.5) * cross(w, dw);
        for (std::size_t k = 0; k < count(); ++k) {
            const Real ch = Real(weights.c[k]) * h;
            stage[k].carried = P + ch * T;
            stage[k].psi = ch * w + (Real(0.5) * ch * ch) * (dw + (Real(1 / 3.0L) * ch) * third);
        }
    }

    /// dexp⁻¹ is singular at a full turn, and no stage beyond one is the solution that tends to hω.
    Mask<Real> beyond_a_turn() const {
        constexpr long double full_turn = 6.28318530717958647693L;
        Mask<Real> beyond = Real(1) < Real(0);
        for (const Stage<Real>& s : stage) beyond = beyond | !(norm2(s.psi) < Real(full_turn * full_turn));
        return beyond;
    }

    /// h |Π| / I_min: the rounding of Π, relative to its length, enters Ψ with this factor.
    Real largest_turn() const {
        using std::abs;
        const Vector3<Real>& m = system.inertia.inverse;
        return abs(h) * norm(start.momentum) * std::max({m.x, m.y, m.z});
    }
};

}  // namespace polhode::core::rkmk
