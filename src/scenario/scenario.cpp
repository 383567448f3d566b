#include "polhode/scenario/scenario.hpp"

#include "polhode/catalogue.hpp"
#include "scenario/angle_units.hpp"
#include "scenario/attitude_file.hpp"
#include "scenario/attitude_setting.hpp"
#include "scenario/common.hpp"
#include "scenario/control_setting.hpp"
#include "scenario/event_setting.hpp"
#include "scenario/exchange_setting.hpp"
#include "scenario/impulse_setting.hpp"
#include "scenario/located.hpp"
#include "scenario/method_setting.hpp"
#include "scenario/orbit_setting.hpp"
#include "scenario/torque_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <optional>
#include <utility>

namespace polhode {
namespace {

using Settings = std::vector<Setting>;

Body read_inertia(const Setting& inertia, const Body& otherwise) {
    const auto* list = std::get_if<Value::List>(&inertia.value.content);
    if (!list || list->size() != 3)
        return rejected(inertia, "three principal moments or a 3x3 matrix", otherwise);
    return located(inertia,
                   is_list_of_lists(inertia) ? Body::try_from_tensor(matrix3(inertia))
                                             : Body::try_from_moments(vector3(inertia)),
                   otherwise);
}

/// `base`: what it is where the settings say nothing.
Body read_body(const Settings& settings, const Body& base) {
    Body body = base;
    if (const Setting* s = find(settings, "body.inertia"))
        body = located(*s, read_inertia(*s, base).try_with_rotor(base.rotor()), base);
    if (const Setting* s = find(settings, "body.rotor_momentum"))
        body = located(*s, body.try_with_rotor({.momentum = vector3(*s)}), body);
    return body;
}

// The attitude in a file, or in one of the other ways.
Eigen::Quaterniond read_initial_attitude(const Settings& settings, const Eigen::Quaterniond& otherwise,
                                         const ScenarioTree& tree, const Exchange& exchange) {
    const Setting *file = find(settings, "initial.attitude_file"),
                  *time = find(settings, "initial.attitude_time");
    if (file) return attitude_in_file(*file, time, tree, exchange);
    if (time) refuse(*time, "expected initial.attitude_file beside it, got none");
    return read_attitude(settings, "initial").value_or(otherwise);
}

// The body angular momentum, from whichever of the four is given.
std::optional<Eigen::Vector3d> read_momentum(const Settings& settings, const Body& body,
                                             const Eigen::Quaterniond& attitude) {
    if (const Setting* s = find(settings, "initial.momentum")) return vector3(*s);
    if (const Setting* s = find(settings, "initial.angular_velocity")) return body.momentum(vector3(*s));
    if (const Setting* s = find(settings, "initial.space_momentum"))
        return attitude.conjugate() * vector3(*s);
    if (const Setting* s = find(settings, "initial.space_angular_velocity"))
        return body.momentum(attitude.conjugate() * vector3(*s));
    return {};
}

// An error about a problem or a plan, with the place of the setting that it is about.
void refuse_at(const Settings& settings, const Error& error, FirstError& errors) {
    if (const Setting* s = find(settings, error.field)) return refuse(*s, error);
    for (const char* section : {"integrate", "output", "initial"})
        if (const Setting* s = find(settings, fmt::format("{}.{}", section, error.field)))
            return refuse(*s, error);
    // a step that nobody has given is wrong because of the end
    if (const Setting* s = find(settings, "integrate.end"); s && error.field == "step")
        return refuse(*s, error);
    errors.tell(error.message);
}

// Of the choices that exclude each other there is at most one among the settings.
StepChoice read_steps(const Settings& settings) {
    std::optional<double> step;
    if (const Setting* s = find(settings, "integrate.step")) step = positive_number(*s);
    if (const Setting* s = find(settings, "integrate.step_error"))
        return ErrorPerStep{positive_number(*s), step};
    if (const Setting* s = find(settings, "integrate.reversible_steps"); s && truth(*s))
        return ReversibleSteps{step};
    if (const Setting* s = find(settings, "integrate.steps")) return StepCount{count(*s)};
    if (step) return FixedStep{*step};
    return AutomaticSteps{};
}

// Steps that are given say how far sample points lie apart.
ToTolerance tolerance_of(const Settings& settings, double error, const StepChoice& given, double end,
                         FirstError& errors) {
    for (const char* key : {"integrate.step_error", "integrate.reversible_steps"})
        if (const Setting* s = find(settings, key))
            errors.tell(fmt::format("{} contradicts a tolerance: expected only one of them", s->origin));
    if (const auto* fixed = std::get_if<FixedStep>(&given)) return {error, fixed->step};
    if (const auto* steps = std::get_if<StepCount>(&given))
        return {error, end / static_cast<double>(steps->count)};
    return {error};
}

// Sensitivities with respect to the state alone, or to parameters too. What a scenario gives of the start is what
// stays as it is when a parameter changes.
void read_sensitivity(const Settings& settings, Plan& plan) {
    const Setting* s = find(settings, "output.sensitivity");
    if (!s) return;
    const auto* name = std::get_if<std::string>(&s->value.content);
    const bool by_parameters = name && *name == "parameters", by_state = name && *name == "state";
    if (name && !by_parameters && !by_state) return reject(*s, "true or false, \"state\" or \"parameters\"");
    plan.sensitivity = name || truth(*s);
    if (!by_parameters) return;
    const bool by_velocity =
        find(settings, "initial.angular_velocity") || find(settings, "initial.space_angular_velocity");
    plan.parameter_sensitivity = by_velocity ? HeldAtStart::angular_velocity : HeldAtStart::momentum;
}

AttitudeForm read_attitude_form(const Setting& setting) {
    const auto form = AttitudeForm::named(text(setting, "the name of a form"));
    return form ? *form : rejected(setting, AttitudeForm::expected, AttitudeForm());
}

// One name, several with commas between, or a list.
FormatNames read_formats(const Settings& settings) {
    const Setting* s = find(settings, "output.format");
    if (!s) return {};
    FormatNames formats{.origin = s->origin};
    const auto* one = std::get_if<std::string>(&s->value.content);
    if (!one) {
        formats.names = text_list(*s, "formats");
        return formats;
    }
    std::string name;
    for (const char c : *one + ',') {
        if (c == ',')
            formats.names.push_back(std::exchange(name, {}));
        else if (c != ' ')
            name += c;
    }
    return formats;
}

Plan read_plan(const Settings& settings, const Problem* base, std::optional<double> tolerance,
               FirstError& errors) {
    Plan plan;
    if (tolerance) plan.method = "";
    if (const Setting* s = find(settings, "integrate.method")) plan.method = text(*s, "a method's name");
    if (const Setting* s = find(settings, "integrate.end")) plan.end = nonnegative_number(*s);
    plan.steps = read_steps(settings);
    if (tolerance)
        plan.steps = tolerance_of(settings, *tolerance, plan.steps,
                                  plan.end.value_or(base ? base->defaults.end : 0), errors);
    if (const Setting* s = find(settings, "output.every")) plan.every = count(*s);
    if (const Setting* s = find(settings, "output.times")) {
        plan.times = number_list(*s);
        if (plan.times.empty()) reject(*s, "at least one time");
    }
    if (const Setting* s = find(settings, "output.every_time")) plan.every_time = positive_number(*s);
    read_sensitivity(settings, plan);
    return plan;
}

// Whether a plan needs no step of a scenario.
bool chooses_steps(const Settings& settings, const Plan& plan, FirstError& errors) {
    if (std::holds_alternative<ToTolerance>(plan.steps) || std::holds_alternative<ErrorPerStep>(plan.steps))
        return true;
    const Expected<const Method*> method = find_method(plan.method);
    if (method) return static_cast<bool>((*method)->automatic);
    refuse_at(settings, method.error(), errors);
    return true;
}

// An ensemble whose rotations are drawn needs no initial one.
bool draws_rotation(const Settings& settings) {
    for (const char* quantity : {"angular_velocity", "momentum", "space_angular_velocity", "space_momentum"})
        for (const char* choice : {"distribution", "file"})
            if (find(settings, fmt::format("ensemble.{}.{}", quantity, choice))) return true;
    return false;
}

// What a scenario that does not start from a built-in problem has to say.
void check_complete(const Settings& settings, const std::string& place, bool chooses_steps,
                    FirstError& errors) {
    const auto need = [&](std::initializer_list<std::string_view> keys, std::string_view what) {
        for (const std::string_view key : keys)
            if (find(settings, key)) return;
        errors.tell(fmt::format("{}: {} is missing: expected {}", place, *keys.begin(), what));
    };
    need({"body.inertia"}, "three principal moments or a 3x3 matrix");
    if (!draws_rotation(settings))
        need({"initial.angular_velocity", "initial.momentum", "initial.space_momentum",
              "initial.space_angular_velocity"},
             "it or momentum, space_momentum or space_angular_velocity, three numbers");
    need({"integrate.end"}, "the end time");
    if (!chooses_steps) need({"integrate.step", "integrate.steps"}, "it or steps");
}

// What check_complete asks for replaces all of it.
Problem blank_problem() { return {.body = Body::from_moments({1, 1, 1})}; }

Problem read_problem(const Settings& settings, const Problem* base, const ScenarioTree& tree,
                     const Exchange& exchange, double end) {
    Problem problem = base ? *base : blank_problem();
    problem.body = read_body(settings, problem.body);
    const std::optional<Orbit> orbit = read_orbit(settings);
    const Orbit* of_all = orbit ? &*orbit : nullptr;
    problem.torque = read_torque(settings, {base ? &base->torque : nullptr, tree, of_all});
    problem.control = read_control(settings, of_all, {tree, exchange, end});
    problem.wheels = read_wheels(settings);
    State& initial = problem.initial;
    initial.attitude = read_initial_attitude(settings, initial.attitude, tree, exchange);
    if (const auto momentum = read_momentum(settings, whole_body(problem), initial.attitude))
        initial.momentum = *momentum;
    problem.impulses = read_impulses(settings);
    return problem;
}

/// What to say of equal steps too long to follow a torque, which a method takes at one or a few attitudes of a step;
/// "" if they are not. A free motion may turn as far as it likes.
std::string doubt_about_steps(const Problem& problem, const Resolved& run) {
    constexpr double much = 1;  // radian
    const auto* equal = std::get_if<EqualSteps>(&run.steps);
    if (!equal || equal->count == 0 || is_free(problem.torque)) return "";
    const double rate = whole_body(problem).angular_velocity(problem.initial.momentum).norm();
    const double turn = rate * equal->step;
    if (!(turn > much)) return "";
    return fmt::format(
        "a step of {:.4g} turns the body by {:.3g} radians at the rate of the start, which is too far to follow a torque; "
        "take steps of {:.2g} or less, or ask for an accuracy by --tolerance",
        equal->step, turn, much / (4 * rate));
}

// The name of a file without its folder and its ending.
std::string stem(const std::string& file) {
    const std::string name = file.substr(file.rfind('/') + 1);
    const std::size_t dot = name.rfind('.');
    return dot == 0 || dot == std::string::npos ? name : name.substr(0, dot);
}

std::vector<std::string> physical_keys(const Settings& settings) {
    std::vector<std::string> keys;
    for (const Setting& setting : settings) {
        const std::string section = setting.key.substr(0, setting.key.find('.'));
        if (section == "body" || section == "initial" || section == "torque" || section == "impulse"
            || section == "control" || section == "wheel" || section == "orbit")
            if (!setting.key.ends_with(".degrees")) keys.push_back(setting.key);
    }
    // those of a list by the names of its torques
    const std::vector<std::string> names = torque_names(settings, nullptr);
    for (std::string& key : keys)
        for (std::size_t i = 1; i <= names.size(); ++i)
            if (const std::string number = fmt::format("torque.{}.", i); key.starts_with(number))
                key = fmt::format("torque.{}.{}", names[i - 1], key.substr(number.size()));
    return keys;
}

/// torque.NAME.key, as a command line has it, becomes the key under which the torque of that name has its
/// settings: torque.key, or torque.2.key in a list.
void number_torques(Settings& upper, const Settings& lower, FirstError& errors) {
    const Setting* problem = find(upper, "problem") ? find(upper, "problem") : find(lower, "problem");
    const auto* problem_name = problem ? std::get_if<std::string>(&problem->value.content) : nullptr;
    const Expected<const Problem*> base = find_problem(problem_name ? *problem_name : "");
    const std::vector<std::string> names = torque_names(lower, base ? &(*base)->torque : nullptr);
    const std::string known = fmt::format("{}", fmt::join(names, ", "));
    for (Setting& setting : upper) {
        if (!setting.key.starts_with("torque.")) continue;
        const std::string rest = setting.key.substr(7);
        // torque.parameters.c: an entry of the only torque
        const std::size_t dot = rest.starts_with("parameters.") ? rest.npos : rest.find('.');
        const std::string key = rest.substr(dot == rest.npos ? 0 : dot + 1);
        if (key == "name")
            refuse(setting, "expected another key; a torque's name is given in a scenario file");
        if (dot == rest.npos) {
            if (names.size() > 1)
                refuse(setting, fmt::format("expected torque.NAME.{} with the name of one of the torques: {}",
                                            key, known));
            continue;
        }
        const auto found = std::ranges::find(names, rest.substr(0, dot));
        if (found == names.end())
            refuse(setting,
                   fmt::format("expected the name of a torque, {}, got \"{}\"", known, rest.substr(0, dot)));
        else
            setting.key = names.size() == 1 ? "torque." + key
                                            : fmt::format("torque.{}.{}", found - names.begin() + 1, key);
    }
    for (auto a = upper.begin(); a != upper.end(); ++a)
        for (auto b = upper.begin(); b != a; ++b)
            if (a->key == b->key && a->key.starts_with("torque."))
                errors.tell(
                    fmt::format("{} contradicts {}: expected only one of them", a->origin, b->origin));
}

}  // namespace

std::string place_of(const ScenarioTree& tree) { return tree.file.empty() ? "the settings" : tree.file; }

Body whole_body(const Problem& problem) {
    const Expected<WheelBank> wheels = WheelBank::of(problem.wheels);  // refused, if need be, by resolve
    return wheels ? with_wheels(problem.body, *wheels) : problem.body;
}

Settings all_settings(const ScenarioTree& tree, const std::vector<NamedValue>& above, FirstError& errors) {
    Settings upper = settings_of(above, errors);
    const Settings lower = settings_of(tree.settings, errors);
    number_torques(upper, lower, errors);
    if (!tree.file.empty() && lower.empty())
        errors.tell(
            fmt::format("{}: the scenario is empty; 'polhode problems slow-top --toml' prints one "
                        "to start from",
                        tree.file));
    return overlaid(upper, lower);
}

Expected<Scenario> read_scenario(const ScenarioTree& tree, const std::vector<NamedValue>& above,
                                 std::optional<double> tolerance) {
    FirstError errors;
    Settings settings = all_settings(tree, above, errors);
    for (const Setting& s : settings)
        if (s.key.starts_with("ensemble.") || s.key == "output.statistics" || s.key == "output.snapshots"
            || s.key == "output.bodies")
            refuse(s, "expected a single body; many at once have a section [ensemble] ('polhode ensemble')");
    const auto names_method = [](const auto& given) { return given.key == "integrate.method"; };
    if (tolerance && std::ranges::none_of(above, names_method)) std::erase_if(settings, names_method);
    Scenario scenario = read_common(settings, tree, errors, tolerance);
    return errors.unless(std::move(scenario));
}

Scenario read_common(Settings& settings, const ScenarioTree& tree, FirstError& errors,
                     std::optional<double> tolerance) {
    std::vector<std::string> doubts = to_radians(settings);
    const Problem* base = nullptr;
    if (const Setting* s = find(settings, "problem"))
        base = located(*s, find_problem(text(*s, "a problem's name")), &problems().front());
    read_own_method(settings, errors);
    const Plan plan = read_plan(settings, base, tolerance, errors);
    if (!base) check_complete(settings, place_of(tree), chooses_steps(settings, plan, errors), errors);

    const Exchange exchange = read_exchange(settings);
    const double end = plan.end.value_or(base ? base->defaults.end : 0);
    Scenario scenario{read_problem(settings, base, tree, exchange, end), plan, {}, {}};
    scenario.exchange = exchange;
    scenario.warnings = std::move(doubts);
    if (!tree.file.empty()) scenario.problem.name = stem(tree.file);
    if (const Setting* s = find(settings, "name")) scenario.problem.name = text(*s, "a name");
    scenario.names_method = find(settings, "integrate.method") != nullptr;
    scenario.formats = read_formats(settings);
    for (const char* key : {"output.every", "output.times", "output.every_time"})
        scenario.names_samples = scenario.names_samples || find(settings, key);
    if (const Setting* s = find(settings, "output.attitude")) scenario.attitude = read_attitude_form(*s);
    if (base) scenario.changed = physical_keys(settings);
    if (!scenario.changed.empty()) {
        // what is known about the built-in problem does not hold for this one
        scenario.problem.references.clear();
        scenario.problem.description =
            fmt::format("{}, changed: {}", base->name, fmt::join(scenario.changed, ", "));
    }
    scenario.plan.events = read_events(settings, scenario.problem);
    Expected<Resolved> run = resolve(scenario.problem, scenario.plan);
    if (!run) {
        refuse_at(settings, run.error(), errors);
        return scenario;
    }
    scenario.run = *std::move(run);
    if (std::string doubt = doubt_about_steps(scenario.problem, scenario.run); !doubt.empty())
        scenario.warnings.push_back(std::move(doubt));
    return scenario;
}

}  // namespace polhode
