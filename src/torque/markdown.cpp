#include "torque/markdown.hpp"

#include "polhode/torque/list.hpp"

#include <fmt/format.h>

namespace polhode {

namespace {

std::string shown(double number, const core::ParameterTraits&) { return fmt::format("{}", number); }
std::string shown(const core::Vector3<double>& v, const core::ParameterTraits&) {
    return fmt::format("[{}, {}, {}]", v.x, v.y, v.z);
}
std::string shown(const core::Matrix3<double>& m, const core::ParameterTraits& traits) {
    return fmt::format("[{}, {}, {}]", shown(m.row[0], traits), shown(m.row[1], traits),
                       shown(m.row[2], traits));
}
template <class Choice>
    requires std::is_enum_v<Choice>
std::string shown(Choice choice, const core::ParameterTraits& traits) {
    return fmt::format("\"{}\"", traits.choices[static_cast<std::size_t>(choice)]);
}

template <class Value>
std::string described(std::string_view name, const Value& value, const core::ParameterTraits& traits) {
    std::string text = fmt::format("`{}`: {}", name, traits.meaning);
    if (core::is_vector<Value>) {
        text += traits.frame == Frame::body ? ", in the body" : ", in space";
        if (traits.is_direction) text += ", of any length";
    }
    if (core::is_matrix<Value>) text += ", in the body: a number, three, or a 3×3 matrix";
    if (!traits.choices.empty()) text += fmt::format(" (\"{}\")", fmt::join(traits.choices, "\", \""));
    if (!traits.required) text += fmt::format("; default {}", shown(value, traits));
    if (traits.varies)
        text += core::is_matrix<Value> ? "; its diagonal may differ from body to body"
                                       : "; may differ from body to body";
    return text;
}

std::string_view conserved(Conserves law) {
    switch (law) {
        case Conserves::momentum: return "all of it";
        case Conserves::axis_momentum: return "about the field's axis";
        case Conserves::nothing: break;
    }
    return "–";
}

}  // namespace

std::string torque_table_markdown() {
    std::string table =
        "| model | torque T (body components) | potential V | momentum conserved | parameters |\n"
        "|---|---|---|---|---|\n";
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        std::string parameters;
        const Model defaults;
        core::for_each_parameter(defaults, [&](const auto& parameter, const auto& value) {
            if (!parameters.empty()) parameters += "<br>";
            parameters += described(parameter.name, value, parameter.traits);
        });
        const TorqueSheet& s = Model::sheet;
        table +=
            fmt::format("| `{}`: {}{}{} | {} | {} | {} | {} |\n", s.name, s.title,
                        s.needs_orbit ? "; needs an `[orbit]`" : "", s.has_kinks ? "; has kinks" : "",
                        s.formula, s.has_potential() ? s.potential : "–", conserved(s.conserves), parameters);
    });
    return table;
}

}  // namespace polhode
