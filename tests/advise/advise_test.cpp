/// What `advise` says about a problem holds of the runs it speaks of.
#include "polhode/advise/advise.hpp"

#include "polhode/advise/compare.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <algorithm>

namespace polhode::test {
namespace {

const AdviceRow& row(const Advice& advice, const std::string& method) {
    return *std::ranges::find(advice.rows, method, &AdviceRow::method);
}

TEST(Advise, PredictsErrorAndWorkOfARun) {
    const Problem& top = problem("slow-top");
    const Advice advice = advise(top, {.tolerance = 1e-5});
    EXPECT_EQ(advice.piece, advice.end);
    for (const char* name : {"se", "se4-rkn", "rkmk-rk4"}) {
        const AdviceRow& said = row(advice, name);
        ASSERT_TRUE(said.reached) << name;
        const Result result = simulate(top, {.method = name, .steps = FixedStep{said.step}});
        EXPECT_LE(attitude_distance(result.final_state, top.references.front().state), 2e-5) << name;
        EXPECT_NEAR(static_cast<double>(result.torque_evaluations) / said.torque_evaluations, 1, 0.1) << name;
    }
}

/// The first tenth of the run says what the whole of it will be.
TEST(Advise, ExtendsAPieceToTheWhole) {
    Problem satellite = problem("satellite");
    satellite.defaults.end = 400;
    const Advice advice = advise(satellite, {.tolerance = 1e-5, .seconds_to_follow = 0});
    ASSERT_LT(advice.piece, 40);
    EXPECT_EQ(advice.basis, AdviceBasis::predicted);
    const AdviceRow& chosen = advice.rows[advice.recommended.value()];
    EXPECT_LT(chosen.measured_until, 80);
    const Result result = simulate(satellite, {.method = chosen.method, .steps = FixedStep{chosen.step}});
    EXPECT_LE(attitude_distance(result.final_state, satellite.references.back().state), 3e-5);
}

TEST(Advise, MindsTheTorquesPrice) {
    const AdviceQuestion dear{.tolerance = 1e-6, .torque_seconds = 1e-3};
    const Advice advice = advise(problem("slow-top"), dear);
    const AdviceRow& first = advice.rows.front();
    EXPECT_GE(first.seconds, 1e-3 * first.torque_evaluations);
    for (const AdviceRow& other : advice.rows) {
        if (other.reached) {
            EXPECT_LE(first.torque_evaluations, 1.01 * other.torque_evaluations) << other.method;
        }
    }
}

TEST(Advise, EndsWhenItIsTold) {
    long asked = 0;
    const auto after = [&](long most) {
        asked = 0;
        return AdviceQuestion{.tolerance = 1e-6, .go_on = [&asked, most] { return ++asked <= most; }};
    };
    Problem top = problem("heavy-top-123");
    top.defaults.end = 50;
    EXPECT_TRUE(try_advise(top, after(1'000'000'000)));
    const long all = asked;
    EXPECT_GT(all, 100);
    for (const long most : {0L, 10L, all / 2}) {  // how often it asks depends a little on the clock
        const Expected<Advice> stopped = try_advise(top, after(most));
        ASSERT_FALSE(stopped) << most;
        EXPECT_NE(stopped.error().message.find("stopped"), std::string::npos) << stopped.error().message;
    }
}

TEST(Advise, SaysWhenNothingReachesTheTolerance) {
    const Advice advice = advise(problem("slow-top"), {.tolerance = 1e-15});
    EXPECT_FALSE(advice.recommended);
    EXPECT_NE(advice.reason.find("no method"), std::string::npos);
}

TEST(Advise, PromisesNothingForARunOfWhichNoMethodHoldsAPart) {
    Problem top = problem("slow-top");
    top.initial.momentum = {1e20, 0, 0};
    const Advice advice = advise(top, {.end = 5});
    ASSERT_LT(advice.piece, advice.end);
    EXPECT_FALSE(advice.recommended);
    EXPECT_EQ(advice.basis, AdviceBasis::unknown);
    EXPECT_NE(advice.reason.find("no method"), std::string::npos);
}

TEST(Advise, RefusesAQuestionThatIsNone) {
    EXPECT_THROW(advise(problem("slow-top"), {.tolerance = 0}), InputError);
    EXPECT_THROW(advise(problem("slow-top"), {.tolerance = 1e-6, .torque_seconds = -1}), InputError);
}

}  // namespace
}  // namespace polhode::test
