#include "report/torque_rows.hpp"

#include "scenario/orbit_setting.hpp"
#include "scenario/torque_setting.hpp"

#include <fmt/format.h>

namespace polhode {
namespace {

struct ParameterText {
    std::string operator()(double value) const { return html::exact(value); }
    std::string operator()(const std::string& value) const { return html::code(value); }
    std::string operator()(const Eigen::Vector3d& value) const { return html::exact(value); }
    std::string operator()(const Eigen::Matrix3d& value) const { return html::matrix(value); }
    std::string operator()(const TorqueDescription::Rows& rows) const {
        return fmt::format("{} rows from t = {} to {}", rows.size(), html::exact(rows.front()[0]),
                           html::exact(rows.back()[0]));
    }
    std::string operator()(const TorqueDescription::Texts& texts) const {
        std::string list;
        for (const std::string& text : texts) list += (list.empty() ? "" : "<br>") + html::code(text);
        return list;
    }
    std::string operator()(const TorqueDescription::Table& table) const {
        std::string list;
        for (const auto& [key, value] : table)
            list += fmt::format("{}{} = {}", list.empty() ? "" : "<br>", html::code(key),
                                std::visit([](const auto& v) { return html::exact(v); }, value));
        return list;
    }
};

std::string text_of(const std::vector<TimeSpan>& windows) {
    std::string text;
    for (const TimeSpan& w : windows)
        text += fmt::format("{}{} to {}", text.empty() ? "" : ", ", html::exact(w.from), html::exact(w.to));
    return text;
}

}  // namespace

std::vector<html::Row> torque_rows(const Torque& torque) {
    std::vector<html::Row> rows;
    if (const Orbit* orbit = orbit_of(torque)) {
        std::string numbers;
        for (const auto& [key, number] : describe(*orbit))
            numbers +=
                fmt::format("{}{} = {}", numbers.empty() ? "" : "<br>", html::code(key), html::exact(number));
        rows.push_back({"Orbit", numbers});
    }
    for (const TorqueDescription& part : describe(torque)) {
        rows.push_back({part.name.empty() ? "Torque" : fmt::format("Torque {}", html::code(part.name)),
                        html::code(part.model)});
        for (const auto& [name, value] : part.parameters)
            rows.push_back({html::code(name), std::visit(ParameterText{}, value)});
        if (!part.on.empty()) rows.push_back({"acts at times", text_of(part.on)});
    }
    return rows;
}

}  // namespace polhode
