/// Control laws as pure functions of what a controller measures, on any scalar, in body axes.
#pragma once

#include "polhode/so3/quaternion.hpp"

namespace polhode::core {

/// Each component brought into ±limit; an infinite limit leaves it as it is. No number stays none.
template <class Real>
constexpr Vector3<Real> clipped(const Vector3<Real>& v, const Vector3<Real>& limit) {
    const auto one = [](const Real& x, const Real& most) {
        return select(x > most, most, select(x < -most, -most, x));
    };
    return {one(v.x, limit.x), one(v.y, limit.y), one(v.z, limit.z)};
}

/// T = −kp sign(q_e,w) vec(q_e) − kd ω with the error q_e = target* ⊗ q. q and −q are one attitude: the sign
/// takes the shorter way back, and is +1 at half a turn.
template <class Real>
constexpr Vector3<Real> quaternion_pd(const Vector3<Real>& kp, const Vector3<Real>& kd,
                                      const Quaternion<Real>& target, const Quaternion<Real>& attitude,
                                      const Vector3<Real>& angular_velocity) {
    const Quaternion<Real> error = conjugate(target) * attitude;
    const Real sign = select(error.w < Real(0), Real(-1), Real(1));
    return -(sign * hadamard(kp, error.vector())) - hadamard(kd, angular_velocity);
}

/// The magnetic moment m = −gain Ḃ against the change of the field that the body sees, by the difference of
/// two samples of it (body axes) an interval apart.
template <class Real>
constexpr Vector3<Real> b_dot_moment(const Real& gain, const Vector3<Real>& field,
                                     const Vector3<Real>& field_before, const Real& interval) {
    return (-gain / interval) * (field - field_before);
}

}  // namespace polhode::core
