#include "polhode/scenario/ensemble_scenario.hpp"

#include "polhode/catalogue.hpp"
#include "scenario/common.hpp"
#include "scenario/located.hpp"
#include "scenario/torque_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

using Settings = std::vector<Setting>;
using Kind = Distribution::Kind;

/// One table of [ensemble]: its keys, each asked for only where it has a meaning.
class Table {
public:
    /// number: in a list of such tables, from 1 on; 0 for one that is alone.
    Table(const Settings& settings, std::string name, std::string folder, std::size_t number = 0)
        : settings_(settings),
          name_(std::move(name)),
          prefix_(number == 0 ? name_ + '.' : fmt::format("{}.{}.", name_, number)),
          folder_(std::move(folder)) {}

    const Setting* key(std::string_view key) const {
        return find(settings_, fmt::format("{}{}", prefix_, key));
    }
    /// The first setting of the table, if there is any.
    const Setting* any() const {
        for (const Setting& s : settings_)
            if (s.key.starts_with(prefix_)) return &s;
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
            if (!s.key.starts_with(prefix_)) continue;
            const std::string_view own = std::string_view(s.key).substr(prefix_.size());
            if (std::find(known.begin(), known.end(), own) == known.end())
                refuse(s, fmt::format("\"{}\" has no meaning for {}", own, choice));
        }
    }

    const Settings& settings_;
    std::string name_;    // for messages
    std::string prefix_;  // of its keys
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
        rotation.velocity ? whole_body(problem).angular_velocity(initial.momentum) : initial.momentum;
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

/// The models that have one.
std::string models_with_varying_parameter() {
    std::vector<std::string_view> names;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        const bool named = std::ranges::find(names, Model::sheet.name) != names.end();
        if (core::varying_count<Model>() > 0 && !named) names.push_back(Model::sheet.name);
    });
    const std::string_view last = names.back();
    names.pop_back();
    return fmt::format("{} or {}", fmt::join(names, ", "), last);
}

/// The parameter that a name means: "NAME.key", or "key" if there is but one torque, which `alone` is called.
const VaryingParameter* find_parameter(const std::vector<VaryingParameter>& known, const std::string& name,
                                       const std::string& alone) {
    const auto in_full = [&](const std::string& key) { return fmt::format("{}.{}", alone, key); };
    for (const VaryingParameter& p : known)
        if (p.name == name || (!alone.empty() && (in_full(p.name) == name || p.name == in_full(name))))
            return &p;
    return nullptr;
}

/// "a" or "b" or …
std::string quoted(const std::vector<VaryingParameter>& parameters) {
    std::string names;
    for (const VaryingParameter& p : parameters)
        names += fmt::format("{}\"{}\"", names.empty() ? "" : " or ", p.name);
    return names;
}

/// How the only torque is called; "" if there are several.
std::string name_of_only_torque(const Settings& settings, const Torque& torque) {
    if (const Setting* own = find(settings, "torque.name")) return text(*own, "a name");
    const auto* sum = std::get_if<TorqueSum>(&torque);
    if (!sum) return std::string(sheet_of(torque).name);
    return sum->parts.size() == 1 ? sum->parts.front().name : "";
}

/// The parameter of this name, which stands in a setting; if there is none, null, and the setting is refused.
const VaryingParameter* required_parameter(const Setting& setting, const std::string& name,
                                           const std::vector<VaryingParameter>& known, const Torque& torque,
                                           const std::string& alone) {
    const VaryingParameter* found = find_parameter(known, name, alone);
    if (!found)
        reject(setting, fmt::format("{}, {} of the torque model \"{}\" that may differ from body to body",
                                    quoted(known), known.size() == 1 ? "the parameter" : "the parameters",
                                    models_of(torque)));
    return found;
}

bool has_varying_parameter(const Setting& setting, const Torque& torque) {
    if (parameter_count(torque) > 0) return true;
    refuse(
        setting,
        fmt::format("the torque model \"{}\" has no parameter that may differ from body to body; expected {}",
                    models_of(torque), models_with_varying_parameter()));
    return false;
}

/// One of [[ensemble.parameter]].
std::optional<ParameterDistribution> read_parameter(const Table& table, const Torque& torque,
                                                    const std::string& alone) {
    if (!has_varying_parameter(*table.any(), torque)) return {};
    const std::vector<VaryingParameter> known = varying_parameters(torque);
    const Setting* name = table.key("name");
    if (!name) {
        refuse(*table.any(), fmt::format("ensemble.parameter.name is missing: expected {}", quoted(known)));
        return {};
    }
    const VaryingParameter* found =
        required_parameter(*name, text(*name, "a parameter's name"), known, torque, alone);
    if (!found) return {};
    Eigen::Vector3d mean = Eigen::Vector3d::Zero();
    const std::vector<double> values = parameters_of(torque);
    std::copy_n(values.data() + found->first, found->numbers, mean.data());
    return ParameterDistribution{found->name, table.read(mean, false, found->numbers)};
}

std::vector<ParameterDistribution> read_parameters(const Settings& settings, const Problem& problem,
                                                   const std::string& folder) {
    constexpr const char* section = "ensemble.parameter";
    const std::string alone = name_of_only_torque(settings, problem.torque);
    std::vector<ParameterDistribution> parameters;
    const auto add = [&](const Table& table) {
        auto parameter = read_parameter(table, problem.torque, alone);
        if (!parameter) return;
        if (std::ranges::find(parameters, parameter->name, &ParameterDistribution::name) != parameters.end())
            reject(*table.key("name"), "each parameter once");
        parameters.push_back(*std::move(parameter));
    };
    std::size_t number = 1;
    for (; Table(settings, section, folder, number).any(); ++number)
        add(Table(settings, section, folder, number));
    if (number == 1) {
        if (const Table table(settings, section, folder); table.any()) add(table);
        return parameters;
    }
    for (const Setting& s : settings)
        if (s.key.starts_with("ensemble.parameter.") && s.key.find('.', 19) == s.key.npos)
            refuse(s, "expected it in the scenario file, which has several [[ensemble.parameter]]");
    return parameters;
}

/// [ensemble.correlated]
std::optional<CorrelatedDistribution> read_correlated(const Settings& settings, const EnsembleSetup& setup,
                                                      const std::string& folder) {
    const Table table(settings, "ensemble.correlated", folder);
    if (!table.any()) return {};
    const Setting *names = table.key("names"), *covariance = table.key("covariance"),
                  *mean = table.key("mean");
    if (!names || !covariance) {
        refuse(*table.any(),
               fmt::format("ensemble.correlated.{} is missing: expected {}", names ? "covariance" : "names",
                           names ? "a matrix, row by row" : "a list of parameters"));
        return {};
    }
    const Torque& torque = setup.problem.torque;
    const std::vector<VaryingParameter> known = varying_parameters(torque);
    const std::vector<double> values = parameters_of(torque);
    CorrelatedDistribution result;
    result.origin = covariance->origin;
    std::vector<double> usual;
    for (const std::string& name : text_list(*names, "parameters")) {
        const bool moments = name == "inertia";
        if (!moments && !has_varying_parameter(*names, torque)) return {};
        const VaryingParameter* found =
            moments ? nullptr
                    : required_parameter(*names, name, known, torque, name_of_only_torque(settings, torque));
        if (!moments && !found) return {};
        const std::string own = moments ? name : found->name;
        const bool elsewhere = (moments && setup.inertia)
                            || std::ranges::find(setup.parameters, own, &ParameterDistribution::name)
                                   != setup.parameters.end();
        if (elsewhere || std::ranges::find(result.names, own) != result.names.end())
            reject(*names, fmt::format("each quantity once; \"{}\" is drawn twice", own));
        result.names.push_back(own);
        if (moments)
            for (const double moment : setup.problem.body.moments()) usual.push_back(moment);
        else
            for (std::size_t i = 0; i < found->numbers; ++i) usual.push_back(values[found->first + i]);
    }
    if (mean) {
        const std::vector<double> given = number_list(*mean);
        if (given.size() != usual.size())
            reject(*mean, fmt::format("{} numbers", usual.size()));
        else
            usual = given;
    }
    const auto size = static_cast<Eigen::Index>(usual.size());
    result.mean = Eigen::Map<const Eigen::VectorXd>(usual.data(), size);
    result.covariance = square_matrix(*covariance, size);
    return result;
}

std::vector<std::size_t> read_bodies(const Setting& setting, std::size_t count) {
    std::vector<std::size_t> bodies;
    for (const double k : number_list(setting)) {
        if (!(k >= 0 && k < static_cast<double>(count)) || k != std::floor(k))
            return rejected(setting, fmt::format("numbers of bodies, whole ones from 0 to {}", count - 1),
                            std::vector<std::size_t>{});
        const auto body = static_cast<std::size_t>(k);
        if (std::ranges::find(bodies, body) == bodies.end()) bodies.push_back(body);
    }
    return bodies;
}

std::vector<double> read_snapshots(const Setting& setting, double end) {
    const std::vector<double> times = number_list(setting);
    for (const double t : times)
        if (t < 0 || t > end) reject(setting, fmt::format("times from 0 to the end, {}", end));
    return times;
}

/// What to say of bodies that are all the same; "" of others.
std::string doubt_about_bodies(const EnsembleSetup& setup) {
    const auto varies = [](const Distribution& d) {
        return d.kind == Kind::file || d.kind == Kind::uniform
            || (d.kind == Kind::normal && !d.sigma.isZero(0));
    };
    if (setup.count < 2 || varies(setup.attitude) || varies(setup.rotation.distribution)
        || (setup.inertia && varies(*setup.inertia)) || setup.correlated
        || std::ranges::any_of(setup.parameters, varies, &ParameterDistribution::distribution))
        return "";
    return fmt::format(
        "all {} bodies are the same, since nothing is drawn: give a distribution, such as [ensemble.attitude] with "
        "distribution = \"uniform\", or take 'polhode run' for one body",
        setup.count);
}

/// A tolerance takes the place of method and steps: those of a file give way to one of the command line.
std::optional<double> read_tolerance(Settings& settings, const std::vector<NamedValue>& above) {
    const Setting* given = find(settings, "ensemble.tolerance");
    if (!given) return std::nullopt;
    const double tolerance = positive_number(*given);
    if (!(tolerance < 1)) reject(*given, "a number between 0 and 1");
    const auto is_above = [&](std::string_view key) {
        return std::ranges::any_of(above, [&](const NamedValue& v) { return v.key == key; });
    };
    const bool gives_way = is_above("ensemble.tolerance");
    std::erase_if(settings, [&](const Setting& s) {
        const bool replaced =
            s.key == "integrate.method" || s.key == "integrate.step" || s.key == "integrate.steps";
        return gives_way && replaced && !is_above(s.key);
    });
    for (const char* key : {"integrate.step", "integrate.steps"})
        if (const Setting* s = find(settings, key))
            refuse(*s, "expected none beside ensemble.tolerance, by which the step is chosen");
    return tolerance;
}

}  // namespace

Expected<EnsembleScenario> read_ensemble_scenario(const ScenarioTree& tree,
                                                  const std::vector<NamedValue>& above) {
    FirstError errors;
    Settings settings = all_settings(tree, above, errors);
    const std::optional<double> tolerance = read_tolerance(settings, above);
    for (const char* key : {"output.every", "output.times", "output.every_time"})
        if (const Setting* s = find(settings, key); s && !find(settings, "output.bodies"))
            refuse(*s,
                   "expected output.statistics or output.snapshots, or output.bodies beside it; samples of a "
                   "trajectory are for one body ('polhode run')");
    for (const char* key : {"integrate.step_error", "integrate.reversible_steps"})
        if (const Setting* s = find(settings, key))
            refuse(*s,
                   "expected equal steps: bodies of an ensemble go in step; others are for one body "
                   "('polhode run')");
    if (const Setting* s = find(settings, "output.sensitivity"))
        refuse(*s, "expected no sensitivity of an ensemble; it is for one body ('polhode run')");
    for (const Setting& s : settings)
        if (s.key.starts_with("event."))
            refuse(s, "expected no events of an ensemble; they are for one body ('polhode run')");
    const Scenario common = read_common(settings, tree, errors, tolerance);
    // bodies go in step: a method that could choose its steps has to be given one
    if (!find(settings, "problem") && std::holds_alternative<AutomaticSteps>(common.plan.steps))
        errors.tell(fmt::format("{}: integrate.step is missing: expected it or steps", place_of(tree)));
    const std::string folder = tree.beside("");

    if (const Setting* s = find(settings, "integrate.method");
        s && common.run.method != nullptr && !runs_in_ensembles(common.run.method->sheet.name))
        reject(*s,
               "a method that carries nothing but the state from step to step, such as se, or multistep-…");

    const Setting* count_setting = find(settings, "ensemble.count");
    if (!count_setting)
        errors.tell(
            fmt::format("{}: ensemble.count is missing: expected the number of bodies", place_of(tree)));
    EnsembleScenario scenario{.setup = {.problem = common.problem}};
    EnsembleSetup& setup = scenario.setup;
    setup.count = count_setting ? static_cast<std::size_t>(count(*count_setting)) : 1;
    if (const Setting* s = find(settings, "ensemble.seed")) setup.seed = whole_number(*s);
    scenario.changed = common.changed;
    scenario.warnings = common.warnings;
    scenario.exchange = common.exchange;

    const Table attitude(settings, "ensemble.attitude", folder);
    if (attitude.any()) setup.attitude = attitude.read(Eigen::Vector3d(0, 0, 0), true);
    bool has_initial = find(settings, "problem");
    for (const Rotation& r : rotations)
        has_initial = has_initial || find(settings, fmt::format("initial.{}", r.name));
    setup.rotation = read_rotation(settings, setup.problem, has_initial, folder);
    const Table inertia(settings, "ensemble.inertia", folder);
    if (inertia.any()) setup.inertia = inertia.read(setup.problem.body.moments());
    setup.parameters = read_parameters(settings, setup.problem, folder);
    setup.correlated = read_correlated(settings, setup, folder);

    if (std::string doubt = doubt_about_bodies(setup); !doubt.empty())
        scenario.warnings.push_back(std::move(doubt));

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
    if (tolerance)
        scenario.tolerance =
            EnsembleTolerance{.error = *tolerance, .end = plan.end, .method = common.plan.method};
    else
        plan.samples = std::min(plan.samples, plan.steps);
    if (const Setting* s = find(settings, "output.snapshots")) plan.snapshots = read_snapshots(*s, plan.end);
    scenario.formats = common.formats;
    scenario.attitude = common.attitude;
    if (const Setting* s = find(settings, "output.bodies")) scenario.bodies = read_bodies(*s, setup.count);
    scenario.motion = common.plan;
    return errors.unless(std::move(scenario));
}

}  // namespace polhode
