/// Any method, each step followed by a projection onto the energy that the body should have.
#pragma once

#include "polhode/method/dense_step.hpp"
#include "polhode/method/energy_projection.hpp"
#include "polhode/method/gauss_weights.hpp"
#include "polhode/step/counted_torque.hpp"
#include "polhode/step/stepper.hpp"

#include <memory>
#include <optional>
#include <utility>

namespace polhode::core {

/// Which energy a body is turned to, and how.
enum class EnergyTarget {
    free,       ///< K stays: no torque, no rotor
    potential,  ///< K + V stays
    work,       ///< K, which the torque and the motors of rotors change
};

/// The order to which the work over a step is found: above that of the method, up to 10.
constexpr int most_work_order = 10;
constexpr int work_order(int order) {
    return order <= 2 ? 4 : order <= 4 ? 6 : order <= 6 ? 8 : most_work_order;
}

/// Wraps a stepper. The energy is that of the state the run starts from: the first one, or one that does not
/// continue the step before. Of a torque with a potential no step can be made, of any length, once that
/// was seen to depend on time. What the method
/// carries from step to step belongs to the state before the projection and is dropped, the history of a
/// multi-step method excepted (Stepper::moved).
template <class Real>
class ProjectedStepper final : public Stepper<Real> {
public:
    struct Problem {
        Inertia<Real> inertia;
        Rotor<Real> rotor;
        EnergyTarget target;
        bool by_rate;  ///< the torque depends on the angular velocity
        int order;     ///< of the method
    };

    ProjectedStepper(std::unique_ptr<Stepper<Real>> method, const Problem& problem)
        : method_(std::move(method)),
          inertia_(problem.inertia),
          rotor_(problem.rotor),
          target_(problem.target),
          by_rate_(problem.by_rate),
          work_order_(work_order(problem.order)),
          quadrature_(points_for(work_order_)) {}

    Status step(State<Real>& state, const Real& t, const Real& h) override {
        if (!energy_ || !end_.continues(state, t, h)) start(state, t, h);
        if (energy_changes_) return {Outcome::energy_changes};
        const State<Real> before = state;
        const Status status = method_->step(state, t, h);
        if (!status.ok() || !is_finite(state.momentum)) return status;
        if (target_ == EnergyTarget::work && !advance_target(before, t, state, h)) {
            energy_ = energy(state, t + h);  // nothing better is known
            ++missed_;
        } else if (!project(state, t + h, before.attitude) && !close(state, t + h)) {
            if (target_ == EnergyTarget::free) tilt_to_kinetic_energy(inertia_, state, missing(state, t + h));
            ++missed_;
        }
        method_->moved(state);
        end_.set(state, t + h);
        return status;
    }

    std::pair<long, Status> march(State<Real>& state, const TimeGrid<Real>& grid, long first, long count,
                                  Watch<Real>& watch) override {
        const auto one = [this](State<Real>& s, const Real& t, const Real& h) { return step(s, t, h); };
        return march_watched(one, *this, state, grid, first, count, watch);
    }
    using Stepper<Real>::march;

    Invariants<Real> invariants(const State<Real>& state, const Real& t) const override {
        return method_->invariants(state, t);
    }
    Vector3<Real> torque(const Real& t, const State<Real>& state) const override {
        return method_->torque(t, state);
    }
    const char* torque_culprit(const Real& t, const State<Real>& state) const override {
        return method_->torque_culprit(t, state);
    }
    long torque_evaluations() const override { return method_->torque_evaluations() + own_evaluations_; }
    void restart() override {
        method_->restart();
        energy_.reset();
    }
    long missed_projections() const override { return missed_; }
    void keep(Archive& archive) override {
        archive(*method_, energy_changes_, energy_, end_, own_evaluations_, missed_);
    }

private:
    void start(const State<Real>& state, const Real& t, const Real& h) {
        energy_ = energy(state, t);
        if (target_ == EnergyTarget::work) return;
        const Real later = energy(state, t + h);
        // a shorter step may not notice it any more
        energy_changes_ |= later < *energy_ || later > *energy_;
    }

    Real energy(const State<Real>& state, const Real& t) const {
        if (target_ == EnergyTarget::work) return inertia_.kinetic_energy(without_rotor(state, t));
        return *method_->invariants(state, t).energy;
    }
    Real missing(const State<Real>& state, const Real& t) const { return *energy_ - energy(state, t); }

    Vector3<Real> without_rotor(const State<Real>& state, const Real& t) const {
        return rotor_.present ? state.momentum - rotor_.at(t) : state.momentum;
    }

    /// Enough to be exact for a rotation about a principal axis, where L is of degree order − 1 and ω·L' of degree
    /// 2 order − 3: there the energy follows from L, and must not contradict it. Points cost no torque.
    static constexpr int points_for(int order) {
        return order - 1 < static_cast<int>(gauss::most_stages) ? order - 1
                                                                : static_cast<int>(gauss::most_stages);
    }

    /// K' = ω·(T − h'), Buss (2001), (11), over the step as dense output has it: by Gauss' formula, with as many
    /// torques as DenseStep takes. False if the body turns too far for that.
    bool advance_target(const State<Real>& before, const Real& t, const State<Real>& after, const Real& h) {
        using Dense = DenseStep<Real>;
        const Plain<Real> largest_half(0.4794);  // sin ½: half of a turn by one radian
        // the attitudes at its ends do not show whole turns, the angular velocity does
        const Vector3<Real> turn = h * inertia_.solve(without_rotor(before, t));
        if (!(norm2((conjugate(before.attitude) * after.attitude).vector())
              <= Real(largest_half * largest_half))
            || !(norm2(turn) <= Real(1)))
            return false;
        const auto torque = [&](const Real& time, const State<Real>& state) {
            return counted_torque(*method_, time, state, own_evaluations_);
        };
        const auto end = [&](const Real& time, const State<Real>& state) {
            return typename Dense::End{time, state, torque(time, state)};
        };
        const Dense motion({inertia_, rotor_, by_rate_}, end(t, before), end(t + h, after), work_order_,
                           torque);
        Real work(0);
        for (std::size_t i = 0; i < quadrature_.stages; ++i) {
            const Real x(quadrature_.c[i]);
            const State<Real> state = motion.at(x);
            Vector3<Real> push = to_body(state.attitude, motion.momentum_rate(x));
            if (rotor_.present) push -= h * Vector3<Real>(rotor_.rate);
            work += Real(quadrature_.b[i]) * dot(inertia_.solve(without_rotor(state, motion.time(x))), push);
        }
        *energy_ += work;
        return true;
    }

    /// The rounding of L adds up over a run. Where turning does not help, the energy is off by as much: not a
    /// miss.
    bool close(const State<Real>& state, const Real& t) const {
        using std::abs;
        const Real now = energy(state, t), kinetic = inertia_.kinetic_energy(without_rotor(state, t));
        return abs(*energy_ - now) <= Real(4096 * epsilon<Real>) * (kinetic + abs(now - kinetic));
    }

    bool project(State<Real>& state, const Real& t, const Quaternion<Real>& before) {
        using std::abs, std::sqrt;
        const Real kinetic = inertia_.kinetic_energy(without_rotor(state, t));
        const bool by_work = target_ == EnergyTarget::work;
        if (target_ == EnergyTarget::free || (by_work && !rotor_.present)) {
            const Real lacks = *energy_ - kinetic;
            // work adds up with rounding errors of its own
            if (abs(lacks) <= Real((by_work ? 16 : 1) * epsilon<Real>) * kinetic) return true;
            // |L| and the energy come from formulas with errors of their own. Where the body hardly wobbles, so
            // that only a much larger or smaller wobble would reconcile them, it is left alone.
            return turn_to_kinetic_energy(
                inertia_, state, lacks, by_work ? std::optional<Plain<Real>>(largest_change) : std::nullopt);
        }
        const Vector3<Real> omega = inertia_.solve(without_rotor(state, t));
        Vector3<Real> rate = cross(state.momentum, omega);
        // A turn of more than a small part of what the step did is no correction: the body is close to where
        // turning does not change the energy.
        const Quaternion<Real> did = conjugate(before) * state.attitude;
        Real most = Real(0.25) * sqrt(norm2(did.vector()));  // an eighth of the angle
        if (by_work) {
            const Real wobble = norm(rate) / sqrt(norm2(state.momentum) * norm2(omega));
            if (!(most < Real(largest_change / 2) * wobble)) most = Real(largest_change / 2) * wobble;
        } else {
            rate += counted_torque(*method_, t, state, own_evaluations_);
        }
        // rounding of the energies, and of the attitude, which changes the energy by the momentum's rate
        const Real size = kinetic + abs(*energy_ - kinetic) + norm(rate);
        return turn_to_energy(
            state, rate, [&](const State<Real>& s) { return missing(s, t); }, Real(2 * epsilon<Real>) * size,
            most);
    }

    /// Of the squares of the components of Π, if the energy is advanced by work.
    static constexpr double largest_change = 0.25;

    std::unique_ptr<Stepper<Real>> method_;
    Inertia<Real> inertia_;
    Rotor<Real> rotor_;
    EnergyTarget target_;
    bool by_rate_, energy_changes_ = false;
    int work_order_;
    gauss::Weights<Plain<Real>> quadrature_;
    std::optional<Real> energy_;
    EndOfStep<Real> end_;
    long own_evaluations_ = 0, missed_ = 0;
};

}  // namespace polhode::core
