#include "polhode/simulate/simulate.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "simulate/failure.hpp"
#include "simulate/momentum_law.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <chrono>
#include <cmath>

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
    const double end = plan.end.value_or(problem.end);
    const Steps steps = choose_steps(problem, plan, end);
    const bool automatic = entry.automatic && !plan.step && !plan.steps;
    const MakeStepper<double>& make_stepper = automatic ? entry.automatic : entry.on_double;
    const auto stepper = make_stepper(problem.body, problem.torque);

    const core::Quaternion<double> principal = core::from_eigen(problem.body.principal_axes());
    core::State<double> state = starting_state(problem.initial, problem.body);
    const core::Invariants<double> initial = stepper->invariants(state, 0);
    const core::MomentumLaw<double> law = momentum_law(problem.torque);
    core::Watch<double> watch(initial, law);
    watch.see(0, state, initial);

    const auto sample = [&](long n, double t) {
        if (!hooks.on_sample) return;
        Sample s{n, t, core::from_principal(state, principal), {}, {}, {}};
        s.spatial_momentum = s.state.spatial_momentum();
        s.angular_velocity = problem.body.angular_velocity(s.state.momentum);
        s.energy = stepper->invariants(state, t).energy;
        hooks.on_sample(s);
    };

    Result result;
    result.problem = problem.name;
    result.method = std::string(entry.sheet.name);
    result.step = steps.step;
    result.requested_step = steps.requested;
    result.step_shortened = steps.count > 0 && steps.step < steps.requested * (1 - 1e-12);
    result.energy_initial = initial.energy;

    const core::TimeGrid<double> grid{0, steps.step};
    const auto time_of = [&](long n) { return n == steps.count ? end : grid.at(n); };
    const auto begin = Clock::now();
    auto last_look = begin;
    long done = 0;
    sample(0, 0);
    while (done < steps.count && result.complete) {
        const long until_sample = plan.every - done % plan.every;
        const long chunk = std::min({until_sample, steps.count - done, steps_between_looks});
        const core::State<double> before = state;
        const auto [taken, status] = stepper->march(state, grid, done, chunk, watch);
        if (taken < chunk) {
            // the failing step started from a state inside the chunk: find it again for the message
            core::State<double> start = before;
            const auto again = make_stepper(problem.body, problem.torque);
            for (long n = 0; n < taken; ++n) again->step(start, grid.at(done + n), grid.step);
            throw RunError(
                describe_failure(status, *stepper, start, state, grid.at(done + taken), grid.step));
        }
        done += chunk;
        if (done % plan.every == 0 || done == steps.count) sample(done, time_of(done));
        if (hooks.on_progress && Clock::now() - last_look > std::chrono::milliseconds(50)) {
            last_look = Clock::now();
            result.complete = hooks.on_progress(done, steps.count);
            // a run that was stopped still ends with a sample of its last state
            if (!result.complete && done % plan.every != 0 && done < steps.count) sample(done, time_of(done));
        }
    }
    if (done == steps.count) result.complete = true;
    result.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    result.steps = done;
    result.own_steps = stepper->own_steps();
    result.time = steps.count > 0 ? time_of(done) : 0;
    result.final_state = core::from_principal(state, principal);
    result.energy_final = stepper->invariants(state, result.time).energy;
    result.torque_evaluations = stepper->torque_evaluations();
    result.missed_projections = stepper->missed_projections();
    if (initial.energy)
        result.certificate.energy = {watch.max_energy_error, watch.mean_energy_error, watch.energy_slope()};
    if (law.kind != core::MomentumLaw<double>::Kind::nothing)
        result.certificate.max_momentum_error = watch.max_momentum_error;
    result.certificate.max_quaternion_norm_error = watch.max_quaternion_error;
    return result;
}

}  // namespace polhode
