/// The page of an advice: error against torque evaluations and against time, and the ranking.
#pragma once

#include "polhode/advise/advise.hpp"

#include <string>

namespace polhode {

std::string advise_html(const Problem& problem, const Advice& advice, const std::string& command);

}  // namespace polhode
