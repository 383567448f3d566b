/// Change of energy and momentum against the work and the impulse of the torque.
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

const Torque top = core::HeavyTop{.weight_moment = 3};
const Torque thruster = core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}};

Problem pushed_top() {
    return {.name = "a pushed top",
            .body = Body::from_moments({1, 2, 2.5}),
            .torque = TorqueSum{{{top}, {thruster}}},
            .initial = {Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Eigen::Vector3d::UnitX())), {0.3, 0.2, 3}}};
}

Conservation seen(const Problem& problem, const char* method, double step, double end = 2) {
    return simulate(problem, {.method = method, .steps = FixedStep{step}, .end = end}).conservation;
}

TEST(Balance, ClosesToTheOrderOfTheMethod) {
    const Problem problem = pushed_top();
    for (const auto& [method, order] :
         {std::pair("se", 2), std::pair("liemid-ea", 2), std::pair("trap", 2), std::pair("se4-rkn", 4),
          std::pair("rkmk-rk4", 4), std::pair("se6-kl", 6), std::pair("rkmk-gauss6", 6)}) {
        const Conservation coarse = seen(problem, method, 0.04), fine = seen(problem, method, 0.02);
        const double wanted = std::pow(2, order) * 0.75;
        EXPECT_GT(coarse.energy_balance->max_error, wanted * fine.energy_balance->max_error) << method;
        EXPECT_GT(coarse.momentum_balance->max_error, wanted * fine.momentum_balance->max_error) << method;
        EXPECT_GT(std::abs(fine.energy_balance->work), 1e3 * fine.energy_balance->max_error) << method;
        EXPECT_FALSE(fine.energy) << "there is no potential for the whole torque";
    }
}

/// The balance measures the method, not the formula of integration: where the motion is known to all digits, it
/// closes to rounding.
TEST(Balance, ClosesToRoundingWhereTheMotionDoes) {
    const Conservation kept = seen(pushed_top(), "rkmk-gauss6", 0.002);
    EXPECT_LT(kept.energy_balance->max_error, 1e-13);
    EXPECT_LT(kept.momentum_balance->max_error, 1e-13);
    EXPECT_NEAR(kept.energy_balance->final - kept.energy_balance->initial, kept.energy_balance->work, 1e-13);
}

/// A top with friction: the balance falls with the order of the method, and stays closed for a million steps.
TEST(Balance, OfADampedTopClosesOverAMillionSteps) {
    Problem problem = pushed_top();
    const core::Matrix3<double> friction = core::Matrix3<double>::diagonal({1e-3, 1e-3, 1e-3});
    problem.torque = TorqueSum{{{top}, {core::Damping{.coefficient = friction}}}};
    const auto error = [&](double step, double end) {
        return seen(problem, "se4-rkn", step, end).energy_balance->max_error;
    };
    const double coarse = error(0.04, 40), fine = error(0.02, 40);
    EXPECT_GT(coarse, 12 * fine);
    const Conservation whole = seen(problem, "se4-rkn", 0.01, 1e4);
    EXPECT_LT(whole.energy_balance->max_error, coarse) << "no worse than in the first steps";
    EXPECT_LT(whole.energy_balance->work, -1) << "friction takes what the top has";
}

TEST(Balance, FollowsStepsThatTurnTheBodySeveralTimes) {
    const Problem fast{.name = "fast",
                       .body = Body::from_moments({1, 1, 2}),
                       .torque = core::ConstantSpaceTorque{.torque = {0, 0, 1e-3}},
                       .initial = {Eigen::Quaterniond::Identity(), {5, 0, 60}}};
    const Conservation kept = seen(fast, "se", 0.5);
    EXPECT_LT(kept.momentum_balance->max_error, 0.05 * kept.momentum_balance->impulse.norm());
}

TEST(Balance, IsNotMadeWhereTheEnergyIsConserved) {
    for (const char* name : {"slow-top", "free-body", "soft-wall"}) {
        const Conservation kept = simulate(problem(name), {.steps = StepCount{10}}).conservation;
        EXPECT_FALSE(kept.energy_balance) << name;
        EXPECT_FALSE(kept.momentum_balance) << name;
    }
    const Conservation unasked =
        simulate(pushed_top(), {.steps = StepCount{10}, .end = 1, .balance = false}).conservation;
    EXPECT_FALSE(unasked.energy_balance);
}

TEST(Balance, ChangesNeitherStatesNorCounts) {
    const Plan with{.method = "se4-rkn", .steps = StepCount{100}, .end = 2};
    Plan without = with;
    without.balance = false;
    const Result plain = simulate(pushed_top(), without), balanced = simulate(pushed_top(), with);
    EXPECT_EQ(balanced.torque_evaluations, plain.torque_evaluations);
    EXPECT_EQ(balanced.final_state.momentum, plain.final_state.momentum);
    EXPECT_EQ(balanced.final_state.attitude.coeffs(), plain.final_state.attitude.coeffs());
}

/// Its calls may be dear.
TEST(Balance, LeavesAUsersFunctionAlone) {
    long calls = 0;
    Problem p = pushed_top();
    p.torque = body_torque([&](double t, const Eigen::Quaterniond&) {
        ++calls;
        return Eigen::Vector3d(0.1 * t, 0.2, 0.3);
    });
    const Result run = simulate(p, {.method = "se4-rkn", .steps = StepCount{100}, .end = 2});
    EXPECT_EQ(run.torque_evaluations, calls);
    EXPECT_FALSE(run.conservation.energy_balance);
}

}  // namespace
}  // namespace polhode
