#include "polhode/simulate/simulate.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/dense.hpp"
#include "simulate/event_search.hpp"
#include "simulate/failure.hpp"
#include "simulate/inside_step.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/sample_times.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/step_control.hpp"
#include "simulate/transition_walk.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>
#include <limits>

namespace polhode {

namespace {

using Clock = std::chrono::steady_clock;

/// The step count and step of a plan, checked.
struct Steps {
    long count;
    double step;
    double requested;
};

Steps choose_steps(const Problem& problem, const Plan& plan, double end) {
    if (!std::isfinite(end) || end < 0)
        throw InputError(fmt::format("end is {}, expected a finite number ≥ 0", end));
    if (plan.every < 1) throw InputError(fmt::format("every is {}, expected at least 1", plan.every));
    if (plan.steps) {
        if (plan.step) throw InputError("step and steps are both given, expected one of them");
        if (*plan.steps < 1) throw InputError(fmt::format("steps is {}, expected at least 1", *plan.steps));
        const double step = end / static_cast<double>(*plan.steps);
        return {*plan.steps, step, step};
    }
    const double requested = plan.step.value_or(problem.step);
    if (!std::isfinite(requested) || requested <= 0)
        throw InputError(fmt::format("step is {}, expected a finite number > 0", requested));
    if (plan.step_error || plan.reversible_steps) return {0, requested, requested};  // the first one
    const long count = steps_for(end, requested);
    return {count, count > 0 ? end / static_cast<double>(count) : requested, requested};
}

/// Does the method choose its steps, which it does if nobody else does?
bool chooses_steps(const Method& method, const Plan& plan) {
    return method.automatic && !plan.step && !plan.steps && !plan.step_error && !plan.reversible_steps;
}

Certificate::Drift drift(double max_error, const core::Trend<double>& trend) {
    return {max_error, trend.mean(), trend.slope(), trend.slope_error()};
}

/// Steps to do between two looks at the clock: about a millisecond's worth at a microsecond a step.
constexpr long steps_between_looks = 1000;

/// One run on its way.
class Run {
public:
    Run(const Method& entry, const Problem& problem, const Plan& plan, const Hooks& hooks)
        : problem_(problem),
          plan_(plan),
          hooks_(hooks),
          end_(plan.end.value_or(problem.end)),
          steps_(choose_steps(problem, plan, end_)),
          times_(plan, end_),
          principal_(core::from_eigen(problem.body.principal_axes())),
          events_(plan.events, principal_),
          automatic_(chooses_steps(entry, plan)),
          make_stepper_(automatic_ ? entry.automatic : entry.on_double),
          stepper_(make_stepper_(problem.body, problem.torque)),
          control_(step_control(entry, problem, plan, *stepper_)),
          self_starting_(entry.sheet.self_starting),
          state_(starting_state(problem.initial, problem.body)),
          initial_(stepper_->invariants(state_, 0)),
          law_(momentum_law(problem.torque)),
          watch_(initial_, law_),
          dense_(problem.body, problem.torque, dense_order(entry.sheet)) {
        if (plan.sensitivity) transition_.emplace(entry, automatic_, problem, state_);
        watch_.see(0, state_, initial_);
        result_.problem = problem.name;
        result_.method = std::string(entry.sheet.name);
        result_.step = steps_.step;
        result_.requested_step = steps_.requested;
        result_.step_shortened =
            !control_ && steps_.count > 0 && steps_.step < steps_.requested * (1 - 1e-12);
        result_.energy_initial = initial_.energy;
        if (control_) result_.variable = VariableSteps{.reversible = plan.reversible_steps};
    }

    Result carry_out() {
        const auto begin = Clock::now();
        auto last_look = begin;
        events_.start(0, state_);
        sample(0, 0, state_);
        while (!finished() && result_.complete && !result_.ended_by) {
            advance();
            if (hooks_.on_progress && Clock::now() - last_look > std::chrono::milliseconds(50)) {
                last_look = Clock::now();
                result_.complete = hooks_.on_progress(done_, expected_steps()) || result_.ended_by;
            }
        }
        if (finished()) result_.complete = true;
        // the last state is a sample, also of a run that was stopped
        if (last_sample_ != time_) sample(last_whole_step(), time_, state_);
        result_.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        report();
        return std::move(result_);
    }

private:
    double time_of(long n) const { return n == steps_.count ? end_ : grid().at(n); }
    core::TimeGrid<double> grid() const { return {0, steps_.step}; }

    /// Steps of the method in each.
    int parts() const { return control_ ? control_->parts() : 1; }
    bool finished() const { return control_ ? time_ >= end_ : done_ == steps_.count; }
    long expected_steps() const {
        return control_ ? static_cast<long>(static_cast<double>(done_) * (end_ / time_)) : steps_.count;
    }

    /// Equal up to rounding: multiples of two numbers seldom meet in the last bit.
    bool same_time(double a, double b) const {
        return std::abs(a - b) <= 8 * std::numeric_limits<double>::epsilon() * (std::abs(b) + steps_.step);
    }

    void sample(long n, double t, const core::State<double>& state) {
        last_sample_ = t;
        if (!hooks_.on_sample) return;
        Sample s{n, t, core::from_principal(state, principal_), {}, {}, {}};
        s.spatial_momentum = s.state.spatial_momentum();
        s.angular_velocity = problem_.body.angular_velocity(s.state.momentum);
        s.energy = stepper_->invariants(state, t).energy;
        if (transition_) s.transition = transition_->at(t);
        hooks_.on_sample(s);
    }

    bool by_time() const { return plan_.every_time || !plan_.times.empty(); }

    /// Steps to make before someone looks at the state after them, or into the last of them.
    long unseen_steps() const {
        if (!hooks_.on_sample) return steps_.count;
        if (!by_time()) return plan_.every - done_ % plan_.every;
        // up to the step in which the next sample falls, then that step alone
        const auto next = times_.next();
        if (!next) return steps_.count;
        return std::max(1L, static_cast<long>(std::floor(*next / steps_.step)) - 1 - done_);
    }

    void advance() {
        before_ = state_;
        from_ = time_;
        inside_.reset();
        if (control_ || !events_.empty())
            make_step();
        else
            march(std::min({unseen_steps(), steps_.count - done_, steps_between_looks}));
        take_samples();
    }

    /// One step, with what happens in it. What comes after a terminal event does not happen.
    void make_step() {
        const auto [length, to, status] = control_
                                            ? control_->step(state_, time_, end_)
                                            : StepControl::Made{grid().step, time_of(done_ + 1),
                                                                stepper_->step(state_, time_, grid().step)};
        if (!status.ok() || !is_finite(state_.momentum))
            throw RunError(describe_failure(status, *stepper_, before_, state_, time_, length));
        if (!(to > time_))
            throw RunError(
                fmt::format("the step at t = {} has come down to {:.1e}, which the clock does not see; take "
                            "another first "
                            "step",
                            time_, length));
        if (transition_) transition_->advance(time_, length, parts());
        if (control_) note(length, to);
        ++done_;
        time_ = to_ = to;
        if (!events_.empty()) find_events();
        watch_.see(time_, state_, stepper_->invariants(state_, time_));
    }

    void note(double length, double to) {
        VariableSteps& seen = *result_.variable;
        const bool cut = done_ > 0 && to >= end_;  // of no choice
        if (!cut) {
            if (done_ > 0)
                seen.largest_ratio =
                    std::max({seen.largest_ratio, length / last_length_, last_length_ / length});
            seen.smallest = done_ > 0 ? std::min(seen.smallest, length) : length;
            seen.largest = std::max(seen.largest, length);
        }
        last_length_ = length;
    }

    /// The step that has just been made.
    InsideStep& inside() {
        if (inside_) return *inside_;
        // what a method needs beyond a state it does not have within a step
        const long pieces =
            self_starting_ ? dense_pieces(dense_.natural_rate(from_, before_), to_ - from_) : 1;
        if (pieces > 1 && !inner_) inner_ = make_stepper_(problem_.body, problem_.torque);
        return inside_.emplace(dense_, inner_.get(), parts(), pieces, from_, before_, to_, state_);
    }

    void find_events() {
        InsideStep& step = inside();
        for (long k = 0; k < step.pieces() && !result_.ended_by; ++k) {
            const core::DenseStep<double>& piece = step.piece(k);
            for (const EventSearch::Found& found : events_.within(piece, step.end_of(k))) {
                const double t = std::min(piece.time(found.part), to_);
                const core::State<double> at = piece.at(found.part);
                result_.events.push_back(
                    {found.event->name, t, core::from_principal(at, principal_), found.rising});
                if (!found.event->terminal) continue;
                result_.ended_by = found.event->name;
                time_ = t;
                state_ = at;
            }
        }
    }

    void take_samples() {
        if (!hooks_.on_sample) return;
        if (!by_time()) {
            if (done_ % plan_.every == 0 && !result_.ended_by) sample(done_, time_, state_);
            return;
        }
        for (auto t = times_.next(); t; t = times_.next()) {
            if (same_time(*t, time_))
                sample(last_whole_step(), *t, state_);
            else if (*t < time_)
                sample(done_ - 1, *t, inside().at(*t));
            else
                return;
            times_.pass();
        }
    }

    long last_whole_step() const { return result_.ended_by ? done_ - 1 : done_; }

    void march(long count) {
        const auto [taken, status] = stepper_->march(state_, grid(), done_, count, watch_);
        if (transition_)
            for (long n = 0; n < taken; ++n) transition_->advance(grid().at(done_ + n), grid().step);
        if (taken == count) {
            done_ += count;
            time_ = to_ = time_of(done_);
            return;
        }
        // the failing step started from a state inside the chunk: find it again for the message
        core::State<double> start = before_;
        const auto again = make_stepper_(problem_.body, problem_.torque);
        for (long n = 0; n < taken; ++n) again->step(start, grid().at(done_ + n), grid().step);
        throw RunError(
            describe_failure(status, *stepper_, start, state_, grid().at(done_ + taken), grid().step));
    }

    void report() {
        result_.steps = done_;
        result_.own_steps = stepper_->own_steps();
        result_.time = time_;
        result_.final_state = core::from_principal(state_, principal_);
        result_.energy_final = stepper_->invariants(state_, time_).energy;
        result_.torque_evaluations = stepper_->torque_evaluations() + dense_.torque_evaluations();
        result_.missed_projections = stepper_->missed_projections();
        if (inner_) result_.torque_evaluations += inner_->torque_evaluations();
        if (control_) {
            result_.torque_evaluations += control_->torque_evaluations();
            result_.variable->rejected = control_->rejected_steps();
            if (done_ > 0) result_.step = time_ / static_cast<double>(done_);
        }
        if (initial_.energy) result_.certificate.energy = drift(watch_.max_energy_error, watch_.energy);
        if (law_.kind != core::MomentumLaw<double>::Kind::nothing)
            result_.certificate.momentum = drift(watch_.max_momentum_error, watch_.momentum);
        result_.certificate.max_quaternion_norm_error = watch_.max_quaternion_error;
        if (transition_) result_.transition = transition_->at(time_);
    }

    const Problem& problem_;
    const Plan& plan_;
    const Hooks& hooks_;
    double end_;
    Steps steps_;
    SampleTimes times_;
    core::Quaternion<double> principal_;
    EventSearch events_;
    bool automatic_;  // the method chooses its steps
    const MakeStepper<double>& make_stepper_;
    std::unique_ptr<core::Stepper<double>> stepper_;
    std::unique_ptr<StepControl> control_;          // none for equal steps
    std::unique_ptr<core::Stepper<double>> inner_;  // for states within long steps
    bool self_starting_;
    core::State<double> state_;
    core::Invariants<double> initial_;
    core::MomentumLaw<double> law_;
    core::Watch<double> watch_;
    DenseOutput dense_;
    std::optional<TransitionWalk> transition_;

    long done_ = 0;
    double time_ = 0;  // where the run has come
    double last_sample_ = -1, last_length_ = 0;
    // the steps made last, of which there is one if someone looks into it
    core::State<double> before_;
    double from_ = 0, to_ = 0;
    std::optional<InsideStep> inside_;
    Result result_;
};

}  // namespace

long steps_for(double interval, double step) { return try_steps_for(interval, step).or_throw(); }

Expected<long> try_steps_for(double interval, double step) {
    const double exact = interval / step;
    if (!(exact < 9e15))
        return input_error(
            fmt::format("step is {}: an interval of {} would take more than 9e15 steps", step, interval));
    // a quotient that misses an integer by rounding alone counts as that integer
    const double nearest = std::round(exact);
    return static_cast<long>(std::abs(exact - nearest) <= 1e-9 * nearest ? nearest : std::ceil(exact));
}

Result simulate(const Problem& problem, const Plan& plan, const Hooks& hooks) {
    return simulate(method(plan.method), problem, plan, hooks);
}

Result simulate(const Method& entry, const Problem& problem, const Plan& plan, const Hooks& hooks) {
    return Run(entry, problem, plan, hooks).carry_out();
}

}  // namespace polhode
