/// Whether the control and the wheels of a problem can be carried out.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/plan.hpp"
#include "polhode/simulate/problem.hpp"

#include <optional>

namespace polhode {

/// Why not; nothing if they can. The method may be null.
std::optional<Error> bad_control(const Method* method, const Problem& problem, const Plan& plan);

}  // namespace polhode
