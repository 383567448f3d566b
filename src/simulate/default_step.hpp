/// Where samples are taken if nobody says.
#pragma once

#include "polhode/simulate/problem.hpp"

namespace polhode {

/// The problem's step; if it has none, a thousandth of the interval, enough sample points to plot a curve.
inline double default_step(const Problem& problem, double end) {
    if (problem.defaults.step != 0) return problem.defaults.step;
    return end > 0 ? end / 1000 : 1;
}

}  // namespace polhode
