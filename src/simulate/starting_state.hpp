/// The state a run or a step starts from, as a user gave it: checked, and in principal axes.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/inertia.hpp"

namespace polhode {

/// An Error for numbers that are not finite or an attitude whose length is not 1 to 1e-6. One that is off by
/// less is normalised; one that is unit to round-off keeps its bits.
Expected<core::State<double>> starting_state(const State& state, const Body& body);

}  // namespace polhode
