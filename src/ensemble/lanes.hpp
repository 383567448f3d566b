/// The kernels for a target of this machine, and which of them a method takes.
#pragma once

#include "ensemble/lanes/job.hpp"
#include "ensemble/lanes/look.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/torque/torque.hpp"

#include <optional>

namespace polhode::lanes {

/// Null if this machine cannot run the target, or the target has no lanes.
const Kernels* kernels(Target target);
LookKernel look(Target target);

/// Doubles in a register of the target, one of each body: as cmake/lanes.cmake has it.
std::size_t lanes_of(Target target);

/// Empty for a torque that cannot run on lanes: a function of the user, or a sum that contains one.
std::optional<LaneTorque> on_lanes(const Torque& torque);

/// A recipe may have several kernels: rotations and Cayley maps have one for each order of axes, numbered as
/// in core::all_axis_orders; the exact drift has one for bodies of both kinds, and one for each kind.
enum ExactVariant : std::size_t { both_kinds, symmetric_bodies, asymmetric_bodies };

Kernel kernel(const Kernels& kernels, const LaneRecipe& recipe, std::size_t variant,
              const LaneTorque& torque);

}  // namespace polhode::lanes
