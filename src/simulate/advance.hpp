/// Makes the steps of a run.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"
#include "simulate/balance.hpp"
#include "simulate/last_step.hpp"
#include "simulate/step_control.hpp"
#include "simulate/transition_walk.hpp"

#include <memory>
#include <optional>

namespace polhode {

class Advance {
public:
    /// `problem` and `run` have to live as long as this object.
    Advance(const Problem& problem, const Resolved& run, const core::State<double>& start);

    /// The time and the state that the run has reached.
    double time() const { return time_; }
    const core::State<double>& state() const { return state_; }
    long done() const { return done_; }
    bool finished() const { return control_ ? time_ >= end_ : done_ == grid_.count; }
    /// The number of steps of the whole run; an estimate if their length varies.
    long expected_steps() const;

    /// Whether the steps have equal length, so that several can be made at a time.
    bool on_grid() const { return !control_; }
    const EqualSteps& grid() const { return grid_; }

    /// Makes one step.
    [[nodiscard]] std::optional<Error> make_step();
    /// Makes `count` steps of equal length and shows the state after each to the watch.
    [[nodiscard]] std::optional<Error> make_steps(long count, core::Watch<double>& watch);
    LastStep& last_step() { return last_; }
    /// For the work and the impulse of the torque along these steps.
    Balance new_balance() const { return {run_.method->sheet, make_stepper_, parts_}; }
    /// Ends the run at a time within the last step.
    void stop_at(double t, const core::State<double>& state);

    core::Invariants<double> invariants(double t, const core::State<double>& state) const {
        return stepper_->invariants(state, t);
    }
    bool has_transition() const { return transition_.has_value(); }
    Expected<TransitionMatrix> transition_at(double t) const { return transition_->at(t); }

    /// Fills in those members of a result that follow from the steps.
    [[nodiscard]] std::optional<Error> report(Result& result) const;

private:
    core::TimeGrid<double> times() const { return {0, grid_.step}; }
    double time_of(long n) const { return n == grid_.count ? end_ : times().at(n); }
    Expected<StepControl::Made> next_step();
    void note_length(double length, bool cut);

    const Problem& problem_;
    const Resolved& run_;
    double end_;
    EqualSteps grid_;  // if steps vary in length: the first one, without a count
    const MakeStepper<double>& make_stepper_;
    std::unique_ptr<core::Stepper<double>> stepper_;
    std::unique_ptr<StepControl> control_;  // null if steps have equal length
    int parts_;                             // steps of the method in each step of the run
    LastStep last_;
    std::optional<TransitionWalk> transition_;

    core::State<double> state_;
    double time_ = 0;
    long done_ = 0;
    VariableSteps lengths_;
    double last_length_ = 0;
};

}  // namespace polhode
