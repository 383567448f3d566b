/// How a method is called that is turned to an energy after every step.
#pragma once

#include "polhode/step/sheet.hpp"

namespace polhode {

inline constexpr std::string_view energy_suffix = "+energy";

inline bool is_turned_to_energy(const Sheet& sheet) { return sheet.name.ends_with(energy_suffix); }

}  // namespace polhode
