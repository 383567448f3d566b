/// A torque asked for beside the steps of a method.
#pragma once

#include "polhode/method/stepper.hpp"

namespace polhode::core {

/// The torque at an attitude; counted in `beside`, unless the stepper has counted it: a user's function counts by itself.
template <class Real>
Vector3<Real> counted_torque(const Stepper<Real>& stepper, const Real& t, const Quaternion<Real>& attitude,
                             long& beside) {
    const long before = stepper.torque_evaluations();
    const Vector3<Real> torque = stepper.torque(t, attitude);
    if (stepper.torque_evaluations() == before) ++beside;
    return torque;
}

}  // namespace polhode::core
