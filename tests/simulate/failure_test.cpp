// What cannot be run is refused before it starts; what fails during the run says where and why, and returns
// no garbage.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;

const double nan = std::numeric_limits<double>::quiet_NaN(), inf = std::numeric_limits<double>::infinity();

template <class Error, class Function>
std::string message_of(const Function& f) {
    try {
        f();
    } catch (const Error& error) {
        return error.what();
    }
    return "(nothing was thrown)";
}
template <class Error>
std::string message_of_run(const Problem& p, const Plan& plan) {
    return message_of<Error>([&] { simulate(p, plan); });
}

void expect_contains(const std::string& text, const std::vector<std::string>& parts) {
    for (const std::string& part : parts)
        EXPECT_NE(text.find(part), std::string::npos) << "\"" << text << "\" lacks \"" << part << "\"";
}

// --- refused -----------------------------------------------------------------------------------------------------

TEST(Refused, PlansThatCannotBeCarriedOut) {
    const Problem& p = problem("slow-top");
    const auto refusal = [&](const Plan& plan) { return message_of_run<InputError>(p, plan); };
    expect_contains(refusal({.steps = FixedStep{0.0}}), {"step", "0", "> 0"});
    expect_contains(refusal({.steps = FixedStep{-0.1}}), {"step", "-0.1"});
    expect_contains(refusal({.steps = FixedStep{nan}}), {"step", "nan"});
    expect_contains(refusal({.steps = FixedStep{inf}}), {"step", "inf"});
    expect_contains(refusal({.steps = StepCount{0}}), {"steps", "0", "at least 1"});
    expect_contains(refusal({.steps = StepCount{-3}}), {"steps", "-3"});
    expect_contains(refusal({.end = -1.0}), {"end", "-1"});
    expect_contains(refusal({.end = nan}), {"end", "nan"});
    expect_contains(refusal({.end = inf}), {"end", "inf"});
    expect_contains(refusal({.every = 0}), {"every", "0", "at least 1"});
    expect_contains(refusal({.steps = FixedStep{1e-300}}), {"1e-300", "9e15"});
}

TEST(Refused, UnknownMethodsWithASuggestion) {
    expect_contains(message_of_run<InputError>(problem("slow-top"), {.method = "leimid-ea"}),
                    {"leimid-ea", "liemid-ea"});
    EXPECT_THROW(Integrator("no such thing", Body::from_moments({1, 1, 1})), InputError);
}

TEST(Refused, AFreeMethodOnATorqueNamesOneThatTakesIt) {
    expect_contains(message_of_run<InputError>(problem("slow-top"), {.method = "liemid"}),
                    {"free", "use se"});
    EXPECT_NO_THROW(simulate(problem("free-body"), {.method = "liemid", .steps = StepCount{10}, .end = 1}));
}

TEST(Refused, StatesThatAreNone) {
    Problem p = problem("slow-top");
    p.initial.attitude.coeffs() *= 1.1;
    expect_contains(message_of_run<InputError>(p, {.steps = StepCount{1}}),
                    {"attitude", "length 1.1", "expected 1"});
    p.initial.attitude.coeffs().setZero();
    EXPECT_THROW(simulate(p, {.steps = StepCount{1}}), InputError);
    p.initial.attitude.coeffs().setConstant(nan);
    EXPECT_THROW(simulate(p, {.steps = StepCount{1}}), InputError);
    p = problem("slow-top");
    p.initial.momentum.y() = inf;
    expect_contains(message_of_run<InputError>(p, {.steps = StepCount{1}}), {"momentum", "inf"});

    Integrator integrator("liemid-ea", p.body, p.torque);
    State doubled = problem("slow-top").initial;
    doubled.attitude.coeffs() *= 2;
    EXPECT_THROW(integrator.step(doubled, 0, 0.01), InputError);
}

TEST(Refused, NotAnAttitudeThatIsUnitToSixDigits) {
    Problem p = problem("slow-top");
    p.initial.attitude.coeffs() *= 1 + 5e-7;
    const Result result = simulate(p, {.steps = StepCount{10}, .end = 0.1});
    EXPECT_LT(result.conservation.max_quaternion_norm_error, 1e-15);  // normalised at the start
}

// --- failed in the run -------------------------------------------------------------------------------------

Problem with_torque_failing_after(double time, double value) {
    Problem p = problem("free-body");
    p.torque =
        body_torque([=](double t, const Quaterniond&) { return Vector3d(0, t > time ? value : 0.1, 0); });
    return p;
}

TEST(FailedRun, ATorqueThatIsNotFiniteIsNamedWithItsTimeAndValue) {
    for (const char* method : {"liemid-ea", "liemid-e1", "liemid-e2", "liemid-e", "kdk-liemid", "vexp"}) {
        const Plan plan{.method = method, .steps = FixedStep{0.125}, .end = 2};
        expect_contains(message_of_run<RunError>(with_torque_failing_after(0.55, nan), plan),
                        {"t = 0.625", "(0, nan, 0)"});
        expect_contains(message_of_run<RunError>(with_torque_failing_after(0.55, inf), plan),
                        {"t = 0.625", "(0, inf, 0)"});
    }
    // liemid-i takes it at the middle of the step
    expect_contains(message_of_run<RunError>(with_torque_failing_after(0.55, nan),
                                             {.method = "liemid-i", .steps = FixedStep{0.125}, .end = 2}),
                    {"(0, nan, 0)"});
    EXPECT_THROW(simulate(with_torque_failing_after(-1, nan), {.steps = FixedStep{0.125}, .end = 2}),
                 RunError);
}

TEST(FailedRun, TheSamplesBeforeItAreGoodAndNoneComesAfter) {
    std::vector<Sample> samples;
    const Hooks hooks{.on_sample = [&](const Sample& s) { samples.push_back(s); }};
    EXPECT_THROW(simulate(with_torque_failing_after(0.55, nan), {.steps = FixedStep{0.125}, .end = 2}, hooks),
                 RunError);
    ASSERT_EQ(samples.size(), 5);
    EXPECT_EQ(samples.back().time, 0.5);
    for (const Sample& s : samples)
        EXPECT_TRUE(s.state.momentum.allFinite() && s.state.attitude.coeffs().allFinite());
}

// The message is about the step that failed, also when many were taken at once.
TEST(FailedRun, TheFailingStepIsFoundAmongMany) {
    const Plan plan{.steps = FixedStep{0.125}, .end = 500, .every = 100000};
    expect_contains(message_of_run<RunError>(with_torque_failing_after(200.05, nan), plan), {"t = 200.125"});
}

// However large the step: a finite state that keeps the momentum, or an error that asks for a smaller step.
TEST(FailedRun, TooLargeStepsAreAnErrorNotGarbage) {
    int failed = 0, done = 0;
    for (const Method& m : catalogue())
        for (const char* name : {"free-body", "fast-top", "soft-wall", "soft-wall-repulsive", "satellite"}) {
            const Problem& p = problem(name);
            if (m.sheet.free_only && !is_free(p.torque)) continue;
            for (const double step : {0.2, 1.0, 3.0, 10.0, 100.0}) {
                const std::string run =
                    std::string(m.sheet.name) + " on " + name + " with step " + std::to_string(step);
                try {
                    const Result result = simulate(
                        p, {.method = std::string(m.sheet.name), .steps = FixedStep{step}, .end = 20 * step});
                    ++done;
                    const State& s = result.final_state;
                    EXPECT_TRUE(s.momentum.allFinite()) << run;
                    EXPECT_NEAR(s.attitude.norm(), 1, 1e-12) << run;
                    const bool conserved = m.sheet.conserves_momentum && is_free(p.torque);
                    const double moved = conserved ? result.conservation.momentum->max_error : 0;
                    EXPECT_LT(moved, 1e-11 * p.initial.momentum.norm()) << run;
                } catch (const RunError& error) {
                    ++failed;
                    expect_contains(error.what(), {"smaller step"});
                }
            }
        }
    EXPECT_GT(failed, 20);
    EXPECT_GT(done, 20);
}

// Each of the two impulses is a vector of numbers; their sum, at the end, where no step follows, is none.
TEST(FailedRun, WhatAnImpulseLeadsToIsANumberOrAnError) {
    Problem p = problem("free-body");
    for (int i = 0; i < 2; ++i) p.impulses.push_back({.time = 1, .momentum = {1.5e308, 0, 0}});
    expect_contains(message_of_run<RunError>(p, {.steps = FixedStep{0.125}, .end = 1}),
                    {"t = 1", "beyond all numbers", "nan"});
}

}  // namespace
