/// The kernels for a target of this machine, and which of them a method takes.
#pragma once

#include "ensemble/lanes/job.hpp"
#include "polhode/ensemble/march.hpp"
#include "polhode/mechanics/torque.hpp"

#include <optional>

namespace polhode::lanes {

/// Null unless this machine can run the target (and it is one with lanes).
const Kernels* kernels(Target target);

/// Empty for a torque that has no form on lanes: a function of the user's.
std::optional<CommonTorque> common_part(const Torque& torque, const Body& body);

/// The kernel for a recipe whose order of axes is known.
Kernel kernel(const Kernels& kernels, const LaneRecipe& recipe, std::size_t axes, TorqueKind torque);

}  // namespace polhode::lanes
