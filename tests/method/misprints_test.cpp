/// Formulas as the papers print them, where what is printed does not do what the paper says. Each is run
/// beside the corrected one.
#include "krysl_misprints.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/method/akw.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::test {
namespace {

using core::State;
using reproduce::krysl::PrintedAdjoint, reproduce::krysl::PrintedAkw, reproduce::krysl::stepper_of;

/// The angle between the attitude and the reference at the end of heavy-top-123 up to t = 1.
template <class Method>
double error_on_heavy_top(int steps) {
    const Problem& p = problem("heavy-top-123");
    auto stepper = stepper_of<core::HeavyTop, Method>(p);
    State<double> s = core::to_principal(p.initial, {});
    const double h = 1.0 / steps;
    for (int n = 0; n < steps; ++n)
        if (!stepper.step(s, n * h, h).ok()) return INFINITY;
    const State<double> exact = core::to_principal(p.references.front().state, {});
    return attitude_angle(exact.attitude, s.attitude);
}

TEST(Krysl2004, AkwWithoutTheStepOnTheGyroscopicTermDoesNotConverge) {
    for (int steps = 100; steps <= 1600; steps *= 2) {
        EXPECT_NEAR(
            std::log2(error_on_heavy_top<core::Akw>(steps) / error_on_heavy_top<core::Akw>(2 * steps)), 2,
            0.1);
        EXPECT_GE(error_on_heavy_top<PrintedAkw>(steps), 0.1) << steps;
    }
}

TEST(Krysl2005, PrintedAdjointIsNotTheAdjointOfTheExplicitMidpointLieMethod) {
    const Problem& p = problem("slow-top");
    std::mt19937 random(5);
    const ExtendedState s = random_state<Extended>(p, random), e = stepped("liemid-e2", p, s, 0, 0.15L);
    ExtendedState back = e;
    ASSERT_TRUE((stepper_of<core::HeavyTop, PrintedAdjoint, Extended>(p).step(back, 0.15L, -0.15L).ok()));
    EXPECT_GE(distance(s, back), 1e-2);
    EXPECT_LE(distance(s, stepped("liemid-e1", p, e, 0.15L, -0.15L)), 1e-17);
}

TEST(Krysl2005, PrintedAdjointDoesNotConserveTheMomentumAboutTheFieldAxis) {
    const Problem& p = problem("soft-wall");
    auto printed = stepper_of<core::SoftWall, PrintedAdjoint>(p);
    const auto corrected = method("liemid-e1").on_double(p.body, p.torque);
    State<double> a = core::to_principal(p.initial, {}), b = a;
    const double start = to_space(a.attitude, a.momentum).z;
    for (int n = 0; n < 20; ++n) {
        ASSERT_TRUE(printed.step(a, 0.2 * n, 0.2).ok());
        ASSERT_TRUE(corrected->step(b, 0.2 * n, 0.2).ok());
    }
    EXPECT_GE(std::abs(to_space(a.attitude, a.momentum).z - start), 1e-3);
    EXPECT_LE(std::abs(to_space(b.attitude, b.momentum).z - start), 1e-14);
}

}  // namespace
}  // namespace polhode::test
