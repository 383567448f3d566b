/// The charts of one run.
#pragma once

#include "chart/chart.hpp"
#include "polhode/simulate/simulate.hpp"

#include <vector>

namespace polhode {

/// More cannot be told apart on a page: what a longer run is to be thinned to (io/bounded_samples.hpp).
inline constexpr std::size_t most_plotted_samples = 4001;

/// Charts whose quantity does not exist for the problem (no potential, no axis) are left out.
Plots run_plots(const Problem& problem, const Result& result, const std::vector<Sample>& samples);

}  // namespace polhode
