/// A scenario of many bodies: drawn, integrated, evaluated.
#include "arrays.hpp"
#include "case.hpp"
#include "failures.hpp"
#include "interpreter.hpp"
#include "module.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"
#include "values.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace polhode::python {
namespace {

using namespace nb::literals;

/// All states at one time.
struct BodiesSeen {
    double time = 0;
    std::vector<double> attitude = {}, momentum = {}, rate = {}, moments = {}, parameters = {}, command = {},
                        wheels = {};
    std::vector<double> failed = {};
    std::size_t count = 0;

    explicit BodiesSeen(const StatesSeen& seen) : time(seen.time), count(seen.ensemble.count()) {
        const Ensemble& ensemble = seen.ensemble;
        const auto add = [](std::vector<double>& to, const auto& numbers) {
            to.insert(to.end(), numbers.begin(), numbers.end());
        };
        for (std::size_t k = 0; k < count; ++k) {
            const State state = ensemble.state(k);
            add(attitude, state.attitude.coeffs());
            add(momentum, state.momentum);
            add(rate, seen.integrator.angular_velocity(k));
            failed.push_back(seen.failed[k]);
            if (!ensemble.moments().common()) add(moments, ensemble.body(k).moments());
            if (!ensemble.parameters().common()) add(parameters, parameters_of(ensemble.torque(k)));
            if (seen.integrator.has_control()) add(command, seen.integrator.command(k).value);
            add(wheels, seen.integrator.wheel_momenta(k));
        }
    }

    nb::dict arrays() && {
        nb::dict d;
        d["t"] = time;
        const auto rows = [&](const char* name, std::vector<double>&& numbers) {
            if (numbers.empty()) return;
            const std::size_t columns = numbers.size() / count;
            d[name] = array_of(std::move(numbers), {count, columns});
        };
        rows("attitude", std::move(attitude));
        rows("momentum", std::move(momentum));
        rows("angular_velocity", std::move(rate));
        rows("moments", std::move(moments));
        rows("parameters", std::move(parameters));
        rows("command", std::move(command));
        rows("wheel_momentum", std::move(wheels));
        d["failed"] = array_of(std::move(failed), {count});
        return d;
    }
};

/// Rows of a file that a distribution names, by a function of Python: (file, count, columns, first, last) -> array.
ReadRows rows_reader_of(const nb::object& function) {
    return [held = hold(function)](const std::string& file,
                                   const RowsWanted& wanted) -> Expected<std::vector<double>> {
        const nb::gil_scoped_acquire lock;
        const auto rows =
            nb::cast<Times>((*held)(file, wanted.count, wanted.columns, wanted.first, wanted.last));
        return std::vector<double>(rows.data(), rows.data() + rows.size());
    };
}

/// A scenario that was read.
struct Cloud {
    EnsembleScenario scenario;
};

Cloud read_cloud(const nb::dict& settings, const std::string& file, const nb::list& above,
                 const nb::object& read_table, const nb::object& read_rows) {
    const ScenarioTree tree{tree_of(settings, file), file, reader_of(read_table), text_reader()};
    Cloud cloud{read_ensemble_scenario(tree, above_of(above)).or_throw()};
    cloud.scenario.setup.read_rows = rows_reader_of(read_rows);
    return cloud;
}

void choose_steps(EnsembleScenario& scenario) {
    if (!scenario.tolerance) return;
    SignalWatch signals;
    EnsembleTolerance tolerance = *scenario.tolerance;
    tolerance.threads = scenario.plan.stepping.threads;
    tolerance.target = scenario.plan.stepping.target;
    tolerance.samples = scenario.plan.samples;
    tolerance.snapshots = scenario.plan.snapshots;
    tolerance.go_on = [&] { return signals.goes_on(); };
    Expected<EnsembleChoice> choice = try_choose_for_ensemble(scenario.setup, tolerance);
    signals.throw_if_raised();
    scenario.choice = std::move(choice).or_throw();
    scenario.plan = plan_of(*scenario.choice, scenario.plan);
}

/// The numbers of a summary, over the sample points, by the names that they have in files.
nb::dict statistics_of(const QuantityResult& quantity) {
    constexpr std::array names{"mean", "std", "min", "q05", "q25", "q50", "q75", "q95", "max"};
    static_assert(quantile_percents == std::array{5, 25, 50, 75, 95});
    std::array<std::vector<double>, names.size()> columns;
    for (const std::optional<Summary>& sample : quantity.samples) {
        const double none = std::numeric_limits<double>::quiet_NaN();  // no body is left
        const Summary s = sample.value_or(Summary{0, none, none, none, none, {none, none, none, none, none}});
        const auto& q = s.quantiles;
        const std::array numbers{s.mean, s.deviation, s.min, q[0], q[1], q[2], q[3], q[4], s.max};
        for (std::size_t i = 0; i < numbers.size(); ++i) columns[i].push_back(numbers[i]);
    }
    nb::dict d;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::size_t n = columns[i].size();
        d[names[i]] = array_of(std::move(columns[i]), {n});
    }
    return d;
}

nb::object tolerance_of(const std::optional<EnsembleChoice>& choice) {
    if (!choice) return nb::none();
    nb::dict d;
    d["asked"] = choice->asked;
    d["chosen_on"] = choice->chosen_on;
    d["verified_on"] = choice->verified_on;
    d["verified_by"] = choice->verified_by;
    d["q50"] = choice->median;
    d["q90"] = choice->q90;
    d["q99"] = choice->q99;
    d["max"] = choice->max;
    return d;
}

nb::dict summary_of(const EnsembleScenario& scenario, EnsembleResult&& result) {
    nb::dict d;
    d["problem"] = scenario.setup.problem.name;
    d["method"] = method(scenario.plan.stepping.method).sheet.name;
    d["count"] = result.count;
    d["seed"] = scenario.setup.seed;
    d["step"] = scenario.plan.stepping.step;
    d["steps"] = result.steps;
    d["threads"] = result.threads;
    d["target"] = name(result.target);
    d["wall_seconds"] = result.wall_seconds;
    d["body_steps"] = result.body_steps;
    d["tolerance"] = tolerance_of(scenario.choice);
    d["failure_count"] = result.failures;
    d["failures"] = failure_list(result.first_failures);
    nb::dict statistics;
    std::vector<double> counted;
    for (const QuantityResult& quantity : result.quantities)
        statistics[nb::cast(name(quantity.quantity))] = statistics_of(quantity);
    if (!result.quantities.empty())
        for (const auto& sample : result.quantities.front().samples)
            counted.push_back(sample ? sample->count : 0);
    d["statistics"] = statistics;
    const std::size_t n = result.times.size();
    d["counted"] = array_of(std::move(counted), {result.quantities.empty() ? 0 : n});
    d["t"] = array_of(std::move(result.times), {n});
    return d;
}

nb::dict run_cloud(const Cloud& cloud, int threads, const std::string& target) {
    EnsembleScenario scenario = cloud.scenario;
    scenario.plan.stepping.threads = threads;
    scenario.plan.stepping.target = target_named(target);
    std::vector<BodiesSeen> snapshots;
    std::optional<BodiesSeen> last;
    EnsembleResult result;
    {
        const nb::gil_scoped_release unlocked;
        choose_steps(scenario);
        EnsembleHooks hooks;
        hooks.on_progress = [](long) { check_signals(); };
        hooks.on_snapshot = [&](const StatesSeen& seen, std::size_t) { snapshots.emplace_back(seen); };
        hooks.on_end = [&](const StatesSeen& seen) { last.emplace(seen); };
        const auto communicator = alone();
        result = run_ensemble(scenario.setup, scenario.plan, hooks, *communicator);
    }
    nb::dict d = summary_of(scenario, std::move(result));
    d["final"] = std::move(*last).arrays();
    nb::list seen;
    for (BodiesSeen& snapshot : snapshots) seen.append(std::move(snapshot).arrays());
    d["snapshots"] = seen;
    return d;
}

}  // namespace

void define_ensemble_run(nb::module_& m) {
    nb::class_<Cloud>(m, "Cloud")
        .def_prop_ro("name", [](const Cloud& c) { return c.scenario.setup.problem.name; })
        .def_prop_ro("count", [](const Cloud& c) { return c.scenario.setup.count; })
        .def_prop_ro("seed", [](const Cloud& c) { return c.scenario.setup.seed; })
        .def_prop_ro("end", [](const Cloud& c) { return c.scenario.plan.end; })
        .def_prop_ro("warnings", [](const Cloud& c) { return c.scenario.warnings; });
    m.def("read_ensemble", &read_cloud, "settings"_a, "file"_a, "above"_a, "read_table"_a, "read_rows"_a);
    m.def("run_ensemble", &run_cloud, "cloud"_a, "threads"_a, "target"_a);
}

}  // namespace polhode::python
