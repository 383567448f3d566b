/// What a certificate says about a run is so.
#include "polhode/advise/certify.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "support/odeint_motion.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

struct Certified {
    Result result;
    Certificate certificate;
    double error = 0;  ///< by Boost.odeint
};

Certified certified(const Problem& problem, const Plan& plan, const CertifyLimits& limits = {}) {
    std::vector<Sample> samples;
    const Result result =
        simulate(problem, plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    return {result, certify(problem, plan, result, limits), true_error(problem, samples)};
}

TEST(Certify, ErrorIsTheTrueOne) {
    for (const char* name : {"slow-top", "soft-wall", "soft-wall-repulsive", "satellite"})
        for (const char* method : {"se", "liemid-ea", "rkmk-rk4", "se6-rkn"}) {
            const Plan plan{.method = method, .end = std::min(5.0, problem(name).defaults.end)};
            Problem p = problem(name);
            p.defaults.end = *plan.end;
            const Certified c = certified(p, plan);
            EXPECT_TRUE(c.certificate.whole);
            EXPECT_EQ(c.certificate.steps, c.result.steps);
            ASSERT_TRUE(c.certificate.error) << c.certificate.error_by;
            // below, the last bits of 80-bit numbers turned into 64-bit ones
            EXPECT_NEAR(*c.certificate.error, c.error, 0.02 * c.error + 1e-14) << name << ' ' << method;
        }
}

TEST(Certify, ErrorGoesOnFromSpanToSpan) {
    Problem p = problem("slow-top");
    p.defaults.end = 20;
    for (const double step : {0.05, 0.002}) {  // fewer steps than spans, and more
        const Certified c = certified(p, {.method = "se", .steps = FixedStep{step}});
        const std::vector<ErrorSpan>& course = c.certificate.error_course;
        ASSERT_GE(course.size(), 200U);
        ASSERT_LE(course.size(), 400U);
        EXPECT_EQ(course.back().to, c.result.time);
        double largest = 0;
        for (std::size_t i = 0; i < course.size(); ++i) {
            EXPECT_LE(course[i].least, course[i].largest);
            EXPECT_LE(course[i].from, course[i].to);
            EXPECT_GT(course[i].from, i > 0 ? course[i - 1].to : 0);
            largest = std::max(largest, course[i].largest);
        }
        EXPECT_EQ(largest, *c.certificate.error);
    }
}

TEST(Certify, ErrorOfVariableStepsIsTheTrueOne) {
    Problem p = problem("soft-wall-repulsive");
    p.defaults.end = 5;
    const Plan controlled{.method = "se4-rkn", .steps = ErrorPerStep{1e-8}},
        reversed{.method = "se4-rkn", .steps = ReversibleSteps{0.02}};
    for (const Plan& plan : {controlled, reversed}) {
        const Certified c = certified(p, plan);
        EXPECT_EQ(c.certificate.steps, c.result.steps);
        EXPECT_TRUE(c.certificate.whole);
        EXPECT_NEAR(*c.certificate.error / c.error, 1, 0.1);
        EXPECT_LT(*c.certificate.reversibility_defect, 1e-11);
    }
}

TEST(Certify, ErrorCoversSamplesBetweenSteps) {
    Problem p = problem("soft-wall-repulsive");
    p.defaults.end = 5;
    for (Plan plan : {Plan{.method = "taylor-10@1e-5", .steps = AutomaticSteps{1.7}},
                      Plan{.method = "se8-kl", .steps = FixedStep{0.4}},
                      Plan{.method = "se4-rkn", .steps = ErrorPerStep{1e-6}},
                      Plan{.method = "se", .steps = ReversibleSteps{0.1}}}) {
        const double at_steps = *certified(p, plan).certificate.error;
        plan.every_time = 0.013;
        const Certified c = certified(p, plan);  // its samples are between the steps
        EXPECT_EQ(c.certificate.steps, c.result.steps);
        EXPECT_GE(*c.certificate.error, 0.97 * c.error) << plan.method;
        EXPECT_LE(*c.certificate.error, 1.03 * std::max(c.error, at_steps)) << plan.method;
    }
    // looks that are far apart miss what happens at the wall
    Plan seldom{.method = "taylor-10@1e-5", .steps = AutomaticSteps{1.7}};
    const double at_looks = *certified(p, seldom).certificate.error;
    seldom.every_time = 0.013;
    EXPECT_GT(*certified(p, seldom).certificate.error, 2 * at_looks);
}

/// The step that a terminal event has ended is not made again, but its state is known.
TEST(Certify, ErrorCoversTheStatesOfEvents) {
    const Problem& p = problem("slow-top");
    const Plan plan{.steps = FixedStep{0.05},
                    .events = {{"fallen", axis_cone({0, 0, 1}, {0, 0, 1}, 0.8), Crossing::rising, true}}};
    const Result result = simulate(p, plan);
    ASSERT_TRUE(result.ended_by);
    Result moved = result;
    EXPECT_LT(*certify(p, plan, result).error, 0.1);
    moved.events.back().state.momentum *= 1.5;
    EXPECT_GT(*certify(p, plan, moved).error, 0.3);
}

TEST(Certify, RunsBackToTheStartWithSymmetricMethodsOnly) {
    const auto defect = [](const char* method) {
        const Plan plan{.method = method, .steps = FixedStep{0.02}, .end = 20};
        const Problem& p = problem("slow-top");
        return *certify(p, plan, simulate(p, plan)).reversibility_defect;
    };
    for (const char* symmetric : {"se", "liemid-ea", "se4-rkn", "vexp"})
        EXPECT_LT(defect(symmetric), 1e-10) << symmetric;
    for (const char* not_symmetric : {"rkmk-rk4", "liemid-e", "buss3"})
        EXPECT_GT(defect(not_symmetric), 1e-7) << not_symmetric;
}

TEST(Certify, RoundOffIsWhatIsLeftAtTinySteps) {
    // at such steps a method of order 6 makes no other error
    Problem p = problem("slow-top");
    p.defaults.end = 5;
    const Certified c = certified(p, {.method = "se6-rkn", .steps = StepCount{5000}});
    EXPECT_GT(*c.certificate.round_off, 1e-15);
    EXPECT_NEAR(*c.certificate.round_off / *c.certificate.error, 1, 0.2);
    // at large ones it makes many
    const Certified coarse = certified(p, {.method = "se", .steps = StepCount{500}});
    EXPECT_LT(*coarse.certificate.round_off, 1e-8 * *coarse.certificate.error);
}

TEST(Certify, SaysWhichPartItHasSeen) {
    const Problem& p = problem("slow-top");
    const Plan plan{.steps = FixedStep{0.001}, .end = 20};
    const Result result = simulate(p, plan);
    const Certificate part = certify(p, plan, result, {.steps = 100});
    EXPECT_EQ(part.steps, 100);
    EXPECT_NEAR(part.time, 0.1, 1e-15);
    EXPECT_FALSE(part.whole);
    const Certificate all = certify(p, plan, result, {.steps = 1000000});
    EXPECT_TRUE(all.whole);
    EXPECT_EQ(all.steps, 20000);
    EXPECT_GT(*all.error, *part.error);

    Plan variable{.steps = ReversibleSteps{0.01}, .end = 20};
    const Certificate some = certify(p, variable, simulate(p, variable), {.steps = 100});
    EXPECT_FALSE(some.whole);
    EXPECT_EQ(some.steps, 100);
}

TEST(Certify, CutsVariableStepsAtTheLimit) {
    const Problem& p = problem("slow-top");
    for (Plan plan :
         {Plan{.steps = ErrorPerStep{1e-7}, .end = 2}, Plan{.steps = ReversibleSteps{0.01}, .end = 2}}) {
        const Result result = simulate(p, plan);
        for (const long less : {0L, 1L, 2L}) {
            const Certificate certificate = certify(p, plan, result, {.steps = result.steps - less});
            EXPECT_EQ(certificate.steps, result.steps - less);
            EXPECT_EQ(certificate.whole, less == 0);
            EXPECT_EQ(certificate.time < result.time, less > 0);
        }
    }
}

TEST(Certify, DoesNotFollowStepsOverManyTurns) {
    // ten thousand exact steps of 1e6 would take series for hours
    const Problem& p = problem("free-body");
    const Plan plan{.steps = FixedStep{1e6}, .end = 1e10};
    const Certificate certificate = certify(p, plan, simulate(p, plan));
    EXPECT_EQ(certificate.steps, 0);
    EXPECT_FALSE(certificate.whole);
    EXPECT_EQ(certificate.error_by, "no step was short enough to be made again");
    // and can be stopped if it is to
    const Certificate stopped = certify(p, plan, simulate(p, plan),
                                        {.radians = 1e300, .on_progress = [](long, long) { return false; }});
    EXPECT_EQ(stopped.steps, 0);
    EXPECT_FALSE(stopped.error);
}

TEST(Certify, CountsItsTorques) {
    long calls = 0;
    Problem p = problem("slow-top");
    p.torque = space_torque([&](double, const Eigen::Quaterniond&) {
        ++calls;
        return Eigen::Vector3d(1, 0, 0);
    });
    for (Plan plan : {Plan{.end = 1}, Plan{.steps = ErrorPerStep{1e-7}, .end = 1}}) {
        const Result result = simulate(p, plan);
        calls = 0;
        const Certificate certificate = certify(p, plan, result);
        EXPECT_LE(std::abs(certificate.torque_evaluations - calls), 2);  // those for the first step
    }
}

TEST(Certify, StopsWhenTold) {
    const Problem& p = problem("slow-top");
    const Plan plan{.steps = FixedStep{0.0005}};
    const Certificate certificate = certify(
        p, plan, simulate(p, plan), {.steps = 1000000, .on_progress = [](long, long) { return false; }});
    EXPECT_FALSE(certificate.error);
    EXPECT_FALSE(certificate.round_off);
    EXPECT_FALSE(certificate.reversibility_defect);
    EXPECT_EQ(certificate.error_by, "the check was stopped on the way");
}

TEST(Certify, KnowsNothingOfARunWithoutSteps) {
    const Problem& p = problem("slow-top");
    const Plan plan{.end = 0};
    const Certificate certificate = certify(p, plan, simulate(p, plan));
    EXPECT_FALSE(certificate.error);
    EXPECT_EQ(certificate.error_by, "no step was made");
    EXPECT_TRUE(certificate.whole);
}

TEST(Certify, LooksAtWholeStepsBeforeAnEvent) {
    const Problem& p = problem("slow-top");
    Plan plan{.steps = FixedStep{0.01}};
    plan.events = {{"fallen", axis_cone({0, 0, 1}, {0, 0, 1}, 0.5), Crossing::both, true}};
    const Result result = simulate(p, plan);
    ASSERT_TRUE(result.ended_by);
    const Certificate certificate = certify(p, plan, result);
    EXPECT_EQ(certificate.steps, result.steps - 1);
    EXPECT_LT(certificate.time, result.time);
}

TEST(Certify, TakesMethodsWithStepsOfTheirOwnAndTorquesWithoutSeries) {
    Problem p = problem("slow-top");
    p.defaults.end = 5;
    const Certified own = certified(p, {.method = "taylor-20"});
    EXPECT_LT(*own.certificate.error, 1e-12);
    EXPECT_FALSE(own.certificate.round_off);
    EXPECT_LT(*own.certificate.reversibility_defect, 1e-12);

    p.torque =
        space_torque([](double t, const Eigen::Quaterniond&) { return Eigen::Vector3d(std::cos(t), 0, 1); });
    const Certified plain = certified(p, {.method = "se4-rkn"});
    EXPECT_NE(plain.certificate.error_by.find("se8-kl"), std::string::npos) << plain.certificate.error_by;
    EXPECT_NEAR(*plain.certificate.error / plain.error, 1, 0.02);
}

TEST(Certify, NamesWhatItReliesOn) {
    const auto relied = [](const char* name, const char* method) {
        const Plan plan{.method = method, .steps = StepCount{2000}};
        return certify(problem(name), plan, simulate(problem(name), plan)).relies_on;
    };
    using Words = std::vector<std::string>;
    EXPECT_EQ(relied("slow-top", "se"),
              (Words{"order 2", "symplectic", "time-symmetric",
                     "keeps the momentum about the axis of the field to round-off"}));
    const Plan controlled{.steps = ErrorPerStep{1e-6}}, reversed{.steps = ReversibleSteps{}};
    const auto words = [](const Plan& plan) {
        return certify(problem("slow-top"), plan, simulate(problem("slow-top"), plan)).relies_on;
    };
    EXPECT_EQ(words(controlled),
              (Words{"order 2", "keeps the momentum about the axis of the field to round-off"}));
    EXPECT_EQ(words(reversed), (Words{"order 2", "time-symmetric",
                                      "keeps the momentum about the axis of the field to round-off"}));
    EXPECT_EQ(relied("free-body", "liemid"),
              (Words{"order 2", "time-symmetric", "keeps the momentum of a free body to round-off"}));
}

}  // namespace
}  // namespace polhode::test
