/// The attitude that a control law brings the body to, as a function of time.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/orbit.hpp"

#include <Eigen/Core>
#include <Eigen/Geometry>
#include <functional>
#include <vector>

namespace polhode {

/// Body → space, of unit length.
using AttitudeTarget = std::function<Eigen::Quaterniond(double t)>;

AttitudeTarget fixed_target(const Eigen::Quaterniond& attitude);

/// Between two rows the rotation about one axis at one rate, the shorter way (slerp); before the first row and
/// after the last one these. An Error unless there are as many times as attitudes, at least one, the times
/// increase and the attitudes have unit length (to 1e-6).
Expected<AttitudeTarget> table_target(std::vector<double> times, std::vector<Eigen::Quaterniond> attitudes);

/// z towards the planet, y against the momentum of the orbit, x ahead (along the velocity on a circle).
AttitudeTarget nadir_target(const Orbit& orbit);

}  // namespace polhode
