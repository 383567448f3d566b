/// How far two attitudes are apart: the angle between them, and the distance of their rotation matrices.
#pragma once

#include "polhode/mechanics/attitude_angle.hpp"
#include "polhode/mechanics/eigen.hpp"

#include <cmath>

namespace polhode {

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
