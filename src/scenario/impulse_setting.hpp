/// The impulses of a scenario, [[impulse]].
#pragma once

#include "polhode/simulate/impulse.hpp"
#include "scenario/settings.hpp"

#include <vector>

namespace polhode {

std::vector<Impulse> read_impulses(const std::vector<Setting>& settings);

/// "body" or "space".
Frame read_frame(const Setting& setting);

}  // namespace polhode
