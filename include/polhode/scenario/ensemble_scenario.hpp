/// [ensemble]: many bodies drawn from distributions, and what to write about them.
#pragma once

#include "polhode/ensemble/setup.hpp"
#include "polhode/scenario/scenario.hpp"

#include <string>
#include <vector>

namespace polhode {

enum class ArrayFormat { npz, npy, hdf5 };

struct EnsembleScenario {
    EnsembleSetup setup;
    std::vector<std::string> changed = {};  ///< as in Scenario
    std::string method = {};
    double end = 0, step = 0, requested_step = 0;
    long steps = 0;
    Eigen::Vector3d pointing_axis = Eigen::Vector3d::UnitZ();    ///< in the body, unit
    Eigen::Vector3d pointing_target = Eigen::Vector3d::UnitZ();  ///< in space, unit
    long looks = 100;                                            ///< at the statistics, after the first
    std::vector<double> snapshots = {};                          ///< times
    ArrayFormat format = ArrayFormat::npz;
    std::string format_origin = {};  ///< where a message about the format points to
};

/// As read_scenario, of many bodies. Files of numbers are not read yet: draw_ensemble asks EnsembleSetup::read_rows.
Expected<EnsembleScenario> read_ensemble_scenario(const ScenarioTree& tree,
                                                  const std::vector<NamedValue>& above = {});

}  // namespace polhode
