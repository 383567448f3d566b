/// What makes the steps of a run.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"
#include "simulate/last_step.hpp"
#include "simulate/step_control.hpp"
#include "simulate/transition_walk.hpp"

#include <memory>
#include <optional>

namespace polhode {

class Advance {
public:
    /// Both live as long as this.
    Advance(const Problem& problem, const Resolved& run, const core::State<double>& start);

    /// Where the run has come.
    double time() const { return time_; }
    const core::State<double>& state() const { return state_; }
    long done() const { return done_; }
    bool finished() const { return control_ ? time_ >= end_ : done_ == grid_.count; }
    /// All steps of the run; of variable ones a guess.
    long expected_steps() const;

    /// Steps of a grid can be made several at a time.
    bool on_grid() const { return !control_; }
    const EqualSteps& grid() const { return grid_; }

    /// One step.
    [[nodiscard]] std::optional<Error> make_step();
    /// So many steps of the grid, each of them shown to the watch.
    [[nodiscard]] std::optional<Error> make_steps(long count, core::Watch<double>& watch);
    LastStep& last_step() { return last_; }
    /// The run ends here, within the last step.
    void stop_at(double t, const core::State<double>& state);

    core::Invariants<double> invariants(double t, const core::State<double>& state) const {
        return stepper_->invariants(state, t);
    }
    bool has_transition() const { return transition_.has_value(); }
    Expected<TransitionMatrix> transition_at(double t) const { return transition_->at(t); }

    /// Of a result: what the steps tell.
    [[nodiscard]] std::optional<Error> report(Result& result) const;

private:
    core::TimeGrid<double> times() const { return {0, grid_.step}; }
    double time_of(long n) const { return n == grid_.count ? end_ : times().at(n); }
    Expected<StepControl::Made> next_step();
    void note_length(double length, bool cut);

    const Problem& problem_;
    const Resolved& run_;
    double end_;
    EqualSteps grid_;  // of variable steps, with the first one and no count
    const MakeStepper<double>& make_stepper_;
    std::unique_ptr<core::Stepper<double>> stepper_;
    std::unique_ptr<StepControl> control_;  // none on a grid
    int parts_;                             // steps of the method in each
    LastStep last_;
    std::optional<TransitionWalk> transition_;

    core::State<double> state_;
    double time_ = 0;
    long done_ = 0;
    VariableSteps lengths_;
    double last_length_ = 0;
};

}  // namespace polhode
