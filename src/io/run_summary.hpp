/// A run in a dozen lines for the terminal.
#pragma once

#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/simulate/simulate.hpp"

#include <string>

namespace polhode {

std::string run_summary(const Problem& problem, const Result& result, int width,
                        const std::optional<Certificate>& certificate, const std::optional<Choice>& choice);

/// "steps jump by a factor of 9 …": reversible steps that are too long for the motion; "" if all is well.
std::string jumping_note(const Result& result);

/// "the step 0.3 does not divide the interval 20: used 0.2985 (67 steps)"; "" if the step was kept.
std::string step_note(const Result& result);

/// "3 of 2000 steps could not be brought to the energy …"; "" if all could, or the method does not project.
std::string projection_note(const Result& result);

}  // namespace polhode
