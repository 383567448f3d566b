/// [orbit] of a scenario.
#pragma once

#include "polhode/mechanics/orbit.hpp"
#include "polhode/torque/torque.hpp"
#include "scenario/settings.hpp"

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace polhode {

/// The keys of [orbit].
std::vector<std::string_view> orbit_keys();

/// None if the settings have none.
std::optional<Orbit> read_orbit(const std::vector<Setting>& settings);

/// Its keys and their values, all of them.
std::vector<std::pair<std::string_view, double>> describe(const Orbit& orbit);

/// The orbit of the first part of a torque that has one; null if none has.
const Orbit* orbit_of(const Torque& torque);

}  // namespace polhode
