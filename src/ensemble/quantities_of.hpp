/// Which quantities the bodies of a problem have, known before there are bodies.
#pragma once

#include "polhode/ensemble/quantities.hpp"

#include <vector>

namespace polhode {

/// `has_energy`: the torque has a potential.
std::vector<Quantity> quantities_of(const Problem& problem, bool has_energy);

}  // namespace polhode
