#include "io/compare_output.hpp"

#include "io/json_number.hpp"
#include "io/run_json.hpp"
#include "io/table.hpp"
#include "polhode/version.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

using TextRows = std::vector<std::vector<std::string>>;

std::string order_text(const std::optional<double>& order) {
    return order ? fmt::format("{:.2f}", *order) : "-";
}

/// A table with a row per method and a column per step.
template <class Text>
TextRows by_step(const Comparison& comparison, Text text) {
    TextRows rows{{"method"}};
    for (const CompareCell& cell : comparison.rows.front().cells)
        rows[0].push_back(fmt::format("{:.4g}", cell.step));
    for (const CompareRow& row : comparison.rows) {
        rows.push_back({row.method});
        for (const CompareCell& cell : row.cells)
            rows.back().push_back(cell.failure.empty() ? text(cell) : "failed");
    }
    return rows;
}

}  // namespace

std::string compare_table(const Comparison& comparison, int width) {
    TextRows errors =
        by_step(comparison, [](const CompareCell& c) { return fmt::format("{:.1e}", c.error_attitude); });
    errors[0].insert(errors[0].end(), {"order R", "order Π", ""});
    for (std::size_t i = 0; i < comparison.rows.size(); ++i)
        errors[i + 1].insert(errors[i + 1].end(), {order_text(comparison.rows[i].order_attitude),
                                                   order_text(comparison.rows[i].order_momentum), ""});
    TextRows work = by_step(comparison, [](const CompareCell& c) {
        return fmt::format("{:.1f}",
                           static_cast<double>(c.torque_evaluations) / static_cast<double>(c.steps));
    });
    work[0].insert(work[0].end(), {"time per step", ""});
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        const CompareCell& finest = comparison.rows[i].cells.back();
        work[i + 1].insert(
            work[i + 1].end(),
            {finest.failure.empty() ? duration(finest.seconds / static_cast<double>(finest.steps)) : "-",
             ""});
    }
    std::string text = fmt::format("{} at time {}: attitude error ‖R − R_ref‖₂ by step\n\n{}\n",
                                   comparison.problem, comparison.end, table(errors, width));
    text += fmt::format("torque evaluations per step, and time per step at the smallest\n\n{}\n",
                        table(work, width));
    text += wrapped(fmt::format("Reference: {}.", comparison.reference_source), width) + '\n';
    if (!comparison.reference_note.empty()) text += wrapped(comparison.reference_note, width) + '\n';
    for (const CompareRow& row : comparison.rows)
        for (const CompareCell& cell : row.cells)
            if (!cell.failure.empty())
                text += wrapped(fmt::format("{} with step {:.4g} failed: {}.", row.method, cell.step,
                                            cell.failure),
                                width)
                      + '\n';
    return text;
}

std::string compare_csv(const Comparison& comparison) {
    std::string csv =
        "method,step,steps,error_attitude,error_momentum,max_energy_error,torque_evaluations,seconds,"
        "failure\n";
    for (const CompareRow& row : comparison.rows)
        for (const CompareCell& c : row.cells) {
            csv += fmt::format("{},{},", row.method, c.step);
            if (c.failure.empty())
                csv += fmt::format("{},{},{},{},{},{},\n", c.steps, c.error_attitude, c.error_momentum,
                                   c.energy_error ? fmt::format("{}", *c.energy_error) : "",
                                   c.torque_evaluations, c.seconds);
            else
                csv += fmt::format(",,,,,,\"{}\"\n", c.failure);
        }
    return csv;
}

std::string compare_json(const Comparison& comparison) {
    Json json;
    json["polhode"] = version;
    json["schema"] = json_schema;
    json["problem"] = comparison.problem;
    json["end"] = json_number("end", comparison.end);
    json["reference"] = {
        {"source", comparison.reference_source},
        {"error", json_number("reference.error", comparison.reference_error)},
        {"note", comparison.reference_note.empty() ? Json(nullptr) : Json(comparison.reference_note)},
        {"quaternion", json_list("reference.quaternion", comparison.reference.attitude)},
        {"momentum", json_list("reference.momentum", comparison.reference.momentum)}};
    json["methods"] = Json::array();
    for (const CompareRow& row : comparison.rows) {
        Json runs = Json::array();
        for (const CompareCell& c : row.cells) {
            if (!c.failure.empty()) {
                runs.push_back({{"step", json_number("step", c.step)}, {"failure", c.failure}});
                continue;
            }
            runs.push_back({{"step", json_number("step", c.step)},
                            {"steps", c.steps},
                            {"error_attitude", json_number("error_attitude", c.error_attitude)},
                            {"error_momentum", json_number("error_momentum", c.error_momentum)},
                            {"max_energy_error", json_number("max_energy_error", c.energy_error)},
                            {"torque_evaluations", c.torque_evaluations},
                            {"seconds", json_number("seconds", c.seconds)}});
        }
        json["methods"].push_back({{"method", row.method},
                                   {"order_attitude", json_number("order_attitude", row.order_attitude)},
                                   {"order_momentum", json_number("order_momentum", row.order_momentum)},
                                   {"runs", std::move(runs)}});
    }
    return json_text(json);
}

}  // namespace polhode
