/// The places of charts on a page.
#pragma once

#include "chart/chart.hpp"

#include <string>

namespace polhode {

/// Title, drawing, caption.
std::string figure(const Chart& chart);

/// All of them, side by side where the page is wide enough.
std::string figures(const Plots& plots);

}  // namespace polhode
