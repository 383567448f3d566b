/// A tolerance for all bodies: the errors of bodies that nobody has looked at, against 80-bit runs of each.
#include "polhode/ensemble/tolerance.hpp"

#include "polhode/advise/reference.hpp"
#include "polhode/mechanics/attitude_distance.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

using Kind = Distribution::Kind;

EnsembleSetup tops(double weight, std::size_t count, std::uint64_t seed) {
    EnsembleSetup setup{.problem = {.body = Body::from_moments({1, 1.8, 2.2}),
                                    .torque = core::HeavyTop{.weight_moment = weight}},
                        .count = count,
                        .seed = seed};
    setup.attitude.kind = Kind::uniform;
    setup.rotation = {.distribution = {.kind = Kind::normal, .sigma = {1, 1, 1}}, .velocity = true};
    setup.inertia = Distribution{.kind = Kind::uniform, .low = {0.9, 1.6, 1.7}, .high = {1.1, 2, 2.4}};
    return setup;
}

/// The largest error of some bodies at some times, by runs in 80-bit arithmetic.
double largest_error(const EnsembleSetup& setup, const EnsembleChoice& choice, std::size_t bodies) {
    const std::size_t stride = setup.count / bodies;
    double worst = 0;
    for (std::size_t i = 0; i < bodies; ++i) {
        const std::size_t k = i * stride + 3 % stride;
        Ensemble one = draw_ensemble(setup, {k, k + 1}, 1);
        const Problem problem{.body = one.body(0), .torque = one.torque(0), .initial = one.state(0)};
        EnsembleIntegrator integrator(one, {.method = choice.method, .step = choice.step});
        for (const long part : {1L, 2L}) {
            integrator.advance(part * choice.steps / 2 - integrator.steps());
            const State truth = computed_reference(problem, integrator.time()).state;
            const State got = one.state(0);
            worst = std::max({worst, attitude_angle(got, truth),
                              (got.momentum - truth.momentum).norm() / truth.momentum.norm() / 2});
        }
    }
    return worst;
}

TEST(EnsembleTolerance, IsKeptByBodiesThatNobodyHasLookedAt) {
    for (const double weight : {0.1, 2.0})
        for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
            const EnsembleSetup setup = tops(weight, 20000, 17);
            const EnsembleChoice choice = choose_for_ensemble(setup, {.error = tolerance, .end = 10});
            EXPECT_LE(choice.median, choice.q90);
            EXPECT_LE(choice.q90, choice.q99);
            EXPECT_LE(choice.q99, choice.max);
            EXPECT_LT(choice.max, tolerance);
            EXPECT_GE(choice.verified_on, 96U);
            EXPECT_DOUBLE_EQ(choice.step * static_cast<double>(choice.steps), 10);
            EXPECT_LT(largest_error(setup, choice, 24), tolerance)
                << choice.method << ", " << choice.steps << " steps";
        }
}

TEST(EnsembleTolerance, IsKeptByFreeBodies) {
    EnsembleSetup setup = tops(1, 1000, 5);
    setup.problem.torque = core::NoTorque{};
    const EnsembleChoice choice = choose_for_ensemble(setup, {.error = 1e-9, .end = 10});
    EXPECT_EQ(choice.method, "se");
    EXPECT_LT(largest_error(setup, choice, 10), 1e-9);
}

TEST(EnsembleTolerance, OfFreeBodiesTakesTheStepsThatTheLooksAskFor) {
    EnsembleSetup setup = tops(1, 1000, 5);
    setup.problem.torque = core::NoTorque{};
    const EnsembleChoice choice =
        choose_for_ensemble(setup, {.error = 1e-3, .end = 400, .samples = 30, .snapshots = {40, 300}});
    EXPECT_EQ(choice.method, "se");
    EXPECT_EQ(choice.steps, 60);  // 20 lead to the snapshots
    EXPECT_LT(choice.max, 1e-9);
    EXPECT_LT(largest_error(setup, choice, 2), 1e-9);
    // times without a common part: the steps are many, so that the nearest is near
    const EnsembleChoice odd =
        choose_for_ensemble(setup, {.error = 1e-3, .end = 400, .snapshots = {40 / 3.14159}});
    EXPECT_GE(odd.steps, 50'000);
    const EnsembleChoice over_long = choose_for_ensemble(setup, {.error = 1e-3, .end = 1e7});
    EXPECT_EQ(over_long.steps, 100);
    EXPECT_GE(over_long.verified_on, 96U);
    EXPECT_LT(over_long.max, 1e-5);
    setup.problem.impulses = {{.time = 50, .momentum = {0.1, -0.2, 0.3}}};
    const EnsembleChoice pushed = choose_for_ensemble(setup, {.error = 1e-6, .end = 400, .samples = 1});
    EXPECT_EQ(pushed.steps, 8);
    EXPECT_LT(pushed.max, 1e-8);
}

TEST(EnsembleTolerance, OfFreeBodiesEndsWhereRoundOffTurnsThem) {
    EnsembleSetup setup = tops(1, 1, 5);
    setup.problem.torque = core::NoTorque{};
    const auto refused = try_choose_for_ensemble(setup, {.error = 1e-3, .end = 1e15});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find(
                  "tolerance 0.001 cannot be reached: the bodies are free, and the rounding"),
              std::string::npos)
        << refused.error().message;
    EXPECT_NE(refused.error().message.find("of 1 body,"), std::string::npos) << refused.error().message;
}

TEST(EnsembleTolerance, IsTheSameForAnyNumberOfThreadsAndTarget) {
    const EnsembleSetup setup = tops(2, 3000, 9);
    const EnsembleChoice one = choose_for_ensemble(setup, {.error = 1e-5, .end = 5, .threads = 1});
    for (const Target target : available_targets()) {
        const EnsembleChoice other =
            choose_for_ensemble(setup, {.error = 1e-5, .end = 5, .threads = 3, .target = target});
        EXPECT_EQ(one.method, other.method);
        EXPECT_EQ(one.steps, other.steps);
        EXPECT_EQ(one.max, other.max) << name(target);
        EXPECT_EQ(one.median, other.median);
    }
}

TEST(EnsembleTolerance, TakesTheMethodAskedFor) {
    const EnsembleSetup setup = tops(2, 2000, 21);
    const EnsembleChoice choice = choose_for_ensemble(setup, {.error = 1e-4, .end = 5, .method = "se4-rkn"});
    EXPECT_EQ(choice.method, "se4-rkn");
    EXPECT_LT(largest_error(setup, choice, 10), 1e-4);
}

TEST(EnsembleTolerance, LeadsToEachBreakpoint) {
    EnsembleSetup setup = tops(2, 500, 4);
    setup.problem.torque =
        TorqueSum{{{core::HeavyTop{.weight_moment = 2}, "top"},
                   {core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}}, "burn", {{.from = 1, .to = 2.2}}}}};
    const EnsembleChoice choice = choose_for_ensemble(setup, {.error = 1e-6, .end = 5});
    for (const double t : {1.0, 2.2})
        EXPECT_NEAR(t / choice.step, std::round(t / choice.step), 1e-9) << choice.step;
    EXPECT_LT(largest_error(setup, choice, 10), 1e-6);
}

TEST(EnsembleTolerance, RefusesWhatCannotBeReached) {
    const EnsembleSetup setup = tops(2, 1000, 2);
    const auto refused = try_choose_for_ensemble(setup, {.error = 1e-15, .end = 20});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().field, "tolerance");
    EXPECT_NE(refused.error().message.find("tolerance 1e-15 cannot be reached"), std::string::npos)
        << refused.error().message;
    EXPECT_NE(refused.error().message.find("below 1.0e-16, a tenth of it"), std::string::npos)
        << refused.error().message;
    EXPECT_NE(refused.error().message.find("round-off leaves"), std::string::npos) << refused.error().message;
    EXPECT_FALSE(try_choose_for_ensemble(setup, {.error = 2, .end = 1}));
    EXPECT_FALSE(try_choose_for_ensemble(setup, {.error = 1e-3, .end = 1e-320}));
    EXPECT_FALSE(try_choose_for_ensemble(setup, {.error = 1e-3, .end = 0}));
    EXPECT_FALSE(try_choose_for_ensemble(setup, {.error = 1e-3, .end = 1, .method = "none"}));
    const auto stopped =
        try_choose_for_ensemble(setup, {.error = 1e-3, .end = 1, .go_on = [] { return false; }});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().message, "stopped on the way");
}

TEST(EnsembleTolerance, SaysWhenItTakesTooManySteps) {
    const auto refused = try_choose_for_ensemble(tops(2, 40, 2), {.error = 1e-3, .end = 1e9});
    ASSERT_FALSE(refused);
    EXPECT_NE(refused.error().message.find("takes more than 3000000 steps"), std::string::npos)
        << refused.error().message;
}

}  // namespace
}  // namespace polhode
