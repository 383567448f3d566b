#include "scenario/scenario.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/so3/rotation.hpp"
#include "scenario/event_setting.hpp"
#include "scenario/located.hpp"
#include "scenario/torque_setting.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace polhode {
namespace {

using Settings = std::vector<Setting>;

Body read_body(const Setting& inertia) {
    const auto* list = std::get_if<std::vector<Value>>(&inertia.value.content);
    if (!list || list->size() != 3) reject(inertia, "three principal moments or a 3x3 matrix");
    if (is_list_of_lists(inertia))
        return located(inertia, [tensor = matrix3(inertia)] { return Body::from_tensor(tensor); });
    return located(inertia, [moments = vector3(inertia)] { return Body::from_moments(moments); });
}

Eigen::Quaterniond read_attitude(const Settings& settings, const Eigen::Quaterniond& otherwise) {
    if (const Setting* s = find(settings, "initial.quaternion")) return unit_quaternion(*s);
    if (const Setting* s = find(settings, "initial.matrix")) return rotation_matrix(*s);
    if (const Setting* s = find(settings, "initial.rotation_vector")) {
        const Eigen::Vector3d v = vector3(*s);
        const core::Quaternion<double> q = core::exp(core::Vector3<double>{v.x(), v.y(), v.z()});
        return Eigen::Quaterniond(q.w, q.x, q.y, q.z);
    }
    return otherwise;
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
[[noreturn]] void raise_at(const Settings& settings, const Error& error) {
    for (const char* section : {"integrate", "output", "initial"})
        if (const Setting* s = find(settings, fmt::format("{}.{}", section, error.field)))
            throw InputError(located(*s, error.message));
    error.raise();
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

// Steps that are given say how often to look.
ToTolerance tolerance_of(const Settings& settings, double error, const StepChoice& given, double end) {
    for (const char* key : {"integrate.step_error", "integrate.reversible_steps"})
        if (const Setting* s = find(settings, key))
            throw InputError(fmt::format("{} contradicts a tolerance: expected only one of them", s->origin));
    if (const auto* fixed = std::get_if<FixedStep>(&given)) return {error, fixed->step};
    if (const auto* steps = std::get_if<StepCount>(&given))
        return {error, end / static_cast<double>(steps->count)};
    return {error};
}

Plan read_plan(const Settings& settings, const Problem* base, std::optional<double> tolerance) {
    Plan plan;
    if (tolerance) plan.method = "";
    if (const Setting* s = find(settings, "integrate.method")) plan.method = text(*s, "a method's name");
    if (const Setting* s = find(settings, "integrate.end")) plan.end = nonnegative_number(*s);
    plan.steps = read_steps(settings);
    if (tolerance)
        plan.steps =
            tolerance_of(settings, *tolerance, plan.steps, plan.end.value_or(base ? base->defaults.end : 0));
    if (const Setting* s = find(settings, "output.every")) plan.every = count(*s);
    if (const Setting* s = find(settings, "output.times")) {
        plan.times = number_list(*s);
        if (plan.times.empty()) reject(*s, "at least one time");
    }
    if (const Setting* s = find(settings, "output.every_time")) plan.every_time = positive_number(*s);
    if (const Setting* s = find(settings, "output.sensitivity")) plan.sensitivity = truth(*s);
    return plan;
}

// Whether a plan needs no step of a scenario.
bool chooses_steps(const Settings& settings, const Plan& plan) {
    if (std::holds_alternative<ToTolerance>(plan.steps) || std::holds_alternative<ErrorPerStep>(plan.steps))
        return true;
    const Expected<const Method*> method = find_method(plan.method);
    if (!method) raise_at(settings, method.error());
    return static_cast<bool>((*method)->automatic);
}

// An ensemble whose rotations are drawn needs no initial one.
bool draws_rotation(const Settings& settings) {
    for (const char* quantity : {"angular_velocity", "momentum", "space_angular_velocity", "space_momentum"})
        for (const char* choice : {"distribution", "file"})
            if (find(settings, fmt::format("ensemble.{}.{}", quantity, choice))) return true;
    return false;
}

// What a scenario that does not start from a built-in problem has to say.
void check_complete(const Settings& settings, const std::string& file, bool chooses_steps) {
    const auto need = [&](std::initializer_list<std::string_view> keys, std::string_view what) {
        for (const std::string_view key : keys)
            if (find(settings, key)) return;
        throw InputError(fmt::format("{}: {} is missing: expected {}", file, *keys.begin(), what));
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
Problem blank_problem() {
    return {.name = "",
            .description = "",
            .body = Body::from_moments({1, 1, 1}),
            .torque = core::NoTorque{},
            .initial = {},
            .references = {}};
}

Problem read_problem(const Settings& settings, const Problem* base) {
    Problem problem = base ? *base : blank_problem();
    if (const Setting* inertia = find(settings, "body.inertia")) problem.body = read_body(*inertia);
    problem.torque = read_torque(settings, base ? &base->torque : nullptr);
    State& initial = problem.initial;
    initial.attitude = read_attitude(settings, initial.attitude);
    if (const auto momentum = read_momentum(settings, problem.body, initial.attitude))
        initial.momentum = *momentum;
    return problem;
}

std::vector<std::string> physical_keys(const Settings& settings) {
    std::vector<std::string> keys;
    for (const Setting& setting : settings) {
        const std::string section = setting.key.substr(0, setting.key.find('.'));
        if (section == "body" || section == "initial" || section == "torque") keys.push_back(setting.key);
    }
    return keys;
}

}  // namespace

ScenarioText read_scenario_file(const std::filesystem::path& file) {
    const auto fail = [&](const std::string& why) {
        throw InputError(fmt::format("cannot read the scenario \"{}\": {}", file.string(), why));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) fail("it is a folder");
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) fail(std::strerror(errno));
    std::string toml{std::istreambuf_iterator<char>(in), {}};
    if (in.bad()) fail(std::strerror(errno));
    return {file.string(), std::move(toml)};
}

std::vector<Setting> scenario_settings(const std::optional<ScenarioText>& file,
                                       const std::vector<Override>& overrides) {
    Settings settings = settings_from_overrides(overrides);
    if (file) {
        const Settings of_file = settings_from_toml(file->toml, file->name);
        if (of_file.empty()) {
            throw InputError(
                fmt::format("{}: the scenario is empty; 'polhode problems slow-top --toml' prints one "
                            "to start from",
                            file->name));
        }
        settings = overlaid(settings, of_file);
    }
    return settings;
}

Scenario make_scenario(const std::optional<ScenarioText>& file, const std::vector<Override>& overrides,
                       std::optional<double> tolerance) {
    Settings settings = scenario_settings(file, overrides);
    for (const Setting& s : settings)
        if (s.key.starts_with("ensemble.") || s.key == "output.statistics" || s.key == "output.snapshots"
            || s.key == "output.format")
            throw InputError(
                fmt::format("{}: expected a single body; many at once are for 'polhode ensemble'", s.origin));
    const auto names_method = [](const auto& given) { return given.key == "integrate.method"; };
    if (tolerance && std::ranges::none_of(overrides, names_method)) std::erase_if(settings, names_method);
    return read_scenario(settings, file, tolerance);
}

Scenario read_scenario(const std::vector<Setting>& settings, const std::optional<ScenarioText>& file,
                       std::optional<double> tolerance) {
    const Problem* base = nullptr;
    if (const Setting* s = find(settings, "problem"))
        base = located(*s, [&known = text(*s, "a problem's name")] { return &problem(known); });
    const Plan plan = read_plan(settings, base, tolerance);
    if (!base) check_complete(settings, file ? file->name : "the settings", chooses_steps(settings, plan));

    Scenario scenario{read_problem(settings, base), plan, {}, {}};
    if (file) scenario.problem.name = std::filesystem::path(file->name).stem().string();
    if (const Setting* s = find(settings, "name")) scenario.problem.name = text(*s, "a name");
    if (base) scenario.changed = physical_keys(settings);
    if (!scenario.changed.empty()) {
        // what is known about the built-in problem does not hold for this one
        scenario.problem.references.clear();
        scenario.problem.description =
            fmt::format("{}, changed: {}", base->name, fmt::join(scenario.changed, ", "));
    }
    scenario.plan.events = read_events(settings, scenario.problem);
    Expected<Resolved> run = resolve(scenario.problem, scenario.plan);
    if (!run) raise_at(settings, run.error());
    scenario.run = *std::move(run);
    return scenario;
}

}  // namespace polhode
