/// How far two states are apart.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/so3/rotation.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {

/// The angle between two attitudes, in radians.
template <class Real>
Real angle_between(const core::Quaternion<Real>& a, const core::Quaternion<Real>& b) {
    const core::Quaternion<Real> turn = conjugate(a) * b;
    return 2 * core::arc_tangent(norm(turn.vector()), std::abs(turn.w));
}

/// The larger of the angle between the attitudes and the distance of the momenta in the unit given: two
/// numbers without dimension, each with its meaning.
template <class Real>
Real state_distance(const core::State<Real>& a, const core::State<Real>& b, Real momentum_unit) {
    const Real unit = momentum_unit > 0 ? momentum_unit : Real(1);
    return std::max(angle_between(a.attitude, b.attitude), norm(a.momentum - b.momentum) / unit);
}

}  // namespace polhode
