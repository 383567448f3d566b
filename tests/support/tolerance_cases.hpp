/// Random bodies, torques, horizons and tolerances: for `choose`.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include "random_rotation.hpp"

#include <cmath>
#include <numbers>

namespace polhode::test {

struct ToleranceCase {
    Problem problem;
    double tolerance;
};

/// Case `index` is the same whichever others are run.
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
                    .defaults = {end, end / 50},
                    .references = {}};
    switch (index % 6) {
        case 1: problem.torque = core::HeavyTop{strength * energy, direction, axis}; break;
        case 2: problem.torque = core::GravityGradient{strength * rate * rate, direction}; break;
        case 3: {
            // the wall's energies are of order one: scale the body to meet it with up to three times that
            const double scale = random.between(0.3, 3) / energy;
            problem.body = body.with_moments(scale * body.moments());
            problem.initial.momentum *= scale;
            problem.torque = core::SoftWall{core::SoftWall::Sign::repulsive, direction, axis};
            break;
        }
        case 4: problem.torque = core::ConstantBodyTorque{constant}; break;
        case 5: problem.torque = core::ConstantSpaceTorque{constant}; break;
        default: break;
    }
    return {std::move(problem), decades(-10, -3)};
}

}  // namespace polhode::test
