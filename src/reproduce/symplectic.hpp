/// How far a step is from preserving the canonical form of T*SO(3), by its exact Jacobian from dual numbers.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/transition.hpp"
#include "simulate/dual_state.hpp"

#include <optional>

namespace polhode::reproduce {

/// The defect of one step (simulate/transition.hpp); nothing if it fails.
inline std::optional<double> symplectic_defect(const Method& method, const Problem& problem,
                                               const core::State<double>& start, double h) {
    core::State<Dual6> s = varied(start);
    if (!method.on_dual(problem.body, problem.torque)->step(s, Dual6(0), Dual6(h)).ok()) return std::nullopt;
    return polhode::symplectic_defect(slopes_of(s), core::to_eigen(start.momentum),
                                      core::to_eigen(value_of(s).momentum));
}

}  // namespace polhode::reproduce
