/// The scenario that the command line names.
#pragma once

#include "commands.hpp"
#include "toml/scenario.hpp"

namespace polhode::program {

/// What a scenario is made from.
struct ScenarioInput {
    std::optional<ScenarioText> file;
    std::vector<Override> settings;
};

/// Throws InputError, as from `command`, unless there is exactly one of a scenario file and a built-in
/// problem.
ScenarioInput scenario_input(std::string_view command, const ScenarioOptions& options);

/// The scenario of a single run.
Scenario scenario_of(std::string_view command, const ScenarioOptions& options);

}  // namespace polhode::program
