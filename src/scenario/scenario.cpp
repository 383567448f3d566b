#include "scenario/scenario.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/so3/rotation.hpp"
#include "scenario/event_setting.hpp"
#include "scenario/located.hpp"
#include "scenario/torque_setting.hpp"
#include "simulate/sample_times.hpp"

#include <fmt/format.h>
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

Plan read_plan(const Settings& settings) {
    Plan plan;
    if (const Setting* s = find(settings, "integrate.method")) {
        plan.method = text(*s, "a method's name");
        located(*s, [&] { return &method(plan.method); });
    }
    if (const Setting* s = find(settings, "integrate.step")) plan.step = positive_number(*s);
    if (const Setting* s = find(settings, "integrate.steps")) plan.steps = count(*s);
    if (const Setting* s = find(settings, "integrate.end")) plan.end = nonnegative_number(*s);
    if (const Setting* s = find(settings, "integrate.step_error")) plan.step_error = positive_number(*s);
    if (const Setting* s = find(settings, "integrate.reversible_steps")) plan.reversible_steps = truth(*s);
    if (const Setting* s = find(settings, "output.every")) plan.every = count(*s);
    if (const Setting* s = find(settings, "output.times")) {
        plan.times = number_list(*s);
        if (plan.times.empty()) reject(*s, "at least one time");
    }
    if (const Setting* s = find(settings, "output.every_time")) plan.every_time = positive_number(*s);
    if (const Setting* s = find(settings, "output.sensitivity")) plan.sensitivity = truth(*s);
    return plan;
}

// A method that has no place for a torque says so when it is put together with one.
void check_method_fits(const Setting& setting, const Problem& problem, const std::string& name) {
    try {
        method(name).on_double(problem.body, problem.torque);
    } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}: {}", setting.origin, setting.value.shown, error.what()));
    }
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

Scenario make_scenario(const std::optional<ScenarioText>& file, const std::vector<Override>& overrides) {
    const Settings settings = scenario_settings(file, overrides);
    for (const Setting& s : settings)
        if (s.key.starts_with("ensemble.") || s.key == "output.statistics" || s.key == "output.snapshots"
            || s.key == "output.format")
            throw InputError(
                fmt::format("{}: expected a single body; many at once are for 'polhode ensemble'", s.origin));
    return read_scenario(settings, file);
}

Scenario read_scenario(const std::vector<Setting>& settings, const std::optional<ScenarioText>& file) {
    const Problem* base = nullptr;
    if (const Setting* s = find(settings, "problem"))
        base = located(*s, [&known = text(*s, "a problem's name")] { return &problem(known); });
    const Plan plan = read_plan(settings);
    const bool chooses_steps = plan.step_error || method(plan.method).automatic;
    if (!base) check_complete(settings, file ? file->name : "the settings", chooses_steps);

    Scenario scenario{read_problem(settings, base), plan, {}};
    if (file) scenario.problem.name = std::filesystem::path(file->name).stem().string();
    if (const Setting* s = find(settings, "name")) scenario.problem.name = text(*s, "a name");
    if (base) scenario.changed = physical_keys(settings);
    if (!scenario.changed.empty()) {
        // what is known about the built-in problem does not hold for this one
        scenario.problem.references.clear();
        scenario.problem.description =
            fmt::format("{}, changed: {}", base->name, fmt::join(scenario.changed, ", "));
    }
    if (const Setting* s = find(settings, "integrate.method"))
        check_method_fits(*s, scenario.problem, scenario.plan.method);
    if (scenario.plan.end) scenario.problem.end = *scenario.plan.end;
    if (scenario.plan.step) scenario.problem.step = *scenario.plan.step;
    const bool variable = scenario.plan.step_error || scenario.plan.reversible_steps;
    if (const Setting* s = find(settings, "integrate.step"); s && !variable)
        located(*s, [&] { return steps_for(scenario.problem.end, *scenario.plan.step); });
    for (const char* key : {"output.times", "output.every_time"})
        if (const Setting* s = find(settings, key))
            located(*s, [&] { return SampleTimes(scenario.plan, scenario.problem.end); });
    scenario.plan.events = read_events(settings, scenario.problem);
    if (scenario.plan.steps)
        scenario.problem.step = scenario.problem.end / static_cast<double>(*scenario.plan.steps);
    if (scenario.problem.step == 0)  // of a method that chooses its own: how often to look
        scenario.problem.step = scenario.problem.end / 1000;
    return scenario;
}

}  // namespace polhode
