#include "scenario/torque_setting.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "scenario/formula_torque_setting.hpp"
#include "scenario/settings.hpp"
#include "scenario/table_torque_setting.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {
namespace {

/// A parameter from its setting, by its type.
void read(double& number, const core::ParameterTraits&, const Setting& setting) {
    number = finite_number(setting);
}
void read(core::Vector3<double>& vector, const core::ParameterTraits& traits, const Setting& setting) {
    vector = core::from_eigen(traits.is_direction ? direction(setting) : vector3(setting));
}
/// A number or three are a diagonal.
void read(core::Matrix3<double>& matrix, const core::ParameterTraits&, const Setting& setting) {
    const Eigen::Matrix3d m =
        is_list_of_lists(setting) ? matrix3(setting) : Eigen::Matrix3d(one_or_three(setting).asDiagonal());
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) matrix(i, j) = m(i, j);
}
template <class Choice>
    requires std::is_enum_v<Choice>
void read(Choice& choice, const core::ParameterTraits& traits, const Setting& setting) {
    const std::string& name = text(setting, "one of the names");
    const auto found = std::ranges::find(traits.choices, name);
    if (found == traits.choices.end())
        reject(setting, fmt::format("\"{}\"", fmt::join(traits.choices, "\" or \"")));
    else
        choice = static_cast<Choice>(found - traits.choices.begin());
}

/// And the other way.
TorqueDescription::Parameter describe(double number, const core::ParameterTraits&) { return number; }
TorqueDescription::Parameter describe(const core::Vector3<double>& vector, const core::ParameterTraits&) {
    return core::to_eigen(vector);
}
/// As briefly as it can be given.
TorqueDescription::Parameter describe(const core::Matrix3<double>& matrix, const core::ParameterTraits&) {
    Eigen::Matrix3d m;
    for (int i = 0; i < 3; ++i) m.row(i) = core::to_eigen(matrix.row[i]);
    if (!m.isDiagonal(0.0)) return m;
    Eigen::Vector3d diagonal = m.diagonal();
    if (diagonal[0] == diagonal[1] && diagonal[1] == diagonal[2]) return diagonal[0];
    return diagonal;
}
template <class Choice>
    requires std::is_enum_v<Choice>
TorqueDescription::Parameter describe(Choice choice, const core::ParameterTraits& traits) {
    return std::string(traits.choices[static_cast<std::size_t>(choice)]);
}

// The scenario's models, each with its defaults.
const std::vector<Torque>& models() {
    static const std::vector<Torque> list = [] {
        std::vector<Torque> all;
        core::BuiltInTorques::for_each(
            [&]<class Model>(std::type_identity<Model>) { all.emplace_back(Model{}); });
        return all;
    }();
    return list;
}

const Torque* built_in(std::string_view name, bool needs_orbit) {
    const auto found = std::ranges::find_if(models(), [&](const Torque& m) {
        return sheet_of(m).name == name && sheet_of(m).needs_orbit == needs_orbit;
    });
    return found == models().end() ? nullptr : &*found;
}

bool has_parameter(const Torque& torque, std::string_view name) {
    bool has = false;
    std::visit(
        [&](const auto& model) {
            core::for_each_parameter(
                model, [&](const auto& parameter, const auto&) { has = has || parameter.name == name; });
        },
        torque);
    return has;
}

/// The model of this name: of two, the one on the orbit, if there is an orbit and nothing is given that only the
/// other has.
const Torque* chosen_model(std::string_view name, const TorqueKeys& keys, const Orbit* orbit) {
    const Torque *plain = built_in(name, false), *on_orbit = built_in(name, true);
    if (!plain || !on_orbit) return plain ? plain : on_orbit;
    const bool only_plain = keys.any_parameter(
        [&](std::string_view key) { return has_parameter(*plain, key) && !has_parameter(*on_orbit, key); });
    return orbit && !only_plain ? on_orbit : plain;
}

/// What a model on an orbit takes beside its parameters, and what is wrong with them.
template <class Model>
void complete_on_orbit(Model& model, const TorqueKeys& keys, const Orbit* orbit) {
    if constexpr (core::HasOrbit<Model>) {
        if (orbit)
            model.take_from_orbit(*orbit);
        else if (keys.model())
            refuse(*keys.model(),
                   fmt::format("the model \"{}\" needs an [orbit], which is missing", Model::sheet.name));
    }
    if constexpr (requires { wrong_parameters(model); })
        if (const std::optional<Error> error = wrong_parameters(model)) {
            const Setting* about = keys.given(error->field);
            if (!about) about = keys.first();
            if (about) refuse(*about, error->message);
        }
}

void unknown_model(const Setting& setting) {
    std::vector<std::string_view> names;
    for (const Torque& model : models())
        if (std::ranges::find(names, sheet_of(model).name) == names.end())
            names.push_back(sheet_of(model).name);
    for (const OtherTorque& other : other_torques()) names.push_back(other.name);
    std::string hint = did_you_mean(text(setting, "a torque model"), names);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(names, ", "));
    refuse(setting, fmt::format("unknown torque model {}{}", setting.value.shown, hint));
}

/// What may be given in place of a parameter: an orbit, if there is a model on it without the parameter.
std::string_view or_orbit(const Torque& torque, std::string_view parameter) {
    const Torque* on_orbit = built_in(sheet_of(torque).name, true);
    return on_orbit && !has_parameter(*on_orbit, parameter) ? " or an [orbit]" : "";
}

/// One torque. `base`: what it starts from, if it has no model or the same.
Torque read_one(TorqueKeys& keys, const Torque* base, const TorqueSource& source) {
    const Setting* model = keys.model();
    const std::string name = model ? text(*model, "a torque model") : "";
    const auto other = std::ranges::find(other_torques(), name, &OtherTorque::name);
    if (other != other_torques().end()) {
        Torque torque = other->read(keys, source);
        keys.reject_others(name);
        return torque;
    }
    Torque torque = base ? *base : Torque{core::NoTorque{}};
    bool complete = !model;  // it has all its values already, so that each may be left out
    if (model) {
        const Torque* own = chosen_model(name, keys, source.orbit);
        if (!own) {
            unknown_model(*model);
            return torque;
        }
        complete = base && base->index() == own->index();
        if (!complete) torque = *own;
    }
    std::visit(
        [&](auto& own) {
            core::for_each_parameter(own, [&](const auto& parameter, auto& value) {
                const Setting* setting = parameter.traits.required && !complete
                                           ? keys.required(parameter.name, or_orbit(torque, parameter.name))
                                           : keys.parameter(parameter.name);
                if (setting) read(value, parameter.traits, *setting);
            });
            complete_on_orbit(own, keys, source.orbit);
        },
        torque);
    keys.reject_others(sheet_of(torque).name);
    return torque;
}

/// The times between which it acts.
std::vector<TimeSpan> read_windows(const Setting& setting) {
    constexpr std::string_view expected = "a list of times [from, to], such as [[0, 30], [100, 130]]";
    const auto* list = std::get_if<Value::List>(&setting.value.content);
    if (!list || list->empty()) return rejected(setting, expected, std::vector<TimeSpan>{});
    std::vector<TimeSpan> windows;
    for (const Value& item : *list) {
        const auto* pair = std::get_if<Value::List>(&item.content);
        const auto time = [&](std::size_t i) { return std::get_if<double>(&(*pair)[i].content); };
        if (!pair || pair->size() != 2 || !time(0) || !time(1))
            return rejected(setting, expected, std::vector<TimeSpan>{});
        const TimeSpan window{*time(0), *time(1)};
        if (!(window.from < window.to))
            refuse(setting, fmt::format("expected a time before another, got {}", item.shown));
        else if (!windows.empty() && window.from < windows.back().to)
            refuse(setting, fmt::format("expected times in order, got {} after one until {}", item.shown,
                                        windows.back().to));
        windows.push_back(window);
    }
    return windows;
}

/// The number of torques in a list; 0 if there is at most one.
std::size_t list_size(const std::vector<Setting>& settings) {
    std::size_t count = 0;
    while (TorqueKeys(settings, count + 1).first()) ++count;
    return count;
}

std::string name_in(const TorqueKeys& keys) {
    const Setting* setting = keys.name() ? keys.name() : keys.model();
    const auto* name = setting ? std::get_if<std::string>(&setting->value.content) : nullptr;
    return name ? *name : "";
}

/// Of the torques of a list. Those without a name are called by their model, the second one of a model
/// "MODEL-2"; only names that are given can be the same.
std::vector<std::string> names_in_list(const std::vector<Setting>& settings) {
    const std::size_t count = list_size(settings);
    std::vector<std::string> names(count);
    for (const bool given : {true, false}) {  // those that are given come first: others make way
        for (std::size_t i = 0; i < count; ++i) {
            const TorqueKeys keys(settings, i + 1);
            if ((keys.name() != nullptr) != given) continue;
            const std::string name = name_in(keys);
            names[i] = name;
            const auto taken = [&] {
                for (std::size_t k = 0; k < count; ++k)
                    if (k != i && names[k] == names[i]) return true;
                return false;
            };
            for (int k = 2; !given && !name.empty() && taken(); ++k) names[i] = fmt::format("{}-{}", name, k);
        }
    }
    return names;
}

void check_name(const Setting& setting) {
    const std::string& name = text(setting, "a name");
    const auto fits = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-'
            || c == '_';
    };
    if (name.empty() || !std::ranges::all_of(name, fits))
        reject(setting, "a name of letters, digits, - and _");
}

TorqueSum read_list(const std::vector<Setting>& settings, std::size_t count, const TorqueSource& source) {
    TorqueSum sum;
    const std::vector<std::string> names = names_in_list(settings);
    for (std::size_t i = 1; i <= count; ++i) {
        TorqueKeys keys(settings, i);
        if (!keys.model()) refuse(*keys.first(), "this torque needs model, which is missing");
        if (keys.name()) check_name(*keys.name());
        const std::string& name = names[i - 1];
        if (keys.name() && std::ranges::find(sum.parts, name, &TorquePart::name) != sum.parts.end())
            refuse(*keys.name(),
                   fmt::format("expected a name of its own, since another torque is called \"{}\"", name));
        sum.parts.push_back({read_one(keys, nullptr, source), name, {}});
        if (keys.on()) sum.parts.back().on = read_windows(*keys.on());
    }
    return sum;
}

TorqueDescription describe_one(const Torque& torque) {
    if (const auto* table = std::get_if<TableTorque>(&torque)) return describe_table(*table);
    if (const auto* formula = std::get_if<FormulaTorque>(&torque)) return describe_formula(*formula);
    TorqueDescription description{sheet_of(torque).name, {}};
    std::visit(
        [&](const auto& model) {
            core::for_each_parameter(model, [&](const auto& parameter, const auto& value) {
                description.parameters.emplace_back(parameter.name, describe(value, parameter.traits));
            });
        },
        torque);
    return description;
}

}  // namespace

const std::vector<OtherTorque>& other_torques() {
    static const std::vector<OtherTorque> list{
        {TableTorque::sheet.name, {"file", "rows", "frame", "interpolation"}, read_table_torque},
        {FormulaTorque::sheet.name, {"torque", "potential", "frame", "parameters"}, read_formula_torque}};
    return list;
}

std::vector<TorqueDescription> describe(const Torque& torque) {
    const auto* sum = std::get_if<TorqueSum>(&torque);
    if (!sum) return {describe_one(torque)};
    std::vector<TorqueDescription> descriptions;
    for (const TorquePart& part : sum->parts) {
        TorqueDescription own = describe_one(part.torque);
        if (part.name != own.model) own.name = part.name;
        own.on = part.on;
        descriptions.push_back(std::move(own));
    }
    return descriptions;
}

std::string models_of(const Torque& torque) {
    std::string models;
    for (const TorqueDescription& part : describe(torque))
        models += (models.empty() ? "" : " + ") + std::string(part.model);
    return models;
}

std::vector<std::string> torque_names(const std::vector<Setting>& settings, const Torque* base) {
    std::vector<std::string> names = names_in_list(settings);
    if (!names.empty()) return names;
    const std::string own = name_in(TorqueKeys(settings, 0));
    if (!own.empty() || !base) return {own};
    const auto* sum = std::get_if<TorqueSum>(base);
    if (!sum) return {std::string(sheet_of(*base).name)};
    for (const TorquePart& part : sum->parts) names.push_back(part.name);
    return names;
}

Torque read_torque(const std::vector<Setting>& settings, const TorqueSource& source) {
    const std::size_t count = list_size(settings);
    const bool several_below = source.base && std::holds_alternative<TorqueSum>(*source.base);
    if (count > 0 && (!several_below || TorqueKeys(settings, 1).model()))
        return read_list(settings, count, source);
    TorqueKeys keys(settings, 0);
    if (several_below && !keys.model()) {
        if (keys.first())
            refuse(*keys.first(), "expected a torque.model beside it, since the problem has several torques");
        return *source.base;
    }
    if (!keys.model() && !source.base && keys.first())
        refuse(*keys.first(), "expected a torque.model beside it, got none");
    if (keys.name()) check_name(*keys.name());
    Torque torque = read_one(keys, source.base, source);
    if (!keys.on()) return torque;
    const std::string name = torque_names(settings, source.base).front();
    return TorqueSum{{{std::move(torque), name, read_windows(*keys.on())}}};
}

}  // namespace polhode
