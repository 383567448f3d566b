/// Kicks and drifts of a user's own: what they must satisfy, and which order they have.
#pragma once

#include "polhode/expected.hpp"

#include <optional>
#include <vector>

namespace polhode {

/// K(b₀h) D(a₀h) K(b₁h) D(a₁h) … D(aₛ₋₁h) K(bₛh), the first map to the left: one kick more than drifts; zero
/// kicks cost nothing. The kicks b add up to 1, and so do the drifts a.
struct SplittingCoefficients {
    std::vector<long double> kicks, drifts;
};

/// What is wrong with them, if anything: sizes, a number that is not finite or beyond 1000, or a sum
/// that is not 1 (to 1e-13, which coefficients written as double keep and a misprint does not).
std::optional<Error> fault(const SplittingCoefficients& coefficients);

/// Which torques an order is meant for.
enum class OrderFor {
    any_splitting,  ///< any two vector fields
    attitude_torques,  ///< torques that do not depend on the angular velocity: Nyström's conditions, which are fewer
};

/// The order of convergence over the exact drift, from the coefficients; orders above 8 count as 8.
int order(const SplittingCoefficients& coefficients, OrderFor use = OrderFor::attitude_torques);

/// Are they Strang steps of a₀h, a₁h, … one after the other? Then they keep their order over every
/// time-symmetric drift.
bool of_strang_steps(const SplittingCoefficients& coefficients);

}  // namespace polhode
