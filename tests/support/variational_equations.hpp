/// How the motion of a heavy top depends on its start and its parameters, from an independent library: the variational
/// equations beside the motion, by Boost.odeint.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <algorithm>
#include <array>
#include <boost/numeric/odeint.hpp>

namespace polhode::test {

/// Six columns for the start (ξ₀, ρ₀), three for the principal moments, one for the weight moment.
using VariationalMatrix = Eigen::Matrix<double, 6, 10>;

/// ξ' = ξ×ω + δω, ρ' = ρ×ω + Π×δω + δT with δω = I⁻¹ρ − I⁻¹ δI ω; Π is held at the start.
inline VariationalMatrix variational_equations(const Problem& problem, const core::HeavyTop& top,
                                               double end) {
    constexpr int of_state = 6, of_weight = 9;
    using Numbers = std::array<double, 7 + 6 * 10>;  // x, y, z, w, Π, the columns
    using Columns = Eigen::Map<VariationalMatrix>;
    using ConstColumns = Eigen::Map<const VariationalMatrix>;
    const Eigen::Matrix3d inverse = problem.body.tensor().inverse(),
                          axes = problem.body.principal_axes().toRotationMatrix();
    const Eigen::Vector3d field = core::to_eigen(top.direction), axis = core::to_eigen(top.axis);
    const double weight = top.weight_moment;
    const auto rates = [&](const Numbers& s, Numbers& ds, double) {
        const Eigen::Quaterniond q(s[3], s[0], s[1], s[2]);
        const Eigen::Vector3d momentum(s[4], s[5], s[6]), velocity = inverse * momentum,
                                                          u = q.normalized().conjugate() * field;
        const Eigen::Quaterniond dq = q * Eigen::Quaterniond(0, velocity.x(), velocity.y(), velocity.z());
        const Eigen::Vector3d dm = momentum.cross(velocity) + weight * u.cross(axis);
        std::ranges::copy(
            std::array{0.5 * dq.x(), 0.5 * dq.y(), 0.5 * dq.z(), 0.5 * dq.w(), dm.x(), dm.y(), dm.z()},
            ds.begin());
        const ConstColumns by(&s[7]);
        Columns rate(&ds[7]);
        for (int j = 0; j < by.cols(); ++j) {
            const Eigen::Vector3d xi = by.col(j).head<3>(), rho = by.col(j).tail<3>();
            Eigen::Vector3d dv = inverse * rho, dT = weight * u.cross(xi).cross(axis);
            if (j == of_weight)
                dT += u.cross(axis);
            else if (j >= of_state)
                dv -= inverse * axes.col(j - of_state) * axes.col(j - of_state).dot(velocity);
            rate.col(j).head<3>() = xi.cross(velocity) + dv;
            rate.col(j).tail<3>() = rho.cross(velocity) + momentum.cross(dv) + dT;
        }
    };
    namespace odeint = boost::numeric::odeint;
    const auto& q = problem.initial.attitude;
    const auto& m = problem.initial.momentum;
    Numbers s{q.x(), q.y(), q.z(), q.w(), m.x(), m.y(), m.z()};
    Columns(&s[7]).leftCols<of_state>().setIdentity();
    odeint::integrate_adaptive(odeint::make_controlled<odeint::runge_kutta_fehlberg78<Numbers>>(1e-14, 1e-14),
                               rates, s, 0.0, end, 1e-3);
    return Columns(&s[7]);
}

}  // namespace polhode::test
