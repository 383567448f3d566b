/// How far two attitudes are apart: the angle between them, and the distance of their rotation matrices.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <cmath>

namespace polhode {

namespace core {

/// The angle of the rotation a⁻¹ b, in [0, π]. The arc tangent keeps the digits of small angles, which an arc
/// cosine would lose; a quaternion and its negative are the same attitude.
template <class Real>
Real attitude_angle(const Quaternion<Real>& a, const Quaternion<Real>& b) {
    using std::abs;
    const Quaternion<Real> turn = conjugate(a) * b;
    return Real(2) * arc_tangent(norm(turn.vector()), abs(turn.w));
}

}  // namespace core

/// The angle between the attitudes, in radians.
inline double attitude_angle(const State& a, const State& b) {
    return core::attitude_angle(core::from_eigen(a.attitude), core::from_eigen(b.attitude));
}

/// ‖R_a − R_b‖₂, twice the sine of half the angle between the attitudes. A difference of two rotations has two
/// equal singular values and a zero, so its 2-norm is its Frobenius norm over √2.
inline double attitude_distance(const State& a, const State& b) {
    return (a.attitude.toRotationMatrix() - b.attitude.toRotationMatrix()).norm() / std::sqrt(2.0);
}

}  // namespace polhode
