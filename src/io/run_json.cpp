#include "io/run_json.hpp"

#include "io/json_number.hpp"
#include "polhode/version.hpp"

namespace polhode {
namespace {

/// One number of the energy errors; null where there is no energy.
Json energy_json(const char* key, const Certificate& certificate, double Certificate::Energy::* number) {
    return certificate.energy ? json_number(key, *certificate.energy.*number) : Json(nullptr);
}

Json certificate_json(const Certificate& certificate) {
    using Energy = Certificate::Energy;
    return {
        {"energy",
         {{"max_error", energy_json("certificate.energy.max_error", certificate, &Energy::max_error)},
          {"mean_error", energy_json("certificate.energy.mean_error", certificate, &Energy::mean_error)},
          {"error_slope", energy_json("certificate.energy.error_slope", certificate, &Energy::error_slope)}}},
        {"max_momentum_error", json_number("certificate.max_momentum_error", certificate.max_momentum_error)},
        {"max_quaternion_norm_error",
         json_number("certificate.max_quaternion_norm_error", certificate.max_quaternion_norm_error)}};
}

Json events_json(const std::vector<EventRecord>& events) {
    Json list = Json::array();
    for (const EventRecord& event : events)
        list.push_back({{"name", event.name},
                        {"crossing", event.rising ? "rising" : "falling"},
                        {"time", json_number("events.time", event.time)},
                        {"quaternion", json_list("events.quaternion", event.state.attitude)},
                        {"momentum", json_list("events.momentum", event.state.momentum)}});
    return list;
}

Json transition_json(const TransitionMatrix& transition) {
    Json rows = Json::array();
    for (const auto& row : transition.rowwise()) {
        Json numbers = Json::array();
        for (const double entry : row) numbers.push_back(json_number("transition", entry));
        rows.push_back(std::move(numbers));
    }
    return rows;
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

std::string run_json(const Result& result, const std::vector<std::string>& changed, bool with_certificate,
                     const std::optional<Choice>& choice) {
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
    json["own_steps"] = result.own_steps ? Json(*result.own_steps) : Json(nullptr);
    json["attitude"]["quaternion"] = json_list("attitude.quaternion", state.attitude);
    json["attitude"]["matrix"] = json_list("attitude.matrix", state.attitude.toRotationMatrix());
    json["momentum"]["body"] = json_list("momentum.body", state.momentum);
    json["momentum"]["space"] = json_list("momentum.space", state.spatial_momentum());
    json["energy"]["initial"] = json_number("energy.initial", result.energy_initial);
    json["energy"]["final"] = json_number("energy.final", result.energy_final);
    json["energy"]["max_error"] =
        energy_json("energy.max_error", result.certificate, &Certificate::Energy::max_error);
    json["momentum_error"]["max"] = json_number("momentum_error.max", result.certificate.max_momentum_error);
    json["torque_evaluations"] = result.torque_evaluations;
    json["missed_projections"] = result.missed_projections;
    json["wall_seconds"] = json_number("wall_seconds", result.wall_seconds);
    json["events"] = events_json(result.events);
    if (result.transition) json["transition"] = transition_json(*result.transition);
    if (choice) json["tolerance"] = tolerance_json(*choice);
    if (with_certificate) json["certificate"] = certificate_json(result.certificate);
    return json.dump(2) + '\n';
}

}  // namespace polhode
