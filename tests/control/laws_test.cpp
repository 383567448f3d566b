#include "polhode/control/laws.hpp"
#include "polhode/control/control.hpp"
#include "polhode/integrator.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/pack.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

using V = core::Vector3<double>;
using Q = core::Quaternion<double>;

TEST(QuaternionPd, IsItsFormula) {
    const double s = std::sin(0.3), c = std::cos(0.3);
    const V torque = core::quaternion_pd<double>({2, 3, 4}, {0.5, 0.6, 0.7}, {}, {s, 0, 0, c}, {1, 2, 3});
    EXPECT_DOUBLE_EQ(torque.x, -2 * s - 0.5);
    EXPECT_DOUBLE_EQ(torque.y, -1.2);
    EXPECT_DOUBLE_EQ(torque.z, -0.7 * 3);
}

TEST(QuaternionPd, MeasuresTheErrorFromTheTargetInTheBody) {
    const Q target{0, 0, std::sqrt(0.5), std::sqrt(0.5)}, turn{std::sin(0.1), 0, 0, std::cos(0.1)};
    const V torque = core::quaternion_pd<double>({1, 1, 1}, {}, target, target * turn, {});
    EXPECT_NEAR(torque.x, -std::sin(0.1), 1e-15);
    EXPECT_NEAR(torque.y, 0, 1e-15);
    EXPECT_NEAR(torque.z, 0, 1e-15);
}

TEST(QuaternionPd, TakesTheShorterWayAndTheSameForBothSigns) {
    const Q q{0.6, 0, 0, -0.8};
    const V torque = core::quaternion_pd<double>({1, 1, 1}, {}, {}, q, {}),
            other = core::quaternion_pd<double>({1, 1, 1}, {}, {}, {-q.x, 0, 0, -q.w}, {});
    EXPECT_EQ(torque.x, 0.6);
    EXPECT_EQ(other.x, 0.6);
    const V half_turn = core::quaternion_pd<double>({1, 1, 1}, {}, {}, {1, 0, 0, 0}, {});
    EXPECT_EQ(half_turn.x, -1) << "sign(0) is +1";
}

TEST(Laws, ClipEachAxis) {
    const double none = std::numeric_limits<double>::infinity();
    const V v = core::clipped<double>({5, -5, 5}, {1, 2, none});
    EXPECT_EQ(v.x, 1);
    EXPECT_EQ(v.y, -2);
    EXPECT_EQ(v.z, 5);
    EXPECT_TRUE(std::isnan(core::clipped<double>({std::nan(""), 0, 0}, {1, 1, 1}).x));
}

TEST(Laws, CarryDerivativesAndLanes) {
    using D = core::Dual<double, 3>;
    const core::Vector3<D> rate{D::variable(1, 0), D::variable(2, 1), D::variable(3, 2)};
    const auto torque = core::quaternion_pd<D>({D(1), D(1), D(1)}, {D(0.5), D(0.6), D(0.7)}, {}, {}, rate);
    EXPECT_EQ(torque.x.slope[0], -0.5);
    EXPECT_EQ(torque.y.slope[1], -0.6);
    const auto cut = core::clipped<D>(torque, {D(0.1), D(9), D(9)});
    EXPECT_EQ(cut.x.slope[0], 0);
    EXPECT_EQ(cut.y.slope[1], -0.6);

    using P = core::Pack<2, struct Lanes>;
    const double x[] = {0.6, 0.6}, w[] = {0.8, -0.8}, most[] = {1, 0.5};
    const core::Quaternion<P> q{P::load(x), P(0), P(0), P::load(w)};
    const core::Vector3<P> one{P(1), P(1), P(1)};
    const auto of_lanes = core::clipped<P>(core::quaternion_pd<P>(one, one, {}, q, {P(0), P(0), P(0)}),
                                           {P::load(most), P(1), P(1)});
    EXPECT_EQ(of_lanes.x.lane(0), -0.6);
    EXPECT_EQ(of_lanes.x.lane(1), 0.5);
}

TEST(BDot, IsTheDifferenceOfTwoSamplesAgainstTheGain) {
    const V moment = core::b_dot_moment<double>(10, {1, 2, 3}, {1.5, 2, 2}, 0.5);
    EXPECT_EQ(moment.x, 10);
    EXPECT_EQ(moment.y, 0);
    EXPECT_EQ(moment.z, -20);
}

TEST(Controller, OfBDotGivesNoMomentAtItsFirstCall) {
    Controller controller({0.5, BDot{.gain = 10, .field = uniform_field({0, 0, 1}), .limit = {1, 1, 1}}});
    EXPECT_TRUE(controller.call(0, {}, {}).or_throw().value.isZero(0));
    const State turned{Eigen::Quaterniond(Eigen::AngleAxisd(0.1, Eigen::Vector3d::UnitX())), {}};
    const Command command = controller.call(0.5, turned, {}).or_throw();
    EXPECT_TRUE(command.is_moment);
    EXPECT_EQ(command.value.y(), -1) << "clipped from -10 sin(0.1)/0.5";
    EXPECT_NEAR(command.value.z(), -10 * (std::cos(0.1) - 1) / 0.5, 1e-14);
    const auto held = std::get<core::MagneticDipole>(controller.torque(command));
    EXPECT_EQ(held.moment.y, -1);
    EXPECT_EQ(held.field.z, 1);
}

TEST(Controller, RefusesWhatIsNoNumber) {
    Controller controller(sampled_control(0.1, [](double, const State&, const Eigen::Vector3d&) {
        return Eigen::Vector3d(0, std::nan(""), 0);
    }));
    const auto command = controller.call(0.3, {}, {});
    ASSERT_FALSE(command.ok());
    EXPECT_EQ(command.error().kind, Error::Kind::run);
    EXPECT_EQ(command.error().message,
              "the control at t = 0.3 returned [0, nan, 0], expected finite numbers");
}

TEST(Control, IsRefusedInOneSentence) {
    const auto message = [](const Control& control) {
        const auto error = refusal(control);
        return error ? error->message : "";
    };
    EXPECT_EQ(message({0, QuaternionPd{}}), "control: period is 0, expected a positive number");
    EXPECT_EQ(message({1, QuaternionPd{.limit = {1, 0, 1}}}),
              "control: limit is [1, 0, 1], expected positive numbers");
    EXPECT_EQ(message({1, QuaternionPd{.kd = {0, INFINITY, 0}}}),
              "control: kd is [0, inf, 0], expected finite numbers");
    EXPECT_EQ(message({1, BDot{.gain = 1}}), "control: b-dot needs a magnetic field, and there is none");
    EXPECT_EQ(message(sampled_control(1, nullptr)), "control: expected a function, got an empty one");
    EXPECT_EQ(message({1, QuaternionPd{}}), "");
}

TEST(Target, OfATableTurnsEvenlyBetweenItsRows) {
    const Eigen::Quaterniond start(Eigen::AngleAxisd(0.2, Eigen::Vector3d::UnitZ())),
        end(Eigen::AngleAxisd(1.2, Eigen::Vector3d::UnitZ()));
    Eigen::Quaterniond other_sign = end;
    other_sign.coeffs() *= -1;
    const AttitudeTarget target = table_target({1, 3}, {start, other_sign}).or_throw();
    EXPECT_EQ(target(0).angularDistance(start), 0);
    EXPECT_NEAR(target(2).angularDistance(start), 0.5, 1e-14);
    EXPECT_NEAR(target(1.5).angularDistance(start), 0.25, 1e-14);
    EXPECT_NEAR(target(9).angularDistance(end), 0, 1e-14);
}

TEST(Target, OfATableThatIsNoneIsRefused) {
    const Eigen::Quaterniond one = Eigen::Quaterniond::Identity();
    const auto message = [&](std::vector<double> times, std::vector<Eigen::Quaterniond> attitudes) {
        return table_target(std::move(times), std::move(attitudes)).error().message;
    };
    EXPECT_EQ(message({}, {}), "target: 0 times and 0 attitudes, expected as many of both and at least one");
    EXPECT_EQ(message({1, 1}, {one, one}), "target: time 2 of the table is 1, expected times that increase");
    EXPECT_EQ(message({1}, {Eigen::Quaterniond(2, 0, 0, 0)}),
              "target: attitude 1 of the table has length 2, expected 1");
}

}  // namespace
}  // namespace polhode
