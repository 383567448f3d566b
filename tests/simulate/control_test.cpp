/// Sampled control in runs: exact sample and hold.
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/formula.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

using Eigen::Vector3d;

const Vector3d rest = Vector3d::Zero();

Problem sphere(Control control, const Vector3d& momentum = {1, 0, 0}) {
    return {.name = "sphere",
            .body = Body::from_moments({1, 1, 1}),
            .initial = {Eigen::Quaterniond::Identity(), momentum},
            .control = std::move(control)};
}

Control damper(double period, double c) {
    return sampled_control(period, [c](double, const State&, const Vector3d& rate) { return -c * rate; });
}

/// ω → (1 − c period) ω in each period, whatever the method and its steps.
TEST(Control, IsHeldFromCallToCall) {
    for (const char* method :
         {"se", "liemid-ea", "se4-rkn", "rkmk-rk4", "trap", "taylor-20", "se6-processed"})
        for (const double step : {0.1, 0.05, 0.03, 1.0}) {
            const Result result =
                simulate(sphere(damper(0.1, 1)), {.method = method, .steps = FixedStep{step}, .end = 1});
            EXPECT_NEAR(result.final_state.momentum.x(), 0.34867844010000005, 1e-13) << method << ' ' << step;
            ASSERT_TRUE(result.control);
            EXPECT_EQ(result.control->calls, 10) << method;
            EXPECT_EQ(result.pieces, 10);
        }
}

TEST(Control, IsCalledAtMultiplesOfItsPeriodWithTheStateThere) {
    std::vector<double> times, rates;
    const Problem problem = sphere(sampled_control(0.3, [&](double t, const State&, const Vector3d& rate) {
        times.push_back(t);
        rates.push_back(rate.x());
        return Vector3d(0.5, 0, 0);
    }));
    std::vector<ControlRecord> history;
    simulate(problem, {.method = "se", .steps = FixedStep{0.07}, .end = 1, .balance = false},
             {.on_control = [&](const ControlRecord& record) { history.push_back(record); }});
    ASSERT_EQ(times.size(), 4U);
    for (std::size_t k = 0; k < 4; ++k) {
        EXPECT_EQ(times[k], static_cast<double>(k) * 0.3);
        EXPECT_NEAR(rates[k], 1 + 0.5 * times[k], 1e-14);
        EXPECT_EQ(history[k].time, times[k]);
        EXPECT_EQ(history[k].command.value.x(), 0.5);
    }
}

/// A control with a memory begins afresh in each run.
TEST(Control, HasItsOwnMemoryInEachRun) {
    const Problem problem = sphere(sampled_control(
        0.5, [n = 0](double, const State&, const Vector3d&) mutable { return Vector3d(++n, 0, 0); }));
    const Plan plan{.method = "se", .steps = FixedStep{0.5}, .end = 1};
    const double first = simulate(problem, plan).final_state.momentum.x();
    EXPECT_DOUBLE_EQ(first, 1 + 0.5 * 1 + 0.5 * 2);
    EXPECT_EQ(simulate(problem, plan).final_state.momentum.x(), first);
}

TEST(Control, EndsTheRunIfItReturnsNoNumber) {
    const Problem problem = sphere(sampled_control(
        0.1, [](double t, const State&, const Vector3d&) { return Vector3d(t > 0.25 ? NAN : 0, 0, 0); }));
    const auto result = try_simulate(problem, {.method = "se", .steps = FixedStep{0.01}, .end = 1});
    ASSERT_FALSE(result.ok());
    EXPECT_EQ(result.error().kind, Error::Kind::run);
    EXPECT_EQ(result.error().message,
              "the control at t = 0.30000000000000004 returned [nan, 0, 0], expected finite numbers");
}

/// The held torque is one more of a sum: the order of the method is kept. That of se4-yoshida too, which looks
/// beyond its step, since the other torque does not jump.
TEST(Control, KeepsTheOrderOfTheMethod) {
    Problem problem{
        .name = "top",
        .body = Body::from_moments({1, 2, 2.5}),
        .torque = formula_torque({.torque = {"3*r32", "-3*r31 + sin(4*t)", "cos(3*t)*r11"}}).or_throw(),
        .initial = {Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vector3d::UnitX())), {0.3, 0.2, 3}}};
    problem.control = Control{0.4, QuaternionPd{.kp = {1, 2, 3}, .kd = {0.5, 0.5, 0.5}, .limit = {2, 2, 2}}};
    const auto end = [&](const char* method, double step) {
        return simulate(problem, {.method = method, .steps = FixedStep{step}, .end = 2}).final_state.momentum;
    };
    const Vector3d truth = end("se6-kl", 0.005);
    for (const auto& [method, order] : {std::pair("se", 2), std::pair("se4-rkn", 4), std::pair("rkmk-rk4", 4),
                                        std::pair("se4-yoshida", 4)}) {
        const double coarse = (end(method, 0.04) - truth).norm(), fine = (end(method, 0.02) - truth).norm();
        EXPECT_GT(coarse, 0.8 * std::pow(2, order) * fine) << method;
    }
}

TEST(Control, BalancesItsWorkAndImpulse) {
    const Result result = simulate(sphere(damper(0.1, 1), {1, 2, 3}),
                                   {.method = "se4-rkn", .steps = FixedStep{0.02}, .end = 1});
    ASSERT_TRUE(result.conservation.energy_balance);
    EXPECT_LT(result.conservation.energy_balance->max_error, 1e-12);
    EXPECT_NEAR(result.conservation.energy_balance->work, 0.5 * 14 * (std::pow(0.34867844010000005, 2) - 1),
                1e-12);
    ASSERT_TRUE(result.conservation.momentum_balance);
    EXPECT_LT(result.conservation.momentum_balance->max_error, 1e-12);
    EXPECT_FALSE(result.conservation.energy);
    EXPECT_FALSE(result.conservation.momentum);
    EXPECT_FALSE(result.energy_final);
}

/// Of a rigid body in a field that does not change, what turns across the field falls as exp(−gain B² t/I), what turns
/// about it stays.
TEST(Control, OfBDotDampsTheRotationAcrossTheField) {
    const double field = 3e-5, gain = 1e6, rate = gain * field * field;
    Problem problem =
        sphere({0.1, BDot{.gain = gain, .field = uniform_field({0, 0, field})}}, {0.01, 0, 0.02});
    const Result result = simulate(problem, {.method = "se4-rkn", .steps = FixedStep{0.1}, .end = 1000});
    const Vector3d L = result.final_state.spatial_momentum();
    EXPECT_NEAR(L.head<2>().norm(), 0.01 * std::exp(-rate * 1000), 0.01 * 0.003);
    EXPECT_NEAR(L.z(), 0.02, 1e-4);
}

/// The torque of the control is that of the wheels: the body feels it, and the momentum in space stays.
TEST(Wheels, TurnTheBodyWithoutMomentumFromOutside) {
    Problem problem{.name = "slew",
                    .body = Body::from_moments({1, 2, 2.5}),
                    .initial = {Eigen::Quaterniond(Eigen::AngleAxisd(1, Vector3d(1, 2, 3).normalized())),
                                {0.1, 0.2, 0.3}}};
    problem.control = Control{0.1, QuaternionPd{.kp = {2, 2, 2}, .kd = {3, 3, 3}}};
    problem.wheels = {{.axis = {1, 0, 0}, .momentum = 0.1},
                      {.axis = {0, 1, 0}, .momentum = 0.2},
                      {.axis = {0, 0, 1}, .momentum = 0.3}};
    const Result result = simulate(problem, {.method = "se4-rkn", .steps = FixedStep{0.05}, .end = 40});
    ASSERT_TRUE(result.conservation.momentum) << "all of it is conserved";
    EXPECT_LT(result.conservation.momentum->max_error, 1e-12);
    EXPECT_FALSE(result.conservation.momentum_balance);
    ASSERT_TRUE(result.conservation.energy_balance);
    EXPECT_LT(result.conservation.energy_balance->max_error, 1e-4);
    EXPECT_LT(result.final_state.attitude.angularDistance(Eigen::Quaterniond::Identity()), 1e-3);
    ASSERT_TRUE(result.control);
    // at rest the wheels have all the momentum
    const auto& h = result.control->wheel_momenta;
    EXPECT_LT((Vector3d(h[0], h[1], h[2]) - result.final_state.momentum).norm(), 1e-2);
}

/// About one axis: I ω' = u until the wheel is full, then nothing.
TEST(Wheels, GiveNoMoreThanTheyHold) {
    Problem problem = sphere(
        sampled_control(1, [](double, const State&, const Vector3d&) { return Vector3d(0.4, 0, 0); }), rest);
    problem.wheels = {{.axis = {1, 0, 0}, .limit = 1}};
    for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "trap", "taylor-20"}) {
        std::vector<double> rates;
        const Result result =
            simulate(problem, {.method = method, .steps = FixedStep{0.3}, .end = 5, .every_time = 1},
                     {.on_sample = [&](const Sample& s) { rates.push_back(s.angular_velocity.x()); }});
        ASSERT_EQ(rates.size(), 6U) << method;
        for (std::size_t t = 0; t < 6; ++t)
            EXPECT_NEAR(rates[t], std::min(0.4 * static_cast<double>(t), 1.0), 1e-12) << method << ' ' << t;
        EXPECT_EQ(result.control->wheel_momenta, std::vector<double>{-1}) << method;
        EXPECT_EQ(result.pieces, 6) << "five calls, and the stop";
    }
}

TEST(Wheels, HaveFrictionThatTheBodyFeels) {
    Problem problem = sphere({0.5, NoLaw{}}, {0, 0, 2});
    problem.wheels = {{.axis = {0, 0, 1}, .momentum = 2, .friction = 0.2}};
    const Result result = simulate(problem, {.method = "se", .steps = FixedStep{0.1}, .end = 2});
    EXPECT_NEAR(result.control->wheel_momenta[0], 2 * std::pow(0.9, 4), 1e-14);
    EXPECT_NEAR(result.final_state.momentum.z(), 2, 1e-14);
    EXPECT_LT(result.conservation.energy_balance->max_error, 1e-13);
    EXPECT_NEAR(result.conservation.energy_balance->final, 0.5 * std::pow(2 - 2 * std::pow(0.9, 4), 2),
                1e-13);
}

TEST(Control, IsRefusedWhereItCannotBeCarriedOut) {
    const auto message = [](const Problem& problem, const Plan& plan) {
        return try_simulate(problem, plan).error().message;
    };
    const Plan plan{.method = "se", .steps = FixedStep{0.1}, .end = 1};
    EXPECT_EQ(message(sphere(damper(-1, 1)), plan), "control: period is -1, expected a positive number");
    Plan sensitive = plan;
    sensitive.sensitivity = true;
    EXPECT_EQ(
        message(sphere(damper(1, 1)), sensitive),
        "sensitivity: the commands of a control depend on the state at its calls, which is not followed; "
        "expected a run without control");
    Plan free = plan;
    free.method = "liemid";
    EXPECT_EQ(message(sphere(damper(1, 1)), free),
              "method \"liemid\" integrates free motion only and the body has a torque; use se");
    Problem rubbing = sphere(damper(0.5, 1));
    rubbing.wheels = {{.friction = 3}};
    EXPECT_EQ(
        message(rubbing, plan),
        "wheel 1: friction is 3, expected less than 1/0.5, one over the control's period, over which its "
        "rate is held");
    rubbing.control.reset();
    EXPECT_EQ(
        message(rubbing, plan),
        "wheel 1: friction is 3, and its rate is held from call to call of a control; expected one, with "
        "the law \"none\" if it has nothing to command");
}

}  // namespace
}  // namespace polhode
