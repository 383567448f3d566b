/// A torque asked for beside the steps of a method.
#pragma once

#include "polhode/step/stepper.hpp"

namespace polhode::core {

/// The torque in a state; counted in `beside`, unless the stepper has counted it: a user's function counts by
/// itself.
template <class Real>
Vector3<Real> counted_torque(const Stepper<Real>& stepper, const Real& t, const State<Real>& state,
                             long& beside) {
    const long before = stepper.torque_evaluations();
    const Vector3<Real> torque = stepper.torque(t, state);
    if (stepper.torque_evaluations() == before) ++beside;
    return torque;
}

}  // namespace polhode::core
