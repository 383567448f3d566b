// What a plan comes down to, and errors as values.
#include "polhode/simulate/resolve.hpp"

#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

const Problem& top() { return problem("slow-top"); }

Resolved resolved(const Plan& plan) { return resolve(top(), plan).or_throw(); }

TEST(Resolve, DefaultsAreTheProblemsOwn) {
    const Resolved run = resolved({});
    EXPECT_EQ(run.method, &method("se"));
    EXPECT_EQ(run.end, top().defaults.end);
    EXPECT_EQ(std::get<EqualSteps>(run.steps).requested, top().defaults.step);
}

TEST(Resolve, AStepThatDoesNotDivideTheIntervalIsShortened) {
    const auto grid = std::get<EqualSteps>(resolved({.steps = FixedStep{0.3}, .end = 1}).steps);
    EXPECT_EQ(grid.count, 4);
    EXPECT_EQ(grid.step, 0.25);
    EXPECT_EQ(grid.requested, 0.3);
    EXPECT_TRUE(grid.shortened());
    EXPECT_FALSE(std::get<EqualSteps>(resolved({.steps = FixedStep{0.1}, .end = 1}).steps).shortened());
}

TEST(Resolve, OnlyAMethodThatChoosesItsStepsDoes) {
    EXPECT_EQ(std::get<OwnSteps>(resolved({.method = "taylor-20", .end = 1}).steps).samples.requested,
              top().defaults.step);
    const Plan given{.method = "taylor-20", .steps = FixedStep{0.1}, .end = 1};
    EXPECT_EQ(std::get<EqualSteps>(resolved(given).steps).count, 10);
    const Plan often{.method = "taylor-20", .steps = AutomaticSteps{0.5}, .end = 1};
    EXPECT_EQ(std::get<OwnSteps>(resolved(often).steps).samples.count, 2);
}

TEST(Resolve, AProblemWithoutADefaultStepIsLookedAtAThousandTimes) {
    Problem p = top();
    p.defaults.step = 0;
    const Resolved run = resolve(p, {.method = "taylor-20", .end = 5}).or_throw();
    EXPECT_EQ(std::get<OwnSteps>(run.steps).samples.count, 1000);
    EXPECT_EQ(resolve(p, {.method = "se", .end = 5}).error().field, "step");
}

TEST(Resolve, VariableStepsHaveAFirstOne) {
    EXPECT_EQ(std::get<ErrorPerStep>(resolved({.steps = ErrorPerStep{1e-8}}).steps).first_step,
              top().defaults.step);
    EXPECT_EQ(std::get<ReversibleSteps>(resolved({.steps = ReversibleSteps{0.02}}).steps).first_step, 0.02);
}

TEST(Resolve, SampleTimesAreInOrderAndEachOnce) {
    const Sampling sampling = resolved({.end = 1, .times = {0.7, 0.2, 1, 0, 0.7}}).sampling;
    EXPECT_EQ(sampling.times, (std::vector<double>{0.2, 0.7}));
}

TEST(Resolve, ErrorsNameTheFieldTheyAreAbout) {
    const auto field = [](const Plan& plan) { return resolve(top(), plan).error().field; };
    EXPECT_EQ(field({.method = "leimid"}), "method");
    EXPECT_EQ(field({.method = "taylor-99"}), "method");
    EXPECT_EQ(field({.method = "rkn4(mr2-111)"}), "method");
    EXPECT_EQ(field({.method = "liemid"}), "method");
    EXPECT_EQ(field({.steps = FixedStep{0}}), "step");
    EXPECT_EQ(field({.steps = FixedStep{std::nan("")}}), "step");
    EXPECT_EQ(field({.steps = StepCount{0}}), "steps");
    EXPECT_EQ(field({.steps = ErrorPerStep{2}}), "step_error");
    EXPECT_EQ(field({.steps = ErrorPerStep{1e-8, -1}}), "step");
    EXPECT_EQ(field({.method = "rkmk-rk4", .steps = ReversibleSteps{}}), "reversible_steps");
    EXPECT_EQ(field({.steps = ToTolerance{0}}), "tolerance");
    EXPECT_EQ(field({.end = -1}), "end");
    EXPECT_EQ(field({.every = 0}), "every");
    EXPECT_EQ(field({.end = 1, .times = {2}}), "times");
    EXPECT_EQ(field({.every_time = 0}), "every_time");
    EXPECT_EQ(field({.events = {{"", [](double, const State&) { return 1.0; }}}}), "events");
    Problem p = top();
    p.initial.attitude.coeffs() *= 2;
    EXPECT_EQ(resolve(p, {}).error().field, "attitude");
    p = top();
    p.initial.momentum.x() = std::nan("");
    EXPECT_EQ(resolve(p, {}).error().field, "momentum");
}

/// A body alone is a problem: free and at rest, with everything else in the plan.
TEST(Resolve, OfABodyAloneAsksForTheEndFirst) {
    const Problem p{.body = Body::from_moments({3, 2, 1})};
    const auto missing = resolve(p, {});
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().field, "end");
    EXPECT_EQ(missing.error().message,
              "end is missing: expected one of the plan, since the problem has no default");
    EXPECT_EQ(resolve(p, {.end = 1}).error().field, "step");
    EXPECT_TRUE(resolve(p, {.steps = FixedStep{0.1}, .end = 1}));
    EXPECT_TRUE(resolve(p, {.steps = FixedStep{0.1}, .end = 0}));
}

TEST(Resolve, ATorqueWithoutAFunctionIsRefused) {
    const Problem p{.body = Body::from_moments({3, 2, 1}), .torque = body_torque(nullptr)};
    const auto refused = resolve(p, {.steps = FixedStep{0.1}, .end = 1});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().field, "torque");
    EXPECT_EQ(refused.error().message, "the torque has no function, expected one");
}

TEST(Resolve, ATorqueWithoutPotentialIsRefusedByAMethodThatKeepsTheEnergyToAHighOrder) {
    Problem p = problem("free-body");
    p.torque = body_torque([](double, const Eigen::Quaterniond&) { return Eigen::Vector3d(1, 0, 0); });
    const Expected<Resolved> run = resolve(p, {.method = "gauss-16+energy"});
    ASSERT_FALSE(run);
    EXPECT_NE(run.error().message.find("use \"gauss-16\""), std::string::npos) << run.error().message;
    EXPECT_TRUE(resolve(p, {.method = "se+energy"}));
}

TEST(TrySimulate, ReturnsWhatSimulateThrows) {
    const Expected<Result> refused = try_simulate(top(), {.steps = StepCount{0}});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().kind, Error::Kind::input);

    Problem p = problem("free-body");
    p.torque = body_torque(
        [](double t, const Eigen::Quaterniond&) { return Eigen::Vector3d(t > 1 ? std::nan("") : 0, 0, 0); });
    for (const StepChoice& steps :
         {StepChoice(FixedStep{0.1}), StepChoice(ErrorPerStep{1e-8}), StepChoice(ReversibleSteps{})}) {
        const Expected<Result> failed = try_simulate(p, {.steps = steps, .end = 2});
        ASSERT_FALSE(failed);
        EXPECT_EQ(failed.error().kind, Error::Kind::run);
    }
}

TEST(TrySimulate, SaysWhereAnEventHasNoValue) {
    const Event broken{"broken", [](double t, const State&) { return t > 0.5 ? std::nan("") : 1.0; }};
    const Expected<Result> failed = try_simulate(top(), {.end = 1, .events = {broken}});
    ASSERT_FALSE(failed);
    EXPECT_EQ(failed.error().kind, Error::Kind::run);
    EXPECT_NE(failed.error().message.find("\"broken\""), std::string::npos);
}

TEST(TrySimulate, ATolerancesPlanIsChosenFirst) {
    const Plan plan{.method = "", .steps = ToTolerance{1e-6}, .end = 1, .every = 7};
    const Expected<Result> refused = try_simulate(top(), plan);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().field, "steps");
    const Plan chosen = plan_of(choose(top(), {.error = 1e-6, .end = 1}), plan);
    EXPECT_EQ(chosen.every, 7);
    EXPECT_EQ(simulate(top(), chosen).time, 1);
}

}  // namespace
}  // namespace polhode
