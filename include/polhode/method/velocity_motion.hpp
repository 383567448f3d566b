/// The motion as Runge–Kutta methods in (q, ω) hold it: that of method/multistep_motion.hpp, but stages and long
/// steps leave the unit length of q, so that a torque is asked at q brought back to it. One that depends on the
/// direction of a field alone is given the direction as it follows from q, which is right up to the order of a stage.
#pragma once

#include "polhode/method/multistep_motion.hpp"
#include "polhode/so3/normalised.hpp"

namespace polhode::core::velocity {

struct AnyLength {
    template <class Real>
    [[gnu::always_inline]] static Quaternion<Real> for_torque(const Quaternion<Real>& q) {
        return normalised(q);
    }
    template <class Real>
    static Quaternion<Real> for_state(const Quaternion<Real>& q) {
        return normalised(q);
    }
};

template <class Real>
using Row = multistep::Row<Real>;
template <class Real, class Model>
using Motion = multistep::Motion<Real, Model, AnyLength>;

}  // namespace polhode::core::velocity
