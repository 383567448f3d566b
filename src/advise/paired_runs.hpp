/// The error of a run by equal steps, measured by a second one: half as many steps more, another formula. A run of the
/// multistep formulas takes so little time that two of them are cheaper than any other yardstick.
#pragma once

#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/expected.hpp"

#include <optional>

namespace polhode {

/// The run that meets a tolerance, found by pairs of runs; empty if none does, or the method asked for chooses its steps.
/// An Error if the choosing was stopped. `jumps`: the torque jumps where no step ends, so that only short searches are
/// made: many more steps would gain little.
Expected<std::optional<Choice>> choose_by_pairs(const Problem& problem, const core::State<double>& start,
                                                double end, const Tolerance& tolerance, bool jumps);

}  // namespace polhode
