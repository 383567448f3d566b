/// The kernels for a target of this machine, and which of them a method takes.
#pragma once

#include "ensemble/lanes/job.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/torque/torque.hpp"

#include <optional>

namespace polhode::lanes {

/// Null unless this machine can run the target (and it is one with lanes).
const Kernels* kernels(Target target);

/// Empty for a torque that has no form on lanes: a function of the user's.
std::optional<core::BuiltInTorque> built_in(const Torque& torque);

/// Several kernels may fit a recipe: of rotations and Cayley maps one for each order of axes, by its place
/// among core::all_axis_orders; of the exact drift one for bodies of both kinds, and one for each kind.
enum ExactVariant : std::size_t { both_kinds, symmetric_bodies, asymmetric_bodies };

Kernel kernel(const Kernels& kernels, const LaneRecipe& recipe, std::size_t variant,
              const core::BuiltInTorque& torque);

}  // namespace polhode::lanes
