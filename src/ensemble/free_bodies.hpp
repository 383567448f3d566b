/// Free bodies, with impulses or without: exact in any step, so that only round-off is left, which wider arithmetic shows.
#pragma once

#include "ensemble/paired_ensembles.hpp"

#include <functional>
#include <vector>

namespace polhode {

/// The errors of a run of free bodies against their closed form in wider arithmetic, each the largest at 64 times or so;
/// infinite for a body that fails. `problem`: the impulses that they get.
Expected<std::vector<double>> errors_of_free_bodies(const Problem& problem, const Ensemble& bodies,
                                                    const EqualRun& run, double end, int threads,
                                                    Target target, const std::function<bool()>& go_on);

}  // namespace polhode
