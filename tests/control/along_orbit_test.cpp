/// What controls ask of an orbit, against the textbook: positions by Kepler's equation solved by bisection, the field
/// as the gradient of the potential of a dipole.
#include "polhode/control/control.hpp"
#include "polhode/control/target.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/torque/bind.hpp"

#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <cmath>

namespace polhode {
namespace {

using Eigen::AngleAxisd;
using Eigen::Vector3d;

const OrbitElements elements{.semi_major_axis = 9e6,
                             .eccentricity = 0.25,
                             .inclination = 0.9,
                             .node = 0.4,
                             .argument = -1.1,
                             .anomaly = 2.2};
const Planet planet;

struct Motion {
    Vector3d position, velocity;
};

Motion on_ellipse(double t) {
    const double a = *elements.semi_major_axis, e = elements.eccentricity,
                 n = std::sqrt(planet.mu / (a * a * a)),
                 first = 2 * std::atan(std::sqrt((1 - e) / (1 + e)) * std::tan(elements.anomaly / 2)),
                 mean = first - e * std::sin(first) + n * t;
    double low = mean - 1, high = mean + 1;
    for (int k = 0; k < 60; ++k) {
        const double middle = (low + high) / 2;
        (middle - e * std::sin(middle) < mean ? low : high) = middle;
    }
    const double E = (low + high) / 2, b = std::sqrt(1 - e * e), rate = n / (1 - e * std::cos(E));
    const Eigen::Matrix3d turn =
        (AngleAxisd(elements.node, Vector3d::UnitZ()) * AngleAxisd(elements.inclination, Vector3d::UnitX())
         * AngleAxisd(elements.argument, Vector3d::UnitZ()))
            .toRotationMatrix();
    return {turn * (a * Vector3d(std::cos(E) - e, b * std::sin(E), 0)),
            turn * (a * rate * Vector3d(-std::sin(E), b * std::cos(E), 0))};
}

TEST(NadirTarget, LooksAtThePlanetAndAhead) {
    const AttitudeTarget target = nadir_target(Orbit::from(elements, planet));
    for (const double t : {-3000.0, 0.0, 700.0, 4321.0, 90000.0}) {
        const Motion at = on_ellipse(t);
        const Eigen::Quaterniond attitude = target(t);
        EXPECT_NEAR(attitude.norm(), 1, 1e-14);
        EXPECT_LT((attitude * Vector3d::UnitZ() + at.position.normalized()).norm(), 1e-11) << t;
        const Vector3d pole = at.position.cross(at.velocity).normalized();
        EXPECT_LT((attitude * Vector3d::UnitY() + pole).norm(), 1e-11) << t;
        EXPECT_GT((attitude * Vector3d::UnitX()).dot(at.velocity), 0) << t;
    }
}

TEST(DipoleField, IsTheGradientOfItsPotential) {
    const DipoleField field{.strength = 3e-5, .tilt = 0.2, .longitude = 1.3};
    const MagneticField along = dipole_field(Orbit::from(elements, planet), field);
    for (const double t : {0.0, 700.0, 4321.0, 90000.0}) {
        const double east = field.longitude + planet.rotation * t;
        const Vector3d pole(std::sin(field.tilt) * std::cos(east), std::sin(field.tilt) * std::sin(east),
                            std::cos(field.tilt));
        // of a dipole that points south, in units of R³
        const auto potential = [&](const Vector3d& r) {
            return -field.strength * std::pow(planet.radius / r.norm(), 3) * pole.dot(r);
        };
        const Vector3d r = on_ellipse(t).position;
        const double d = 1e-4 * r.norm();
        Vector3d expected;
        for (int i = 0; i < 3; ++i)
            expected[i] =
                -(potential(r + d * Vector3d::Unit(i)) - potential(r - d * Vector3d::Unit(i))) / (2 * d);
        EXPECT_LT((along.at(t) - expected).norm(), 1e-6 * expected.norm()) << t;

        const Vector3d moment(0.3, -0.7, 0.2);
        const core::Quaternion<double> q{0.5, -0.5, 0.1, 0.7};
        const Eigen::Quaterniond attitude = core::to_eigen(q).normalized();
        const auto torque = bound_torque<double>(Body::from_moments({1, 2, 2.5}), along.on_moment(moment))
                                ->at(t, core::from_eigen(attitude), {});
        EXPECT_LT((Vector3d(torque.x, torque.y, torque.z) - moment.cross(attitude.conjugate() * along.at(t)))
                      .norm(),
                  1e-18)
            << t;
    }
}

TEST(DipoleField, PointsNorthAtTheEquatorAndIsTwiceAsStrongAtThePole) {
    const double r = 7e6;
    const Orbit polar = Orbit::from({.radius = r, .inclination = std::acos(0.0)}, planet);
    const MagneticField along = dipole_field(polar, {.strength = 3e-5});
    const double strength = 3e-5 * std::pow(planet.radius / r, 3);
    EXPECT_LT((along.at(0) - Vector3d(0, 0, strength)).norm(), 1e-15 * 3);
    EXPECT_LT((along.at(polar.period() / 4) - Vector3d(0, 0, -2 * strength)).norm(), 1e-15 * 3);
}

}  // namespace
}  // namespace polhode
