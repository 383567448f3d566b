/// What `advise` says of a run that is longer than what it has made: predictions for regular motions, none for chaotic
/// ones.
#include "polhode/advise/advise.hpp"

#include "polhode/advise/choose.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/odeint_motion.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::test {
namespace {

std::vector<double> evenly(double end, int count) {
    std::vector<double> times;
    for (int n = 0; n <= count; ++n) times.push_back(end * n / count);
    return times;
}

/// The run that an advice stands for.
Plan plan_for(const Advice& advice, const AdviceRow& row) {
    return {.method = row.method,
            .steps = row.own_steps ? StepChoice(AutomaticSteps{}) : FixedStep{row.step},
            .end = advice.end};
}

/// The largest true error of a run, at a hundred times.
double true_error(const Problem& problem, Plan plan) {
    plan.times = evenly(*plan.end, 100);
    std::vector<Sample> samples;
    simulate(problem, plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    const OdeintMotion truth(problem, plan.times);
    double worst = 0;
    for (std::size_t i = 0; i < samples.size(); ++i)
        worst = std::max(worst, truth.error(i, samples[i].state));
    return worst;
}

struct LongRun {
    const char* problem;
    double end;
};

/// The factor that docs/choosing.md states.
constexpr double stated_factor = 5;

/// Only the piece is made, and a little more: the error of the whole run is a prediction.
TEST(AdviseBeyondThePiece, PredictsTheErrorOfRegularMotions) {
    for (const auto& [name, end] :
         {LongRun{"fast-top", 60}, LongRun{"slow-top", 600}, LongRun{"heavy-top-123", 600},
          LongRun{"satellite", 100}, LongRun{"heavy-top-big", 100}}) {
        const Problem& motion = problem(name);
        for (const double tolerance : {1e-4, 1e-7}) {
            SCOPED_TRACE(testing::Message() << name << " to " << tolerance);
            const Advice advice =
                advise(motion, {.tolerance = tolerance, .end = end, .seconds_to_follow = 1e-5});
            EXPECT_EQ(advice.growth.kind, Growth::Kind::regular);
            EXPECT_EQ(advice.basis, AdviceBasis::predicted);
            ASSERT_TRUE(advice.recommended) << advice.reason;
            const AdviceRow& row = advice.rows[*advice.recommended];
            EXPECT_LT(row.measured_until, 0.5 * end);
            EXPECT_NE(advice.reason.find("prediction"), std::string::npos);
            const double error = true_error(motion, plan_for(advice, row));
            EXPECT_LE(error, stated_factor * row.error_at_end) << row.method;
            EXPECT_GE(error, row.error_at_end / stated_factor) << row.method;
        }
    }
}

TEST(AdviseBeyondThePiece, MeasuresTheWholeRunWhereThatIsCheap) {
    const Problem& top = problem("heavy-top-123");
    const Advice advice = advise(top, {.tolerance = 1e-7, .end = 300});
    EXPECT_LT(advice.piece, 0.5 * advice.end);
    EXPECT_EQ(advice.basis, AdviceBasis::measured);
    const AdviceRow& row = advice.rows[advice.recommended.value()];
    EXPECT_EQ(row.measured_until, advice.end);
    EXPECT_LE(true_error(top, plan_for(advice, row)), 1e-7);
}

/// A heavy top whose neighbouring motions part: strong weight beside the axes of an asymmetric body.
Problem chaotic_top(double weight) {
    Problem top = problem("heavy-top-123");
    std::get<core::HeavyTop>(top.torque).weight_moment = weight;
    return top;
}

/// Lyapunov's exponent by two 80-bit runs whose starts differ by 1e-13.
double rate_of_parting(const Problem& top, double end) {
    Problem beside = top;
    constexpr double apart = 1e-13;
    beside.initial.attitude =
        beside.initial.attitude * Eigen::Quaterniond(Eigen::AngleAxisd(apart, Eigen::Vector3d::UnitX()));
    const OdeintMotion one(top, {0, end}), other(beside, {0, end});
    return std::log(one.distance(other) / apart) / end;
}

TEST(AdviseBeyondThePiece, PromisesNothingForAChaoticMotion) {
    for (const double weight : {15., 20., 30.}) {
        SCOPED_TRACE(weight);
        const Problem top = chaotic_top(weight);
        const Advice advice = advise(top, {.tolerance = 1e-6, .end = 1e5});
        EXPECT_FALSE(advice.recommended);
        for (const AdviceRow& row : advice.rows) EXPECT_FALSE(row.reached) << row.method;
        ASSERT_EQ(advice.basis, AdviceBasis::chaotic) << advice.reason;
        EXPECT_EQ(advice.growth.kind, Growth::Kind::exponential);
        EXPECT_NE(advice.reason.find("chaotic"), std::string::npos);
        EXPECT_LT(advice.horizon, 1e5);
        const double rate = rate_of_parting(top, advice.horizon);
        EXPECT_GT(advice.growth.rate, rate / 2);
        EXPECT_LT(advice.growth.rate, rate * 2);

        // what it says can be held is held by what a tolerance chooses, and what it denies is refused
        EXPECT_TRUE(try_choose(top, {.error = 1e-6, .end = 0.6 * advice.horizon}));
        EXPECT_FALSE(try_choose(top, {.error = 1e-6, .end = 1.3 * advice.horizon}));
    }
}

TEST(AdviseBeyondThePiece, AdvisesOnAChaoticMotionUpToItsHorizon) {
    const Problem top = chaotic_top(20);
    const double horizon = advise(top, {.tolerance = 1e-6, .end = 1e5}).horizon;
    const Advice advice = advise(top, {.tolerance = 1e-6, .end = 0.6 * horizon});
    ASSERT_TRUE(advice.recommended) << advice.reason;
    EXPECT_EQ(advice.basis, AdviceBasis::measured);
    EXPECT_LE(true_error(top, plan_for(advice, advice.rows[*advice.recommended])), 1e-6);
}

TEST(AdviseBeyondThePiece, DoesNotKnowWhatItCouldNotFollow) {
    const Advice advice =
        advise(problem("heavy-top-123"), {.tolerance = 1e-6, .end = 1e7, .seconds_to_follow = 1e-3});
    EXPECT_FALSE(advice.recommended);
    EXPECT_EQ(advice.basis, AdviceBasis::unknown);
    EXPECT_NE(advice.reason.find("measured up to"), std::string::npos);
}

}  // namespace
}  // namespace polhode::test
