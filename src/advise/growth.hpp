/// How fast neighbouring motions part: the transition matrix along a run. It tells regular from chaotic motion, and
/// with it how far what was measured on a part of a run says something about the rest.
#pragma once

#include "polhode/advise/advise.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/simulate/problem.hpp"

namespace polhode {

/// Follows the matrix up to `end`, or as far as is cheap, or until nothing is left of the digits of a double,
/// or `go_on`, asked now and then, says no.
Growth growth_along(const Problem& problem, const core::State<double>& start, double end,
                    const std::function<bool()>& go_on);

/// Where the rounding of the start alone exceeds the tolerance. Beyond the part that was followed: if the matrix goes on
/// as an exponential at the rate of the last half of it, the worst that this half allows.
double horizon_of(const Growth& growth, double tolerance);

/// How many times larger neighbouring motions are apart at one time than at another before.
double ratio_of_norms(const Growth& growth, double before, double after);

}  // namespace polhode
