#include "io/run_json.hpp"

#include "io/certificate_json.hpp"
#include "io/json_number.hpp"
#include "polhode/simulate/state_hash.hpp"
#include "polhode/version.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

Json largest(const char* key, const std::optional<Conservation::Trend>& trend) {
    return trend ? json_number(key, trend->max_error) : Json(nullptr);
}

/// Null where energy or momentum are conserved, or the balance was not asked for.
void balance_json(Json& json, const Conservation& seen) {
    const auto& energy = seen.energy_balance;
    const auto& momentum = seen.momentum_balance;
    json["energy"]["work"] = energy ? json_number("energy.work", energy->work) : Json(nullptr);
    json["energy"]["balance_error"] =
        energy ? json_number("energy.balance_error", energy->max_error) : Json(nullptr);
    json["momentum"]["impulse"] = momentum ? json_list("momentum.impulse", momentum->impulse) : Json(nullptr);
    json["momentum"]["balance_error"] =
        momentum ? json_number("momentum.balance_error", momentum->max_error) : Json(nullptr);
}

/// `has_files`: there is an output folder.
Json control_json(const std::optional<ControlSummary>& control, bool has_files) {
    if (!control) return nullptr;
    Json momenta = Json::array();
    for (const double momentum : control->wheel_momenta)
        momenta.push_back(json_number("control.wheel_momenta", momentum));
    return {{"law", control->law},
            {"period", json_number("control.period", control->period)},
            {"calls", control->calls},
            {"wheel_momenta", std::move(momenta)},
            {"history", has_files ? Json("control.csv") : Json(nullptr)}};
}

Json variable_json(const std::optional<VariableSteps>& steps) {
    if (!steps) return nullptr;
    return {{"kind", steps->reversible ? "reversible" : "of controlled error"},
            {"smallest", json_number("variable_steps.smallest", steps->smallest)},
            {"largest", json_number("variable_steps.largest", steps->largest)},
            {"largest_ratio", json_number("variable_steps.largest_ratio", steps->largest_ratio)},
            {"rejected", steps->rejected}};
}

Json events_json(const std::vector<EventRecord>& events) {
    Json list = Json::array();
    for (const EventRecord& event : events) {
        list.push_back({{"name", event.name},
                        {"crossing", event.rising ? "rising" : "falling"},
                        {"time", json_number("events.time", event.time)},
                        {"quaternion", json_list("events.quaternion", event.state.attitude)},
                        {"momentum", json_list("events.momentum", event.state.momentum)}});
        if (event.after) {
            list.back()["quaternion_after"] = json_list("events.quaternion_after", event.after->attitude);
            list.back()["momentum_after"] = json_list("events.momentum_after", event.after->momentum);
        }
    }
    return list;
}

Json impulses_json(const std::vector<ImpulseRecord>& impulses) {
    Json list = Json::array();
    for (const ImpulseRecord& impulse : impulses)
        list.push_back({{"name", impulse.name},
                        {"time", json_number("impulses.time", impulse.time)},
                        {"quaternion", json_list("impulses.quaternion", impulse.before.attitude)},
                        {"momentum", json_list("impulses.momentum", impulse.before.momentum)},
                        {"momentum_after", json_list("impulses.momentum_after", impulse.after.momentum)}});
    return list;
}

template <class Matrix>
Json matrix_json(const char* name, const Matrix& matrix) {
    Json rows = Json::array();
    for (const auto& row : matrix.rowwise()) {
        Json numbers = Json::array();
        for (const double entry : row) numbers.push_back(json_number(name, entry));
        rows.push_back(std::move(numbers));
    }
    return rows;
}

Json parameter_sensitivity_json(const ParameterSensitivity& sensitivity) {
    return {{"names", sensitivity.names},
            {"held", held_name(sensitivity.held)},
            {"matrix", matrix_json("parameter_sensitivity.matrix", sensitivity.matrix)}};
}

Json first_part_json(const FirstPart& part) {
    return {{"steps", part.steps},
            {"time", json_number("error_first_part.time", part.time)},
            {"error", json_number("error_first_part.error", part.error)},
            {"error_by", part.error_by}};
}

Json tolerance_json(const Choice& choice) {
    return {{"asked", json_number("tolerance.asked", choice.asked)},
            {"estimate", json_number("tolerance.estimate", choice.estimate)},
            {"estimated_by", choice.estimated_by},
            {"method", choice.method},
            {"step", choice.steps ? json_number("tolerance.step", choice.step) : Json(nullptr)},
            {"pilot_torque_evaluations", choice.pilot_torque_evaluations}};
}

}  // namespace

std::string run_json(const Result& result, const std::vector<std::string>& changed,
                     const std::optional<Certificate>& certificate, const std::optional<Choice>& choice,
                     const std::optional<FirstPart>& first_part, const std::vector<std::string>& notes) {
    const State& state = result.final_state;

    Json json;
    json["polhode"] = version;
    json["schema"] = json_schema;
    json["problem"] = result.problem;
    json["changed"] = changed;
    json["method"] = result.method;
    json["complete"] = result.complete;
    json["ended_by"] = result.ended_by ? Json(*result.ended_by) : Json(nullptr);
    json["time"] = json_number("time", result.time);
    json["step"] = json_number("step", result.step);
    json["requested_step"] = json_number("requested_step", result.requested_step);
    json["step_shortened"] = result.step_shortened;
    json["steps"] = result.steps;
    json["pieces"] = result.pieces;
    json["variable_steps"] = variable_json(result.variable);
    json["own_steps"] = result.own_steps ? Json(*result.own_steps) : Json(nullptr);
    json["attitude"]["quaternion"] = json_list("attitude.quaternion", state.attitude);
    json["attitude"]["matrix"] = json_list("attitude.matrix", state.attitude.toRotationMatrix());
    json["momentum"]["body"] = json_list("momentum.body", state.momentum);
    json["momentum"]["space"] = json_list("momentum.space", state.spatial_momentum());
    json["hash"] = fmt::format("{:016x}", state_hash(result.time, state));
    json["energy"]["initial"] = json_number("energy.initial", result.energy_initial);
    json["energy"]["final"] = json_number("energy.final", result.energy_final);
    json["energy"]["max_error"] = largest("energy.max_error", result.conservation.energy);
    balance_json(json, result.conservation);
    json["momentum_error"]["max"] = largest("momentum_error.max", result.conservation.momentum);
    json["control"] = control_json(result.control, certificate.has_value());
    json["torque_evaluations"] = result.torque_evaluations;
    json["missed_projections"] = result.missed_projections;
    json["wall_seconds"] = json_number("wall_seconds", result.wall_seconds);
    json["events"] = events_json(result.events);
    json["impulses"] = impulses_json(result.impulses);
    if (result.transition) json["transition"] = matrix_json("transition", *result.transition);
    if (const auto& sensitivity = result.parameter_sensitivity)
        json["parameter_sensitivity"] = parameter_sensitivity_json(*sensitivity);
    json["error_first_part"] = first_part ? first_part_json(*first_part) : Json(nullptr);
    json["notes"] = notes;
    if (choice) json["tolerance"] = tolerance_json(*choice);
    if (certificate) {
        const Conservation& seen = result.conservation;
        Json& out = json["certificate"] =
            certificate_json(result.method, *certificate, seen.energy, seen.momentum);
        out["max_quaternion_norm_error"] =
            json_number("certificate.max_quaternion_norm_error", seen.max_quaternion_norm_error);
    }
    return json_text(json);
}

}  // namespace polhode
