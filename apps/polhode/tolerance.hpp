/// Runs whose method and steps are chosen.
#pragma once

#include "scenario_of.hpp"

#include <string>

namespace polhode::program {

/// The value of --tolerance; throws InputError unless it is a number between 0 and 1.
double tolerance_of(const std::string& text);

/// The scenario of the command line with a tolerance in the place of a step, which is optional: one that the
/// file gives becomes the time between looks at methods that take any. Throws InputError if the command line
/// gives one.
Scenario scenario_to_tolerance(std::string_view command, const ScenarioOptions& options, double tolerance);

}  // namespace polhode::program
