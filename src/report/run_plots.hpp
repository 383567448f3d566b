/// The charts of one run.
#pragma once

#include "chart/chart.hpp"
#include "polhode/simulate/simulate.hpp"

#include <vector>

namespace polhode {

/// Four thousand steps and the start. More cannot be told apart on a page; longer series are thinned evenly.
inline constexpr std::size_t most_plotted_samples = 4001;

/// Charts whose quantity does not exist for the problem (no potential, no axis) are left out.
Plots run_plots(const Problem& problem, const Result& result, const std::vector<Sample>& samples);

}  // namespace polhode
