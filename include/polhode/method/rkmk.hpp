/// Runge–Kutta–Munthe-Kaas methods with any tableau, explicit or implicit; the formulas are in
/// rkmk_stages.hpp. They conserve RΠ of a free body and the momentum about the axis of a symmetric field,
/// whatever the tableau; their order is the tableau's. Neither the symplecticity nor the symmetry of the
/// Gauss tableaux survives on the group: the coordinates Ψ are centred at the start of the step, which sets
/// it apart from the end (Hairer, Lubich, Wanner, "Geometric Numerical Integration", IV.8 and V.4). Only the
/// implicit midpoint rule is still symmetric.
///
/// The number of stages is known at run time only. A version for two and three stages known to the compiler
/// was not faster: the time goes into the stages, not into the loops over them.
#pragma once

#include "polhode/method/rkmk_newton.hpp"
#include "polhode/step/sheet.hpp"

#include <string_view>

namespace polhode::core {

namespace rkmk {

/// Ψ ← Ψ − (1 + h A M) F, F the residual, M δ = I⁻¹(Π × δ) + ½ δ × ω: what K changes by with Ψ, to first
/// order in Ψ and without the torque's own change; (1 + h A M) is the inverse of (1 − h A M) to first order
/// in h. This costs hardly more than F and shrinks the error a thousandfold at a rotation of some degrees.
/// The slopes follow the last step; the torques do not: what they would change is part of what is left. Sizes
/// are sums of squares.
template <class Real, class Model>
[[gnu::flatten]] Status sweep(Stages<Real, Model>& stages) {
    constexpr int most_sweeps = 20;
    constexpr Real slow2 = Real(0.01L), tolerance2 = epsilon<Real> * epsilon<Real> / 64;
    const Real noise2 = stages.largest_turn() * stages.largest_turn();
    Real last2(0);
    for (int iteration = 1; iteration <= most_sweeps; ++iteration) {
        stages.evaluate();
        for (Stage<Real>& s : stages.stage) {
            s.change = stages.system.inertia.solve(cross(s.momentum, s.residual))
                     + Real(0.5) * cross(s.residual, s.velocity);
            s.slope -= s.change;
        }
        Real step2(0), psi2(0);
        for (std::size_t k = 0; k < stages.count(); ++k) {
            Stage<Real>& s = stages.stage[k];
            const Vector3<Real> step =
                s.residual + stages.h * stages.sum(stages.weights.a[k], &Stage<Real>::change, stages.count());
            s.psi -= step;
            step2 += norm2(step);
            psi2 += norm2(s.psi);
        }
        // what the next step would be, by the rate at which steps shrink
        const Real left2 = iteration > 1 ? step2 * (step2 / last2) : step2;
        if (left2 <= tolerance2 * psi2 || step2 <= Real(1024) * tolerance2 * (psi2 + noise2))
            return {Outcome::done, iteration, 0};
        if (iteration > 1 && !(step2 < slow2 * last2)) return {Outcome::no_convergence, iteration, 0};
        last2 = step2;
    }
    return {Outcome::no_convergence, most_sweeps, 0};
}

/// The stages of an implicit tableau: by sweeps; by Newton where these are slow, or derivatives have to
/// converge too.
template <class Real, class Model>
Status solve(Stages<Real, Model>& stages, NewtonWork<Real>& work) {
    Status swept;
    stages.guess();
    if constexpr (ScalarTraits<Real>::derivative_depth == 0) {
        swept = sweep(stages);
        if (swept.ok()) return swept;
        stages.guess();  // slow sweeps may have led anywhere
    }
    Status status = StageEquations<Real, Model>(stages, work).solve();
    status.iterations += swept.iterations;
    return status;
}

}  // namespace rkmk

/// The coefficients, in both precisions. On packs an explicit tableau only.
struct Rkmk {
    static constexpr std::string_view formula =
        "Ψₖ = h Σ aₖⱼKⱼ; Kⱼ = dexp⁻¹(−Ψⱼ) I⁻¹Πⱼ; Πₖ = exp(−Ψₖ)(Π₀ + h Σ aₖⱼ exp(Ψⱼ)Tⱼ); "
        "R₁ = R₀ exp(h Σ bⱼKⱼ), Π₁ likewise with b";
    static constexpr std::string_view source =
        "Munthe-Kaas 1999, high order Runge–Kutta methods on manifolds";

    rkmk::Weights<double> in_double;
    rkmk::Weights<long double> in_long_double;
    bool is_explicit;
    int order;  ///< of the tableau

    Rkmk(const Tableau& tableau, int order_of_tableau)
        : in_double(tableau),
          in_long_double(tableau),
          is_explicit(tableau.is_explicit()),
          order(order_of_tableau) {}

    /// The memory is room for the stages; nothing in it belongs to a state.
    static constexpr bool keeps_history = true, memory_is_room = true;

    template <class Real>
    struct Memory {
        std::vector<rkmk::Stage<Real>> stage;
        rkmk::NewtonWork<Real> work;
    };

    /// Room for the stages; no step allocates after this, or after the first that takes Newton.
    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) const {
        return {std::vector<rkmk::Stage<Real>>(stages()), {}};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        const rkmk::Weights<Plain<Real>>& weights = in_precision_of<Real>();
        rkmk::Stages<Real, Model> stages{system, weights, memory.stage, state, t, h};
        Status status;
        if constexpr (is_pack<Real>)
            stages.substitute();
        else if (is_explicit)
            stages.substitute();
        else
            status = rkmk::solve(stages, memory.work);

        const std::vector<Plain<Real>>& b = weights.b;
        const Quaternion<Real> turn = exp(stages.psi(b, b.size()));
        const Vector3<Real> carried = stages.carried(b, b.size());
        state.momentum = restore_length(to_body(turn, carried), norm2(carried));
        state.attitude = renormalised(state.attitude * turn);
        const Mask<Real> too_big = stages.beyond_a_turn();
        if (status.ok() && any(too_big))
            return {Outcome::rotation_too_big, status.iterations, 0, lane_bits(too_big)};
        return status;
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_by_rate = s.order_momentum = order;
        s.solve = is_explicit ? Solve::nothing : Solve::torque;
        s.torque_evaluations = static_cast<int>(stages());
        s.conserves_momentum = s.conserves_axis_momentum = true;
        return s;
    }

private:
    std::size_t stages() const { return in_double.b.size(); }

    template <class Real>
    const rkmk::Weights<Plain<Real>>& in_precision_of() const {
        if constexpr (std::is_same_v<Plain<Real>, long double>)
            return in_long_double;
        else
            return in_double;
    }
};

}  // namespace polhode::core
