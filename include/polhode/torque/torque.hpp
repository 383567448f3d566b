/// Torques as users give them: a built-in model with its parameters, or a function of (t, attitude).
#pragma once

#include "polhode/torque/custom_torque.hpp"
#include "polhode/torque/list.hpp"

#include <variant>

namespace polhode {

/// Every kind of torque. Model parameters are in the user's axes.
using Torque = core::BuiltInTorques::With<std::variant, CustomTorque>;

inline bool is_free(const Torque& torque) { return std::holds_alternative<core::NoTorque>(torque); }

/// What the model states about itself.
inline const TorqueSheet& sheet_of(const Torque& torque) {
    return std::visit([](const auto& model) -> const TorqueSheet& { return model.sheet; }, torque);
}

/// Whether the torque has a potential; a user's function has one if it was given with it.
inline bool has_potential(const Torque& torque) {
    const auto* custom = std::get_if<CustomTorque>(&torque);
    return custom ? static_cast<bool>(custom->potential) : sheet_of(torque).has_potential();
}

}  // namespace polhode
