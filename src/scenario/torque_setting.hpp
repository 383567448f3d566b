/// [torque]: the model and its parameters, read and described.
#pragma once

#include "polhode/torque/torque.hpp"
#include "scenario/setting.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace polhode {

/// The torque of the settings. Without a model there, `base` with its parameters changed (null: no torque).
Torque read_torque(const std::vector<Setting>& settings, const Torque* base);

/// A torque as a scenario states it.
struct TorqueDescription {
    using Parameter = std::variant<double, std::string, Eigen::Vector3d, Eigen::Matrix3d>;
    std::string_view model;  ///< "heavy-top"
    std::vector<std::pair<std::string_view, Parameter>> parameters;
};
TorqueDescription describe(const Torque& torque);

}  // namespace polhode
