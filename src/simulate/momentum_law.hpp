/// What of the spatial momentum a torque conserves.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/step/watch.hpp"
#include "polhode/torque/field_axis.hpp"

namespace polhode {

inline core::MomentumLaw<double> momentum_law(const Torque& torque) {
    using Law = core::MomentumLaw<double>;
    const Conserves conserves = sheet_of(torque).conserves;
    if (conserves == Conserves::nothing) return {};
    if (const auto axis = field_axis(torque)) return {Law::Kind::axis, *axis};
    return {Law::Kind::all, {}};  // a free body, or a field of strength zero
}

/// Wheels change nothing of it; what a control does from outside does.
inline core::MomentumLaw<double> momentum_law(const Problem& problem) {
    if (problem.control && acts_from_outside(*problem.control, !problem.wheels.empty())) return {};
    return momentum_law(problem.torque);
}

/// Whether the whole vector is conserved rather than one component or nothing.
inline bool conserves_whole_momentum(const Problem& problem) {
    return momentum_law(problem).kind == core::MomentumLaw<double>::Kind::all;
}

}  // namespace polhode
