// How far two attitudes are apart.
#include "polhode/mechanics/attitude_distance.hpp"

#include "polhode/so3/rotation.hpp"

#include <gtest/gtest.h>
#include <Eigen/SVD>
#include <cmath>
#include <numbers>

namespace {

using namespace polhode;

const core::Vector3<double> axis{0.48, -0.6, 0.64};

/// A state, and one whose attitude is turned from it by the angle.
struct Pair {
    State before, after;
};
Pair turned_by(double angle) {
    const core::Quaternion<double> a = core::exp(core::Vector3<double>(0.3, -1.1, 0.7));
    return {{core::to_eigen(a), {1, 2, 3}}, {core::to_eigen(a * core::exp(angle * axis)), {0, 0, 0}}};
}

TEST(AttitudeDistance, IsTheAngleOfTheTurnAndTwiceTheSineOfItsHalf) {
    for (const double angle : {0.0, 1e-9, 0.01, 1.0, 3.0, std::numbers::pi}) {
        const auto [a, b] = turned_by(angle);
        EXPECT_NEAR(attitude_angle(a, b), angle, 1e-15);
        EXPECT_NEAR(attitude_angle(b, a), angle, 1e-15);
        EXPECT_NEAR(attitude_distance(a, b), 2 * std::sin(angle / 2), 2e-15);
    }
}

TEST(AttitudeDistance, IsTheLargestSingularValueOfTheDifferenceOfTheMatrices) {
    const auto [a, b] = turned_by(2);
    const Eigen::Matrix3d difference = a.attitude.toRotationMatrix() - b.attitude.toRotationMatrix();
    EXPECT_NEAR(attitude_distance(a, b), Eigen::JacobiSVD<Eigen::Matrix3d>(difference).singularValues()[0],
                2e-15);
}

TEST(AttitudeDistance, DoesNotSeeTheSignOfAQuaternion) {
    auto [a, b] = turned_by(0.5);
    b.attitude.coeffs() *= -1;
    EXPECT_NEAR(attitude_angle(a, b), 0.5, 1e-15);
    EXPECT_NEAR(attitude_distance(a, b), 2 * std::sin(0.25), 2e-15);
}

TEST(AttitudeDistance, HasTheDigitsOfTheScalar) {
    const core::Vector3<long double> small(0, 0, 1e-12L);
    EXPECT_NEAR(static_cast<double>(
                    core::attitude_angle(core::Quaternion<long double>{}, core::exp(small)) / 1e-12L - 1),
                0, 1e-17);
}

}  // namespace
