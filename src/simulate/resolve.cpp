#include "polhode/simulate/resolve.hpp"

#include "polhode/catalogue.hpp"
#include "simulate/bad_control.hpp"
#include "simulate/balance.hpp"
#include "simulate/pieces.hpp"
#include "simulate/sensitivity.hpp"
#include "simulate/shortest_end.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

using Stepping = decltype(Resolved::steps);

bool is_positive(double number) { return std::isfinite(number) && number > 0; }

/// The problem's step; if it has none, a thousandth of the interval, enough sample points to plot a curve.
double default_step(const Problem& problem, double end) {
    if (problem.defaults.step != 0) return problem.defaults.step;
    return end > 0 ? end / 1000 : 1;
}

/// Decides from the steps that a plan asks for which steps the run will make.
struct Decide {
    const Method* method;
    const Problem& problem;
    double end;

    Expected<Stepping> operator()(const AutomaticSteps& steps) const {
        const bool own = static_cast<bool>(method->automatic);
        const double otherwise = own ? default_step(problem, end) : problem.defaults.step;
        const auto grid = equal_steps(end, steps.sample_spacing.value_or(otherwise));
        if (!grid) return grid.error();
        if (own) return Stepping(OwnSteps{*grid});
        return Stepping(*grid);
    }

    Expected<Stepping> operator()(const FixedStep& fixed) const {
        const auto grid = equal_steps(end, fixed.step);
        if (!grid) return grid.error();
        return Stepping(*grid);
    }

    Expected<Stepping> operator()(const StepCount& steps) const {
        if (steps.count < 1)
            return input_error(fmt::format("steps is {}, expected at least 1", steps.count), "steps");
        const double step = end / static_cast<double>(steps.count);
        return Stepping(EqualSteps{steps.count, step, step});
    }

    Expected<Stepping> operator()(const ErrorPerStep& choice) const {
        constexpr const char* field = "step_error";
        if (const auto refused = needs_equal_steps(field)) return *refused;
        if (!(choice.error >= 1e-15 && choice.error < 1))
            return input_error(
                fmt::format("step_error is {}, expected a number from 1e-15 to below 1", choice.error),
                field);
        const double first = choice.first_step.value_or(default_step(problem, end));
        if (const auto refused = bad_first_step(first)) return *refused;
        return Stepping(ErrorPerStep{choice.error, first});
    }

    Expected<Stepping> operator()(const ReversibleSteps& choice) const {
        constexpr const char* field = "reversible_steps";
        if (const auto refused = needs_equal_steps(field)) return *refused;
        if (!method->sheet.time_symmetric)
            return input_error(
                fmt::format(
                    "reversible_steps: method {} is not time-symmetric, expected one that is, such as se",
                    method->sheet.name),
                field);
        const double first = choice.first_step.value_or(problem.defaults.step);
        if (const auto refused = bad_first_step(first)) return *refused;
        return Stepping(ReversibleSteps{first});
    }

    Expected<Stepping> operator()(const ToTolerance& tolerance) const {
        if (!(tolerance.error > 0 && tolerance.error < 1))
            return input_error(
                fmt::format("tolerance is {}, expected a number between 0 and 1", tolerance.error),
                "tolerance");
        if (!is_positive(end))
            return input_error(fmt::format("end is {}, expected a finite number > 0 with a tolerance", end),
                               "end");
        if (end < shortest_end)
            return input_error(
                fmt::format("end is {}, expected at least {} with a tolerance", end, shortest_end), "end");
        const auto samples = equal_steps(end, tolerance.sample_spacing.value_or(default_step(problem, end)));
        if (!samples) return samples.error();
        return Stepping(ToTolerance{tolerance.error, samples->requested});
    }

private:
    std::optional<Error> needs_equal_steps(const char* field) const {
        if (method->sheet.self_starting()) return std::nullopt;
        return input_error(
            fmt::format("{}: method {} needs steps of equal length", field, method->sheet.name), field);
    }
    static std::optional<Error> bad_first_step(double step) {
        if (is_positive(step)) return std::nullopt;
        return input_error(fmt::format("step is {}, expected a finite number > 0", step), "step");
    }
};

Expected<Sampling> sampling_of(const Plan& plan, double end) {
    if (plan.every < 1)
        return input_error(fmt::format("every is {}, expected at least 1", plan.every), "every");
    const int kinds = (plan.every != 1) + !plan.times.empty() + plan.every_time.has_value();
    if (kinds > 1)
        return input_error("more than one of every, every_time and times is given, expected one", "every");
    for (const double t : plan.times)
        if (!(t >= 0 && t <= end))
            return input_error(fmt::format("times: {}, expected one from 0 to the end, {}", t, end), "times");
    if (const auto each = plan.every_time) {
        if (!is_positive(*each))
            return input_error(fmt::format("every_time is {}, expected a finite number > 0", *each),
                               "every_time");
        if (!(end / *each < countable_steps))
            return input_error(fmt::format("every_time is {}: that is more than {} samples up to {}", *each,
                                           countable_steps_in_words, end),
                               "every_time");
    }
    Sampling sampling{plan.every, plan.times, plan.every_time};
    std::vector<double>& times = sampling.times;
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    std::erase_if(times, [&](double t) { return t == 0 || t == end; });
    // both ends are sampled in any case, and nothing else was asked for
    if (!plan.times.empty() && times.empty()) sampling.every = std::numeric_limits<long>::max();
    return sampling;
}

std::optional<Error> bad_event(const Plan& plan) {
    for (const Event& event : plan.events) {
        if (event.name.empty()) return input_error("event: its name is empty, expected one", "events");
        if (!event.function)
            return input_error(fmt::format("event \"{}\": it has no function, expected one", event.name),
                               "events");
        if (event.change && (plan.sensitivity || plan.parameter_sensitivity))
            return input_error(
                fmt::format(
                    "sensitivity: event \"{}\" changes the state, at a time that depends on the start "
                    "in a way that is not known; expected events that leave the state as it is",
                    event.name),
                "sensitivity");
        if (event.change && std::holds_alternative<ToTolerance>(plan.steps))
            return input_error(
                fmt::format("tolerance: event \"{}\" changes the state, which no run to compare with does; "
                            "expected a step",
                            event.name),
                "tolerance");
    }
    return std::nullopt;
}

Expected<Resolved> decided(const Method* method, const Problem& problem, const Plan& plan) {
    Resolved run;
    run.method = method;
    if (!plan.end && problem.defaults.end == 0)
        return input_error("end is missing: expected one of the plan, since the problem has no default",
                           "end");
    run.end = plan.end.value_or(problem.defaults.end);
    if (!std::isfinite(run.end) || run.end < 0)
        return input_error(fmt::format("end is {}, expected a finite number ≥ 0", run.end), "end");
    if (method)
        if (const auto refused = refusal(method->sheet, problem.torque)) return *refused;
    if (const auto refused = bad_control(method, problem.control, problem.wheels)) return *refused;
    if (problem.control && (plan.sensitivity || plan.parameter_sensitivity))
        return input_error(
            "sensitivity: the commands of a control depend on the state at its calls, which is not followed; "
            "expected a run without control",
            "sensitivity");
    if (const auto start = starting_state(problem.initial, problem.body); !start) return start.error();

    Expected<Stepping> steps = std::visit(Decide{method, problem, run.end}, plan.steps);
    if (!steps) return steps.error();
    run.steps = *std::move(steps);
    Expected<Sampling> sampling = sampling_of(plan, run.end);
    if (!sampling) return sampling.error();
    run.sampling = *std::move(sampling);
    if (const auto refused = bad_event(plan)) return *refused;
    if (const auto refused = bad_impulse(problem.impulses)) return *refused;
    run.events = plan.events;
    run.sensitivity = plan.sensitivity;
    run.parameter_sensitivity = plan.parameter_sensitivity;
    run.balance = plan.balance && Balance::wanted(problem);
    run.conservation = plan.conservation;
    if (method)
        if (const auto refused =
                Sensitivity::refusal_of(*method, std::holds_alternative<OwnSteps>(run.steps), problem, plan))
            return *refused;
    return run;
}

}  // namespace

Expected<Resolved> resolve(const Problem& problem, const Plan& plan) {
    if (plan.method.empty() && std::holds_alternative<ToTolerance>(plan.steps))
        return decided(nullptr, problem, plan);
    const Expected<const Method*> method = find_method(plan.method);
    if (!method) return method.error();
    return decided(*method, problem, plan);
}

Expected<Resolved> resolve(const Method& method, const Problem& problem, const Plan& plan) {
    return decided(&method, problem, plan);
}

Expected<EqualSteps> equal_steps(double interval, double step) {
    if (!is_positive(step))
        return input_error(fmt::format("step is {}, expected a finite number > 0", step), "step");
    const double exact = interval / step;
    if (!(exact < countable_steps))
        return input_error(
            fmt::format("step is {} and the end {} away: expected at most {} steps up to there, got {:.2g}",
                        step, interval, countable_steps_in_words, exact),
            "step");
    // a quotient that misses an integer by rounding alone counts as that integer
    const double nearest = std::round(exact);
    const auto count =
        static_cast<long>(std::abs(exact - nearest) <= 1e-9 * nearest ? nearest : std::ceil(exact));
    return EqualSteps{count, count > 0 ? interval / static_cast<double>(count) : step, step};
}

long steps_for(double interval, double step) { return equal_steps(interval, step).or_throw().count; }

}  // namespace polhode
