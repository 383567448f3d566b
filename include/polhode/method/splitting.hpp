/// Kick and drift in turns, by a scheme: every explicit method of the kick–drift kind.
/// The kick K_h: Π → Π + h T(t, R) is the only place that evaluates the torque; the drift D_h is free motion.
#pragma once

#include "polhode/drift/concept.hpp"
#include "polhode/method/scheme.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"
#include "polhode/torque/none.hpp"

#include <algorithm>

namespace polhode::core {

/// Every drift that moves Π and R by one rotation conserves L = RΠ; one that does not says so.
template <Drift D>
inline constexpr bool drift_conserves_momentum = [] {
    if constexpr (requires { D::conserves_momentum; })
        return D::conserves_momentum;
    else
        return true;
}();

template <Drift D>
class Splitting {
public:
    explicit Splitting(const Scheme& scheme, D drift = {})
        : scheme_(&scheme), reuses_(scheme.reuses_last_torque()), drift_(std::move(drift)) {}

    template <class Real>
    using Memory = LastTorque<Real>;

    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>& system, const State<Real>& state, const Real& t) const {
        return reuses_ ? Memory<Real>{system.torque(t, state)} : Memory<Real>{};
    }

    /// Is the torque that is carried over the one at the end of the step?
    bool ends_with_torque() const { return reuses_; }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        if constexpr (std::is_same_v<Real, double>)
            return step_of_one_body(system, state, memory, t, h);
        else
            return go(system, state, memory, t, h);
    }

    /// What follows from the parts.
    Sheet properties() const {
        Sheet s;
        const bool raises_order = scheme_->of_strang_steps && D::time_symmetric;
        s.order_attitude = s.order_momentum =
            raises_order ? scheme_->order : std::min(scheme_->order, D::order);
        s.solve = D::solve;
        s.torque_evaluations = scheme_->torque_evaluations();
        s.free_only = scheme_->kicks() == 0;
        s.conserves_momentum = s.conserves_axis_momentum = drift_conserves_momentum<D>;
        s.conserves_energy = D::conserves_energy;
        s.time_symmetric = scheme_->palindrome() && D::time_symmetric;
        s.symplectic = D::symplectic;
        if (reuses_) s.memory = polhode::Memory::torque;
        return s;
    }

private:
    /// Flattened: a state that goes through memory between kick and drift costs one body a third more time.
    /// Other scalars are not worth the time of the compiler, or see to it themselves.
    template <class Model>
    [[gnu::flatten]] Status step_of_one_body(System<double, Model>& system, State<double>& state,
                                             Memory<double>& memory, double t, double h) const {
        return go(system, state, memory, t, h);
    }

    template <class Real, class Model>
    Status go(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
              const Real& h) const {
        const auto [b, a] = coefficients<Plain<Real>>();
        const std::size_t stages = a.size();
        constexpr bool is_free = std::is_same_v<Model, NoTorque>;
        const auto kick = [&](const Plain<Real>& weight, const Real& time) {
            if constexpr (is_free) {
                ++system.torque_evaluations;
                return;
            }
            memory.torque = system.torque(time, state);
            state.momentum += (Real(weight) * h) * memory.torque;
        };
        if (is_free && reuses_)
            ;  // nothing to add
        else if (reuses_)
            state.momentum += (Real(b[0]) * h) * memory.torque;
        else if (b[0] != 0)
            kick(b[0], t);

        Status worst;
        Plain<Real> node(0);
        const Real end = t + Real(scheme_->span) * h;  // without the rounding of the nodes
        for (std::size_t i = 0; i < stages; ++i) {
            const Status status = drift_(system.inertia, state, Real(a[i]) * h);
            if (!status.ok()) {
                if constexpr (!is_pack<Real>) return status;
                worst = merged(worst, status);  // the other lanes go on
            }
            worst.iterations = std::max(worst.iterations, status.iterations);
            node += a[i];
            if (b[i + 1] != 0) kick(b[i + 1], i + 1 == stages ? end : t + Real(node) * h);
        }
        return worst;
    }

    /// Kicks and drifts in the precision of the scalar.
    template <class Number>
    auto coefficients() const {
        if constexpr (std::is_same_v<Number, long double>)
            return std::pair<const std::vector<long double>&, const std::vector<long double>&>(
                scheme_->kick, scheme_->drift);
        else
            return std::pair<const std::vector<double>&, const std::vector<double>&>(
                scheme_->kick_in_double, scheme_->drift_in_double);
    }

    const Scheme* scheme_;
    bool reuses_;
    D drift_;
};

}  // namespace polhode::core
