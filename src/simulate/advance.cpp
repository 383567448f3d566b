#include "simulate/advance.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "simulate/failure.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {
namespace {

EqualSteps grid_of(const Resolved& run) {
    if (const auto* equal = std::get_if<EqualSteps>(&run.steps)) return *equal;
    if (const auto* own = std::get_if<OwnSteps>(&run.steps)) return own->samples;
    const auto* controlled = std::get_if<ErrorPerStep>(&run.steps);
    const double first =
        controlled ? *controlled->first_step : *std::get<ReversibleSteps>(run.steps).first_step;
    return {0, first, first};
}

}  // namespace

Advance::Advance(const Problem& problem, const Resolved& run, const core::State<double>& start)
    : problem_(problem),
      run_(run),
      end_(run.end),
      grid_(grid_of(run)),
      make_stepper_(std::holds_alternative<OwnSteps>(run.steps) ? run.method->automatic
                                                                : run.method->on_double),
      stepper_(make_stepper_(problem.body, problem.torque)),
      control_(step_control(run, problem, *stepper_)),
      parts_(control_ ? control_->parts() : 1),
      last_(problem, run.method->sheet, make_stepper_, parts_),
      state_(start) {
    if (run.sensitivity)
        transition_.emplace(*run.method, std::holds_alternative<OwnSteps>(run.steps), problem, start);
}

long Advance::expected_steps() const {
    return control_ ? static_cast<long>(static_cast<double>(done_) * (end_ / time_)) : grid_.count;
}

Expected<StepControl::Made> Advance::next_step() {
    if (control_) return control_->step(state_, time_, end_);
    return StepControl::Made{grid_.step, time_of(done_ + 1), stepper_->step(state_, time_, grid_.step)};
}

std::optional<Error> Advance::make_step() {
    last_.begin(time_, state_);
    const Expected<StepControl::Made> made = next_step();
    if (!made) return made.error();
    const auto& [length, to, status] = *made;
    if (!status.ok() || !is_finite(state_.momentum))
        return step_failure(status, *stepper_, last_.before(), state_, time_, length);
    if (!(to > time_))
        return run_error(
            fmt::format("the step at t = {} has come down to {:.1e}, which the clock does not see; take "
                        "another first step",
                        time_, length));
    if (transition_)
        if (auto failure = transition_->advance(time_, length, parts_)) return failure;
    if (control_) note_length(length, done_ > 0 && to >= end_);
    ++done_;
    time_ = to;
    last_.end(to, state_);
    return std::nullopt;
}

/// Keeps account of the lengths of the steps. A step cut short to meet the end does not count.
void Advance::note_length(double length, bool cut) {
    if (!cut) {
        if (done_ > 0)
            lengths_.largest_ratio =
                std::max({lengths_.largest_ratio, length / last_length_, last_length_ / length});
        lengths_.smallest = done_ > 0 ? std::min(lengths_.smallest, length) : length;
        lengths_.largest = std::max(lengths_.largest, length);
    }
    last_length_ = length;
}

std::optional<Error> Advance::make_steps(long count, core::Watch<double>& watch) {
    last_.begin(time_, state_);
    const auto [taken, status] = stepper_->march(state_, times(), done_, count, watch);
    if (transition_)
        for (long n = 0; n < taken; ++n)
            if (auto failure = transition_->advance(times().at(done_ + n), grid_.step)) return failure;
    if (taken == count) {
        done_ += count;
        time_ = time_of(done_);
        last_.end(time_, state_);
        return std::nullopt;
    }
    // the message tells the state from which the failing step started: the steps before it are made again
    core::State<double> start = last_.before();
    const auto again = make_stepper_(problem_.body, problem_.torque);
    for (long n = 0; n < taken; ++n) again->step(start, times().at(done_ + n), grid_.step);
    return step_failure(status, *stepper_, start, state_, times().at(done_ + taken), grid_.step);
}

void Advance::stop_at(double t, const core::State<double>& state) {
    time_ = t;
    state_ = state;
}

std::optional<Error> Advance::report(Result& result) const {
    result.method = std::string(run_.method->sheet.name);
    result.step = grid_.step;
    result.requested_step = grid_.requested;
    result.step_shortened = grid_.shortened();
    result.steps = done_;
    result.own_steps = stepper_->own_steps();
    result.end = end_;
    result.time = time_;
    result.final_state = core::from_principal(state_, core::from_eigen(problem_.body.principal_axes()));
    result.energy_final = invariants(time_, state_).energy;
    result.torque_evaluations = stepper_->torque_evaluations() + last_.torque_evaluations();
    result.missed_projections = stepper_->missed_projections();
    if (control_) {
        result.torque_evaluations += control_->torque_evaluations();
        result.variable = lengths_;
        result.variable->reversible = std::holds_alternative<ReversibleSteps>(run_.steps);
        result.variable->rejected = control_->rejected_steps();
        if (done_ > 0) result.step = time_ / static_cast<double>(done_);
    }
    if (!transition_) return std::nullopt;
    const auto transition = transition_->at(time_);
    if (!transition) return transition.error();
    result.transition = *transition;
    return std::nullopt;
}

}  // namespace polhode
