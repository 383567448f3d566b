/// Whether a function that is said to be affine in the angular velocity is so.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/state.hpp"
#include "polhode/torque/torque.hpp"

namespace polhode::python {

/// Throws an InputError if a torque that is announced as T₀ + S ω is visibly another one, by its values at a few times of
/// the run and at rates like the first one. It takes some twenty calls; a torque that is not announced as such, none.
void refuse_unless_affine(const TorquePart& part, const Body& body, const State& initial,
                          const TimeSpan& run);

}  // namespace polhode::python
