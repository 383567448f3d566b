/// What of the spatial momentum a torque conserves.
#pragma once

#include "polhode/step/watch.hpp"
#include "polhode/torque/field_axis.hpp"

namespace polhode {

inline core::MomentumLaw<double> momentum_law(const Torque& torque) {
    using Law = core::MomentumLaw<double>;
    if (sheet_of(torque).conserves == Conserves::momentum) return {Law::Kind::all, {}};
    if (const auto axis = field_axis(torque)) return {Law::Kind::axis, *axis};
    return {};
}

}  // namespace polhode
