/// Scenarios as JavaScript gives them: a TOML text, and an object of settings that lie above it.
#pragma once

#include "polhode/scenario/ensemble_scenario.hpp"

#include <string_view>

namespace polhode::web {

/// `settings`: a JSON object whose keys are full names, {"integrate.step": 0.01}; "" for none. Throws InputError.
Scenario scenario_of(std::string_view toml, std::string_view settings);
EnsembleScenario ensemble_scenario_of(std::string_view toml, std::string_view settings);

}  // namespace polhode::web
