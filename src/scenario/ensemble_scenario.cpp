#include "polhode/scenario/ensemble_scenario.hpp"

#include "polhode/catalogue.hpp"
#include "scenario/common.hpp"
#include "scenario/located.hpp"
#include "scenario/torque_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <limits>

namespace polhode {
namespace {

using Settings = std::vector<Setting>;
using Kind = Distribution::Kind;

/// One table of [ensemble]: its keys, each asked for only where it has a meaning.
class Table {
public:
    Table(const Settings& settings, std::string name, std::string folder)
        : settings_(settings), name_(std::move(name)), folder_(std::move(folder)) {}

    const Setting* key(std::string_view key) const {
        return find(settings_, fmt::format("{}.{}", name_, key));
    }
    /// The first setting of the table, if there is any.
    const Setting* any() const {
        for (const Setting& s : settings_)
            if (s.key.starts_with(name_ + ".")) return &s;
        return nullptr;
    }

    /// `distribution` or `file`, and the keys that go with it. mean: the one to take if the table has none.
    /// `numbers`: how many there are of each, one or three.
    Distribution read(const std::optional<Eigen::Vector3d>& mean, bool attitude = false,
                      std::size_t numbers = 3) const {
        if (numbers == 1)
            for (const char* wanted : {"mean", "sigma", "low", "high"})
                if (const Setting* given = key(wanted)) (void)finite_number(*given);  // no list
        Distribution d;
        if (const Setting* file = key("file")) {
            d = {.kind = Kind::file, .file = beside(text(*file, "a file's name")), .origin = file->origin};
            allow({"file", "name"}, "a file");
            return d;
        }
        const Setting* distribution = key("distribution");
        if (!distribution) {
            refuse(*any(), fmt::format("expected {}.distribution or .file beside it, got none", name_));
            return d;
        }
        const std::string& kind = text(*distribution, "a distribution");
        d.origin = distribution->origin;
        if (kind == "normal") {
            d.kind = Kind::normal;
            const Setting* sigma = required("sigma", kind, "a standard deviation, or three");
            if (sigma) {
                d.sigma = one_or_three(*sigma);
                if ((d.sigma.array() < 0).any()) reject(*sigma, "standard deviations of at least 0");
            }
            if (const Setting* given = attitude ? nullptr : key("mean"))
                d.mean = one_or_three(*given);
            else if (mean)
                d.mean = *mean;
            else
                (void)required("mean", kind, "three numbers");
            // no draw lies ten standard deviations from the mean; the square of an angle has to be finite too
            const double largest = attitude ? 1e150 : std::numeric_limits<double>::max();
            if (sigma && !((d.mean.cwiseAbs() + 10 * d.sigma).array() < largest).all())
                reject(*sigma,
                       fmt::format("standard deviations so small that ten and the mean stay below {:.2g}",
                                   largest));
            allow({"distribution", "name", "mean", "sigma"}, "the distribution \"normal\"");
        } else if (kind == "uniform") {
            d.kind = Kind::uniform;
            if (!attitude) {
                const Setting* low = required("low", kind, "the lower ends");
                if (low) d.low = one_or_three(*low);
                const Setting* high = required("high", kind, "the upper ends");
                if (high) d.high = one_or_three(*high);
                if (low && high && !(d.high - d.low).allFinite())
                    reject(*high, fmt::format("a finite distance from {}.low, which is {}", name_,
                                              low->value.shown));
                if (low && high && (d.high.array() < d.low.array()).any())
                    reject(*high, fmt::format("at least {}.low, which is {}", name_, low->value.shown));
            }
            allow(attitude ? std::vector<std::string_view>{"distribution"}
                           : std::vector<std::string_view>{"distribution", "name", "low", "high"},
                  "the distribution \"uniform\"");
        } else {
            reject(*distribution, R"("normal" or "uniform")");
        }
        return d;
    }

private:
    /// If it is missing: null, and the distribution is refused.
    const Setting* required(std::string_view wanted, std::string_view kind, std::string_view what) const {
        const Setting* s = key(wanted);
        if (!s)
            refuse(*key("distribution"), fmt::format("{}.{} is missing: the distribution \"{}\" needs it, {}",
                                                     name_, wanted, kind, what));
        return s;
    }
    /// A file that the scenario names lies beside it.
    std::string beside(const std::string& file) const {
        return file.starts_with('/') ? file : folder_ + file;
    }
    /// Keys that do not go with the choice made are mistakes.
    void allow(const std::vector<std::string_view>& known, std::string_view choice) const {
        for (const Setting& s : settings_) {
            if (!s.key.starts_with(name_ + ".")) continue;
            const std::string_view own = std::string_view(s.key).substr(name_.size() + 1);
            if (std::find(known.begin(), known.end(), own) == known.end())
                refuse(s, fmt::format("\"{}\" has no meaning for {}", own, choice));
        }
    }

    const Settings& settings_;
    std::string name_;
    std::string folder_;
};

struct Rotation {
    std::string_view name;
    bool velocity, in_space;
};
constexpr std::array rotations{Rotation{"angular_velocity", true, false}, Rotation{"momentum", false, false},
                               Rotation{"space_angular_velocity", true, true},
                               Rotation{"space_momentum", false, true}};

/// What the one initial rotation is in these terms.
Eigen::Vector3d initial_rotation(const Problem& problem, const Rotation& rotation) {
    const State& initial = problem.initial;
    const Eigen::Vector3d v =
        rotation.velocity ? problem.body.angular_velocity(initial.momentum) : initial.momentum;
    return rotation.in_space ? initial.attitude * v : v;
}

/// Without a table: what [initial] gives is what all bodies have in common; of a built-in problem, the
/// momentum.
RotationDistribution read_rotation(const Settings& settings, const Problem& problem, bool has_initial,
                                   const std::string& folder) {
    const Setting* first = nullptr;
    std::optional<RotationDistribution> found;
    for (const Rotation& r : rotations) {
        const Table table(settings, fmt::format("ensemble.{}", r.name), folder);
        if (!table.any()) continue;
        if (first)
            first->errors->tell(fmt::format("{} contradicts {}: expected only one of them",
                                            table.any()->origin, first->origin));
        first = table.any();
        std::optional<Eigen::Vector3d> mean;
        if (has_initial) mean = initial_rotation(problem, r);
        found = {table.read(mean), r.velocity, r.in_space};
    }
    if (found) return *found;
    for (const Rotation& r : rotations)
        if (find(settings, fmt::format("initial.{}", r.name)))
            return {{.mean = initial_rotation(problem, r)}, r.velocity, r.in_space};
    return {{.mean = problem.initial.momentum}, false, false};
}

/// The name of the parameter that may differ from body to body; "" if there is none.
std::string varying_parameter(const Torque& torque) {
    std::string varying;
    std::visit(
        [&](const auto& model) {
            core::for_each_parameter(model, [&](const auto& parameter, const auto&) {
                if (parameter.traits.varies) varying = parameter.name;
            });
        },
        torque);
    return varying;
}

/// The models that have one.
std::string models_with_varying_parameter() {
    std::vector<std::string_view> names;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if (core::varying_count<Model>() > 0) names.push_back(Model::sheet.name);
    });
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

std::optional<Distribution> read_parameter(const Settings& settings, const Torque& torque,
                                           const std::string& folder) {
    const Table table(settings, "ensemble.parameter", folder);
    if (!table.any()) return {};
    const std::string known = varying_parameter(torque);
    const Setting* name = table.key("name");
    if (known.empty())
        refuse(*table.any(),
               fmt::format(
                   "the torque model \"{}\" has no parameter that may differ from body to body; expected {}",
                   sheet_of(torque).name, models_with_varying_parameter()));
    else if (!name)
        refuse(*table.any(), fmt::format("ensemble.parameter.name is missing: expected \"{}\"", known));
    else if (text(*name, "a parameter's name") != known)
        reject(
            *name,
            fmt::format("\"{}\", the parameter of the torque model \"{}\" that may differ from body to body",
                        known, describe(torque).model));
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    const std::vector<double> values = parameters_of(torque);
    for (std::size_t i = 0; i < values.size(); ++i) mean[static_cast<Eigen::Index>(i)] = values[i];
    return table.read(mean, false, values.size());
}

// With the slash at its end; "" if the file's name has none.
std::string folder_of(const std::string& file) { return file.substr(0, file.rfind('/') + 1); }

ArrayFormat read_format(const Setting& setting) {
    const std::string& name = text(setting, "a format");
    if (name == "npz") return ArrayFormat::npz;
    if (name == "npy") return ArrayFormat::npy;
    if (name == "hdf5") return ArrayFormat::hdf5;
    return rejected(setting, R"("npz", "npy" or "hdf5")", ArrayFormat::npz);
}

std::vector<double> read_snapshots(const Setting& setting, double end) {
    const std::vector<double> times = number_list(setting);
    for (const double t : times)
        if (t < 0 || t > end) reject(setting, fmt::format("times from 0 to the end, {}", end));
    return times;
}

}  // namespace

Expected<EnsembleScenario> read_ensemble_scenario(const ScenarioTree& tree,
                                                  const std::vector<NamedValue>& above) {
    FirstError errors;
    const Settings settings = all_settings(tree, above, errors);
    for (const char* key : {"output.every", "output.times", "output.every_time"})
        if (const Setting* s = find(settings, key))
            refuse(*s,
                   "expected output.statistics or output.snapshots; samples of a trajectory are for "
                   "'polhode run'");
    for (const char* key : {"integrate.step_error", "integrate.reversible_steps"})
        if (const Setting* s = find(settings, key))
            refuse(*s,
                   "expected equal steps: bodies of an ensemble go in step; others are for 'polhode run'");
    if (const Setting* s = find(settings, "output.sensitivity"))
        refuse(*s, "expected no sensitivity of an ensemble; it is for 'polhode run'");
    for (const Setting& s : settings)
        if (s.key.starts_with("event."))
            refuse(s, "expected no events of an ensemble; they are for 'polhode run'");
        else if (s.key.starts_with("impulse."))
            refuse(s, "expected no impulses of an ensemble; they are for 'polhode run'");
        else if (s.key.starts_with("control.") || s.key.starts_with("wheel."))
            refuse(s, "expected no control of an ensemble; it is for 'polhode run'");
    const Scenario common = read_common(settings, tree, errors);
    // bodies go in step: a method that could choose its steps has to be given one
    if (!find(settings, "problem") && std::holds_alternative<AutomaticSteps>(common.plan.steps))
        errors.tell(fmt::format("{}: integrate.step is missing: expected it or steps", place_of(tree)));
    const std::string folder = folder_of(tree.file);

    if (const Setting* s = find(settings, "integrate.method");
        s && common.run.method != nullptr && !common.run.method->sheet.goes_on_from_state())
        reject(*s, "a method that carries nothing but the state from step to step, such as se");

    const Setting* count_setting = find(settings, "ensemble.count");
    if (!count_setting)
        errors.tell(
            fmt::format("{}: ensemble.count is missing: expected the number of bodies", place_of(tree)));
    EnsembleScenario scenario{.setup = {.problem = common.problem}};
    EnsembleSetup& setup = scenario.setup;
    setup.count = count_setting ? static_cast<std::size_t>(count(*count_setting)) : 1;
    if (const Setting* s = find(settings, "ensemble.seed")) setup.seed = whole_number(*s);
    scenario.changed = common.changed;

    const Table attitude(settings, "ensemble.attitude", folder);
    if (attitude.any()) setup.attitude = attitude.read(Eigen::Vector3d(0, 0, 0), true);
    bool has_initial = find(settings, "problem");
    for (const Rotation& r : rotations)
        has_initial = has_initial || find(settings, fmt::format("initial.{}", r.name));
    setup.rotation = read_rotation(settings, setup.problem, has_initial, folder);
    const Table inertia(settings, "ensemble.inertia", folder);
    if (inertia.any()) setup.inertia = inertia.read(setup.problem.body.moments());
    setup.parameter = read_parameter(settings, setup.problem.torque, folder);

    EnsemblePlan& plan = scenario.plan;
    if (const Setting* s = find(settings, "ensemble.pointing_axis")) plan.pointing.axis = direction(*s);
    plan.pointing.target = setup.problem.initial.attitude * plan.pointing.axis;
    if (const Setting* s = find(settings, "ensemble.pointing_target")) plan.pointing.target = direction(*s);

    // a method that could choose its steps makes those from one sample point to the next
    const auto* own = std::get_if<OwnSteps>(&common.run.steps);
    const auto* equal = std::get_if<EqualSteps>(&common.run.steps);
    const EqualSteps grid = own   ? own->samples
                          : equal ? *equal
                                  : EqualSteps{};  // others have been refused above
    plan.stepping.method = common.plan.method;
    plan.stepping.step = grid.step;
    plan.end = common.run.end;
    plan.steps = plan.end > 0 ? grid.count : 0;
    scenario.requested_step = grid.requested;

    if (const Setting* s = find(settings, "output.statistics")) plan.samples = count(*s);
    plan.samples = std::min(plan.samples, plan.steps);
    if (const Setting* s = find(settings, "output.snapshots")) plan.snapshots = read_snapshots(*s, plan.end);
    if (const Setting* s = find(settings, "output.format")) {
        scenario.format = read_format(*s);
        scenario.format_origin = s->origin;
    }
    return errors.unless(std::move(scenario));
}

}  // namespace polhode
