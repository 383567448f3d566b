// The built-in torques as the papers print them: signs and factors.
#include "polhode/torque/list.hpp"

#include "polhode/so3/rotation.hpp"
#include "support/random_rotation.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace {

using namespace polhode::core;
using polhode::test::Random;
using Q = Quaternion<double>;
using V = Vector3<double>;

// --- the formulas as printed, in space components ----------------------------------------------------------------

template <class Model, class Printed>
void expect_space_torque(const Model& model, const Printed& printed) {
    Random<double> random(3);
    for (int k = 0; k < 50; ++k) {
        const Q attitude = random.rotation();
        const Matrix3<double> r = to_matrix(attitude);
        const V exact = printed(r);
        EXPECT_LT(norm(to_space(attitude, model(0.0, attitude, V{})) - exact), 1e-12 * (1 + norm(exact)));
    }
}

// Krysl 2004: t = −20 R(:,3) × e₃.
TEST(PrintedTorque, TopOfKrysl) {
    expect_space_torque(HeavyTop{.weight_moment = 20}, [](const Matrix3<double>& r) {
        return -20.0 * cross(V{r(0, 2), r(1, 2), r(2, 2)}, V{0, 0, 1});
    });
}

// Krysl 2004: t = (−r⁻² + 0.01 r⁻¹¹)(−R₂₃, R₁₃, 0), r = 1.1 + R₃₃; the described sign is the opposite.
TEST(PrintedTorque, SoftWallOfKrysl) {
    const auto printed = [](const Matrix3<double>& m) {
        const double r = 1.1 + m(2, 2);
        return (-std::pow(r, -2) + 0.01 * std::pow(r, -11)) * V{-m(1, 2), m(0, 2), 0};
    };
    expect_space_torque(SoftWall{.sign = SoftWall::Sign::printed}, printed);
    expect_space_torque(SoftWall{.sign = SoftWall::Sign::repulsive},
                        [&](const Matrix3<double>& m) { return -printed(m); });
}

// Celledoni and Säfström 2006, body components: T = u × e₃ = (u₂, −u₁, 0) and T = g u × Iu, u = Rᵀe₃.
TEST(PrintedTorque, TopAndSatelliteOfCelledoniAndSafstrom) {
    Random<double> random(4);
    const V moments{1.7, 3.7, 5.4};
    for (int k = 0; k < 50; ++k) {
        const Q attitude = random.rotation();
        const Matrix3<double> r = to_matrix(attitude);
        const V u{r(2, 0), r(2, 1), r(2, 2)};
        EXPECT_LT(norm(HeavyTop{}(0.0, attitude, V{}) - V{u.y, -u.x, 0}), 1e-14);
        const V satellite = GravityGradient{.coefficient = 0.354311, .moments = moments}(0.0, attitude, V{});
        EXPECT_LT(norm(satellite - 0.354311 * cross(u, hadamard(moments, u))), 1e-14);
    }
}

// A gravity-gradient satellite is stable with its long axis, that of the least moment, towards the centre.
TEST(PrintedTorque, GravityGradientTurnsTheLongAxisTowardsTheCentre) {
    const GravityGradient model{.coefficient = 1, .direction = {1, 0, 0}, .moments = {1, 2, 2}};
    const V back = model(0.0, exp(V{0, 0, 0.1}), V{});  // the long axis turned away by +0.1 about z
    EXPECT_LT(back.z, -0.05);
}

// A compass needle along x in a field along y turns towards y, by m B; along the field it is at rest.
TEST(MagneticDipole, TurnsIntoTheField) {
    const MagneticDipole needle{.moment = {2, 0, 0}, .field = {0, 3, 0}};
    EXPECT_LT(norm(needle(0.0, Q{}, V{}) - V{0, 0, 6}), 1e-15);
    const Q along = exp(V{0, 0, std::acos(0.0)});
    EXPECT_LT(norm(needle(0.0, along, V{})), 1e-14);
    EXPECT_NEAR(needle.potential(0.0, along), -6, 1e-14);
}

// --- torques without a potential ---------------------------------------------------------------------------------

TEST(ConstantTorque, InBodyAndInSpace) {
    const V torque{1, -2, 0.5};
    const Q attitude = Random<double>(5).rotation();
    EXPECT_LT(norm(ConstantBodyTorque{torque}(0.0, attitude, V{}) - torque), 1e-16);
    EXPECT_LT(norm(to_space(attitude, ConstantSpaceTorque{torque}(0.0, attitude, V{})) - torque), 1e-15);
}

TEST(GravityGradient, TakesItsMomentsFromTheBody) {
    const GravityGradient bound =
        in_axes(GravityGradient{.coefficient = 2}, Q{}, Inertia<double>(V{1, 2, 2.5}));
    EXPECT_EQ(norm(bound.moments - V{1, 2, 2.5}), 0);
    EXPECT_EQ(bound.coefficient, 2);
}

}  // namespace
