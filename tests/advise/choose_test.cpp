/// A tolerance is kept, the estimate is true, and what cannot be kept is refused.
#include "polhode/advise/choose.hpp"

#include "polhode/error.hpp"
#include "support/odeint_motion.hpp"
#include "support/samples_of.hpp"
#include "support/tolerance_cases.hpp"
#include "support/varied_cases.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <string>

namespace polhode::test {
namespace {

struct Outcome {
    Choice choice;
    double error = 0;  ///< by Boost.odeint
};

Outcome run(const Problem& problem, const Tolerance& tolerance) {
    const Choice choice = choose(problem, tolerance);
    return {choice, true_error(problem, samples_of(problem, plan_of(choice)))};
}

std::string refusal(const Problem& problem, const Tolerance& tolerance) {
    try {
        choose(problem, tolerance);
    } catch (const RunError& error) {
        return error.what();
    }
    return "";
}

/// The first forty of bodies at random.
TEST(Choose, KeepsTheToleranceOfRandomCases) {
    int runs = 0;
    for (unsigned i = 0; i < 40; ++i) {
        const ToleranceCase c = tolerance_case(i);
        Outcome outcome;
        try {
            outcome = run(c.problem, {.error = c.tolerance});
        } catch (const RunError&) {
            continue;  // a chaotic motion
        }
        ++runs;
        EXPECT_LE(outcome.error, c.tolerance) << i;
        EXPECT_LE(outcome.choice.estimate, 3 * outcome.error) << i;
        EXPECT_LE(outcome.error, 3 * outcome.choice.estimate) << i;
    }
    EXPECT_GE(runs, 36);
}

/// Whoever asks for fewer digits gets them too: of all tolerances of a row, those that are refused are the tightest.
TEST(Choose, GrantsWhatATighterToleranceIsGranted) {
    for (const Problem& p : problems()) {
        if (is_free(p)) continue;
        bool granted = false;
        for (double tolerance = 1e-12; tolerance < 0.05; tolerance *= 10) {
            const bool now = try_choose(p, {.error = tolerance}).ok();
            EXPECT_TRUE(now || !granted) << p.name << ", " << tolerance;
            granted = granted || now;
        }
        EXPECT_TRUE(granted) << p.name;
    }
}

TEST(Choose, IsTheSameEveryTime) {
    const Choice a = choose(problem("slow-top"), {.error = 1e-7}),
                 b = choose(problem("slow-top"), {.error = 1e-7});
    EXPECT_EQ(a.method, b.method);
    EXPECT_EQ(a.steps, b.steps);
    EXPECT_EQ(a.estimate, b.estimate);
}

TEST(Choose, TakesMoreStepsForMoreDigits) {
    long last = 0;
    for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-8}) {
        const Choice choice = choose(problem("satellite"), {.error = tolerance, .method = "se4-rkn"});
        EXPECT_EQ(choice.method, "se4-rkn");
        EXPECT_LE(choice.estimate, tolerance);
        EXPECT_GE(choice.estimate, tolerance / 30) << "wasteful";
        EXPECT_GT(choice.steps.value(), last);
        last = choice.steps.value();
    }
}

TEST(Choose, KeepsToTheMethodAsked) {
    for (const char* name : {"liemid-ea", "rkmk-gauss4", "akw", "taylor-16", "taylor-6", "se6-processed"}) {
        const Outcome outcome = run(problem("heavy-top-123"), {.error = 1e-4, .method = name});
        EXPECT_EQ(outcome.choice.method, name);
        EXPECT_LE(outcome.error, 1e-4) << name;
        EXPECT_EQ(outcome.choice.steps.has_value(), std::string(name) != "taylor-16");
    }
    EXPECT_THROW(choose(problem("slow-top"), {.error = 1e-4, .method = "liemid"}), InputError);
    EXPECT_THROW(choose(problem("slow-top"), {.error = 1e-4, .method = "nonsense"}), InputError);
}

TEST(Choose, SeesAFreeBodyAsOftenAsTheProblemSays) {
    const Outcome outcome = run(problem("free-body"), {.error = 1e-9});
    EXPECT_EQ(outcome.choice.method, "se");
    EXPECT_EQ(outcome.choice.steps, 1000);
    EXPECT_LE(outcome.error, 1e-12);
}

/// Neither the caller nor the problem has a step.
TEST(Choose, SeesAFreeBodyAThousandTimesIfNobodySaysHowOften) {
    Problem free = problem("free-body");
    free.defaults.step = 0;
    const Outcome outcome = run(free, {.error = 1e-9, .end = 3});
    EXPECT_EQ(outcome.choice.steps, 1000);
    EXPECT_LE(outcome.error, 1e-12);
}

/// A function of one's own has no series, and needs none.
TEST(Choose, TakesATorqueOfOnesOwn) {
    Problem plain = problem("slow-top");
    plain.torque = space_torque([](double, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
        return -20 * (q * Eigen::Vector3d::UnitZ()).cross(Eigen::Vector3d::UnitZ());
    });
    const Choice choice = choose(plain, {.error = 1e-6});
    EXPECT_TRUE(choice.method.starts_with("multistep-"));
    std::vector<Sample> samples;
    simulate(plain, plan_of(choice), {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    const double error = true_error(problem("slow-top"), samples);
    EXPECT_LE(error, 1e-6);
    EXPECT_LE(std::abs(std::log10(error / choice.estimate)), 1);
}

TEST(Choose, RefusesWhatRoundOffForbids) {
    const std::string said = refusal(problem("slow-top"), {.error = 1e-14});
    EXPECT_NE(said.find("tolerance 1e-14 cannot be reached: the best is about "), std::string::npos) << said;
}

TEST(Choose, RefusesWhatChaosForbids) {
    Problem wild = problem("soft-wall-repulsive");
    wild.defaults.end = 2000;
    const std::string said = refusal(wild, {.error = 1e-3});
    EXPECT_NE(said.find("tolerance 0.001 cannot be reached"), std::string::npos) << said;
}

/// First order, eight digits: 1e9 steps.
TEST(Choose, RefusesWhatWouldTakeForever) {
    const std::string said = refusal(problem("slow-top"), {.error = 1e-10, .method = "liemid-e1"});
    EXPECT_NE(said.find("cannot be reached"), std::string::npos) << said;
    EXPECT_NE(said.find("liemid-e1"), std::string::npos) << said;
}

/// A thruster that is switched on and off: no order of convergence, and still an honest answer.
TEST(Choose, IsHonestAboutATorqueThatJumps) {
    Problem jumping = problem("heavy-top-123");
    jumping.torque = body_torque([](double t, const Eigen::Quaterniond&) -> Eigen::Vector3d {
        return Eigen::Vector3d(std::fmod(t, 2) < 1.1 ? 1 : 0, 0, 0);
    });
    jumping.defaults.end = 3;
    const Choice choice = choose(jumping, {.error = 1e-3});
    EXPECT_LE(choice.estimate, 1e-3);
    const std::string said = refusal(jumping, {.error = 1e-12});
    EXPECT_NE(said.find("tolerance 1e-12 cannot be reached"), std::string::npos) << said;
}

/// Torques that jump, pulses, tables, formulas of time and impulses: two runs beside each other, as for smooth ones.
TEST(Choose, TakesAFewTimesTheRunWithBreakpointsToo) {
    for (const unsigned index : {9U, 11U, 24U, 27U, 38U, 41U, 67U, 81U}) {
        const VariedCase c = varied_case(index);
        const Choice choice = choose(c.problem, {.error = c.tolerance});
        const Result result = simulate(c.problem, plan_of(choice));
        // runs of microseconds take a few attempts; by 80-bit series it was hundreds of times
        const long most = result.torque_evaluations > 3000 ? 25 : 40;
        EXPECT_LE(choice.pilot_torque_evaluations, most * result.torque_evaluations)
            << index << ", " << c.kind;
    }
}

TEST(Choose, TakesAFewTimesTheRunWithAMethodOfOnesOwnChoice) {
    for (const char* name : {"se", "se4-rkn", "gauss-8", "multistep-12"}) {
        const Outcome outcome = run(problem("slow-top"), {.error = 1e-5, .method = name});
        EXPECT_LE(outcome.error, 1e-5) << name;
        EXPECT_LE(outcome.choice.estimate, 3 * outcome.error) << name;
        EXPECT_LE(outcome.error, 3 * outcome.choice.estimate) << name;
        const Result result = simulate(problem("slow-top"), plan_of(outcome.choice));
        EXPECT_LE(outcome.choice.pilot_torque_evaluations, 8 * result.torque_evaluations) << name;
    }
}

/// Round-off of the constants is common to all runs in double, and magnified 1e10 times by a wall that is hit again and
/// again: a pair that rounds them alike agrees to 9e-9 where the error is 5e-6. The last digits differ in the second.
TEST(Choose, SeesRoundOffThatIsCommonToBothRuns) {
    for (const unsigned index : {31U, 10035U}) {
        const VariedCase c = varied_case(index);
        const Expected<Choice> choice = try_choose(c.problem, {.error = c.tolerance});
        if (!choice) continue;
        EXPECT_LE(true_error(c.problem, samples_of(c.problem, plan_of(*choice))), c.tolerance) << index;
    }
}

TEST(Choose, RefusesANumberThatIsNoTolerance) {
    for (const double bad : {0.0, -1e-6, 1.0, std::nan("")})
        EXPECT_THROW(choose(problem("slow-top"), {.error = bad}), InputError);
    Problem nowhere = problem("slow-top");
    nowhere.defaults.end = 0;
    EXPECT_THROW(choose(nowhere, {.error = 1e-6}), InputError);
}

}  // namespace
}  // namespace polhode::test
