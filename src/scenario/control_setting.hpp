/// [control] and [[wheel]] of a scenario.
#pragma once

#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"
#include "scenario/settings.hpp"

#include <optional>
#include <vector>

namespace polhode {

std::optional<Control> read_control(const std::vector<Setting>& settings);
std::vector<Wheel> read_wheels(const std::vector<Setting>& settings);

}  // namespace polhode
