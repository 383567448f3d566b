/// Runs whose method and steps are chosen.
#pragma once

#include "scenario_of.hpp"

#include <string>

namespace polhode::program {

/// The value of --tolerance; throws InputError unless it is a number between 0 and 1.
double tolerance_of(const std::string& text);

/// The scenario of the command line with a tolerance instead of a step. A step that the file gives is the
/// time between sample points for methods of which any step will do. Throws InputError if the command line gives a
/// step.
Scenario scenario_to_tolerance(const ScenarioInput& input, double tolerance, const FileReaders& read = {});

}  // namespace polhode::program
