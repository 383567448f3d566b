/// The symmetry axis of a torque's field.
#pragma once

#include "polhode/mechanics/torque.hpp"

#include <optional>

namespace polhode {

/// A field that is symmetric about a direction of space keeps the momentum about that direction.
struct FieldAxis {
    Eigen::Vector3d direction;                 ///< space components, unit
    std::optional<Eigen::Vector3d> body_axis;  ///< the body axis on which the field acts, if there is one
};

/// Null for free motion and for torques without such an axis.
std::optional<FieldAxis> field_axis(const Torque& torque);

}  // namespace polhode
