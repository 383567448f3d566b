/// The page of an ensemble: settings, throughput, failures, statistics over time, distributions at the end.
#pragma once

#include "polhode/ensemble/run.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"

#include <string>

namespace polhode {

std::string ensemble_html(const EnsembleScenario& scenario, const EnsembleResult& result);

}  // namespace polhode
