/// [exchange] of a scenario.
#pragma once

#include "polhode/exchange/exchange.hpp"
#include "scenario/settings.hpp"

#include <vector>

namespace polhode {

/// A time in quotes.
Instant instant_of(const Setting& setting, TimeSystem system);

Exchange read_exchange(const std::vector<Setting>& settings);

}  // namespace polhode
