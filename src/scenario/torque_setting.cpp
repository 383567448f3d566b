#include "scenario/torque_setting.hpp"

#include "polhode/mechanics/eigen.hpp"
#include "scenario/settings.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {
namespace {

// The parameters given for one model. Asking for one makes it known; what nobody asked for is an error.
class Parameters {
public:
    /// `complete`: the model has all its values already, so that each may be left out.
    Parameters(const std::vector<Setting>& settings, std::string_view model, bool complete)
        : settings_(settings), model_(model), complete_(complete) {}

    const Setting* optional(std::string_view key) {
        known_.push_back(key);
        return find(settings_, fmt::format("torque.{}", key));
    }
    const Setting* required(std::string_view key) {
        const Setting* setting = optional(key);
        if (!setting && !complete_) {
            refuse(*find(settings_, "torque.model"),
                   fmt::format("the model \"{}\" needs torque.{}, which is missing", model_, key));
        }
        return setting;
    }
    void reject_others() const {
        for (const Setting& setting : settings_) {
            if (!is_torque_parameter(setting)) continue;
            const std::string key = setting.key.substr(setting.key.find('.') + 1);
            if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
            refuse(setting,
                   fmt::format("the torque model \"{}\" has no parameter \"{}\"; it has {}", model_, key,
                               known_.empty() ? "none" : fmt::format("{}", fmt::join(known_, ", "))));
        }
    }
    static bool is_torque_parameter(const Setting& setting) {
        return setting.key.substr(0, 7) == "torque." && setting.key != "torque.model";
    }

private:
    const std::vector<Setting>& settings_;
    std::string_view model_;
    bool complete_;
    std::vector<std::string_view> known_;
};

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
    const Eigen::Vector3d diagonal = m.diagonal();
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

const Torque& model_of(const Setting& setting) {
    const std::string& name = text(setting, "a torque model");
    std::vector<std::string_view> names;
    for (const Torque& model : models()) {
        names.push_back(sheet_of(model).name);
        if (names.back() == name) return model;
    }
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(names, ", "));
    refuse(setting, fmt::format("unknown torque model {}{}", setting.value.shown, hint));
    return models().front();
}

}  // namespace

TorqueDescription describe(const Torque& torque) {
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

Torque read_torque(const std::vector<Setting>& settings, const Torque* base) {
    const Setting* model = find(settings, "torque.model");
    Torque torque = model ? model_of(*model) : base ? *base : Torque{core::NoTorque{}};
    const bool complete = !model || (base && base->index() == torque.index());
    if (model && complete) torque = *base;

    if (!model && !base) {
        for (const Setting& setting : settings) {
            if (!Parameters::is_torque_parameter(setting)) continue;
            refuse(setting, "expected a torque.model beside it, got none");
        }
    }
    Parameters given(settings, sheet_of(torque).name, complete);
    std::visit(
        [&](auto& own) {
            core::for_each_parameter(own, [&](const auto& parameter, auto& value) {
                const Setting* setting = parameter.traits.required ? given.required(parameter.name)
                                                                   : given.optional(parameter.name);
                if (setting) read(value, parameter.traits, *setting);
            });
        },
        torque);
    given.reject_others();
    return torque;
}

}  // namespace polhode
