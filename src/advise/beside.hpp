/// What pairs of runs have in common, those of one body and those of many.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/inertia.hpp"

#include <fmt/format.h>
#include <string>

namespace polhode {

/// A formula of order four in the worst case: the second run has (2/3)⁴ of the error of the first.
inline constexpr double error_of_formula_per_difference = 1.25;

/// Both runs round the start alike; where the motion magnifies that, only a start beside it shows, which differs by
/// `digit`.
inline core::State<double> start_beside(core::State<double> state, double digit) {
    const core::Vector3<double> turn{digit, -digit, digit};
    state.attitude = core::renormalised(state.attitude * core::Quaternion<double>(turn, 1));
    state.momentum += digit * norm(state.momentum) * core::Vector3<double>(1, 1, -1);
    return state;
}

inline Error out_of_reach(double tolerance, const std::string& why) {
    Error error = run_error(fmt::format("tolerance {} cannot be reached: {}", tolerance, why));
    error.field = "tolerance";
    return error;
}

}  // namespace polhode
