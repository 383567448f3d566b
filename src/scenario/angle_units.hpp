/// Angles and rates in the units of the user: `degrees = true` in a section, or "45 deg" and "3 deg/s" for one value.
#pragma once

#include "scenario/settings.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// What a setting measures.
enum class Measure { other, angle, rate };

/// Of the key of a section, "initial" and "rotation_vector"; what an event's `value` is depends on its kind.
Measure measure_of(std::string_view section, std::string_view key);

/// Brings all angles and rates to radians, and takes the keys `degrees` away. Returns what is doubtful about the values
/// as they were given, a sentence each: angles beyond a full turn without a unit, and quaternions that may have their
/// scalar in the wrong place.
std::vector<std::string> to_radians(std::vector<Setting>& settings);

}  // namespace polhode
