#include "io/catalogue_json.hpp"

#include "io/json_number.hpp"
#include "io/run_json.hpp"
#include "polhode/version.hpp"
#include "scenario/torque_setting.hpp"

#include <cmath>

namespace polhode {
namespace {

Json entry(const Method& method) {
    const Sheet& sheet = method.sheet;
    return {{"name", sheet.name},
            {"aliases", method.aliases},
            {"title", sheet.title},
            {"formula", sheet.formula},
            {"source", sheet.source},
            {"order_attitude", sheet.order_attitude},
            {"order_momentum", sheet.order_momentum},
            {"order_by_rate", sheet.order_by_rate},
            {"solve", solve_name(sheet.solve)},
            {"torque_evaluations", sheet.torque_evaluations},
            {"start_evaluations", sheet.start_evaluations},
            {"stable_to", sheet.stable_to > 0 ? Json(sheet.stable_to) : Json()},
            {"torque_derivatives", sheet.torque_derivatives},
            {"conserves_momentum", sheet.conserves_momentum},
            {"conserves_energy", sheet.conserves_energy},
            {"conserves_axis_momentum", sheet.conserves_axis_momentum},
            {"time_symmetric", sheet.time_symmetric},
            {"symplectic", sheet.symplectic},
            {"self_starting", sheet.self_starting()},
            {"free_only", sheet.free_only},
            {"needs_potential", sheet.needs_potential}};
}

Json parameter(std::string_view key, const TorqueDescription::Parameter& value) {
    if (const auto* number = std::get_if<double>(&value)) return json_number(key, *number);
    if (const auto* vector = std::get_if<Eigen::Vector3d>(&value)) return json_list(key, *vector);
    if (const auto* matrix = std::get_if<Eigen::Matrix3d>(&value)) {
        Json rows = Json::array();
        for (int i = 0; i < 3; ++i) rows.push_back(json_list(key, Eigen::Vector3d(matrix->row(i))));
        return rows;
    }
    if (const auto* table = std::get_if<TorqueDescription::Rows>(&value)) {
        Json rows = Json::array();
        for (const auto& row : *table) rows.push_back(row);
        return rows;
    }
    if (const auto* texts = std::get_if<TorqueDescription::Texts>(&value)) return *texts;
    if (const auto* table = std::get_if<TorqueDescription::Table>(&value)) {
        Json entries = Json::object();
        for (const auto& [name, own] : *table)
            entries[name] = std::visit([&](const auto& v) { return parameter(key, v); }, own);
        return entries;
    }
    return std::get<std::string>(value);
}

Json entry(const TorqueDescription& torque) {
    Json json{{"model", torque.model}};
    if (!torque.name.empty()) json["name"] = torque.name;
    for (const auto& [key, value] : torque.parameters) json[std::string(key)] = parameter(key, value);
    const auto time = [](double t) { return std::isfinite(t) ? Json(t) : Json(nullptr); };
    for (const TimeSpan& w : torque.on) json["on"].push_back(Json::array({time(w.from), time(w.to)}));
    return json;
}

/// One object, or a list of them.
Json entry(const std::vector<TorqueDescription>& torques) {
    if (torques.size() == 1) return entry(torques.front());
    Json list = Json::array();
    for (const TorqueDescription& torque : torques) list.push_back(entry(torque));
    return list;
}

Json entry(const Problem& problem) {
    const auto state = [](const State& s) {
        return Json{{"quaternion", json_list("quaternion", s.attitude)},
                    {"momentum", json_list("momentum", s.momentum)}};
    };
    Json references = Json::array();
    for (const ReferenceState& reference : problem.references) {
        Json item = state(reference.state);
        item["time"] = json_number("time", reference.time);
        item["agreement"] = json_number("agreement", reference.agreement);
        references.push_back(std::move(item));
    }
    Json initial = state(problem.initial);
    initial["angular_velocity"] =
        json_list("angular_velocity", problem.body.angular_velocity(problem.initial.momentum));
    return {{"name", problem.name},
            {"description", problem.description},
            {"moments", json_list("moments", problem.body.moments())},
            {"inertia", json_list("inertia", problem.body.tensor())},
            {"initial", std::move(initial)},
            {"torque", entry(describe(problem.torque))},
            {"end", json_number("end", problem.defaults.end)},
            {"step", json_number("step", problem.defaults.step)},
            {"references", std::move(references)}};
}

Json entry(const MethodFamily& family) {
    return {{"pattern", family.pattern},
            {"title", family.title},
            {"members", family.members},
            {"example", family.example}};
}

Json object(const char* key, Json content) {
    Json json{{"polhode", version}, {"schema", json_schema}};
    json[key] = std::move(content);
    return json;
}
std::string document(const char* key, Json content) { return json_text(object(key, std::move(content))); }

template <class Item>
Json list(std::span<const Item> items) {
    Json out = Json::array();
    for (const Item& item : items) out.push_back(entry(item));
    return out;
}

}  // namespace

std::string methods_json(std::span<const Method> methods, std::span<const MethodFamily> families) {
    Json json = object("methods", list(methods));
    json["families"] = list(families);
    return json_text(json);
}
std::string method_json(const Method& method) { return document("method", entry(method)); }
std::string problems_json(std::span<const Problem> problems) { return document("problems", list(problems)); }
std::string problem_json(const Problem& problem) { return document("problem", entry(problem)); }

std::string_view solve_name(Solve solve) {
    switch (solve) {
        case Solve::nothing: return "nothing";
        case Solve::drift: return "drift";
        case Solve::torque: return "torque";
    }
    return "";
}

}  // namespace polhode
