/// [ensemble]: many bodies drawn from distributions, and what to write about them.
#pragma once

#include "polhode/ensemble/run.hpp"
#include "polhode/ensemble/setup.hpp"
#include "polhode/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace polhode {

enum class ArrayFormat { npz, npy, hdf5 };

struct EnsembleScenario {
    EnsembleSetup setup;
    std::vector<std::string> changed = {};  ///< as in Scenario
    EnsemblePlan plan = {};
    double requested_step = 0;
    ArrayFormat format = ArrayFormat::npz;
    std::string format_origin = {};  ///< where a message about the format points to
};

/// As read_scenario, of many bodies. Files of numbers are not read yet: draw_ensemble asks
/// EnsembleSetup::read_rows.
Expected<EnsembleScenario> read_ensemble_scenario(const ScenarioTree& tree,
                                                  const std::vector<NamedValue>& above = {});

}  // namespace polhode
