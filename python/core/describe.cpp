#include "describe.hpp"

#include "interpreter.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include <string>
#include <type_traits>
#include <variant>

namespace polhode::python {
namespace {

nb::list list_of(const core::Vector3<double>& v) {
    nb::list list;
    for (const double x : {v.x, v.y, v.z}) list.append(x);
    return list;
}

template <class Value>
nb::object setting_of(const Value& value, const core::ParameterTraits& traits) {
    if constexpr (std::is_enum_v<Value>) {
        return nb::cast(traits.choices[static_cast<std::size_t>(value)]);
    } else if constexpr (core::is_vector<Value>) {
        return list_of(value);
    } else if constexpr (core::is_matrix<Value>) {
        nb::list rows;
        for (const auto& row : value.row) rows.append(list_of(row));
        return rows;
    } else {
        return nb::cast(value);
    }
}

template <class Value>
const char* kind_of() {
    return std::is_enum_v<Value>  ? "choice"
         : core::is_vector<Value> ? "vector"
         : core::is_matrix<Value> ? "matrix"
                                  : "number";
}

void add_parameters(nb::dict& settings, const FormulaTorque& torque) {
    const FormulaText& text = torque.text();
    if (torque.has_potential()) {
        settings["potential"] = text.potential;
    } else {
        nb::list expressions;
        for (const std::string& expression : text.torque) expressions.append(expression);
        settings["torque"] = expressions;
        settings["frame"] = text.frame == Frame::body ? "body" : "space";
    }
    nb::dict parameters;
    for (const FormulaParameter& parameter : text.parameters) {
        const Formula::Place place = torque.formula().place_of(parameter.name);
        const double* numbers = torque.numbers.data() + place.first;
        parameters[nb::cast(parameter.name)] = place.count == 3
                                                 ? nb::object(list_of({numbers[0], numbers[1], numbers[2]}))
                                                 : nb::cast(numbers[0]);
    }
    if (nb::len(parameters) > 0) settings["parameters"] = parameters;
}

void add_parameters(nb::dict& settings, const TableTorque& table) {
    nb::list rows;
    for (const TableTorque::Row& row : table.rows()) {
        nb::list numbers;
        for (const double x : row) numbers.append(x);
        rows.append(numbers);
    }
    settings["rows"] = rows;
    settings["frame"] = table.frame() == Frame::body ? "body" : "space";
    settings["interpolation"] = TableTorque::interpolations[static_cast<std::size_t>(table.interpolation())];
}

template <class Model>
void add_parameters(nb::dict& settings, const Model& model) {
    core::for_each_parameter(model, [&](const auto& parameter, const auto& value) {
        settings[nb::cast(parameter.name)] = setting_of(value, parameter.traits);
    });
}

nb::dict settings_of(const Torque& torque) {
    nb::dict settings;
    settings["model"] = sheet_of(torque).name;
    std::visit([&](const auto& model) { add_parameters(settings, model); }, torque);
    return settings;
}

}  // namespace

nb::list describe(const Torque& torque) {
    nb::list all;
    const auto* sum = std::get_if<TorqueSum>(&torque);
    if (!sum) {
        if (!is_free(torque)) all.append(settings_of(torque));
        return all;
    }
    for (const TorquePart& part : sum->parts) {
        nb::dict settings = settings_of(part.torque);
        if (!part.name.empty() && part.name != sheet_of(part.torque).name) settings["name"] = part.name;
        nb::list windows;
        for (const TimeSpan& on : part.on) {
            nb::list window;
            window.append(on.from);
            window.append(on.to);
            windows.append(window);
        }
        if (!part.on.empty()) settings["on"] = windows;
        all.append(settings);
    }
    return all;
}

nb::list torque_models() {
    nb::list models;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        nb::dict model;
        const TorqueSheet& sheet = Model::sheet;
        model["name"] = sheet.name;
        model["title"] = sheet.title;
        model["formula"] = sheet.formula;
        model["potential"] = sheet.potential;
        model["needs_orbit"] = sheet.needs_orbit;
        nb::list parameters;
        Model defaults{};
        core::for_each_parameter(defaults, [&](const auto& parameter, const auto& value) {
            nb::dict one;
            one["name"] = parameter.name;
            one["meaning"] = parameter.traits.meaning;
            one["required"] = parameter.traits.required;
            one["kind"] = kind_of<std::remove_cvref_t<decltype(value)>>();
            one["frame"] = parameter.traits.frame == Frame::body ? "body" : "space";
            if (!parameter.traits.required) one["default"] = setting_of(value, parameter.traits);
            nb::list choices;
            for (const std::string_view choice : parameter.traits.choices) choices.append(choice);
            one["choices"] = choices;
            parameters.append(one);
        });
        model["parameters"] = parameters;
        models.append(model);
    });
    return models;
}

}  // namespace polhode::python
