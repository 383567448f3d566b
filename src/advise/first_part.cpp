#include "polhode/advise/first_part.hpp"

#include "advise/yardstick.hpp"
#include "simulate/starting_state.hpp"
#include "simulate/state_distance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>

namespace polhode {
namespace {

/// Accurate to far below an error that leaves nothing of the motion, and no better.
Walker truth_for(const Problem& problem, const core::State<double>& start, double natural, bool series,
                 std::function<bool()> go_on) {
    if (series) return {taylor_flow(16, 1e-10), problem, start, 10 * natural, std::move(go_on)};
    return {method("se6-rkn"), problem, start, natural / 8, std::move(go_on)};
}

}  // namespace

Expected<FirstPart> try_measure_first_part(const Problem& problem, const Plan& plan,
                                           const FirstPartLimits& limits) {
    using Clock = std::chrono::steady_clock;
    const auto until =
        Clock::now()
        + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limits.seconds));
    const Expected<Resolved> run = resolve(problem, plan);
    if (!run) return run.error();
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    const double natural = natural_time(problem, *start);
    const bool series = Yardstick::has_series(problem.torque);
    // built-in torques are so cheap that no clock is needed, and the same plan always has the same answer
    const bool timed = holds_function(problem.torque);
    Walker truth =
        truth_for(problem, *start, natural, series, [&] { return !timed || Clock::now() < until; });

    FirstPart part;
    part.error_by =
        series ? fmt::format("taylor-16, which chooses its steps, in {}", wide_arithmetic())
               : fmt::format("se6-rkn in {} at steps of at most {:.4g}", wide_arithmetic(), natural / 8);
    double unit = norm(start->momentum);
    Advance advance(problem, *run, *start);
    const auto measure = [&]() -> std::optional<Error> {
        const auto there = truth.at(advance.time());
        if (!there) return there.error();
        unit =
            std::max({unit, norm(advance.state().momentum), static_cast<double>(norm((*there)->momentum))});
        part.error =
            std::max(part.error, static_cast<double>(state_distance(precise(advance.state()), **there,
                                                                    static_cast<long double>(unit))));
        part.steps = advance.done();
        part.time = advance.time();
        return std::nullopt;
    };
    // after 1, 2, 4, 8, … steps and after the last, so that the steps of the series are as long as they can be
    long next = 1;
    while (!advance.finished() && advance.time() < limits.radians * natural
           && advance.torque_evaluations() < limits.torque_evaluations) {
        advance.prepare();
        if (const double step = advance.on_grid() ? advance.grid().step : 0;
            step > limits.radians_of_a_step * natural)
            return run_error(fmt::format("a step of {} is too long to be followed cheaply", step));
        if (auto failure = advance.make_step()) return *std::move(failure);
        advance.give_impulses();
        if (advance.done() < next) continue;
        next *= 2;
        if (auto failure = measure()) return *std::move(failure);
    }
    if (advance.done() == 0) return run_error("there is no step to look at");
    if (part.steps < advance.done())
        if (auto failure = measure()) return *std::move(failure);
    return part;
}

std::optional<FirstPart> first_part_within(const Problem& problem, const Plan& plan, const Result& result) {
    if (result.steps == 0) return std::nullopt;
    const Expected<FirstPart> measured = try_measure_first_part(problem, plan);
    return measured && measured->time <= result.time ? std::optional(*measured) : std::nullopt;
}

}  // namespace polhode
