// Samples at times that are not those of the steps: as good as those at the steps, for every kind of method.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/samples_of.hpp"
#include "support/true_motion.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>
#include <tuple>
#include <vector>

namespace {

using namespace polhode;
using polhode::test::distance, polhode::test::samples_of, polhode::test::TrueMotion;

std::vector<double> times_of(const std::vector<Sample>& samples) {
    std::vector<double> times;
    for (const Sample& s : samples) times.push_back(s.time);
    return times;
}
using Times = std::vector<double>;

TEST(SampleTimes, AreMetToTheLastBitAndInOrder) {
    const Problem& p = problem("slow-top");
    EXPECT_EQ(times_of(samples_of(
                  p, {.steps = FixedStep{0.03}, .end = 1, .times = {0.7, 0.0123, 1, 0.7, 0.0124, 0}})),
              (Times{0, 0.0123, 0.0124, 0.7, 1}));
    EXPECT_EQ(times_of(samples_of(p, {.steps = FixedStep{0.01}, .end = 0.5, .every_time = 0.1})),
              (Times{0, 0.1, 0.2, 3 * 0.1, 0.4, 0.5}));
    EXPECT_EQ(times_of(samples_of(p, {.steps = FixedStep{0.03}, .end = 0.5, .every_time = 0.2})),
              (Times{0, 0.2, 0.4, 0.5}));
    EXPECT_EQ(times_of(samples_of(p, {.steps = FixedStep{0.5}, .end = 0.5, .every_time = 0.125})),
              (Times{0, 0.125, 0.25, 0.375, 0.5}));
    EXPECT_EQ(times_of(samples_of(p, {.steps = FixedStep{0.1}, .end = 0.5, .every_time = 7})),
              (Times{0, 0.5}));
    EXPECT_EQ(times_of(samples_of(p, {.end = 0, .every_time = 7})), (Times{0}));
}

TEST(SampleTimes, OfTheEndsAloneAreNoOthers) {
    const Problem& p = problem("slow-top");
    for (const std::vector<double>& times : {Times{3}, Times{0}, Times{0, 3}})
        EXPECT_EQ(
            times_of(samples_of(p, {.method = "se", .steps = FixedStep{0.01}, .end = 3, .times = times})),
            (Times{0, 3}));
}

TEST(SampleTimes, MayBeManyWithinOneStep) {
    const Problem& p = problem("slow-top");
    const auto samples_every = [&](double time) {
        return samples_of(p, {.method = "se", .steps = FixedStep{0.5}, .end = 1.5, .every_time = time});
    };
    const std::vector<Sample> few = samples_every(0x1p-6), many = samples_every(0x1p-11);
    ASSERT_EQ(few.size(), 97U);
    ASSERT_EQ(many.size(), 3073U);
    for (std::size_t i = 0; i < few.size(); ++i) {
        EXPECT_EQ(many[32 * i].time, few[i].time);
        EXPECT_EQ(many[32 * i].step, few[i].step);
        EXPECT_EQ(many[32 * i].state.momentum, few[i].state.momentum);
        EXPECT_EQ(many[32 * i].state.attitude.coeffs(), few[i].state.attitude.coeffs());
    }
}

TEST(SampleTimes, OnAStepGiveTheStateOfTheStepAndCostNothing) {
    const Problem& p = problem("slow-top");
    const std::vector<Sample> every = samples_of(p, {.steps = FixedStep{0.01}, .end = 1, .every = 10}),
                              timed = samples_of(p, {.steps = FixedStep{0.01}, .end = 1, .every_time = 0.1});
    ASSERT_EQ(every.size(), timed.size());
    for (std::size_t i = 0; i < every.size(); ++i) {
        EXPECT_EQ(every[i].step, timed[i].step);
        EXPECT_EQ(every[i].state.attitude.coeffs(), timed[i].state.attitude.coeffs());
        EXPECT_EQ(every[i].state.momentum, timed[i].state.momentum);
    }
    const Hooks look{.on_sample = [](const Sample&) {}};
    const long alone = simulate(p, {.steps = FixedStep{0.01}, .end = 1}, look).torque_evaluations;
    EXPECT_EQ(simulate(p, {.steps = FixedStep{0.01}, .end = 1, .every_time = 0.1}, look).torque_evaluations,
              alone);
    // order 4: the two ends of the one step
    EXPECT_EQ(simulate(p, {.steps = FixedStep{0.01}, .end = 1, .times = {0.123}}, look).torque_evaluations,
              alone + 2);
}

TEST(SampleTimes, LeaveTheStepsAsTheyAre) {
    const Hooks look{.on_sample = [](const Sample&) {}};
    for (const char* method : {"se", "se4-rkn", "liemid-i", "abm4-naive", "taylor-20", "se+energy"}) {
        const Problem& p = problem("slow-top");
        const Result plain = simulate(p, {.method = method, .end = 3}),
                     dense = simulate(p, {.method = method, .end = 3, .every_time = 0.0173}, look);
        EXPECT_EQ(plain.final_state.attitude.coeffs(), dense.final_state.attitude.coeffs()) << method;
        EXPECT_EQ(plain.final_state.momentum, dense.final_state.momentum) << method;
        EXPECT_EQ(plain.steps, dense.steps);
        EXPECT_EQ(plain.conservation.energy->max_error, dense.conservation.energy->max_error);
        EXPECT_EQ(plain.own_steps, dense.own_steps);
        const bool for_nothing = std::string(method) == "taylor-20";  // its series are there
        EXPECT_EQ(plain.torque_evaluations < dense.torque_evaluations, !for_nothing) << method;
    }
}

/// The largest error at the samples, which lie between the steps.
double run_error(const Problem& p, const char* method, double end, long steps) {
    TrueMotion truth(p);
    double worst = 0;
    for (const Sample& s :
         samples_of(p, {.method = method, .steps = StepCount{steps}, .end = end, .every_time = end / 37}))
        worst = std::max(worst, distance(s.state, truth.at(s.time)));
    return worst;
}

TEST(SampleTimes, AreOfTheOrderOfTheMethod) {
    struct Case {
        const char* method;
        long top, satellite;
    };
    for (const Case& c : {Case{"se", 40, 40}, Case{"liemid-ea", 80, 160}, Case{"se4-rkn", 20, 20},
                          Case{"se6-rkn", 16, 20}, Case{"rkmk-gauss6", 20, 60}, Case{"taylor-8", 20, 80}}) {
        const int order = method(c.method).sheet.order_attitude;
        for (const auto& [name, end, steps] :
             {std::tuple("slow-top", 2.0, c.top), std::tuple("satellite", 1.0, c.satellite)}) {
            const double coarse = run_error(problem(name), c.method, end, steps),
                         fine = run_error(problem(name), c.method, end, 2 * steps);
            EXPECT_GT(std::log2(coarse / fine), order - 0.4) << c.method << ", " << name;
        }
    }
}

TEST(SampleTimes, MeetStoredReferencesBetweenSteps) {
    for (const char* name : {"satellite", "heavy-top-123", "heavy-top-big"}) {
        const Problem& p = problem(name);
        const ReferenceState& known = p.references.front();
        const std::vector<Sample> samples = samples_of(p, {.method = "se6-rkn",
                                                           .steps = FixedStep{0.0017},
                                                           .end = 1.5 * known.time,
                                                           .times = {known.time}});
        ASSERT_EQ(samples.size(), 3U);
        EXPECT_EQ(samples[1].time, known.time);
        EXPECT_LT(distance(samples[1].state, known.state), 3e-12) << name;
    }
}

TEST(SampleTimes, AreAsGoodAsTheStepsOfEveryMethod) {
    const Problem& p = problem("heavy-top-123");
    for (const Method& m : catalogue()) {
        if (m.sheet.free_only) continue;
        const auto worst = [&](const Plan& plan) {
            TrueMotion truth(p);
            double most = 0;
            for (const Sample& s : samples_of(p, plan))
                most = std::max(most, distance(s.state, truth.at(s.time)));
            return most;
        };
        Plan plan{.method = std::string(m.sheet.name), .steps = FixedStep{0.02}, .end = 1};
        const double at_steps = worst(plan);
        plan.every_time = 0.0123;
        EXPECT_LT(worst(plan), 1.5 * at_steps + 1e-12) << m.sheet.name;
    }
}

TEST(SampleTimes, HaveTheEnergyErrorOfTheSteps) {
    for (const char* method : {"se", "liemid-ea", "se4-rkn", "se6-rkn"})
        for (const char* name : {"slow-top", "satellite", "soft-wall"}) {
            const Problem& p = problem(name);
            const Plan plan{
                .method = method, .steps = FixedStep{p.defaults.step}, .end = 400 * p.defaults.step};
            const double at_steps = simulate(p, plan).conservation.energy->max_error;
            Plan between = plan;
            between.every_time = 1.03 * p.defaults.step;
            double worst = 0;
            const std::vector<Sample> samples = samples_of(p, between);
            for (const Sample& s : samples) {
                worst = std::max(worst, std::abs(*s.energy - *samples.front().energy));
                EXPECT_NEAR(s.state.attitude.norm(), 1, 1e-15);
            }
            EXPECT_LT(worst, 3 * at_steps + 1e-14 * std::abs(*samples.front().energy))
                << method << ", " << name;
        }
}

TEST(SampleTimes, AreExactForAFreeBodyAtAnyStep) {
    const Problem& p = problem("free-543");
    const FreeMotion motion = free_motion(p.body, p.initial);
    for (const Sample& s : samples_of(p, {.steps = FixedStep{2.5}, .end = 20, .every_time = 0.37}))
        EXPECT_LT(distance(s.state, motion.at(s.time)), 1e-13) << s.time;
}

std::string refusal(const Plan& plan) {
    try {
        simulate(problem("slow-top"), plan);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(SampleTimes, RefusesTimesThatAreNone) {
    EXPECT_EQ(refusal({.times = {1, 25}}), "times: 25, expected one from 0 to the end, 20");
    EXPECT_EQ(refusal({.times = {-0.5}}), "times: -0.5, expected one from 0 to the end, 20");
    EXPECT_EQ(refusal({.times = {std::nan("")}}), "times: nan, expected one from 0 to the end, 20");
    EXPECT_EQ(refusal({.every_time = 0}), "every_time is 0, expected a finite number > 0");
    EXPECT_EQ(refusal({.every_time = 1e-300}),
              "every_time is 1e-300: that is more than 9e15 samples up to 20");
    const std::string one = "more than one of every, every_time and times is given, expected one";
    EXPECT_EQ(refusal({.every = 5, .every_time = 1}), one);
    EXPECT_EQ(refusal({.times = {1}, .every_time = 1}), one);
}

}  // namespace
