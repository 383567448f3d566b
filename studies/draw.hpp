/// Drawings that several studies make, from the lab's numbers.
#pragma once

#include "chart/chart.hpp"
#include "measure.hpp"

namespace polhode::reproduce {

/// Errors of momentum and attitude against the step, log–log, with a line of second order to compare with.
Plots draw_convergence(Lab& lab, const std::string& problem, const std::vector<Named>& methods,
                       const std::vector<double>& steps);

/// Adds a curve with columns of its own.
void add_curve(Plots& plots, Chart& chart, const std::string& label, Values x, Values y,
               Series::Style style = Series::Style::line);

/// (H − H₀)/|H₀| of several methods over one run, in one chart; or in a chart of its own each, where the
/// curves would cover each other.
Chart draw_energy(Plots& plots, Lab& lab, const Run& run, const std::vector<Named>& methods);
Plots draw_energies_apart(Lab& lab, const Run& run, const std::vector<Named>& methods,
                          const std::string& caption);

}  // namespace polhode::reproduce
