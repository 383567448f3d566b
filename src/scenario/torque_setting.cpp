#include "scenario/torque_setting.hpp"

#include "scenario/settings.hpp"
#include "text/nearest_name.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {
namespace {

using Vector = core::Vector3<double>;

Vector to_core(const Eigen::Vector3d& v) { return {v.x(), v.y(), v.z()}; }
Eigen::Vector3d to_eigen(const Vector& v) { return {v.x, v.y, v.z}; }

core::WallProfile::Sign wall_sign(const Setting& setting) {
    const std::string& sign = text(setting, "the sign");
    if (sign == "printed") return core::WallProfile::Sign::printed;
    if (sign == "repulsive") return core::WallProfile::Sign::repulsive;
    return rejected(setting, "\"printed\" or \"repulsive\"", core::WallProfile::Sign::printed);
}

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

void read(core::NoTorque&, Parameters&) {}
void read(CustomTorque&, Parameters&) {}
template <class Profile>
void read_axes(core::AxisPotential<Profile>& field, Parameters& given) {
    if (const auto* s = given.optional("direction")) field.direction = to_core(direction(*s));
    if (const auto* s = given.optional("axis")) field.axis = to_core(direction(*s));
}
void read(core::HeavyTop& top, Parameters& given) {
    if (const auto* s = given.required("weight_moment")) top.profile.weight_moment = finite_number(*s);
    read_axes(top, given);
}
void read(core::SoftWall& wall, Parameters& given) {
    if (const auto* s = given.optional("sign")) wall.profile.sign = wall_sign(*s);
    read_axes(wall, given);
}
void read(core::GravityGradient& field, Parameters& given) {
    if (const auto* s = given.required("coefficient")) field.coefficient = finite_number(*s);
    if (const auto* s = given.optional("direction")) field.direction = to_core(direction(*s));
}
void read(core::ConstantBodyTorque& constant, Parameters& given) {
    if (const auto* s = given.required("torque")) constant.torque = to_core(vector3(*s));
}
void read(core::ConstantSpaceTorque& constant, Parameters& given) {
    if (const auto* s = given.required("torque")) constant.torque = to_core(vector3(*s));
}

struct Describe {
    TorqueDescription operator()(const core::NoTorque&) const { return {"none", {}}; }
    TorqueDescription operator()(const CustomTorque&) const { return {"custom", {}}; }
    TorqueDescription operator()(const core::HeavyTop& top) const {
        return {"heavy-top",
                {{"weight_moment", top.profile.weight_moment},
                 {"direction", to_eigen(top.direction)},
                 {"axis", to_eigen(top.axis)}}};
    }
    TorqueDescription operator()(const core::SoftWall& wall) const {
        const bool printed = wall.profile.sign == core::WallProfile::Sign::printed;
        return {"soft-wall",
                {{"sign", std::string(printed ? "printed" : "repulsive")},
                 {"direction", to_eigen(wall.direction)},
                 {"axis", to_eigen(wall.axis)}}};
    }
    TorqueDescription operator()(const core::GravityGradient& field) const {
        return {"gravity-gradient",
                {{"coefficient", field.coefficient}, {"direction", to_eigen(field.direction)}}};
    }
    TorqueDescription operator()(const core::ConstantBodyTorque& constant) const {
        return {"constant-body", {{"torque", to_eigen(constant.torque)}}};
    }
    TorqueDescription operator()(const core::ConstantSpaceTorque& constant) const {
        return {"constant-space", {{"torque", to_eigen(constant.torque)}}};
    }
};

// The scenario's models, each with its defaults.
const std::vector<Torque>& models() {
    static const std::vector<Torque> list{core::NoTorque{},           core::HeavyTop{},
                                          core::GravityGradient{},    core::SoftWall{},
                                          core::ConstantBodyTorque{}, core::ConstantSpaceTorque{}};
    return list;
}

const Torque& model_of(const Setting& setting) {
    const std::string& name = text(setting, "a torque model");
    std::vector<std::string_view> names;
    for (const Torque& model : models()) {
        names.push_back(describe(model).model);
        if (names.back() == name) return model;
    }
    std::string hint = did_you_mean(name, names);
    if (hint.empty()) hint = fmt::format("; there is {}", fmt::join(names, ", "));
    refuse(setting, fmt::format("unknown torque model {}{}", setting.value.shown, hint));
    return models().front();
}

}  // namespace

TorqueDescription describe(const Torque& torque) { return std::visit(Describe{}, torque); }

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
    Parameters given(settings, describe(torque).model, complete);
    std::visit([&](auto& own) { read(own, given); }, torque);
    given.reject_others();
    return torque;
}

}  // namespace polhode
