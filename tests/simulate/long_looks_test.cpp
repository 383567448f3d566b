/// Methods that choose their steps, asked for a state now and then only: a run can be ended between two of their steps,
/// and comes to the same bits whether it is made by these steps or by whole looks.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/step/stepper.hpp"

#include <gtest/gtest.h>

#include <string>

namespace polhode::test {
namespace {

class LongLooks : public testing::TestWithParam<std::string> {};

TEST_P(LongLooks, StepsTowardsATimeLeadToTheStateOfOneStep) {
    const Problem& p = problem("heavy-top-123");
    const auto make = [&] { return method(GetParam()).on_double(p.body, p.torque, {}); };
    for (const double h : {0.01, 3.0, -3.0, 300.0}) {
        core::State<double> whole = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes())),
                            by_steps = whole;
        const auto one = make(), many = make();
        ASSERT_TRUE(one->step(whole, 0.0, h).ok());
        double t = 0;
        int calls = 0;
        for (; t != h && calls < 10'000; ++calls) {
            const auto [reached, status] = many->step_towards(by_steps, t, h);
            ASSERT_TRUE(status.ok());
            ASSERT_GT((reached - t) * h, 0) << t;
            t = reached;
        }
        EXPECT_EQ(t, h);
        if (h > 100) {
            EXPECT_GT(calls, 1);
        }
        EXPECT_EQ(one->own_steps(), many->own_steps());
        EXPECT_EQ(whole.attitude.w, by_steps.attitude.w);
        EXPECT_EQ(whole.attitude.x, by_steps.attitude.x);
        EXPECT_EQ(whole.momentum.x, by_steps.momentum.x);
        EXPECT_EQ(whole.momentum.z, by_steps.momentum.z);
    }
}

/// One look over all of a motion that would take hours; whoever is asked first says no.
TEST_P(LongLooks, ARunEndsBeforeTheNextOne) {
    const Problem& p = problem("heavy-top-123");
    const Result result =
        simulate(p, {.method = GetParam(), .steps = AutomaticSteps{.sample_spacing = 1e7}, .end = 1e7},
                 {.on_progress = [](long, long) { return false; }});
    EXPECT_FALSE(result.complete);
    EXPECT_LT(result.time, 1e6);
}

INSTANTIATE_TEST_SUITE_P(Methods, LongLooks,
                         testing::Values("taylor-20@1e-12", "dop853@1e-9", "gauss-8-rate@1e-6",
                                         "gauss-16@1e-9", "multistep-16@1e-9", "multistep-12-wide@1e-7"));

}  // namespace
}  // namespace polhode::test
