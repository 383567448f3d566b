#include "polhode/advise/compare.hpp"

#include "arrays.hpp"
#include "case.hpp"
#include "interpreter.hpp"
#include "module.hpp"
#include "polhode/error.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// The step of the scenario: the one it asks for, the time between samples, or the first of variable length. Nothing if
/// it leaves the steps open.
std::optional<double> usual_step(const Case& given) {
    if (std::holds_alternative<ToTolerance>(given.plan.steps)) return std::nullopt;
    const Resolved run = resolve(given.problem, given.plan).or_throw();
    if (const auto* equal = std::get_if<EqualSteps>(&run.steps)) return equal->requested;
    if (const auto* own = std::get_if<OwnSteps>(&run.steps)) return own->samples.requested;
    if (const auto* controlled = std::get_if<ErrorPerStep>(&run.steps)) return controlled->first_step;
    return std::get<ReversibleSteps>(run.steps).first_step;
}

ComparePlan plan_for(const Case& given, std::vector<std::string> methods, std::vector<double> steps,
                     int threads) {
    ComparePlan plan{.methods = std::move(methods),
                     .steps = std::move(steps),
                     .end = given.plan.end.value_or(given.problem.defaults.end),
                     .usual_method = given.names_method ? given.plan.method : "",
                     .threads = threads};
    if (!plan.steps.empty()) return plan;
    plan.usual_step = usual_step(given);
    if (!plan.usual_step)
        throw InputError("steps: none is given, and the problem has no usual one: expected a list of steps");
    return plan;
}

/// The runs of one method: a row for each step, in columns. What a run that has failed does not have is no number.
nb::dict columns_of(const CompareRow& row) {
    const std::size_t n = row.cells.size();
    std::vector<double> step, attitude, momentum, energy, seconds;
    nb::list steps, evaluations, failures;
    const double none = std::numeric_limits<double>::quiet_NaN();
    for (const CompareCell& cell : row.cells) {
        const bool made = cell.failure.empty();
        step.push_back(cell.step);
        steps.append(cell.steps);
        attitude.push_back(made ? cell.error_attitude : none);
        momentum.push_back(made ? cell.error_momentum : none);
        energy.push_back(made && cell.energy_error ? *cell.energy_error : none);
        evaluations.append(cell.torque_evaluations);
        seconds.push_back(made ? cell.seconds : none);
        failures.append(cell.failure);
    }
    nb::dict columns;
    columns["step"] = array_of(std::move(step), {n});
    columns["steps"] = steps;
    columns["error_attitude"] = array_of(std::move(attitude), {n});
    columns["error_momentum"] = array_of(std::move(momentum), {n});
    columns["energy_error"] = array_of(std::move(energy), {n});
    columns["nfev"] = evaluations;
    columns["seconds"] = array_of(std::move(seconds), {n});
    columns["failures"] = failures;
    return columns;
}

nb::dict as_dictionary(const Comparison& comparison) {
    nb::dict d;
    d["problem"] = comparison.problem;
    d["end"] = comparison.end;
    d["reference_attitude"] = array_of(comparison.reference.attitude);
    d["reference_momentum"] = array_of(comparison.reference.momentum);
    d["reference_error"] = comparison.reference_error;
    d["reference_source"] = comparison.reference_source;
    d["reference_note"] = comparison.reference_note;
    nb::list methods;
    for (const CompareRow& row : comparison.rows) {
        nb::dict method = columns_of(row);
        method["method"] = row.method;
        method["order_attitude"] = row.order_attitude;
        method["order_momentum"] = row.order_momentum;
        methods.append(method);
    }
    d["methods"] = methods;
    return d;
}

/// The error under the name that the caller knows it by.
Comparison or_refuse(Expected<Comparison> made) {
    if (!made) {
        Error error = made.error();
        if (error.field == "methods" || error.field == "steps" || error.field == "threads")
            error.message = error.field + ": " + error.message;
        error.raise();
    }
    return *std::move(made);
}

nb::dict compare_methods(const Case& given, std::vector<std::string> methods, std::vector<double> steps,
                         int threads) {
    const ComparePlan plan = plan_for(given, std::move(methods), std::move(steps), threads);
    Comparison comparison;
    {
        const nb::gil_scoped_release unlocked;
        SignalWatch signals;
        Expected<Comparison> made =
            try_compare(given.problem, plan, [&](long, long) { return signals.goes_on(); });
        signals.throw_if_raised();
        comparison = or_refuse(std::move(made));
    }
    return as_dictionary(comparison);
}

}  // namespace

void define_compare(nb::module_& m) {
    m.def("compare", &compare_methods, "case"_a, "methods"_a, "steps"_a, "threads"_a);
}

}  // namespace polhode::python
