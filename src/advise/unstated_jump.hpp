/// Jumps of a user's function over time that it does not state as its breakpoints. No step meets a tolerance across
/// them, which costs long searches to find out.
#pragma once

#include "polhode/simulate/problem.hpp"

#include <optional>

namespace polhode {

/// When such a jump happens in a run up to this time: one that shows at the first attitude and angular velocity, and
/// lasts. It takes some hundreds of calls of each function; a torque without functions, none.
std::optional<double> unstated_jump(const Problem& problem, double end);

}  // namespace polhode
