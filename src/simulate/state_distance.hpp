/// How far two states are apart.
#pragma once

#include "polhode/mechanics/attitude_distance.hpp"

#include <algorithm>

namespace polhode {

/// The larger of the angle between the attitudes and the distance of the momenta in the unit given,
/// both of them numbers without dimension.
template <class Real>
Real state_distance(const core::State<Real>& a, const core::State<Real>& b, Real momentum_unit) {
    const Real unit = momentum_unit > 0 ? momentum_unit : Real(1);
    return std::max(attitude_angle(a.attitude, b.attitude), norm(a.momentum - b.momentum) / unit);
}

}  // namespace polhode
