/// NAME+energy under torques without a potential: the energy it is turned to is advanced by their work, Buss
/// (2001), (11). That the order of NAME is kept is tested for all of them by rate_order_test.cpp and
/// properties_test.cpp.
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/measured_order.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <functional>
#include <numbers>
#include <string>

namespace polhode::test {
namespace {

const auto diagonal = core::Matrix3<double>::diagonal;

/// A symmetric body with damping about its axes: the part of Π along the axis and the length of the part across
/// decay on their own.
struct DampedSymmetricBody {
    static constexpr double A = 2, C = 0.7, across = 0.02, along = 0.01;
    Problem problem{"",
                    "",
                    Body::from_moments({A, A, C}),
                    core::Damping{diagonal({across, across, along})},
                    {Eigen::Quaterniond(0.8, 0.6, 0, 0), {1, -0.5, 0.8}},
                    {20, 0.1},
                    {}};

    double energy(double t) const {
        const Eigen::Vector3d& P = problem.initial.momentum;
        return (P.x() * P.x() + P.y() * P.y()) / (2 * A) * std::exp(-2 * across / A * t)
             + P.z() * P.z() / (2 * C) * std::exp(-2 * along / C * t);
    }
};

/// Of K at the end, relative.
double energy_error(const Problem& p, const std::string& name, long steps, double end, double truth) {
    const Result r = simulate(p, {.method = name, .steps = StepCount{steps}, .end = end});
    return std::abs(p.body.kinetic_energy(r.final_state) / truth - 1);
}

/// The least factor by which the error of K falls. Of a method of even order it is not the energy error of the step
/// that adds up, but that of the path, which stays.
struct Gain {
    const char* name;
    double least;
};
constexpr Gain gains[] = {
    {"euler-forward-m", 300}, {"buss2", 1.5}, {"buss3", 20}, {"buss4", 0.1}, {"rkmk-rk4", 0.7}};

void expect_gains(const Problem& p, double truth) {
    for (const auto& [name, least] : gains) {
        const double plain = energy_error(p, name, 200, 20, truth),
                     kept = energy_error(p, std::string(name) + "+energy", 200, 20, truth);
        std::printf("%s: %.1e without, %.1e with\n", name, plain, kept);
        EXPECT_LT(least * kept, plain) << name;
    }
}

TEST(EnergyByWork, FollowsTheClosedFormOfADampedSymmetricBody) {
    const DampedSymmetricBody body;
    expect_gains(body.problem, body.energy(20));
    EXPECT_LT(energy_error(body.problem, "buss6+energy", 400, 20, body.energy(20)), 1e-11);
}

/// An asymmetric body that is spun up by a torque fixed in it, and one with drag; references by the Taylor series.
TEST(EnergyByWork, IsCloserToTheTruthOfAnAsymmetricBody) {
    const Torque push = core::ConstantBodyTorque{{0.01, -0.005, 0.02}};
    const Torque drag = generic_torque([](const auto&, const auto&, const auto& w) {
        using Real = std::decay_t<decltype(w.x)>;
        return (Real(-0.01) * norm(w)) * w;
    });
    for (const Torque& torque : {push, drag})
        for (const Eigen::Vector3d& moments : {Eigen::Vector3d(5, 4, 3), Eigen::Vector3d(1, 2, 2.5)}) {
            const Problem p{"",
                            "",
                            Body::from_moments(moments),
                            torque,
                            {Eigen::Quaterniond(0.8, 0.6, 0, 0), {1.5, -0.5, 2}},
                            {20, 0.1},
                            {}};
            const Result exact = simulate(p, {.method = "taylor-20", .steps = StepCount{400}, .end = 20});
            expect_gains(p, p.body.kinetic_energy(exact.final_state));
        }
}

TEST(EnergyByWork, TakesTheTorquesThatAreSaid) {
    const Torque push = core::ConstantBodyTorque{{0.01, -0.005, 0.02}},
                 damping = core::Damping{diagonal({0.01, 0.02, 0.01})};
    const Body body = Body::from_moments({5, 4, 3});
    struct Row {
        const char* name;
        int by_attitude, by_rate;
    };
    for (const Row& row :
         {Row{"buss2", 2, 2}, Row{"buss3", 4, 6}, Row{"rkmk-rk4", 4, 6}, Row{"buss6", 8, 14}}) {
        const auto evaluations = [&](const std::string& name, const Torque& torque) {
            Integrator integrator(name, body, torque);
            State s{Eigen::Quaterniond::Identity(), {1, -2, 1.5}};
            for (int n = 0; n < 10; ++n) integrator.step(s, 0.05 * n, 0.05);
            return integrator.torque_evaluations();
        };
        const std::string kept = std::string(row.name) + "+energy";
        EXPECT_EQ(evaluations(kept, push) - evaluations(row.name, push), 10 * row.by_attitude) << row.name;
        EXPECT_EQ(evaluations(kept, damping) - evaluations(row.name, damping), 10 * row.by_rate) << row.name;
    }
}

/// A body that rotates about a principal axis has no wobble to be made larger or smaller, and needs none: its energy
/// follows from L, as that of the work does. It is left to the method, to the last bit.
TEST(EnergyByWork, LeavesARotationAboutAPrincipalAxisAlone) {
    const Torque drag = generic_torque([](const auto&, const auto&, const auto& w) {
        using Real = std::decay_t<decltype(w.x)>;
        return (Real(-0.5) * norm(w)) * w;
    });
    for (const char* name : {"buss2", "rkmk-rk4", "buss6"})
        for (int axis = 0; axis < 3; ++axis) {
            Integrator kept(std::string(name) + "+energy", Body::from_moments({3, 4, 5}), drag),
                plain(name, Body::from_moments({3, 4, 5}), drag);
            State a{Eigen::Quaterniond::Identity(), Eigen::Vector3d::Unit(axis) * 2}, b = a;
            for (int n = 0; n < 50; ++n) {
                kept.step(a, 0.1 * n, 0.1);
                plain.step(b, 0.1 * n, 0.1);
            }
            EXPECT_EQ(a.momentum, b.momentum) << name;
            EXPECT_EQ(a.attitude.coeffs(), b.attitude.coeffs()) << name;
            EXPECT_EQ(kept.missed_projections(), 0) << name;
        }
}

/// A step whose error is as large as the wobble: no small correction, so there is none, and it is counted.
TEST(EnergyByWork, CountsAStepThatNoSmallTurnCorrects) {
    const Torque push = core::ConstantBodyTorque{{0, 0, 0.1}};
    Integrator kept("buss1+energy", Body::from_moments({1, 2, 2.5}), push),
        plain("buss1", Body::from_moments({1, 2, 2.5}), push);
    State a{Eigen::Quaterniond::Identity(), {1e-3, 1e-3, 2}}, b = a;
    kept.step(a, 0, 1);
    plain.step(b, 0, 1);
    EXPECT_EQ(a.momentum, b.momentum);
    EXPECT_EQ(kept.missed_projections(), 1);
}

/// A body that hardly wobbles keeps the order of the method: it is turned only as far as its wobble allows.
TEST(EnergyByWork, KeepsTheOrderCloseToAPrincipalAxis) {
    const Torque push = core::ConstantBodyTorque{{0, 0, 0.5}};
    for (const double tilt : {1e-2, 1e-4, 1e-6}) {
        Problem p{"",
                  "",
                  Body::from_moments({1, 2, 2.5}),
                  push,
                  {Eigen::Quaterniond(0.8, 0.6, 0, 0), {tilt, -tilt, 2}},
                  {1, 0.1},
                  {}};
        RateProblem rate{"", p, 1, initial_state(p)};
        const auto exact = method("taylor-20").on_long_double(p.body, p.torque);
        for (int n = 0; n < 64; ++n) ASSERT_TRUE(exact->step(rate.reference, n / 64.0L, 1 / 64.0L).ok());
        for (const char* name : {"buss2", "buss3", "rkmk-rk4"}) {
            const double plain = *error_of(method(name), rate, 32),
                         kept = *error_of(method(std::string(name) + "+energy"), rate, 32);
            EXPECT_LT(kept, 2 * plain + 1e-15 / tilt) << name << ' ' << tilt;
        }
    }
}

/// In steps of more than a radian the work is not known: they are left to the method, and counted.
TEST(EnergyByWork, LeavesStepsThatTurnTooFarAlone) {
    const Torque push = core::ConstantBodyTorque{{0.1, 0, 0}};
    Integrator kept("se+energy", Body::from_moments({3, 4, 5}), push),
        plain("se", Body::from_moments({3, 4, 5}), push);
    State a{Eigen::Quaterniond::Identity(), {3, 4, 5}}, b = a;
    for (int n = 0; n < 10; ++n) {
        kept.step(a, n, 1);
        plain.step(b, n, 1);
    }
    EXPECT_EQ(a.momentum, b.momentum);
    EXPECT_EQ(kept.missed_projections(), 10);
    // about a whole turn: the attitudes at the ends are next to each other
    const double whole_turn = 2 * std::numbers::pi / std::sqrt(3.0);
    State c{Eigen::Quaterniond::Identity(), {3, 4, 5}};
    kept.step(c, 0, whole_turn);
    EXPECT_EQ(kept.missed_projections(), 11);
}

/// The momentum is the method's own: turning changes no L.
TEST(EnergyByWork, LeavesTheMomentumToTheMethod) {
    const RateProblem& p = damped_top();
    const auto kept = method("buss3+energy").on_double(p.problem.body, p.problem.torque),
               plain = method("buss3").on_double(p.problem.body, p.problem.torque);
    core::State<double> a{{0.6, 0, 0, 0.8}, {1, -2, 1.5}}, b = a;
    ASSERT_TRUE(kept->step(a, 0, 0.2).ok() && plain->step(b, 0, 0.2).ok());
    EXPECT_GT(norm(a.momentum - b.momentum), 1e-6);
    EXPECT_LT(norm(to_space(a.attitude, a.momentum) - to_space(b.attitude, b.momentum)), 1e-15);
}

}  // namespace
}  // namespace polhode::test
