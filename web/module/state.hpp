/// A state as JavaScript reads it: numbers in a row, in the user's body axes.
#pragma once

#include "polhode/mechanics/body.hpp"

#include <array>
#include <limits>
#include <optional>

namespace polhode::web {

/// Time, attitude (x, y, z, w), momentum and angular velocity in the body, momentum in space, energy (NaN without).
using StateRow = std::array<double, 15>;

inline StateRow state_row(double time, const State& state, const Eigen::Vector3d& angular_velocity,
                          const std::optional<double>& energy) {
    const Eigen::Quaterniond& q = state.attitude;
    const Eigen::Vector3d &p = state.momentum, l = state.spatial_momentum(), &w = angular_velocity;
    return {time,  q.x(), q.y(), q.z(), q.w(),
            p.x(), p.y(), p.z(), w.x(), w.y(),
            w.z(), l.x(), l.y(), l.z(), energy.value_or(std::numeric_limits<double>::quiet_NaN())};
}

}  // namespace polhode::web
