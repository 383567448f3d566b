#include "scenario/formula_torque_setting.hpp"

#include "scenario/choice.hpp"
#include "scenario/located.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <optional>

namespace polhode {
namespace {

/// A formula may be written in several lines; messages about it are one, with the same columns.
std::string one_line(std::string expression) {
    for (char& c : expression)
        if (static_cast<unsigned char>(c) < 0x20) c = ' ';
    return expression;
}

std::array<std::string, 3> expressions(const Setting& setting) {
    constexpr std::string_view expected =
        "three expressions in quotes, such as [\"-c*wx\", \"0\", \"sin(t)\"]";
    const std::array<std::string, 3> harmless{"0", "0", "0"};
    const auto* list = std::get_if<Value::List>(&setting.value.content);
    if (!list || list->size() != 3) return rejected(setting, expected, harmless);
    std::array<std::string, 3> result;
    for (std::size_t i = 0; i < 3; ++i) {
        const auto* expression = std::get_if<std::string>(&(*list)[i].content);
        if (!expression) return rejected(setting, expected, harmless);
        result[i] = one_line(*expression);
    }
    return result;
}

std::variant<double, Eigen::Vector3d> number_or_vector(const Setting& setting) {
    const auto* list = std::get_if<Value::List>(&setting.value.content);
    if (list && list->size() == 3) return vector3(setting);
    if (std::holds_alternative<double>(setting.value.content)) return finite_number(setting);
    return rejected(setting, "a finite number, or three", 1.0);
}

/// The entries of the table, each as a setting of its own.
std::vector<Setting> entries_of(const Setting* table) {
    if (!table) return {};
    const auto* content = std::get_if<Value::Table>(&table->value.content);
    if (!content)
        return rejected(*table, "a table of numbers, such as { c = 0.1, m = [0, 0, 1] }",
                        std::vector<Setting>{});
    std::vector<Setting> entries;
    for (const Value::Entry& entry : content->entries) {
        const std::string origin = entry.place.empty()
                                     ? fmt::format("{}.{}", table->origin, entry.key)
                                     : fmt::format("{}: torque.parameters.{}", entry.place, entry.key);
        entries.push_back({entry.key, origin, entry.value, table->errors});
    }
    return entries;
}

/// Those of the table with the values of settings such as --set torque.parameters.c on top.
std::vector<FormulaParameter> read_parameters(TorqueKeys& keys) {
    std::vector<FormulaParameter> parameters;
    for (const Setting& entry : entries_of(keys.parameter("parameters")))
        parameters.push_back({entry.key, number_or_vector(entry)});
    for (const Setting* above : keys.inside("parameters")) {
        const std::string name = above->key.substr(above->key.rfind('.') + 1);
        const auto found = std::ranges::find(parameters, name, &FormulaParameter::name);
        if (found != parameters.end()) {
            found->value = number_or_vector(*above);
            continue;
        }
        std::vector<std::string_view> known;
        known.reserve(parameters.size());
        for (const FormulaParameter& p : parameters) known.push_back(p.name);
        refuse(*above, fmt::format("the formula has no parameter \"{}\"{}", name, did_you_mean(name, known)));
    }
    return parameters;
}

/// Reads the frame, which a potential does not have.
Frame read_frame(const Setting* setting, bool has_potential) {
    const Frame frame = choice(setting, frame_names, Frame::body);
    if (has_potential && frame == Frame::space)
        reject(*setting, "none beside a potential, whose torque is in the body");
    return frame;
}

}  // namespace

Torque read_formula_torque(TorqueKeys& keys, const TorqueSource&) {
    const Setting *torque = keys.parameter("torque"), *potential = keys.parameter("potential");
    FormulaText formula;
    formula.frame = read_frame(keys.parameter("frame"), potential != nullptr);
    formula.parameters = read_parameters(keys);
    if (!torque && !potential) {
        refuse(*keys.model(),
               "the model \"formula\" needs torque.torque or torque.potential, which is missing");
        return core::NoTorque{};
    }
    if (torque && potential) {
        torque->errors->tell(
            fmt::format("{} contradicts {}: expected only one of them", potential->origin, torque->origin));
        return core::NoTorque{};
    }
    if (torque) formula.torque = expressions(*torque);
    if (potential) {
        formula.potential = one_line(text(*potential, "an expression"));
        if (formula.potential.empty()) {
            reject(*potential, "an expression");
            return core::NoTorque{};
        }
    }
    auto made = formula_torque(std::move(formula));
    if (made) return *std::move(made);
    const Setting* about = made.error().field == "parameters" ? keys.parameter("parameters") : nullptr;
    refuse(about ? *about : torque ? *torque : *potential, made.error().message);
    return core::NoTorque{};
}

TorqueDescription describe_formula(const FormulaTorque& formula) {
    const FormulaText& written = formula.text();
    TorqueDescription description{FormulaTorque::sheet.name, {}};
    if (formula.has_potential()) {
        description.parameters.emplace_back("potential", written.potential);
    } else {
        description.parameters.emplace_back(
            "frame", std::string(frame_names[static_cast<std::size_t>(written.frame)]));
        description.parameters.emplace_back(
            "torque", TorqueDescription::Texts(written.torque.begin(), written.torque.end()));
    }
    TorqueDescription::Table parameters;
    for (const FormulaParameter& parameter : written.parameters) {
        const Formula::Place place = formula.formula().place_of(parameter.name);
        const double* numbers = formula.numbers.data() + place.first;
        if (place.count == 3)
            parameters.emplace_back(parameter.name, Eigen::Vector3d(numbers[0], numbers[1], numbers[2]));
        else
            parameters.emplace_back(parameter.name, numbers[0]);
    }
    if (!parameters.empty()) description.parameters.emplace_back("parameters", std::move(parameters));
    return description;
}

}  // namespace polhode
