/// What of the spatial momentum a torque conserves.
#pragma once

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

/// Whether the whole vector is conserved rather than one component or nothing.
inline bool conserves_whole_momentum(const Torque& torque) {
    return momentum_law(torque).kind == core::MomentumLaw<double>::Kind::all;
}

}  // namespace polhode
