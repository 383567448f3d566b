#include "io/advise_output.hpp"

#include "io/json_number.hpp"
#include "io/run_json.hpp"
#include "io/table.hpp"
#include "polhode/version.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>

namespace polhode {

std::string measured_on(const Advice& advice) {
    if (!(advice.piece < advice.end))
        return fmt::format("measured on the whole run, up to time {}", advice.end);
    std::string nothing =
        fmt::format("measured up to time {:.4g}, nothing promised up to {}", advice.piece, advice.end);
    if (!advice.recommended) return nothing;
    switch (advice.basis) {
        case AdviceBasis::measured:
            return fmt::format("measured up to time {:.4g}, the recommended method up to {}", advice.piece,
                               advice.end);
        case AdviceBasis::predicted:
            return fmt::format("measured up to time {:.4g} and predicted up to {}", advice.piece, advice.end);
        case AdviceBasis::chaotic:
        case AdviceBasis::unknown: break;
    }
    return nothing;
}

std::string advise_table(const Advice& advice, const std::string& command, int width) {
    std::vector<std::vector<std::string>> rows{
        {"method", "step", "error", "torque evaluations", "time", "keeps structure", ""}};
    for (const AdviceRow& row : advice.rows) {
        const char* structure = row.keeps_structure ? "yes" : "-";
        if (row.reached)
            rows.push_back({row.method, row.own_steps ? "its own" : fmt::format("{:.3g}", row.step),
                            fmt::format("{:.1e}", row.error_at_end),
                            fmt::format("{:.3g}", row.torque_evaluations), duration(row.seconds), structure,
                            ""});
        else
            rows.push_back(
                {row.method, "-", fmt::format("{:.1e}", row.best_error), "-", "out of reach", structure, ""});
    }
    const std::string torque =
        advice.question.torque_seconds > 0
            ? fmt::format(", a torque taking {} more", duration(advice.question.torque_seconds))
            : "";
    std::string text = wrapped(fmt::format("{} to a tolerance of {:.3g}{}: {}", advice.problem,
                                           advice.question.tolerance, torque, measured_on(advice)),
                               width);
    text += "\n\n" + table(rows, width) + '\n';
    text += wrapped(fmt::format("Recommended: {}.", advice.reason), width) + '\n';
    if (!command.empty()) text += fmt::format("\n  {}\n", command);
    return text;
}

std::string advise_json(const Advice& advice, const std::string& command) {
    Json json;
    json["polhode"] = version;
    json["schema"] = json_schema;
    json["problem"] = advice.problem;
    json["end"] = json_number("end", advice.end);
    json["measured_up_to"] = json_number("measured_up_to", advice.piece);
    json["tolerance"] = json_number("tolerance", advice.question.tolerance);
    json["torque_seconds"] = json_number("torque_seconds", advice.question.torque_seconds);
    json["basis"] = basis_name(advice.basis);
    const Growth& growth = advice.growth;
    const bool grows = growth.kind != Growth::Kind::unknown;
    json["growth"] = {{"kind", growth_name(growth.kind)},
                      {"followed_up_to", json_number("followed_up_to", growth.until)},
                      {"norm", grows ? json_number("norm", growth.points.back().norm) : Json(nullptr)},
                      {"power", grows ? json_number("power", growth.power) : Json(nullptr)},
                      {"rate", growth.kind == Growth::Kind::exponential ? json_number("rate", growth.rate)
                                                                        : Json(nullptr)}};
    json["horizon"] = grows ? json_number("horizon", advice.horizon) : Json(nullptr);
    json["methods"] = Json::array();
    for (const AdviceRow& row : advice.rows) {
        const auto number = [&](const char* key, double value) {
            return row.reached ? json_number(key, value) : Json(nullptr);
        };
        Json points = Json::array();
        for (const AdvicePoint& p : row.points)
            points.push_back({{"steps", p.steps},
                              {"error", json_number("error", p.error)},
                              {"torque_evaluations", p.torque_evaluations},
                              {"seconds", json_number("seconds", p.seconds)}});
        json["methods"].push_back(
            {{"method", row.method},
             {"reached", row.reached},
             {"keeps_structure", row.keeps_structure},
             {"step", row.own_steps ? Json(nullptr) : number("step", row.step)},
             {"error", number("error", row.error)},
             {"error_at_end", number("error_at_end", row.error_at_end)},
             {"measured_up_to", number("measured_up_to", row.measured_until)},
             {"torque_evaluations", number("torque_evaluations", row.torque_evaluations)},
             {"seconds", number("seconds", row.seconds)},
             {"measured", std::move(points)}});
    }
    json["recommended"] = advice.recommended ? Json(advice.rows[*advice.recommended].method) : Json(nullptr);
    json["reason"] = advice.reason;
    json["command"] = command.empty() ? Json(nullptr) : Json(command);
    return json_text(json);
}

}  // namespace polhode
