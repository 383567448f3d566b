/// What scenarios of one body and of many have in common.
#pragma once

#include "polhode/scenario/scenario.hpp"
#include "scenario/settings.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

/// What a message about something that is missing begins with.
std::string place_of(const ScenarioTree& tree);

/// The body of a problem with the wheels inside as they are at the start.
Body whole_body(const Problem& problem);

/// Both in one list: the settings of the tree with those above it on top.
std::vector<Setting> all_settings(const ScenarioTree& tree, const std::vector<NamedValue>& above,
                                  FirstError& errors);

/// Problem and plan of such a list, whose angles are in radians from then on; what it says about an ensemble is for
/// read_ensemble_scenario.
Scenario read_common(std::vector<Setting>& settings, const ScenarioTree& tree, FirstError& errors,
                     std::optional<double> tolerance = {});

}  // namespace polhode
