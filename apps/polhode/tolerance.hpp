/// Runs whose step is chosen.
#pragma once

#include "scenario_of.hpp"

#include <string>

namespace polhode::program {

/// The value of --tolerance; throws InputError unless it is a number between 0 and 1.
double tolerance_of(const std::string& text);

/// The scenario that the command line names, which need not say a step; one that it says in its file is how often to look
/// at a method that takes any. `method`: the one that the command line names, "" if none. Throws InputError if it names a
/// step.
Scenario scenario_without_step(std::string_view command, const ScenarioOptions& options, std::string& method);

}  // namespace polhode::program
