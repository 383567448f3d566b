#include "polhode/simulate/simulate.hpp"

#include "simulate/advance.hpp"
#include "simulate/recorder.hpp"
#include "simulate/starting_state.hpp"

#include <chrono>

namespace polhode {

Expected<Result> carry_out(const Problem& problem, const Resolved& run, const Hooks& hooks) {
    using Clock = std::chrono::steady_clock;
    if (std::holds_alternative<ToTolerance>(run.steps))
        return input_error(
            "steps: a tolerance says neither method nor step; expected the plan of a choice, "
            "plan_of(choose(problem, …))",
            "steps");
    const auto start = starting_state(problem.initial, problem.body);
    if (!start) return start.error();
    Advance advance(problem, run, *start, hooks.on_control);
    Recorder recorder(problem, run, hooks, advance);
    Result result;
    result.problem = problem.name;

    const auto begin = Clock::now();
    auto last_look = begin;
    if (const auto failure = recorder.start()) return *failure;
    bool wanted = true;
    while (!advance.finished() && wanted && !recorder.ended()) {
        if (const auto failure = recorder.go_on()) return *failure;
        if (hooks.on_progress && Clock::now() - last_look > std::chrono::milliseconds(50)) {
            last_look = Clock::now();
            wanted = hooks.on_progress(advance.done(), advance.expected_steps());
        }
    }
    result.complete = wanted || advance.finished() || recorder.ended();
    if (const auto failure = recorder.finish()) return *failure;
    result.wall_seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    recorder.report(result);
    if (const auto failure = advance.report(result)) return *failure;
    return result;
}

Expected<Result> try_simulate(const Problem& problem, const Plan& plan, const Hooks& hooks) {
    const Expected<Resolved> run = resolve(problem, plan);
    if (!run) return run.error();
    return carry_out(problem, *run, hooks);
}

Expected<Result> try_simulate(const Method& method, const Problem& problem, const Plan& plan,
                              const Hooks& hooks) {
    const Expected<Resolved> run = resolve(method, problem, plan);
    if (!run) return run.error();
    return carry_out(problem, *run, hooks);
}

Result simulate(const Problem& problem, const Plan& plan, const Hooks& hooks) {
    return try_simulate(problem, plan, hooks).or_throw();
}

Result simulate(const Method& method, const Problem& problem, const Plan& plan, const Hooks& hooks) {
    return try_simulate(method, problem, plan, hooks).or_throw();
}

}  // namespace polhode
