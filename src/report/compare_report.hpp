/// The page of a comparison: convergence and work–precision in log–log plots, and the numbers.
#pragma once

#include "polhode/advise/compare.hpp"

#include <string>

namespace polhode {

std::string compare_html(const Problem& problem, const Comparison& comparison);

}  // namespace polhode
