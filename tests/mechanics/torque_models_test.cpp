// The built-in torques: minus the gradient of their potentials, with the signs of the papers.
#include "polhode/mechanics/torque_models.hpp"

#include "polhode/scalar/dual.hpp"
#include "polhode/so3/rotation.hpp"
#include "support/random_rotation.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace {

using namespace polhode::core;
using polhode::test::Random;
using Q = Quaternion<double>;
using V = Vector3<double>;

/// −∂V/∂ξ of V(R exp(ξ)) at ξ = 0: the torque in body components.
template <class Model>
V minus_gradient(const Model& model, const Q& attitude) {
    using Variable = Dual<double, 3>;
    Vector3<Variable> xi;
    for (int i = 0; i < 3; ++i) xi[i] = Variable::variable(0, i);
    const Variable potential = model.potential(Variable(0.0), Quaternion<Variable>(attitude) * exp(xi));
    return {-potential.slope[0], -potential.slope[1], -potential.slope[2]};
}

template <class Model>
void expect_torque_is_minus_gradient(const Model& model) {
    Random<double> random(1);
    double largest_torque = 0;
    for (int k = 0; k < 50; ++k) {
        const Q attitude = random.rotation();
        const V torque = model(0.0, attitude), expected = minus_gradient(model, attitude);
        EXPECT_LT(norm(torque - expected), 1e-13 * (1 + norm(expected)));
        largest_torque = std::max(largest_torque, norm(torque));
    }
    EXPECT_GT(largest_torque, 0.1);  // or nothing has been tested
}

const V tilted = (1 / std::sqrt(0.14)) * V{0.1, -0.2, 0.3}, aslant = (1 / std::sqrt(0.45)) * V{0.4, 0.5, 0.2};

TEST(TorqueIsMinusTheGradient, HeavyTop) {
    expect_torque_is_minus_gradient(HeavyTop{.profile = {.weight_moment = 20}});
    expect_torque_is_minus_gradient(
        HeavyTop{.profile = {.weight_moment = -3}, .direction = tilted, .axis = aslant});
}

TEST(TorqueIsMinusTheGradient, SoftWall) {
    for (const auto sign : {WallProfile::Sign::printed, WallProfile::Sign::repulsive}) {
        expect_torque_is_minus_gradient(SoftWall{.profile = {.sign = sign}});
        expect_torque_is_minus_gradient(
            SoftWall{.profile = {.sign = sign}, .direction = tilted, .axis = aslant});
    }
}

TEST(TorqueIsMinusTheGradient, GravityGradient) {
    const V moments{1.7, 3.7, 5.4};
    expect_torque_is_minus_gradient(GravityGradient{.coefficient = 0.354311, .moments = moments});
    expect_torque_is_minus_gradient(
        GravityGradient{.coefficient = 2, .direction = tilted, .moments = moments});
}

TEST(TorqueIsMinusTheGradient, NoTorque) {
    const Q attitude = Random<double>(2).rotation();
    EXPECT_EQ(norm(NoTorque{}(0.0, attitude)), 0);
    EXPECT_EQ(NoTorque{}.potential(0.0, attitude), 0);
}

// --- the formulas as printed, in space components ----------------------------------------------------------------

template <class Model, class Printed>
void expect_space_torque(const Model& model, const Printed& printed) {
    Random<double> random(3);
    for (int k = 0; k < 50; ++k) {
        const Q attitude = random.rotation();
        const Matrix3<double> r = to_matrix(attitude);
        const V exact = printed(r);
        EXPECT_LT(norm(to_space(attitude, model(0.0, attitude)) - exact), 1e-12 * (1 + norm(exact)));
    }
}

// Krysl 2004: t = −20 R(:,3) × e₃.
TEST(PrintedTorque, TopOfKrysl) {
    expect_space_torque(HeavyTop{.profile = {.weight_moment = 20}}, [](const Matrix3<double>& r) {
        return -20.0 * cross(V{r(0, 2), r(1, 2), r(2, 2)}, V{0, 0, 1});
    });
}

// Krysl 2004: t = (−r⁻² + 0.01 r⁻¹¹)(−R₂₃, R₁₃, 0), r = 1.1 + R₃₃; the described sign is the opposite.
TEST(PrintedTorque, SoftWallOfKrysl) {
    const auto printed = [](const Matrix3<double>& m) {
        const double r = 1.1 + m(2, 2);
        return (-std::pow(r, -2) + 0.01 * std::pow(r, -11)) * V{-m(1, 2), m(0, 2), 0};
    };
    expect_space_torque(SoftWall{.profile = {.sign = WallProfile::Sign::printed}}, printed);
    expect_space_torque(SoftWall{.profile = {.sign = WallProfile::Sign::repulsive}},
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
        EXPECT_LT(norm(HeavyTop{}(0.0, attitude) - V{u.y, -u.x, 0}), 1e-14);
        const V satellite = GravityGradient{.coefficient = 0.354311, .moments = moments}(0.0, attitude);
        EXPECT_LT(norm(satellite - 0.354311 * cross(u, hadamard(moments, u))), 1e-14);
    }
}

// A gravity-gradient satellite is stable with its long axis, that of the least moment, towards the centre.
TEST(PrintedTorque, GravityGradientTurnsTheLongAxisTowardsTheCentre) {
    const GravityGradient model{.coefficient = 1, .direction = {1, 0, 0}, .moments = {1, 2, 2}};
    const V back = model(0.0, exp(V{0, 0, 0.1}));  // the long axis turned away by +0.1 about z
    EXPECT_LT(back.z, -0.05);
}

// --- torques without a potential ---------------------------------------------------------------------------------

TEST(ConstantTorque, InBodyAndInSpace) {
    const V torque{1, -2, 0.5};
    const Q attitude = Random<double>(5).rotation();
    EXPECT_LT(norm(ConstantBodyTorque{torque}(0.0, attitude) - torque), 1e-16);
    EXPECT_LT(norm(to_space(attitude, ConstantSpaceTorque{torque}(0.0, attitude)) - torque), 1e-15);
    EXPECT_FALSE(ConstantBodyTorque::has_potential || ConstantSpaceTorque::has_potential);
}

// --- other body axes ---------------------------------------------------------------------------------------------

// The same torque in axes turned by `principal`: attitude R Q, components Qᵀ T.
template <class Model>
void expect_same_torque_in_other_axes(const Model& model, const V& moments) {
    Random<double> random(6);
    const Q principal = random.rotation(), attitude = random.rotation();
    const Model turned = model.in_axes(principal, Inertia<double>(moments));
    const V expected = to_body(principal, model(0.0, attitude));
    EXPECT_LT(norm(turned(0.0, attitude * principal) - expected), 1e-14 * (1 + norm(expected)));
}

TEST(OtherBodyAxes, KeepTheTorque) {
    const V moments{1, 2, 2.5};
    expect_same_torque_in_other_axes(
        HeavyTop{.profile = {.weight_moment = 20}, .direction = tilted, .axis = aslant}, moments);
    expect_same_torque_in_other_axes(SoftWall{.direction = tilted, .axis = aslant}, moments);
    expect_same_torque_in_other_axes(ConstantBodyTorque{{1, 2, 3}}, moments);
    expect_same_torque_in_other_axes(ConstantSpaceTorque{{1, 2, 3}}, moments);
}

TEST(OtherBodyAxes, GravityGradientTakesItsMomentsFromTheBody) {
    const GravityGradient bound =
        GravityGradient{.coefficient = 2}.in_axes(Q{}, Inertia<double>(V{1, 2, 2.5}));
    EXPECT_EQ(norm(bound.moments - V{1, 2, 2.5}), 0);
    EXPECT_EQ(bound.coefficient, 2);
}

}  // namespace
