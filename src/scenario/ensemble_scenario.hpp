/// [ensemble]: many bodies drawn from distributions, and what to write about them.
#pragma once

#include "ensemble/run.hpp"
#include "ensemble/setup.hpp"
#include "scenario/scenario.hpp"

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

/// As make_scenario, for 'polhode ensemble'.
EnsembleScenario make_ensemble_scenario(const std::optional<ScenarioText>& file,
                                        const std::vector<Override>& overrides);

}  // namespace polhode
