/// The events of a scenario, [[event]].
#pragma once

#include "polhode/simulate/event.hpp"
#include "polhode/simulate/problem.hpp"
#include "scenario/settings.hpp"

#include <vector>

namespace polhode {

std::vector<Event> read_events(const std::vector<Setting>& settings, const Problem& problem);

}  // namespace polhode
