/// Free motion in closed form, in the user's axes.
#include "polhode/simulate/free_motion.hpp"

#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>
#include <boost/math/special_functions/ellint_1.hpp>
#include <cmath>

namespace polhode {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;

constexpr double pi = 3.14159265358979323846;

const Body& body() {
    static const Body b = Body::from_moments({1, 1.5, 2.2});
    return b;
}

FreeMotion motion(const Vector3d& momentum) {
    return free_motion(body(), {Quaterniond::Identity(), momentum});
}

TEST(FreeMotion, PassesThroughTheReferenceStates) {
    for (const char* name : {"free-body", "free-543", "buss-prism"}) {
        const Problem& p = problem(name);
        const FreeMotion free = free_motion(p.body, p.initial);
        for (const ReferenceState& r : p.references) {
            const State s = free.at(r.time);
            EXPECT_LE(attitude_angle(s, r.state), 1e-12) << name << " at " << r.time;
            EXPECT_LE((s.momentum - r.state.momentum).norm(), 1e-12) << name << " at " << r.time;
            EXPECT_LE((s.spatial_momentum() - free.spatial_momentum()).norm(), 1e-14) << name;
        }
    }
}

TEST(FreeMotion, StartsAtItsState) {
    const State start{Quaterniond(0.5, -0.5, 0.5, 0.5), {0.3, -1, 2}};
    const State s = free_motion(body(), start).at(0);
    EXPECT_LE((s.attitude.coeffs() - start.attitude.coeffs()).norm(), 3e-16);
    EXPECT_LE((s.momentum - start.momentum).norm(), 5e-16);
}

/// A body given by a full tensor moves as the one in principal axes does, in other axes.
TEST(FreeMotion, SpeaksTheAxesOfTheUser) {
    const Quaterniond axes = Quaterniond(0.1, 0.7, -0.4, 0.2).normalized();  // principal → user
    const Eigen::Matrix3d R = axes.toRotationMatrix();
    const Body turned = Body::from_tensor(R * body().tensor() * R.transpose());
    const Vector3d momentum(0.3, -1, 2);
    const FreeMotion plain = motion(momentum),
                     seen = free_motion(turned, {axes.conjugate(), axes * momentum});
    for (const double t : {0.0, 0.4, -7.0, 30.0}) {
        const State a = plain.at(t), b = seen.at(t);
        EXPECT_LE((b.momentum - axes * a.momentum).norm(), 1e-13) << t;
        EXPECT_LE((b.attitude * axes).angularDistance(a.attitude), 1e-13) << t;
        EXPECT_LE((seen.angular_velocity(t) - axes * plain.angular_velocity(t)).norm(), 1e-13) << t;
    }
    EXPECT_LE((seen.polhode().axis - axes * plain.polhode().axis).norm(), 1e-14);
    EXPECT_NEAR(seen.polhode().period, plain.polhode().period, 1e-13 * plain.polhode().period);
}

TEST(FreeMotion, AngularVelocityBelongsToTheMomentum) {
    const FreeMotion free = motion({0.3, -1, 2});
    for (const double t : {0.0, 0.1, 5.0, -60.0})
        EXPECT_LE((free.angular_velocity(t) - body().angular_velocity(free.at(t).momentum)).norm(), 3e-14)
            << t;
}

TEST(FreeMotion, MomentumComesBackAfterItsPeriod) {
    for (const Vector3d& momentum : {Vector3d(0.3, -1, 2), Vector3d(1, 0.4, 0.2), Vector3d(-1, 0.1, -0.9)}) {
        const FreeMotion free = motion(momentum);
        const double period = free.polhode().period;
        EXPECT_LE((free.at(period).momentum - momentum).norm(), 1e-13 * momentum.norm());
        EXPECT_GT((free.at(period / 2).momentum - momentum).norm(), 0.1);
        EXPECT_LE((free.at(-10 * period).momentum - momentum).norm(), 1e-12 * momentum.norm());
    }
}

TEST(FreeMotion, KnowsItsPolhode) {
    const Vector3d momentum(0.3, -1, 2);
    const PolhodeConstants c = motion(momentum).polhode();
    EXPECT_DOUBLE_EQ(c.energy, 0.5 * (0.09 / 1 + 1 / 1.5 + 4 / 2.2));
    EXPECT_DOUBLE_EQ(c.momentum, momentum.norm());
    EXPECT_EQ(c.side, PolhodeSide::largest_moment);
    EXPECT_EQ(c.axis, Vector3d(0, 0, 1));
    // the textbook's λ² and k², in energies
    const double E2 = 2 * c.energy, G2 = momentum.squaredNorm(), I1 = 1, I2 = 1.5, I3 = 2.2;
    EXPECT_NEAR(c.lambda, std::sqrt((I3 - I2) * (G2 - E2 * I1) / (I1 * I2 * I3)), 1e-14);
    EXPECT_NEAR(c.modulus2, (I2 - I1) * (E2 * I3 - G2) / ((I3 - I2) * (G2 - E2 * I1)), 1e-14);
    EXPECT_NEAR(c.period, 4 * boost::math::ellint_1(std::sqrt(c.modulus2)) / c.lambda, 1e-13);

    const PolhodeConstants other = motion({-1, 0.4, 0.2}).polhode();
    EXPECT_EQ(other.side, PolhodeSide::least_moment);
    EXPECT_EQ(other.axis, Vector3d(-1, 0, 0));
}

TEST(FreeMotion, SmallCirclesHaveTheFrequencyOfTheLinearisedMotion) {
    const PolhodeConstants c = motion({1e-9, 0, -2}).polhode();
    const double rate = 2 * std::sqrt((1 / 1.0 - 1 / 2.2) * (1 / 1.5 - 1 / 2.2));
    EXPECT_NEAR(c.period, 2 * pi / rate, 1e-13);
    EXPECT_EQ(c.axis, Vector3d(0, 0, -1));
    EXPECT_NEAR(motion({0, 0, -2}).polhode().period, 2 * pi / rate, 1e-13);  // rest on the axis
}

TEST(FreeMotion, TheSeparatrixHasNoPeriod) {
    const Body b =
        Body::from_moments({12, 15, 20});  // 1/I in equal steps: Π₁ = ±Π₃ is the separatrix, to the last bit
    const FreeMotion runs = free_motion(b, {Quaterniond::Identity(), {3, 0, 3}});
    EXPECT_EQ(runs.polhode().side, PolhodeSide::separatrix);
    EXPECT_TRUE(std::isinf(runs.polhode().period));
    EXPECT_EQ(runs.polhode().modulus2, 1);
    // it runs to the middle axis
    EXPECT_LE((runs.at(2000).momentum - std::sqrt(18.0) * runs.polhode().axis).norm(), 1e-13);
    EXPECT_EQ(std::abs(runs.polhode().axis.y()), 1);

    const FreeMotion rests = free_motion(b, {Quaterniond::Identity(), {0, -3, 0}});
    EXPECT_EQ(rests.polhode().side, PolhodeSide::separatrix);
    EXPECT_EQ(rests.polhode().axis, Vector3d(0, -1, 0));
    EXPECT_EQ(rests.at(1e4).momentum, Vector3d(0, -3, 0));
}

TEST(FreeMotion, SymmetricAndSphericalBodies) {
    const Body top = Body::from_moments({5, 5, 1});
    const PolhodeConstants c = free_motion(top, {Quaterniond::Identity(), {1, 1, 2}}).polhode();
    EXPECT_EQ(c.side, PolhodeSide::least_moment);
    EXPECT_EQ(c.modulus2, 0);
    EXPECT_NEAR(c.period, 2 * pi / (2 * (1 - 0.2)), 1e-14);

    const Body ball = Body::from_moments({2, 2, 2});
    const FreeMotion still = free_motion(ball, {Quaterniond::Identity(), {0, 3, 4}});
    EXPECT_EQ(still.polhode().side, PolhodeSide::separatrix);
    EXPECT_LE((still.polhode().axis - Vector3d(0, 0.6, 0.8)).norm(), 1e-15);
    EXPECT_TRUE(std::isinf(still.polhode().period));
    EXPECT_EQ(still.at(7).momentum, Vector3d(0, 3, 4));

    const FreeMotion rest = free_motion(ball, {Quaterniond::Identity(), Vector3d::Zero()});
    EXPECT_EQ(rest.polhode().axis, Vector3d::Zero());
    EXPECT_EQ(rest.at(7).attitude.coeffs(), Quaterniond::Identity().coeffs());
}

TEST(FreeMotion, NeverFlipsTheSignOfTheQuaternion) {
    const FreeMotion free = motion({0.3, -1, 2});
    Quaterniond before = free.at(-50).attitude;
    for (int i = -500; i < 500; ++i) {
        const Quaterniond q = free.at(0.1 * i).attitude;
        ASSERT_GT(q.dot(before), 0.98) << i;
        before = q;
    }
}

// A body that spins 2^n times as fast does the same in 2^-n of the time.
TEST(FreeMotion, TakesAnyMomentum) {
    const Vector3d momentum(0.3, -1, 2);
    const FreeMotion usual = motion(momentum);
    for (const int n : {-1000, -600, -510, -200, 200, 500}) {
        const FreeMotion scaled = motion(std::ldexp(1.0, n) * momentum);
        for (const double t : {-3.0, 0.0, 7.5}) {
            const State expected = usual.at(t), found = scaled.at(std::ldexp(t, -n));
            EXPECT_LE(attitude_angle(found, expected), 1e-14) << n << ' ' << t;
            EXPECT_LE((std::ldexp(1.0, -n) * found.momentum - expected.momentum).norm(), 1e-14)
                << n << ' ' << t;
        }
        EXPECT_NEAR(std::ldexp(scaled.polhode().period, n), usual.polhode().period, 1e-14);
    }
    EXPECT_THROW(motion(std::ldexp(1.0, 600) * momentum), InputError);  // its energy is none
    EXPECT_THROW(usual.at(1e157), InputError);
    EXPECT_THROW(usual.at(1e17), InputError);
    EXPECT_TRUE(usual.at(1e14).attitude.coeffs().allFinite());
}

TEST(FreeMotion, TakesMomentsOfAnySize) {
    const Vector3d momentum(0.3, -1, 2), moments(1, 2, 2.5);
    const State start{Quaterniond::Identity(), momentum};
    const FreeMotion usual = free_motion(Body::from_moments(moments), start);
    for (const int n : {-505, -300, 300, 505}) {
        const FreeMotion scaled = free_motion(Body::from_moments(std::ldexp(1.0, n) * moments), start);
        for (const double t : {-3.0, 0.0, 7.5}) {
            const State expected = usual.at(t), found = scaled.at(std::ldexp(t, n));
            EXPECT_LE(attitude_angle(found, expected), 1e-14) << n << ' ' << t;
            EXPECT_LE((found.momentum - expected.momentum).norm(), 1e-14) << n << ' ' << t;
            EXPECT_LE(
                (std::ldexp(1.0, n) * scaled.angular_velocity(std::ldexp(t, n)) - usual.angular_velocity(t))
                    .norm(),
                1e-14);
        }
        EXPECT_NEAR(std::ldexp(scaled.polhode().period, -n), usual.polhode().period, 1e-14);
        EXPECT_NEAR(std::ldexp(scaled.polhode().energy, n), usual.polhode().energy, 1e-14);
        EXPECT_NEAR(std::ldexp(scaled.polhode().lambda, n), usual.polhode().lambda, 1e-14);
    }
}

/// What is across the axis may be as small as it likes: its square, or one over that, need not be a number.
TEST(FreeMotion, TakesAnyMomentumBesideAnAxis) {
    for (const Vector3d& moments :
         {Vector3d(1, 1, 1.9), Vector3d(5, 5, 1), Vector3d(1, 2, 2.5), Vector3d(1, 1, 1)})
        for (int axis = 0; axis < 3; ++axis)
            for (int exponent = -1074; exponent < -200; exponent += 3) {
                Vector3d along = Vector3d::Zero();
                along[axis] = 1.5;
                Vector3d momentum = along;
                momentum[(axis + 1) % 3] = std::ldexp(1.0, exponent);
                momentum[(axis + 2) % 3] = std::ldexp(-1.7, exponent);
                const Body body = Body::from_moments(moments);
                const State found = free_motion(body, {Quaterniond::Identity(), momentum}).at(7.3),
                            expected = free_motion(body, {Quaterniond::Identity(), along}).at(7.3);
                EXPECT_LE(attitude_angle(found, expected), 1e-14) << moments.transpose() << ' ' << exponent;
                EXPECT_LE((found.momentum - expected.momentum).norm(), 1e-14)
                    << moments.transpose() << ' ' << exponent;
            }
}

TEST(FreeMotion, RefusesWhatIsNotAState) {
    const double nan = std::nan("");
    EXPECT_THROW(free_motion(body(), {Quaterniond(1, 0.1, 0, 0), {1, 0, 0}}), InputError);
    EXPECT_THROW(free_motion(body(), {Quaterniond::Identity(), {nan, 0, 0}}), InputError);
    EXPECT_THROW(motion({1, 0, 0}).at(nan), InputError);
    EXPECT_THROW(motion({1, 0, 0}).angular_velocity(HUGE_VAL), InputError);
}

}  // namespace
}  // namespace polhode
