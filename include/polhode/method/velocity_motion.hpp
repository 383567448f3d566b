/// The motion as Runge–Kutta methods in (q, ω) hold it: seven numbers y = (q, W) with W = ½hω, and f = h y'. The
/// equations are those of method/multistep_motion.hpp; but stages and long steps leave the unit length of q, so that
/// the torque is evaluated at q brought back to it.
#pragma once

#include "polhode/method/multistep_motion.hpp"
#include "polhode/so3/normalised.hpp"

#include <array>

namespace polhode::core::velocity {

template <class Real>
using Row = std::array<Real, 7>;

template <class Real>
Quaternion<Real> attitude_of(const Row<Real>& y) {
    return {y[0], y[1], y[2], y[3]};
}
template <class Real>
Vector3<Real> half_turn_of(const Row<Real>& y) {
    return {y[4], y[5], y[6]};
}
template <class Real>
Row<Real> row(const Quaternion<Real>& q, const Vector3<Real>& v) {
    return {q.x, q.y, q.z, q.w, v.x, v.y, v.z};
}

/// The equations of motion for one length of step.
template <class Real, class Model>
class Motion {
public:
    Motion(System<Real, Model>& system, const Real& h) : system_(system), constants_(system.inertia, h) {}

    Row<Real> row_of(const State<Real>& state, const Real& t) const {
        return row(state.attitude, constants_.half * system_.velocity(t, state.momentum));
    }
    State<Real> state_of(const Row<Real>& y, const Real& t) const {
        Vector3<Real> momentum = system_.inertia * (constants_.per_half * half_turn_of(y));
        if (system_.rotor.present) [[unlikely]]
            momentum += system_.rotor.at(t);
        return {normalised(attitude_of(y)), momentum};
    }

    /// f at y. One torque evaluation.
    Row<Real> rates(const Row<Real>& y, const Real& t) const {
        const multistep::Row<Real> f = multistep::rates(
            constants_.push, constants_.gyration,
            [&](const Real& time, const Quaternion<Real>& q, const Vector3<Real>& W) {
                return system_.torque(time, normalised(q), constants_.per_half * W);
            },
            multistep::Row<Real>(attitude_of(y), half_turn_of(y)), t);
        Vector3<Real> pushed = f.half_turn();
        if (system_.rotor.present) [[unlikely]]
            pushed += multistep::rotor_part(system_, constants_, half_turn_of(y), t);
        return row(f.attitude(), pushed);
    }

private:
    System<Real, Model>& system_;
    multistep::Constants<Real> constants_;
};

}  // namespace polhode::core::velocity
