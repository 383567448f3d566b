/// The figures of the study, and what their files share.
#pragma once

#include "celledoni2006/measure.hpp"
#include "reproduce/study.hpp"

#include <string>
#include <vector>

namespace polhode::reproduce::celledoni {

Figure section2();
Figure section3();
Figure fig1();
Figure section4_1();
Figure fig2();
Figure fig3();
Figure fig4();
Figure fig5();
Figure fig6();
Figure fig7();
Figure fig8();
Figure section4_3();
Figure section5();

/// A method and what the paper calls it.
struct Named {
    std::string method, label;
};

/// Error against time of the same runs, one curve per method, as in figures 1 to 3.
enum class ErrorOf { momentum, attitude };
Chart work_chart(Lab& lab, Plots& plots, const std::string& problem, const std::vector<double>& steps,
                 const std::vector<Named>& methods, ErrorOf error);

/// The paper's two columns for one run: the path of u = Rᵀe₃ on the unit sphere, beside the true one, and the
/// relative energy error.
void add_path_and_energy(Lab& lab, Plots& plots, const Run& run, const std::string& label);

/// The share of the visits that two paths have in common: 1 if they visit every one of 72 equal cells of the
/// sphere equally often, whatever the times; 0 if no cell is visited by both.
double common_visits(const Path& a, const Path& b);
double visits_shared_with_truth(Lab& lab, const Run& run);

/// Numbers side by side: "1.0e-03, 2.0e-04".
std::string list(const std::vector<double>& numbers, std::string_view format = "{:.1e}");

}  // namespace polhode::reproduce::celledoni
