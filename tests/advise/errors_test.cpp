/// What cannot be chosen, advised or certified is said by a value, for callers that cannot catch; what a
/// function of the user's throws comes through.
#include "polhode/advise/advise.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/advise/compare.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <stdexcept>
#include <string>

namespace polhode::test {
namespace {

template <class T>
void expect_error(const Expected<T>& answer, Error::Kind kind, const std::string& field,
                  const std::string& part) {
    ASSERT_FALSE(answer.ok()) << part;
    EXPECT_EQ(answer.error().kind, kind) << answer.error().message;
    EXPECT_EQ(answer.error().field, field) << answer.error().message;
    EXPECT_NE(answer.error().message.find(part), std::string::npos) << answer.error().message;
}

constexpr auto input = Error::Kind::input, run = Error::Kind::run;

Problem top_with_attitude(const Eigen::Quaterniond& attitude) {
    Problem top = problem("slow-top");
    top.initial.attitude = attitude;
    return top;
}
const Eigen::Quaterniond too_long(2, 0, 0, 0);

/// No torque, and a potential that depends on time.
Problem driven() {
    Problem problem = polhode::problem("slow-top");
    CustomTorque torque =
        body_torque([](double, const Eigen::Quaterniond&) -> Eigen::Vector3d { return {0, 0, 0}; });
    torque.potential = [](double t, const Eigen::Quaterniond&) { return t; };
    problem.torque = torque;
    return problem;
}

TEST(TryChoose, ReturnsItsErrors) {
    const Problem& top = problem("slow-top");
    expect_error(try_choose(top, {.error = 0}), input, "tolerance", "tolerance is 0");
    expect_error(try_choose(top, {.error = 1e-4, .method = "nonsense"}), input, "method", "nonsense");
    expect_error(try_choose(top, {.error = 1e-4, .end = -1}), input, "end", "end is -1");
    expect_error(try_choose(top_with_attitude(too_long), {}), input, "attitude", "length 2");
    expect_error(try_choose(top, {.error = 1e-18}), run, "tolerance", "cannot be reached");
    expect_error(try_choose(driven(), {.error = 1e-4, .method = "se+energy"}), input, "torque",
                 "changes with time");
    expect_error(try_choose(top, {.error = 1e-4, .end = 1e-320}), input, "end", "expected at least 1e-290");
    EXPECT_TRUE(try_choose(top, {.error = 1e-4, .end = 1e-290}).ok());
    EXPECT_TRUE(try_choose(top, {.error = 1e-3}).ok());
}

/// Its steps are more than can be counted; the last digit of its state decides more than the tolerance.
TEST(TryChoose, RefusesAMotionThatIsTooFast) {
    Problem top = problem("slow-top");
    top.initial.momentum = {1e30, 0, 0};
    for (const char* method : {"", "se4-rkn", "multistep-16"})
        expect_error(try_choose(top, {.error = 1e-6, .method = method, .end = 5}), run, "tolerance",
                     "the body turns by about 1.0e+30 radians");
}

/// Wherever it is told to: on the way along the yardstick, or in one of the pilots.
TEST(TryChoose, StopsWhenTold) {
    long most = 0;
    ASSERT_TRUE(try_choose(problem("slow-top"), {.error = 1e-3, .go_on = [&] { return ++most > 0; }}).ok());
    for (const long last : {0L, 1L, most / 4, most / 2, most - 1}) {
        long asked = 0;
        expect_error(
            try_choose(problem("slow-top"), {.error = 1e-3, .go_on = [&] { return asked++ < last; }}), run,
            "", "stopped on the way");
        EXPECT_EQ(asked, last + 1);
    }
}

/// 0.96 is 1 to one digit, and no series is cut off at 1.
TEST(TryChoose, TakesTolerancesCloseToOne) {
    EXPECT_TRUE(try_choose(problem("slow-top"), {.error = 0.96}).ok());
}

TEST(TryAdvise, ReturnsItsErrors) {
    const Problem& top = problem("slow-top");
    expect_error(try_advise(top, {.tolerance = 1}), input, "tolerance", "tolerance is 1");
    expect_error(try_advise(top, {.torque_seconds = -1}), input, "torque_seconds", "torque cost is -1 s");
    expect_error(try_advise(top, {.seconds_to_follow = INFINITY}), input, "seconds_to_follow",
                 "expected a finite number");
    expect_error(try_advise(top, {.end = 0}), input, "end", "end is 0");
    expect_error(try_advise(top_with_attitude(too_long), {}), input, "attitude", "length 2");
}

TEST(TryCertify, ReturnsItsErrors) {
    const Problem& top = problem("slow-top");
    const Result result = simulate(top, {.end = 1});
    expect_error(try_certify(top, {.method = "nonsense"}, result), input, "method", "nonsense");
    expect_error(try_certify(top, {.steps = FixedStep{0}}, result), input, "step", "step is 0");
    expect_error(try_certify(top_with_attitude(too_long), {.end = 1}, result), input, "attitude", "length 2");
    EXPECT_TRUE(try_certify(top, {.end = 1}, result).ok());
}

TEST(TheUsersTorque, ThrowsThrough) {
    Problem broken = problem("slow-top");
    broken.torque = body_torque([](double t, const Eigen::Quaterniond&) -> Eigen::Vector3d {
        if (t > 0.5) throw std::logic_error("mine");
        return {0, 0, 0};
    });
    EXPECT_THROW((void)try_simulate(broken, {}), std::logic_error);
    EXPECT_THROW((void)try_choose(broken, {}), std::logic_error);
    EXPECT_THROW((void)try_advise(broken, {}), std::logic_error);
}

TEST(TheUsersProgress, ThrowsThrough) {
    const auto broken = [](long, long) -> bool { throw std::logic_error("mine"); };
    const ComparePlan plan{.methods = {"se", "mr2-auto"}, .steps = {1e-4, 5e-5}, .threads = 2};
    EXPECT_THROW((void)try_compare(problem("slow-top"), plan, broken), std::logic_error);
}

TEST(AMomentumWithoutASquare, LeadsToNumbersOrAnError) {
    int refused = 0;
    for (const char* name : {"free-body", "slow-top"})
        for (const char* method : {"se", "liemid-ea", "rkmk-rk4", "taylor-20"})
            for (const double size : {1e154, 1e200, 1e307}) {
                Problem fast = problem(name);
                fast.initial.momentum = {size, size, size};
                const auto result = try_simulate(fast, {.method = method, .steps = StepCount{3}, .end = 1});
                refused += !result.ok();
                if (!result.ok()) continue;
                EXPECT_TRUE(result->final_state.attitude.coeffs().allFinite()) << name << ' ' << method;
                EXPECT_TRUE(result->final_state.momentum.allFinite()) << name << ' ' << method;
            }
    EXPECT_GT(refused, 0);
}

TEST(APotentialOfTime, IsRefusedHoweverShortTheSteps) {
    for (const StepChoice& steps : {StepChoice(FixedStep{0.1}), StepChoice(ErrorPerStep{1e-6, 0.1})})
        expect_error(try_simulate(driven(), {.method = "se+energy", .steps = steps, .end = 1}), input,
                     "torque", "the potential of the torque changes with time");
}

}  // namespace
}  // namespace polhode::test
