/// The figures of the paper, most of which are tables, and what its text says about them.
#pragma once

#include "reproduce/study.hpp"

#include <string>
#include <vector>

namespace polhode::reproduce::buss {

Figure figure1();
Figure figure2();
Figure figure3();
Figure figure4();
Figure figure5();
Figure two_hundred_million_steps();
Figure figure6();
Figure figure7();
Figure section5();
Figure sentences();

/// Curves of what Figures 4 and 5, 6 and 7 print.
Plots draw_energies(Lab& lab, double seconds, const std::vector<double>& steps);
Plots draw_errors(Lab& lab, const std::vector<std::string>& methods, double T, long least, long most);

}  // namespace polhode::reproduce::buss
