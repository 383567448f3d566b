// A body given by a full tensor in axes of the user's choice moves as the same body given in its principal
// axes; with the built-in torques: torque/models_test.cpp.
#include "polhode/integrator.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

const Quaterniond user_axes =
    Quaterniond(0.4, -0.6, 0.3, 0.2).normalized();  // principal → the user's body axes
const Vector3d moments(2, 3, 4.5);
const State start_in_principal_axes{Quaterniond(0.8, 0.3, -0.2, 0.1).normalized(), {1, -2, 1.5}};

Body body_in_user_axes() {
    const Matrix3d q = user_axes.toRotationMatrix(), tensor = q * moments.asDiagonal() * q.transpose();
    return Body::from_tensor(0.5 * (tensor + tensor.transpose()));
}

/// R' = R Qᵀ, Π' = Q Π.
State in_user_axes(const State& s) { return {s.attitude * user_axes.conjugate(), user_axes * s.momentum}; }

/// The same torque twice: its body-fixed parameters in principal axes and in the user's.
void expect_same_motion(const Torque& in_principal, const Torque& in_user) {
    const Problem principal{
        "principal", "", Body::from_moments(moments), in_principal, start_in_principal_axes, {2, 0.02}, {}};
    const Problem user{"user",    "", body_in_user_axes(), in_user, in_user_axes(start_in_principal_axes),
                       {2, 0.02}, {}};
    const auto samples = [](const Problem& problem, const char* method) {
        std::vector<Sample> all;
        simulate(problem, {.method = method}, {.on_sample = [&](const Sample& s) { all.push_back(s); }});
        return all;
    };
    for (const char* method : {"liemid-ea", "liemid-i", "vexp"}) {
        const std::vector<Sample> a = samples(principal, method), b = samples(user, method);
        ASSERT_EQ(a.size(), b.size());
        for (std::size_t n = 0; n < a.size(); ++n) {
            const State expected = in_user_axes(a[n].state);
            const double sign = expected.attitude.dot(b[n].state.attitude) < 0 ? -1 : 1;
            ASSERT_LT((sign * b[n].state.attitude.coeffs() - expected.attitude.coeffs()).norm(), 1e-12)
                << method;
            ASSERT_LT((b[n].state.momentum - expected.momentum).norm(), 1e-12) << method;
            ASSERT_LT((b[n].spatial_momentum - a[n].spatial_momentum).norm(), 1e-12) << method;
            ASSERT_LT((b[n].angular_velocity - user_axes * a[n].angular_velocity).norm(), 1e-12) << method;
            ASSERT_EQ(a[n].energy.has_value(), b[n].energy.has_value());
            ASSERT_NEAR(a[n].energy.value_or(0), b[n].energy.value_or(0), 1e-12) << method;
        }
    }
}

TEST(BodyAxes, FreeMotion) { expect_same_motion(core::NoTorque{}, core::NoTorque{}); }

TEST(BodyAxes, CustomTorqueInBothFrames) {
    const auto field =
        [](const Quaterniond& principal_attitude) {  // space components, from a body axis in space
            const Vector3d axis = principal_attitude * Vector3d(1, 0, 0);
            return Vector3d(2 * axis.cross(Vector3d(0, 1, 0)));
        };
    expect_same_motion(space_torque([&](double, const Quaterniond& q) { return field(q); }),
                       space_torque([&](double, const Quaterniond& q) { return field(q * user_axes); }));
    expect_same_motion(
        body_torque([&](double, const Quaterniond& q) { return Vector3d(q.conjugate() * field(q)); }),
        body_torque(
            [&](double, const Quaterniond& q) { return Vector3d(q.conjugate() * field(q * user_axes)); }));
}

TEST(BodyAxes, IntegratorStepsInTheUsersAxes) {
    State principal = start_in_principal_axes, user = in_user_axes(principal);
    Integrator first("liemid-ea", Body::from_moments(moments)), second("liemid-ea", body_in_user_axes());
    for (int n = 0; n < 100; ++n) {
        first.step(principal, 0.02 * n, 0.02);
        second.step(user, 0.02 * n, 0.02);
    }
    EXPECT_LT((in_user_axes(principal).momentum - user.momentum).norm(), 1e-13);
    EXPECT_LT((principal.spatial_momentum() - user.spatial_momentum()).norm(), 1e-13);
    EXPECT_NEAR(*first.energy(principal), *second.energy(user), 1e-13);
}

}  // namespace
