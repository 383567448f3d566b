/// Random bodies, torques, horizons and tolerances, and the true error of a run by Boost.odeint in 80-bit arithmetic:
/// for `choose`.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include "catalogue/entry.hpp"
#include "random_rotation.hpp"

#include <array>
#include <boost/numeric/odeint.hpp>
#include <cmath>
#include <numbers>
#include <vector>

namespace polhode::test {

struct ToleranceCase {
    Problem problem;
    double tolerance;
};

/// Case `index` is the same whichever others are looked at.
inline ToleranceCase tolerance_case(unsigned index) {
    Random<double> random(1000 + index);
    const auto decades = [&](double low, double high) { return std::pow(10, random.between(low, high)); };

    // second moments of the mass; every fourth body is nearly symmetric
    const double a = decades(-1.5, 0), c = decades(-1.5, 0),
                 b = index % 4 == 3 ? a * (1 + decades(-9, -2)) : decades(-1.5, 0);
    const Body body = Body::from_moments({b + c, a + c, a + b});
    const double rate = decades(-1, 1);
    const Eigen::Vector3d spin = rate * core::to_eigen(random.direction());
    const Eigen::Vector3d momentum = body.momentum(spin);
    const double energy = 0.5 * momentum.dot(spin);
    const double end = 2 * std::numbers::pi / rate * decades(0, std::log10(200));

    const core::Vector3<double> direction = random.direction(), axis = random.direction();
    const double strength = decades(-2, 0.5);
    // torques fixed in body or space change the momentum by up to three times itself
    const core::Vector3<double> constant = (random.between(0, 3) * momentum.norm() / end) * axis;
    Problem problem{.name = "random",
                    .description = "",
                    .body = body,
                    .torque = core::NoTorque{},
                    .initial = {core::to_eigen(random.rotation()), momentum},
                    .end = end,
                    .step = end / 50,
                    .references = {}};
    switch (index % 6) {
        case 1: problem.torque = core::HeavyTop{{.weight_moment = strength * energy}, direction, axis}; break;
        case 2: problem.torque = core::GravityGradient{strength * rate * rate, direction}; break;
        case 3: {
            // the wall's energies are of order one: scale the body to meet it with up to three times that
            const double scale = random.between(0.3, 3) / energy;
            problem.body = body.with_moments(scale * body.moments());
            problem.initial.momentum *= scale;
            problem.torque = core::SoftWall{{.sign = core::WallProfile::Sign::repulsive}, direction, axis};
            break;
        }
        case 4: problem.torque = core::ConstantBodyTorque{constant}; break;
        case 5: problem.torque = core::ConstantSpaceTorque{constant}; break;
        default: break;
    }
    return {std::move(problem), decades(-10, -3)};
}

/// Largest error of a run over its samples, as `choose` means it.
inline double true_error(const Problem& problem, const std::vector<Sample>& samples) {
    namespace odeint = boost::numeric::odeint;
    using Number = long double;
    using Numbers = std::array<Number, 7>;  // x, y, z, w, Π in units of the first
    const core::Quaternion<double> principal = core::from_eigen(problem.body.principal_axes());
    const core::State<double> start = core::to_principal(problem.initial, principal);
    const Number unit = norm(core::Vector3<Number>(start.momentum));
    const core::Inertia<double> moments(core::from_eigen(problem.body.moments()));
    const core::Inertia<Number> inertia(core::Vector3<Number>(moments.moments));
    core::Quaternion<Number> q(start.attitude);
    const Number length = std::sqrt(norm2(q));
    Numbers now{q.x / length,
                q.y / length,
                q.z / length,
                q.w / length,
                start.momentum.x / unit,
                start.momentum.y / unit,
                start.momentum.z / unit};

    std::vector<Number> times;
    for (const Sample& sample : samples) times.push_back(sample.time);
    std::vector<Numbers> truth;
    std::visit(
        [&](const auto& model) {
            const auto torque = bind(model, principal, moments);
            const auto rates = [&](const Numbers& s, Numbers& ds, Number t) {
                const core::Quaternion<Number> attitude{s[0], s[1], s[2], s[3]};
                const core::Vector3<Number> p = unit * core::Vector3<Number>(s[4], s[5], s[6]);
                const core::Vector3<Number> omega = inertia.solve(p);
                const core::Quaternion<Number> dq = attitude * core::Quaternion<Number>(0.5L * omega, 0.0L);
                const core::Vector3<Number> dp = (1 / unit) * (cross(p, omega) + torque(t, attitude));
                ds = {dq.x, dq.y, dq.z, dq.w, dp.x, dp.y, dp.z};
            };
            using Fehlberg = odeint::runge_kutta_fehlberg78<Numbers, Number>;
            odeint::integrate_times(odeint::make_controlled<Fehlberg>(1e-18L, 1e-18L), rates, now,
                                    times.begin(), times.end(), static_cast<Number>(problem.end) / 1000,
                                    [&](const Numbers& s, Number) { truth.push_back(s); });
        },
        problem.torque);

    Number largest = 0, angle = 0, momentum = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const core::State<double> seen = core::to_principal(samples[i].state, principal);
        const Numbers& s = truth[i];
        const core::Vector3<Number> p = unit * core::Vector3<Number>(s[4], s[5], s[6]);
        const core::Quaternion<Number> turn = conjugate(core::Quaternion<Number>{s[0], s[1], s[2], s[3]})
                                            * core::Quaternion<Number>(seen.attitude);
        angle = std::max(angle, 2 * std::atan2(norm(turn.vector()), std::abs(turn.w)));
        momentum = std::max(momentum, norm(core::Vector3<Number>(seen.momentum) - p));
        largest = std::max(largest, norm(p));
    }
    return static_cast<double>(std::max(angle, momentum / largest));
}

}  // namespace polhode::test
