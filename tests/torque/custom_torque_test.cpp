// A user's own torque function: in either frame it must do what the built-in model does.
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/custom_torque_model.hpp"
#include "polhode/torque/generic_torque.hpp"
#include "support/random_rotation.hpp"

#include <gtest/gtest.h>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double weight_moment = 20;

Vector3d top_in_space(double, const Quaterniond& attitude) {
    return -weight_moment * (attitude * Vector3d::UnitZ()).cross(Vector3d::UnitZ());
}
Vector3d top_in_body(double t, const Quaterniond& attitude) {
    return attitude.conjugate() * top_in_space(t, attitude);
}
double top_potential(double, const Quaterniond& attitude) {
    return weight_moment * (attitude * Vector3d::UnitZ()).z();
}

/// A tilted top whose body axes are not its principal axes.
Problem top(const Torque& torque) {
    const Eigen::Matrix3d axes = Quaterniond(0.9, 0.1, -0.3, 0.2).normalized().toRotationMatrix();
    const Eigen::Matrix3d tensor = axes * Vector3d(5, 4, 2).asDiagonal() * axes.transpose();
    const Body body = Body::from_tensor(0.5 * (tensor + tensor.transpose()));
    const Quaterniond start(Eigen::AngleAxisd(0.3, Vector3d::UnitX()));
    return {"top", "", body, torque, {start, body.momentum({0.2, -0.1, 5})}, {2, 0.01}, {}};
}

Result run(const Torque& torque, const std::string& method) {
    return simulate(top(torque), {.method = method});
}

void expect_same_state(const State& a, const State& b, double tolerance) {
    EXPECT_LT((a.attitude.coeffs() - b.attitude.coeffs()).norm(), tolerance);
    EXPECT_LT((a.momentum - b.momentum).norm(), 10 * tolerance);  // momenta of about ten
}

class CustomTorqueByMethod : public testing::TestWithParam<const char*> {};

TEST_P(CustomTorqueByMethod, InBothFramesEqualsTheBuiltInTop) {
    const State built_in = run(core::HeavyTop{.weight_moment = weight_moment}, GetParam()).final_state;
    expect_same_state(run(body_torque(top_in_body), GetParam()).final_state, built_in, 1e-13);
    expect_same_state(run(space_torque(top_in_space), GetParam()).final_state, built_in, 1e-13);
    // and the torque does something
    EXPECT_GT((run(core::NoTorque{}, GetParam()).final_state.momentum - built_in.momentum).norm(), 1);
}
// liemid-i solves for the torque and takes its derivatives, here by differences of the user's function
INSTANTIATE_TEST_SUITE_P(Methods, CustomTorqueByMethod, testing::Values("liemid-ea", "liemid-i"));

TEST(CustomTorque, WithAPotentialTheEnergyIsWatched) {
    const Result built_in = run(core::HeavyTop{.weight_moment = weight_moment}, "liemid-ea");
    const Result custom = run(CustomTorque{top_in_body, Frame::body, top_potential}, "liemid-ea");
    EXPECT_NEAR(*custom.energy_initial, *built_in.energy_initial, 1e-12);
    EXPECT_NEAR(*custom.energy_final, *built_in.energy_final, 1e-11);
    EXPECT_NEAR(custom.conservation.energy->max_error, built_in.conservation.energy->max_error, 1e-11);
}

TEST(CustomTorque, WithoutOneThereIsNoEnergy) {
    const Result result = run(body_torque(top_in_body), "liemid-ea");
    EXPECT_FALSE(result.energy_initial || result.energy_final || result.conservation.energy);
    EXPECT_FALSE(result.conservation.momentum);
}

TEST(CustomTorque, SeesTheTimeOfTheStep) {
    std::vector<double> times;
    const auto recorder = [&](double t, const Quaterniond&) {
        times.push_back(t);
        return Vector3d(0, 0, 1);
    };
    Problem problem = top(body_torque(recorder));
    problem.defaults.end = 0.3;
    simulate(problem, {.steps = StepCount{3}});
    ASSERT_EQ(times.size(), 4);  // one at the start, one at the end of every step
    for (std::size_t n = 0; n < 4; ++n) EXPECT_NEAR(times[n], 0.1 * static_cast<double>(n), 1e-15);
}

// What is reported is how often the user's function was called, differences and all.
TEST(CustomTorque, EveryCallIsCounted) {
    for (const char* method : {"liemid-ea", "liemid-e1", "liemid-i"}) {
        long calls = 0;
        const auto counted = [&](double t, const Quaterniond& q) {
            ++calls;
            return top_in_body(t, q);
        };
        const Result result = run(body_torque(counted), method);
        EXPECT_EQ(result.torque_evaluations, calls) << method;
        EXPECT_GE(calls, result.steps) << method;
    }
}

// --- written for any scalar ---------------------------------------------------------------------------------------

const auto generic_top_in_space = [](const auto& t, const auto& attitude) {
    using Real = std::decay_t<decltype(t)>;
    const core::Vector3<Real> up(Real(0), Real(0), Real(1));
    return Real(-weight_moment) * cross(to_space(attitude, up), up);
};
const auto generic_top_in_body = [](const auto& t, const auto& attitude) {
    return to_body(attitude, generic_top_in_space(t, attitude));
};

TEST(GenericTorque, InBothFramesEqualsTheBuiltInTopForEveryKindOfMethod) {
    // explicit, with Newton, with Newton by stages, with derivatives along the motion, with a series
    for (const char* method : {"liemid-ea", "akw", "rkmk-gauss4", "buss4", "taylor-10"}) {
        const State built_in = run(core::HeavyTop{.weight_moment = weight_moment}, method).final_state;
        expect_same_state(run(generic_torque(generic_top_in_body), method).final_state, built_in, 1e-13);
        expect_same_state(run(generic_torque(generic_top_in_space, Frame::space), method).final_state,
                          built_in, 1e-13);
    }
}

TEST(GenericTorque, HasExactDerivativesAndNoExtraCalls) {
    using core::Quaternion, core::Vector3;
    using Variable = core::Dual<double, 3>;
    test::Random<double> random(1);
    const core::HeavyTop built_in{.weight_moment = weight_moment};
    const core::CustomTorqueModel custom(generic_torque(generic_top_in_body), Quaternion<double>{});
    Vector3<Variable> turn(random.vector());
    for (int i = 0; i < 3; ++i) turn[i].slope[static_cast<std::size_t>(i)] = 1;
    const Quaternion<Variable> attitude = exp(turn);
    const Vector3<Variable> a = built_in(Variable(0.0), attitude, {}),
                            b = custom(Variable(0.0), attitude, {});
    for (int i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(a[i].slope[j], b[i].slope[j], 1e-13);
    EXPECT_EQ(custom.calls(), 1);
}

TEST(GenericTorque, KeepsThePrecisionOfLongDouble) {
    using core::Quaternion;
    const core::CustomTorqueModel custom(generic_torque([](const auto& t, const auto&) {
                                             using Real = std::decay_t<decltype(t)>;
                                             return core::Vector3<Real>(t / Real(3), Real(0), Real(0));
                                         }),
                                         Quaternion<double>{});
    EXPECT_EQ(custom(1.0L, Quaternion<long double>{}, {}).x, 1.0L / 3);
}

// --- derivatives by differences ----------------------------------------------------------------------------------

TEST(CustomTorqueModel, DerivativesAgreeWithThoseOfTheBuiltInTop) {
    using core::Quaternion, core::Vector3;
    using Variable = core::Dual<double, 3>;
    test::Random<double> random(1);
    const core::HeavyTop built_in{.weight_moment = weight_moment};
    const core::CustomTorqueModel custom(body_torque(top_in_body), Quaternion<double>{});
    for (int k = 0; k < 20; ++k) {
        Vector3<Variable> turn(random.vector());
        for (int i = 0; i < 3; ++i) turn[i].slope[static_cast<std::size_t>(i)] = 1;
        const Quaternion<Variable> attitude = exp(turn) * Quaternion<Variable>(random.rotation());
        const Vector3<Variable> a = built_in(Variable(0.0), attitude, {}),
                                b = custom(Variable(0.0), attitude, {});
        for (int i = 0; i < 3; ++i) {
            EXPECT_NEAR(a[i].value, b[i].value, 1e-13);
            for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(a[i].slope[j], b[i].slope[j], 1e-8);
        }
    }
    EXPECT_EQ(custom.calls(), 20 * 7);  // the value, and two for each direction
}

// --- the angular velocity ----------------------------------------------------------------------------------------

const Eigen::Matrix3d damping{{0.5, 0.2, -0.3}, {0.1, 0.4, 0}, {0.2, 0, 0.7}};

Vector3d damping_in_body(double, const Quaterniond&, const Vector3d& w) { return -damping * w; }
Vector3d damping_in_space(double, const Quaterniond& attitude, const Vector3d& w) {
    return attitude * Vector3d(-damping * w);
}

core::Damping built_in_damping() {
    core::Damping model;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) model.coefficient(i, j) = damping(i, j);
    return model;
}

TEST(CustomTorqueByRate, EqualsTheBuiltInDampingInBothFrames) {
    for (const char* method : {"se8-kl", "rkmk-gauss8"}) {
        const State built_in = run(built_in_damping(), method).final_state;
        expect_same_state(run(body_torque(damping_in_body), method).final_state, built_in, 1e-13);
        expect_same_state(run(space_torque(damping_in_space), method).final_state, built_in, 1e-13);
        expect_same_state(run(body_torque(damping_in_body).affine(), method).final_state, built_in, 1e-13);
        EXPECT_GT((run(core::NoTorque{}, method).final_state.momentum - built_in.momentum).norm(), 1);
    }
}

TEST(CustomTorqueByRate, IsKnownByItsArguments) {
    EXPECT_EQ(body_torque(top_in_body).rate_dependence, RateDependence::none);
    EXPECT_EQ(body_torque(top_in_body).affine().rate_dependence, RateDependence::none);
    EXPECT_EQ(body_torque(damping_in_body).rate_dependence, RateDependence::general);
    EXPECT_EQ(space_torque(damping_in_space).affine().rate_dependence, RateDependence::affine);
    const auto generic = generic_torque([](const auto&, const auto&, const auto& w) { return -w; });
    EXPECT_EQ(generic.rate_dependence, RateDependence::general);
    EXPECT_EQ(rate_dependence(TorqueSum{{{core::HeavyTop{}}, {built_in_damping()}}}), RateDependence::affine);
    EXPECT_EQ(rate_dependence(TorqueSum{{{generic}, {built_in_damping()}}}), RateDependence::general);
    EXPECT_EQ(rate_dependence(core::HeavyTop{}), RateDependence::none);
}

TEST(CustomTorqueByRate, DerivativesAgreeWithThoseOfTheBuiltInDamping) {
    using core::Quaternion, core::Vector3;
    using Variable = core::Dual<double, 3>;
    const core::Damping built_in = built_in_damping();
    const core::CustomTorqueModel custom(body_torque(damping_in_body), Quaternion<double>{});
    Vector3<Variable> w(Variable(0.3), Variable(-2.0), Variable(1.0));
    for (int i = 0; i < 3; ++i) w[i].slope[static_cast<std::size_t>(i)] = 1;
    const Vector3<Variable> a = built_in(Variable(0.0), {}, w), b = custom(Variable(0.0), {}, w);
    for (int i = 0; i < 3; ++i) {
        EXPECT_NEAR(a[i].value, b[i].value, 1e-15);
        for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(a[i].slope[j], b[i].slope[j], 1e-9);
    }
    EXPECT_EQ(custom.calls(), 13);  // the value, and two for each direction and each component
}

}  // namespace
