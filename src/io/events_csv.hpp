/// events.csv: one row per event, numbers that read back as the same doubles.
#pragma once

#include "polhode/simulate/simulate.hpp"

#include <string>
#include <vector>

namespace polhode {

std::string events_csv(const std::vector<EventRecord>& events);

}  // namespace polhode
