#include "bounded_run.hpp"

#include "io/array_rows.hpp"
#include "target.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>

namespace polhode::fuzz {
namespace {

using Clock = std::chrono::steady_clock;
constexpr auto moment = std::chrono::milliseconds(30);

void check_state(const State& state) {
    require(state.attitude.coeffs().allFinite() && state.momentum.allFinite(), "a state that is no number");
    require(std::abs(state.attitude.norm() - 1) < 1e-6, "an attitude that is no rotation");
}

/// Ends a run in the way that a hook can, by an exception that is no error of ours.
struct Enough {};

/// One run, with every sample checked. False where it took longer than a moment, or was ended after one.
bool ends_in_a_moment(const Problem& problem, const Resolved& run) {
    const auto until = Clock::now() + moment;
    Hooks hooks;
    hooks.on_sample = [&](const Sample& sample) {
        if (Clock::now() > 2 * moment + until) throw Enough();  // many within one step
        require(std::isfinite(sample.time) && sample.angular_velocity.allFinite(),
                "a sample that is no number");
        check_state(sample.state);
    };
    hooks.on_progress = [&](long done, long total) {
        require(done >= 0 && total >= 0, "a number of steps that is none");
        return Clock::now() < until;
    };
    try {
        const auto result = carry_out(problem, run, hooks);
        if (result) {
            check_state(result->final_state);
            require(std::isfinite(result->time), "an end that is no time");
            require(result->steps >= 0 && result->time <= result->end * (1 + 1e-9), "a run beyond its end");
        } else {
            check_message(result.error().message);
        }
    } catch (const Enough&) {
        return false;
    }
    return Clock::now() < until;
}

}  // namespace

void run_for_a_moment(const Scenario& scenario) {
    if (std::holds_alternative<ToTolerance>(scenario.run.steps)) return;
    // nobody is asked within a step, which may take a million short ones of the method's own: parts of the run come
    // first, and show whether the whole would take long
    for (const double part : {1.0 / 512, 1.0 / 64, 1.0 / 8}) {
        Plan plan = scenario.plan;
        plan.end = scenario.run.end * part;
        const auto run = resolve(*scenario.run.method, scenario.problem, plan);
        if (run && !ends_in_a_moment(scenario.problem, *run)) return;
    }
    (void)ends_in_a_moment(scenario.problem, scenario.run);
}

void run_for_a_moment(EnsembleScenario scenario) {
    constexpr std::size_t few = 20;
    constexpr long short_run = 200, rare = 50;
    scenario.setup.count = std::min(scenario.setup.count, few);
    scenario.setup.read_rows = [](const std::string& file, const RowsWanted& wanted) {
        return read_rows(file, wanted);
    };
    if (scenario.tolerance || scenario.plan.steps > short_run) return;
    scenario.plan.samples = std::min(scenario.plan.samples, rare);
    scenario.plan.stepping.threads = 1;
    const auto until = Clock::now() + moment;
    EnsembleHooks hooks;
    hooks.on_progress = [&](long) {
        if (Clock::now() > until) throw Enough();
    };
    hooks.on_end = [](const StatesSeen& seen) {
        for (std::size_t i = 0; i < seen.ensemble.count(); ++i)
            if (seen.failed[i] == 0) check_state(seen.ensemble.state(i));
    };
    try {
        const auto one = alone();
        const auto result = try_run_ensemble(scenario.setup, scenario.plan, hooks, *one);
        if (!result) check_message(result.error().message);
    } catch (const Enough&) {
        // it could be ended
    }
}

}  // namespace polhode::fuzz
