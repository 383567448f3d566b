#include "polhode/control/wheels.hpp"

#include "control/control_loop.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

using Eigen::Vector3d;

const std::vector<Wheel> three{{.axis = {2, 0, 0}, .limit = 1}, {.axis = {0, 1, 0}}, {.axis = {0, 0, 1}}};

TEST(Wheels, TakeTheHeldTorqueFromTheirMomentum) {
    WheelBank wheels = WheelBank::of(three).or_throw();
    wheels.hold({0.5, -0.25, 1});
    wheels.advance(0.5);
    EXPECT_EQ(wheels.momenta(), (std::vector<double>{-0.25, 0.125, -0.5}));
    EXPECT_EQ(wheels.momentum(), Vector3d(-0.25, 0.125, -0.5));
    EXPECT_EQ(wheels.rate(), Vector3d(-0.5, 0.25, -1));
}

TEST(Wheels, StopAtTheirLimit) {
    WheelBank wheels = WheelBank::of(three).or_throw();
    wheels.hold({3, 1, 0});
    EXPECT_DOUBLE_EQ(wheels.until_stop(), 1.0 / 3);
    wheels.advance(wheels.until_stop());
    EXPECT_EQ(wheels.momenta()[0], -1);
    EXPECT_EQ(wheels.rate(), Vector3d(0, -1, 0));
    EXPECT_EQ(wheels.until_stop(), INFINITY);
    wheels.hold({3, 1, 0});
    EXPECT_EQ(wheels.rate().x(), 0) << "a full wheel takes no more";
    wheels.hold({-3, 1, 0});
    EXPECT_EQ(wheels.rate().x(), 3) << "but gives back";
    EXPECT_DOUBLE_EQ(wheels.until_stop(), 2.0 / 3);
}

/// Four wheels on the edges of a pyramid give any torque, by the smallest squares.
TEST(Wheels, ShareATorqueByLeastSquares) {
    const double s = std::sqrt(1.0 / 3);
    std::vector<Wheel> pyramid;
    for (const Vector3d& axis :
         {Vector3d(s, s, s), Vector3d(-s, s, s), Vector3d(s, -s, s), Vector3d(-s, -s, s)})
        pyramid.push_back({.axis = axis});
    WheelBank wheels = WheelBank::of(pyramid).or_throw();
    const Vector3d torque(0.3, -0.2, 0.7);
    wheels.hold(torque);
    EXPECT_LT((wheels.rate() + torque).norm(), 1e-15);
    wheels.advance(1);
    double null_part = 0;  // (1, −1, −1, 1) moves no momentum
    for (int i = 0; i < 4; ++i)
        null_part += (i == 0 || i == 3 ? 1 : -1) * wheels.momenta()[static_cast<std::size_t>(i)];
    EXPECT_NEAR(null_part, 0, 1e-15);
}

TEST(Wheels, OfTooFewAxesGiveTheNearestTorque) {
    WheelBank one = WheelBank::of({{.axis = {1, 1, 0}}, {.axis = {-1, -1, 0}}}).or_throw();
    one.hold({1, 0, 5});
    EXPECT_LT((one.rate() + Vector3d(0.5, 0.5, 0)).norm(), 1e-15);
    one.advance(1);
    EXPECT_NEAR(one.momenta()[0], -one.momenta()[1], 1e-15);
}

TEST(Wheels, HaveFrictionWithItsRateHeld) {
    WheelBank wheels = WheelBank::of({{.axis = {0, 0, 1}, .momentum = 2, .friction = 0.1}}).or_throw();
    EXPECT_EQ(wheels.rate(), Vector3d(0, 0, 0));
    wheels.hold({0, 0, 0});
    wheels.advance(0.5);
    EXPECT_DOUBLE_EQ(wheels.momenta()[0], 2 * (1 - 0.05));
    wheels.advance(0.5);
    EXPECT_DOUBLE_EQ(wheels.momenta()[0], 2 * (1 - 0.1)) << "the rate of the call";
    wheels.hold({0, 0, 0});
    wheels.advance(1);
    EXPECT_DOUBLE_EQ(wheels.momenta()[0], 2 * 0.9 * 0.9);
}

TEST(Wheels, AreRefusedInOneSentence) {
    const auto message = [](const Wheel& wheel) { return WheelBank::of({{}, wheel}).error().message; };
    EXPECT_EQ(message({.axis = {0, 0, 0}}), "wheel 2: axis is [0, 0, 0], expected a vector with a length");
    EXPECT_EQ(message({.limit = 0}), "wheel 2: limit is 0, expected a positive number");
    EXPECT_EQ(message({.momentum = -2, .limit = 1}),
              "wheel 2: momentum is -2, expected one within the limit 1");
    EXPECT_EQ(message({.momentum = std::nan("")}), "wheel 2: momentum is nan, expected a finite number");
    EXPECT_EQ(message({.friction = -1}), "wheel 2: friction is -1, expected zero or a positive number");
}

TEST(ControlLoop, CallsAtMultiplesOfThePeriodAndStopsWheelsBetween) {
    std::vector<double> calls;
    const Control control = sampled_control(0.5, [&](double t, const State&, const Vector3d& rate) {
        calls.push_back(t);
        EXPECT_EQ(rate, Vector3d(1, 1, 1) + 2 * Vector3d(t, 0, 0)) << "of the body without its wheels";
        return Vector3d(t < 0.5 ? 2 : 4, 0, 0);
    });
    const Body body = Body::from_moments({1, 1, 1});
    const State state{Eigen::Quaterniond::Identity(), {1, 1, 1}};
    ControlLoop loop(control, WheelBank::of({{.axis = {1, 0, 0}, .limit = 2}}).or_throw());
    std::vector<ControlRecord> history;
    const auto reach = [&](double t) {
        return loop.reach(t, state, body, [&](const ControlRecord& record) { history.push_back(record); });
    };
    EXPECT_EQ(loop.next(), 0);
    ASSERT_FALSE(reach(0));
    EXPECT_EQ(loop.next(), 0.5);
    EXPECT_FALSE(loop.torque()) << "the wheels give it";
    ASSERT_FALSE(reach(0.25));
    EXPECT_EQ(loop.wheels_at(0.25).momentum().x(), -0.5);
    ASSERT_FALSE(reach(0.5));
    EXPECT_EQ(loop.wheels_at(0.5).momentum().x(), -1);
    EXPECT_EQ(loop.wheels_at(0.5).rate().x(), -4);
    EXPECT_EQ(loop.next(), 0.75);
    ASSERT_FALSE(reach(0.75));
    EXPECT_EQ(loop.wheels_at(0.75).momentum().x(), -2);
    EXPECT_EQ(loop.wheels_at(0.75).rate().x(), 0);
    EXPECT_EQ(loop.next(), 1);
    EXPECT_EQ(calls, (std::vector<double>{0, 0.5}));
    ASSERT_EQ(history.size(), 2U);
    EXPECT_EQ(history[1].wheel_momenta, std::vector<double>{-1});
    EXPECT_EQ(history[1].command.value.x(), 4);
}

TEST(ControlLoop, WithoutWheelsHoldsAConstantTorque) {
    const Control control =
        sampled_control(0.5, [](double, const State&, const Vector3d& rate) { return Vector3d(-2 * rate); });
    ControlLoop loop(control, {});
    ASSERT_FALSE(loop.reach(0, {{1, 0, 0, 0}, {1, 2, 3}}, Body::from_moments({1, 1, 1}), {}));
    const auto torque = loop.torque();
    ASSERT_TRUE(torque);
    EXPECT_EQ(std::get<core::ConstantBodyTorque>(*torque).torque.z, -6);
}

}  // namespace
}  // namespace polhode
