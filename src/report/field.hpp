/// The field of a torque, for the charts of a run.
#pragma once

#include "polhode/torque/torque.hpp"

#include <optional>

namespace polhode {

/// A field that is symmetric about a direction of space keeps the momentum about that direction.
struct Field {
    Eigen::Vector3d direction;                 ///< space components, unit
    std::optional<Eigen::Vector3d> body_axis;  ///< the body axis on which the field acts, if there is one
};

/// Null for free motion and for torques without such a direction.
std::optional<Field> field_of(const Torque& torque);

}  // namespace polhode
