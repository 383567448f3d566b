/// A target that stays where it is.
#pragma once

#include "polhode/control/target.hpp"

#include <optional>

namespace polhode {

/// The attitude of a fixed_target(); none of any other.
std::optional<Eigen::Quaterniond> fixed_attitude(const AttitudeTarget& target);

}  // namespace polhode
