/// The rate at which a motion changes.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/scalar/hypotenuse.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

/// (|ω|⁴ + (|T| / least moment)²)^¼: the rate at which the body turns, or at which the torque would turn it
/// from rest. Smooth, also where the torque goes through zero, and the same for a motion and its reverse.
inline double natural_rate(const core::Inertia<double>& inertia, const core::Vector3<double>& momentum,
                           const core::Vector3<double>& torque) {
    const core::Vector3<double>& I = inertia.moments;
    const double turning = norm2(inertia.solve(momentum)), pushing = norm(torque) / std::min({I.x, I.y, I.z});
    return std::sqrt(core::hypotenuse(turning, pushing));
}

}  // namespace polhode
