/// [ensemble]: many bodies drawn from distributions, and what to write about them.
#pragma once

#include "polhode/ensemble/run.hpp"
#include "polhode/ensemble/setup.hpp"
#include "polhode/ensemble/tolerance.hpp"
#include "polhode/scenario/scenario.hpp"

#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct EnsembleScenario {
    EnsembleSetup setup;
    std::vector<std::string> changed = {};   ///< as in Scenario
    std::vector<std::string> warnings = {};  ///< as in Scenario
    Exchange exchange = {};                  ///< [exchange]
    EnsemblePlan plan = {};
    /// With ensemble.tolerance: what is to be chosen before the run, since the plan has neither method nor steps; and,
    /// for what is written, what has been chosen.
    std::optional<EnsembleTolerance> tolerance = {};
    std::optional<EnsembleChoice> choice = {};
    double requested_step = 0;
    FormatNames formats = {};
    AttitudeForm attitude = {};            ///< as in Scenario
    std::vector<std::size_t> bodies = {};  ///< output.bodies: those whose motion is wanted too
    Plan motion = {};                      ///< when to sample it
};

/// As read_scenario, of many bodies. Files of numbers are not read yet: draw_ensemble asks
/// EnsembleSetup::read_rows.
Expected<EnsembleScenario> read_ensemble_scenario(const ScenarioTree& tree,
                                                  const std::vector<NamedValue>& above = {});

}  // namespace polhode
