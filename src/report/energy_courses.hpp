/// What the energy does in long runs of several methods, for one chart.
#pragma once

#include "chart/chart.hpp"
#include "polhode/advise/compare.hpp"

namespace polhode {

/// Adds |H − H₀| over time of each method of a comparison, at one of its steps, over several times its interval. Makes
/// runs of its own, which are short enough for a page; nothing where the problem has no energy to keep.
void add_energy_courses(Plots& plots, const Problem& problem, const Comparison& comparison);

}  // namespace polhode
