/// Attitudes from an ephemeris (AEM) that a scenario names.
#pragma once

#include "polhode/control/target.hpp"
#include "polhode/exchange/exchange.hpp"
#include "polhode/scenario/scenario.hpp"
#include "scenario/setting.hpp"

#include <Eigen/Geometry>
#include <optional>

namespace polhode {

bool names_ephemeris(const std::string& file);

/// Attitudes, body → space, over the clock of a scenario.
struct AttitudesInFile {
    AttitudeTarget at;
    double first = 0, last = 0;  ///< when they are known
};

/// If the file cannot be used: nothing, and the setting that names it is refused.
std::optional<AttitudesInFile> attitudes_in_file(const Setting& setting, const ScenarioTree& tree,
                                                 const Exchange& exchange);

/// The attitude at the time of another setting, or, without one, at t = 0.
Eigen::Quaterniond attitude_in_file(const Setting& setting, const Setting* time, const ScenarioTree& tree,
                                    const Exchange& exchange);

}  // namespace polhode
