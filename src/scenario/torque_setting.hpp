/// [torque] and [[torque]]: the models and their parameters, read and described.
#pragma once

#include "polhode/scenario/scenario.hpp"
#include "polhode/torque/torque.hpp"
#include "scenario/torque_keys.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace polhode {

/// What a torque may need beside its own keys.
struct TorqueSource {
    const Torque* base = nullptr;  ///< that of the built-in problem, if the scenario starts from one
    const ScenarioTree& tree;      ///< says where files lie, and what reads them
    const Orbit* orbit = nullptr;  ///< of the scenario, if it has one
};

/// The torque of the settings; the sum of all, if there are several. Without a model there, that of the
/// built-in problem with its parameters changed, or none.
Torque read_torque(const std::vector<Setting>& settings, const TorqueSource& source);

/// The names by which settings call the torques, in order: those of the settings, of the built-in problem if
/// they have none. A name is that of the model unless the torque has one.
std::vector<std::string> torque_names(const std::vector<Setting>& settings, const Torque* base);

/// A model that is more than a list of parameters (core::BuiltInTorques) has a reader of its own.
struct OtherTorque {
    std::string_view name;
    std::vector<std::string_view> keys;
    Torque (*read)(TorqueKeys& keys, const TorqueSource& source);
};
const std::vector<OtherTorque>& other_torques();

/// A torque as a scenario states it.
struct TorqueDescription {
    using Rows = std::vector<std::array<double, 4>>;
    using Texts = std::vector<std::string>;
    using Table = std::vector<std::pair<std::string, std::variant<double, Eigen::Vector3d>>>;
    using Parameter = std::variant<double, std::string, Eigen::Vector3d, Eigen::Matrix3d, Rows, Texts, Table>;
    std::string_view model;  ///< "heavy-top"
    std::vector<std::pair<std::string_view, Parameter>> parameters;
    std::string name = {};          ///< if it is not that of the model
    std::vector<TimeSpan> on = {};  ///< when it acts; empty: always
};
/// Each part of a sum; of any other torque, itself.
std::vector<TorqueDescription> describe(const Torque& torque);

/// The models, "heavy-top + constant-body".
std::string models_of(const Torque& torque);

}  // namespace polhode
