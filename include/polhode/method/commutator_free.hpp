/// Runge–Kutta methods on the rotation group by products of exponentials: Crouch and Grossman, and Celledoni,
/// Marthinsen and Owren. The equations are R' = R ω and P' = exp(Ψ) T for the momentum P in the axes that the
/// body had at the start of the step, as in rkmk_stages.hpp. P lives in a vector space, where exponentials add
/// up: it follows the sums of the tableau, and is constant without a torque. Slopes are ω itself, there is no
/// dexp⁻¹, and with it no angle at which a step has no value. The price is conditions of order that a tableau
/// for vector spaces does not satisfy (tests/method/commutator_free_test.cpp).
#pragma once

#include "polhode/method/commutator_free_tableau.hpp"
#include "polhode/method/rkmk_stages.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

namespace polhode::core {

namespace commutator_free {

/// The coefficients in the precision of the run.
template <class Number>
struct Weights {
    struct Product {
        explicit Product(const ExponentialProduct& product) : from(product.from) {
            for (const auto& row : product.weights) exponentials.emplace_back(row.begin(), row.end());
        }
        std::size_t from;
        std::vector<std::vector<Number>> exponentials;
    };
    explicit Weights(const CommutatorFreeTableau& tableau)
        : sums(tableau.sums), stages(tableau.stages.begin(), tableau.stages.end()), end(tableau.end) {}
    rkmk::Weights<Number> sums;
    std::vector<Product> stages;
    Product end;
};

}  // namespace commutator_free

class CommutatorFree {
public:
    CommutatorFree(const CommutatorFreeTableau& tableau, int order)
        : in_double_(tableau), in_long_double_(tableau), order_(order) {}

    /// The memory is room for the stages; nothing in it belongs to a state.
    static constexpr bool keeps_history = true, memory_is_room = true;

    template <class Real>
    struct Memory {
        std::vector<rkmk::Stage<Real>> stage;
    };

    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) const {
        return {std::vector<rkmk::Stage<Real>>(stages())};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        const commutator_free::Weights<Plain<Real>>& weights = in_precision_of<Real>();
        rkmk::Stages<Real, Model> stages{system, weights.sums, memory.stage, state, t, h};
        memory.stage[0].turn = {};
        for (std::size_t k = 0; k < stages.count(); ++k) {
            rkmk::Stage<Real>& s = memory.stage[k];
            s.turn = turn(stages, weights.stages[k], k);
            s.carried = stages.carried(weights.sums.a[k], k);
            stages.push(k);
            s.momentum = to_body(s.turn, s.carried);
            s.velocity = system.inertia.solve(s.momentum);
        }
        const Quaternion<Real> whole = turn(stages, weights.end, stages.count());
        const Vector3<Real> carried = stages.carried(weights.sums.b, stages.count());
        state.momentum = restore_length(to_body(whole, carried), norm2(carried));
        state.attitude = renormalised(state.attitude * whole);
        return {};
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_by_rate = s.order_momentum = order_;
        s.torque_evaluations = static_cast<int>(stages());
        s.conserves_momentum = s.conserves_axis_momentum = true;
        return s;
    }

private:
    commutator_free::Weights<double> in_double_;
    commutator_free::Weights<long double> in_long_double_;
    int order_;

    std::size_t stages() const { return in_double_.stages.size(); }

    template <class Real>
    const commutator_free::Weights<Plain<Real>>& in_precision_of() const {
        if constexpr (std::is_same_v<Plain<Real>, long double>)
            return in_long_double_;
        else
            return in_double_;
    }

    /// Where the product leads, with the angular velocities of the first n stages.
    template <class Real, class Model>
    static Quaternion<Real> turn(const rkmk::Stages<Real, Model>& stages,
                                 const typename commutator_free::Weights<Plain<Real>>::Product& product,
                                 std::size_t n) {
        Quaternion<Real> q = stages.stage[product.from].turn;
        for (const auto& w : product.exponentials)
            q = q * exp(stages.h * stages.sum(w, &rkmk::Stage<Real>::velocity, n));
        return q;
    }
};

}  // namespace polhode::core
