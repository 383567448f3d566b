#include "polhode/simulate/simulate.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/dense.hpp"
#include "simulate/event_search.hpp"
#include "simulate/failure.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/sample_times.hpp"
#include "simulate/starting_state.hpp"
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
    const long count = steps_for(end, requested);
    return {count, count > 0 ? end / static_cast<double>(count) : requested, requested};
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
          automatic_(entry.automatic && !plan.step && !plan.steps),
          make_stepper_(automatic_ ? entry.automatic : entry.on_double),
          stepper_(make_stepper_(problem.body, problem.torque)),
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
        result_.step_shortened = steps_.count > 0 && steps_.step < steps_.requested * (1 - 1e-12);
        result_.energy_initial = initial_.energy;
    }

    Result carry_out() {
        const auto begin = Clock::now();
        auto last_look = begin;
        events_.start(0, state_);
        sample(0, 0, state_);
        while (done_ < steps_.count && result_.complete && !result_.ended_by) {
            advance();
            if (hooks_.on_progress && Clock::now() - last_look > std::chrono::milliseconds(50)) {
                last_look = Clock::now();
                result_.complete = hooks_.on_progress(done_, steps_.count) || result_.ended_by;
            }
        }
        if (done_ == steps_.count) result_.complete = true;
        // the last state is a sample, also of a run that was stopped
        if (last_sample_ != time_) sample(last_whole_step(), time_, state_);
        result_.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        report();
        return std::move(result_);
    }

private:
    double time_of(long n) const { return n == steps_.count ? end_ : grid().at(n); }
    core::TimeGrid<double> grid() const { return {0, steps_.step}; }

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
        if (!events_.empty()) return 1;
        if (!hooks_.on_sample) return steps_.count;
        if (!by_time()) return plan_.every - done_ % plan_.every;
        // up to the step in which the next sample falls, then that step alone
        const auto next = times_.next();
        if (!next) return steps_.count;
        return std::max(1L, static_cast<long>(std::floor(*next / steps_.step)) - 1 - done_);
    }

    void advance() {
        const long chunk = std::min({unseen_steps(), steps_.count - done_, steps_between_looks});
        std::optional<core::Watch<double>> watched;
        if (!events_.empty()) watched = watch_;
        before_ = state_;
        from_ = time_of(done_);
        march(chunk);
        done_ += chunk;
        time_ = to_ = time_of(done_);
        inside_.reset();
        if (watched) find_events(*watched);
        take_samples();
    }

    /// The step that has just been made.
    const core::DenseStep<double>& inside() {
        if (!inside_) inside_ = dense_.between(from_, before_, to_, state_);
        return *inside_;
    }

    /// `watched`: what had been seen before the step.
    void find_events(const core::Watch<double>& watched) {
        for (const EventSearch::Found& found : events_.within(inside(), state_)) {
            const double t = std::min(inside().time(found.part), to_);
            const core::State<double> at = inside().at(found.part);
            result_.events.push_back(
                {found.event->name, t, core::from_principal(at, principal_), found.rising});
            if (!found.event->terminal) continue;
            result_.ended_by = found.event->name;
            time_ = t;
            state_ = at;
            watch_ = watched;  // what comes after the event does not happen
            watch_.see(t, at, stepper_->invariants(at, t));
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
                sample(done_ - 1, *t, inside().at((*t - from_) / (to_ - from_)));
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
        if (taken == count) return;
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
        if (initial_.energy)
            result_.certificate.energy = {watch_.max_energy_error, watch_.mean_energy_error,
                                          watch_.energy_slope()};
        if (law_.kind != core::MomentumLaw<double>::Kind::nothing)
            result_.certificate.max_momentum_error = watch_.max_momentum_error;
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
    core::State<double> state_;
    core::Invariants<double> initial_;
    core::MomentumLaw<double> law_;
    core::Watch<double> watch_;
    DenseOutput dense_;
    std::optional<TransitionWalk> transition_;

    long done_ = 0;
    double time_ = 0;  // where the run has come
    double last_sample_ = -1;
    // the steps made last, of which there is one if someone looks into it
    core::State<double> before_;
    double from_ = 0, to_ = 0;
    std::optional<core::DenseStep<double>> inside_;
    Result result_;
};

}  // namespace

long steps_for(double interval, double step) {
    const double exact = interval / step;
    if (!(exact < 9e15))
        throw InputError(
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
