/// What the summary of a run says about its accuracy and its time.
#include "io/run_summary.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

std::vector<std::string> notes_of(const Problem& problem, const Plan& plan,
                                  const std::optional<Certificate>& certificate = {}) {
    return run_notes(problem, simulate(problem, plan), certificate);
}

Problem top(const State& initial) {
    Problem p = problem("slow-top");
    p.initial = initial;
    return p;
}

TEST(RunNotes, SayThatNothingIsLeftOfTheEnergy) {
    const auto notes =
        notes_of(problem("slow-top"), {.method = "rk4-naive", .steps = FixedStep{0.5}, .end = 20});
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_NE(notes[0].find("the energy, which is conserved, has changed by "), std::string::npos)
        << notes[0];
    EXPECT_NE(notes[0].find("take a smaller step, or ask for an accuracy by --tolerance"), std::string::npos);
}

TEST(RunNotes, SayThatTheErrorIsLargerThanTheMotion) {
    Certificate certificate;
    certificate.error = 3.14;
    const Plan plan{.steps = FixedStep{0.01}, .end = 1};
    const auto notes = notes_of(problem("slow-top"), plan, certificate);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].find("the error has grown to 3.1 (radians; momentum relative)"), 0U) << notes[0];
    certificate.error = 0.9;
    EXPECT_TRUE(notes_of(problem("slow-top"), plan, certificate).empty());
    certificate.error.reset();  // not known
    EXPECT_TRUE(notes_of(problem("slow-top"), plan, certificate).empty());
}

/// Neither kinetic nor potential energy to compare with: a pendulum let go in the horizontal, and a body at
/// rest.
TEST(RunNotes, AreSilentAboutAStepThatNobodyHasAskedFor) {
    const Problem& p = problem("slow-top");
    const Result result = simulate(p, {.method = "se4-rkn", .steps = FixedStep{0.03}, .end = 1});
    ASSERT_TRUE(result.step_shortened);
    EXPECT_EQ(run_notes(p, result, {}).size(), 1U);
    EXPECT_EQ(run_notes(p, result, {}, {}, Choice{}).size(), 0U);
}

TEST(RunNotes, AreSilentWhereTheEnergyIsZero) {
    const State horizontal{
        Eigen::Quaterniond(Eigen::AngleAxisd(1.5707963267948966, Eigen::Vector3d::UnitX())),
        Eigen::Vector3d::Zero()};
    const Plan plan{.method = "rkmk-rk4", .steps = FixedStep{0.05}, .end = 10};
    EXPECT_TRUE(notes_of(top(horizontal), plan).empty());
    Problem at_rest = top(horizontal);
    at_rest.torque = core::NoTorque{};
    EXPECT_TRUE(notes_of(at_rest, plan).empty());
}

/// A potential of time says nothing about conservation.
TEST(RunNotes, LeaveTheEnergyOfAUsersOwnPotentialAlone) {
    Problem driven = problem("slow-top");
    driven.torque = CustomTorque{.torque = [](double, const auto&) { return Eigen::Vector3d(0, 0, 0); },
                                 .potential = [](double t, const auto&) { return 1e9 * t; }};
    EXPECT_TRUE(notes_of(driven, {.steps = FixedStep{0.1}, .end = 1}).empty());
}

TEST(RunSummary, DividesTheTimeByTheStepsThatTheMethodMade) {
    Result result = simulate(problem("slow-top"), {.method = "taylor-20"});
    ASSERT_TRUE(result.own_steps);
    result.own_steps = 10;
    result.wall_seconds = 1;
    const std::string summary = run_summary(problem("slow-top"), result, 100, {}, {});
    EXPECT_NE(summary.find("1 s, 100 ms per step"), std::string::npos) << summary;
}

TEST(RunNotes, SayThatNothingIsLeftAfterTheFirstSteps) {
    const Plan plan{.steps = FixedStep{20}, .end = 20};
    const Problem& p = problem("slow-top");
    const FirstPart first{.steps = 1, .time = 20, .error = 3.1, .error_by = "something"};
    const auto notes = run_notes(p, simulate(p, plan), {}, first);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(
        notes[0].find("the error is 3.1 (radians; momentum relative) after the first step, at time 20: "), 0U)
        << notes[0];
    EXPECT_NE(notes[0].find("says nothing about the motion"), std::string::npos);
}

}  // namespace
}  // namespace polhode::test
