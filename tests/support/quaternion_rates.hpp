/// The equations of motion as an independent integrator takes them: plain numbers, nothing of ours but the
/// torque.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/so3/quaternion.hpp"

#include <array>

namespace polhode::test {

/// q' = ½ q ω, Π' = Π × ω + T, Iω = Π − h, for quaternion x, y, z, w and body momentum, in principal axes.
template <class Real, class Torque>
struct QuaternionRates {
    using Numbers = std::array<Real, 7>;

    core::Inertia<Real> inertia;
    Torque torque;                 // of (t, attitude, angular velocity)
    core::Rotor<Real> rotor = {};  // h

    void operator()(const Numbers& s, Numbers& ds, Real t) const {
        const core::Quaternion<Real> q{s[0], s[1], s[2], s[3]};
        const core::Vector3<Real> momentum{s[4], s[5], s[6]},
            omega = inertia.solve(rotor.present ? momentum - rotor.at(t) : momentum);
        const core::Quaternion<Real> dq = q * core::Quaternion<Real>(Real(0.5) * omega, Real(0));
        const core::Vector3<Real> dm = cross(momentum, omega) + torque(t, q, omega);
        ds = {dq.x, dq.y, dq.z, dq.w, dm.x, dm.y, dm.z};
    }
};

}  // namespace polhode::test
