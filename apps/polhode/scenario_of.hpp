/// The scenario that the command line names.
#pragma once

#include "commands.hpp"
#include "scenario/scenario.hpp"

namespace polhode::program {

/// Throws InputError, as from `command`, unless there is exactly one of a scenario file and a built-in problem.
Scenario scenario_of(std::string_view command, const ScenarioOptions& options);

}  // namespace polhode::program
