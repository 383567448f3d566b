/// End states from an independent library: Boost.odeint's adaptive Fehlberg 7(8) on the plain quaternion
/// equations.
#pragma once

#include "polhode/simulate/problem.hpp"

#include <array>
#include <boost/numeric/odeint.hpp>

namespace polhode::test {

/// R' = R ω̂, Π' = Π×ω + T for a body given by principal moments and a torque of the user's own.
inline State odeint_reference(const Problem& problem, double end) {
    using Numbers = std::array<double, 7>;  // x, y, z, w, Π
    const auto& custom = std::get<CustomTorque>(problem.torque);
    const auto rates = [&](const Numbers& s, Numbers& ds, double t) {
        const Eigen::Quaterniond q(s[3], s[0], s[1], s[2]);
        const Eigen::Vector3d momentum(s[4], s[5], s[6]);
        const Eigen::Vector3d velocity = problem.body.angular_velocity(momentum);
        Eigen::Vector3d torque = custom.torque(t, q.normalized(), velocity);
        if (custom.frame == Frame::space) torque = q.normalized().conjugate() * torque;
        const Eigen::Quaterniond dq = q * Eigen::Quaterniond(0, velocity.x(), velocity.y(), velocity.z());
        const Eigen::Vector3d dm = momentum.cross(velocity) + torque;
        ds = {0.5 * dq.x(), 0.5 * dq.y(), 0.5 * dq.z(), 0.5 * dq.w(), dm.x(), dm.y(), dm.z()};
    };
    namespace odeint = boost::numeric::odeint;
    const auto& q = problem.initial.attitude;
    const auto& m = problem.initial.momentum;
    Numbers s{q.x(), q.y(), q.z(), q.w(), m.x(), m.y(), m.z()};
    odeint::integrate_adaptive(odeint::make_controlled<odeint::runge_kutta_fehlberg78<Numbers>>(1e-14, 1e-14),
                               rates, s, 0.0, end, 1e-3);
    return {Eigen::Quaterniond(s[3], s[0], s[1], s[2]).normalized(), {s[4], s[5], s[6]}};
}

}  // namespace polhode::test
