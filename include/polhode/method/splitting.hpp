/// Kick and drift in turns, by a scheme: every explicit method of the kick–drift kind.
/// The kick K_h: Π → Π + h T(t, R) is the only place that evaluates the torque; the drift D_h is free motion. The
/// kick of a torque that depends on the angular velocity is in method/kick.hpp, the drift of a body with rotors
/// in method/rotor_drift.hpp.
#pragma once

#include "polhode/drift/concept.hpp"
#include "polhode/method/kick.hpp"
#include "polhode/method/rotor_drift.hpp"
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

/// A drift behind a call.
template <class Real>
struct CalledDrift {
    const void* drift;
    Status (*call)(const void* drift, const Inertia<Real>& inertia, State<Real>& state, const Real& h);
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        return call(drift, inertia, state, h);
    }
};

/// The loop over kicks and drifts, whatever the drift.
class KicksAndDrifts {
public:
    KicksAndDrifts(const Scheme& scheme, int order)
        : scheme_(&scheme), reuses_(scheme.reuses_last_torque()), order_(order) {}

    /// A step of a torque that depends on the angular velocity, or of a body with rotors. Compiled once for all drifts.
    template <class Real, class Model>
    [[gnu::noinline]] Status special(const CalledDrift<Real>& free, System<Real, Model>& system,
                                     State<Real>& state, KickMemory<Real>& memory, const Real& t,
                                     const Real& h) const {
        return go<Special>(free, system, state, memory, t, h);
    }
    template <class Real, class Model, class Free>
    Status usual(const Free& free, System<Real, Model>& system, State<Real>& state, KickMemory<Real>& memory,
                 const Real& t, const Real& h) const {
        return go<Usual>(free, system, state, memory, t, h);
    }

protected:
    const Scheme* scheme_;
    bool reuses_;
    int order_;

private:
    struct Usual;
    struct Special;
    template <class Kind, class Real, class Model, class Free>
    Status go(const Free& free, System<Real, Model>& system, State<Real>& state, KickMemory<Real>& memory,
              const Real& t, const Real& h) const {
        const auto [b, a] = coefficients<Plain<Real>>();
        const std::size_t stages = a.size();
        constexpr bool is_free = std::is_same_v<Model, NoTorque>;
        constexpr bool special = std::is_same_v<Kind, Special>;
        const bool by_rate = special && rate_dependence_of(system.model) != RateDependence::none;
        Status worst;
        // whether the step can go on
        const auto went = [&](const Status& status) {
            if (!status.ok()) worst = merged(worst, status);
            worst.iterations = std::max(worst.iterations, status.iterations);
            return status.ok() || is_pack<Real>;  // the other lanes go on
        };
        const auto kick = [&](const Plain<Real>& weight, const Real& time, bool known) {
            if constexpr (is_free) {
                if (!known) ++system.torque_evaluations;
                return true;
            }
            if constexpr (special)
                if (by_rate)
                    return went(
                        kick_by_rate<Real>(system, state, memory, known, time, Real(weight) * h, order_));
            if (!known) memory.torque = system.torque(time, state);
            state.momentum += (Real(weight) * h) * memory.torque;
            return true;
        };
        if (b[0] != 0 && !kick(b[0], t, reuses_)) return worst;

        Plain<Real> node(0);
        const Real end = t + Real(scheme_->span) * h;  // without the rounding of the nodes
        for (std::size_t i = 0; i < stages; ++i) {
            if (!went(drift<Kind>(free, system, state, t, h, node, a[i]))) return worst;
            node += a[i];
            if (b[i + 1] != 0 && !kick(b[i + 1], i + 1 == stages ? end : t + Real(node) * h, false))
                return worst;
        }
        // the next step begins with the torque here
        if (by_rate && reuses_ && rate_dependence_of(system.model) == RateDependence::general)
            memory.torque = system.torque(end, state);
        return worst;
    }

    /// By the part `length` of a step, from the part `node` on.
    template <class Kind, class Real, class Model, class Free>
    Status drift(const Free& free, const System<Real, Model>& system, State<Real>& state, const Real& t,
                 const Real& h, const Plain<Real>& node, const Plain<Real>& length) const {
        if constexpr (std::is_same_v<Kind, Special> && !is_pack<Real>)
            if (system.rotor.present) {
                const Scheme& steps = rotor_steps(scheme_->of_strang_steps ? 2 : order_);
                return drift_with_rotor<Real>(free, system, state, t + Real(node) * h, Real(length) * h,
                                              steps);
            }
        return free(system.inertia, state, Real(length) * h);
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
};

template <Drift D>
class Splitting : KicksAndDrifts {
public:
    explicit Splitting(const Scheme& scheme, D drift = {})
        : Splitting(scheme, std::move(drift), scheme.order) {}

    /// `order`: that of the kicks and of rotors, where it is not that of the scheme itself (a processor has none).
    Splitting(const Scheme& scheme, D drift, int order)
        : KicksAndDrifts(scheme, order), drift_(std::move(drift)) {}

    template <class Real>
    using Memory = KickMemory<Real>;

    /// Takes a body with rotors as it is.
    static constexpr bool takes_rotor = true;

    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>& system, const State<Real>& state, const Real& t) const {
        return reuses_ ? memory_of_kick(system, state, t) : Memory<Real>{};
    }

    /// Is the torque that is carried over the one at the end of the step?
    bool ends_with_torque() const { return reuses_; }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        constexpr bool is_fast = std::is_same_v<Real, double> || is_pack<Real>;
        if constexpr (!is_fast) {
            return special(called_drift<Real>(), system, state, memory, t, h);
        } else {
            if constexpr (may_depend_on_rate<Model> || !is_pack<Real>)
                if (rate_dependence_of(system.model) != RateDependence::none || system.rotor.present)
                    [[unlikely]]
                    return special_step(system, state, memory, t, h);
            if constexpr (std::is_same_v<Real, double>)
                return step_of_one_body(system, state, memory, t, h);
            else
                return usual(drift_, system, state, memory, t, h);
        }
    }

    /// What follows from the parts.
    Sheet properties() const {
        Sheet s;
        const bool raises_order = scheme_->of_strang_steps && D::time_symmetric;
        s.order_attitude = s.order_momentum =
            raises_order ? scheme_->order : std::min(scheme_->order, D::order);
        s.order_by_rate = std::min(s.order_attitude, scheme_->order_by_rate);
        s.solve = D::solve;
        s.torque_evaluations = scheme_->torque_evaluations();
        s.free_only = scheme_->kicks() == 0;
        s.conserves_momentum = s.conserves_axis_momentum = drift_conserves_momentum<D>;
        s.keeps_momentum_with_rotor = drift_conserves_momentum<D>;
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
        return usual(drift_, system, state, memory, t, h);
    }

    /// Apart from the usual ones on double and on lanes: a branch at every kick costs a short step a tenth.
    template <class Real, class Model>
    [[gnu::noinline]] Status special_step(System<Real, Model>& system, State<Real>& state,
                                          Memory<Real>& memory, const Real& t, const Real& h) const {
        return special(called_drift<Real>(), system, state, memory, t, h);
    }

    template <class Real>
    CalledDrift<Real> called_drift() const {
        return {&drift_, [](const void* drift, const Inertia<Real>& inertia, State<Real>& state,
                            const Real& h) { return (*static_cast<const D*>(drift))(inertia, state, h); }};
    }

    D drift_;
};

}  // namespace polhode::core
