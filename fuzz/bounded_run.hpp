/// Runs for a moment what a scenario asks for.
#pragma once

#include "polhode/scenario/ensemble_scenario.hpp"
#include "polhode/scenario/scenario.hpp"

namespace polhode::fuzz {

/// Every sample and the result are finite, or there is an error in a sentence.
void run_for_a_moment(const Scenario& scenario);
/// The same of a few bodies.
void run_for_a_moment(EnsembleScenario scenario);

}  // namespace polhode::fuzz
