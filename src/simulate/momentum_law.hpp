/// What of the spatial momentum a torque conserves.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/step/watch.hpp"
#include "polhode/torque/field_axis.hpp"

namespace polhode {

inline core::MomentumLaw<double> momentum_law(const Torque& torque) {
    using Law = core::MomentumLaw<double>;
    const ConservedMomentum conserved = conserved_momentum(torque);
    switch (conserved.what) {
        case Conserves::nothing: return {};
        case Conserves::momentum: return {Law::Kind::all, {}};
        case Conserves::axis_momentum: return {Law::Kind::axis, conserved.axis};
    }
    return {};
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
