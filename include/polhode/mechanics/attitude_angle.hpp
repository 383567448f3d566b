/// The angle between two attitudes, on any scalar.
#pragma once

#include "polhode/scalar/trigonometry.hpp"
#include "polhode/so3/quaternion.hpp"

#include <cmath>

namespace polhode::core {

/// The angle of the rotation a⁻¹ b, in [0, π]. The arc tangent keeps the digits of small angles, which an arc
/// cosine would lose; a quaternion and its negative are the same attitude.
template <class Real>
Real attitude_angle(const Quaternion<Real>& a, const Quaternion<Real>& b) {
    using std::abs;
    const Quaternion<Real> turn = conjugate(a) * b;
    return Real(2) * arc_tangent(norm(turn.vector()), abs(turn.w));
}

}  // namespace polhode::core
