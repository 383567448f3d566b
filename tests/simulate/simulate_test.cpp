// One run: which samples it gives, what it counts, what its certificate says.
#include "polhode/simulate/simulate.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/restart.hpp"
#include "support/samples_of.hpp"

#include <gtest/gtest.h>
#include <chrono>
#include <cmath>
#include <limits>
#include <string>
#include <thread>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using polhode::test::samples_of;

std::vector<long> sampled_steps(Plan plan) {
    if (!plan.end) plan.end = 0.5;
    std::vector<long> steps;
    for (const Sample& s : samples_of(problem("soft-wall"), plan)) steps.push_back(s.step);
    return steps;
}

using Steps = std::vector<long>;

// --- samples -----------------------------------------------------------------------------------------------------

TEST(Samples, FirstAndLastAndEverySoManyBetween) {
    EXPECT_EQ(sampled_steps({.steps = StepCount{3}}), (Steps{0, 1, 2, 3}));
    EXPECT_EQ(sampled_steps({.steps = StepCount{10}, .every = 5}), (Steps{0, 5, 10}));
    EXPECT_EQ(sampled_steps({.steps = StepCount{10}, .every = 3}), (Steps{0, 3, 6, 9, 10}));
    EXPECT_EQ(sampled_steps({.steps = StepCount{10}, .every = 10}), (Steps{0, 10}));
    EXPECT_EQ(sampled_steps({.steps = StepCount{10}, .every = 1000000}), (Steps{0, 10}));
    EXPECT_EQ(sampled_steps({.steps = StepCount{1}}), (Steps{0, 1}));
    // long stretches between samples are marched in pieces, which must not show
    EXPECT_EQ(sampled_steps({.steps = StepCount{5500}, .every = 2500}), (Steps{0, 2500, 5000, 5500}));
}

TEST(Samples, AnIntervalOfNoLengthGivesTheStartAlone) {
    EXPECT_EQ(sampled_steps({.end = 0}), (Steps{0}));
    const Result result = simulate(problem("soft-wall"), {.end = 0});
    EXPECT_EQ(result.steps, 0);
    EXPECT_EQ(result.time, 0);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.final_state.momentum, problem("soft-wall").initial.momentum);
    EXPECT_EQ(result.energy_final, result.energy_initial);
    EXPECT_EQ(result.conservation.energy->max_error, 0);
}

TEST(Samples, DoNotDependOnHowManyAreTaken) {
    const std::vector<Sample> all = samples_of(problem("slow-top"), {.steps = StepCount{3000}}),
                              few =
                                  samples_of(problem("slow-top"), {.steps = StepCount{3000}, .every = 1100});
    for (const Sample& s : few) {
        const Sample& same = all[static_cast<std::size_t>(s.step)];
        EXPECT_EQ(s.state.attitude.coeffs(), same.state.attitude.coeffs());
        EXPECT_EQ(s.state.momentum, same.state.momentum);
        EXPECT_EQ(s.time, same.time);
    }
}

TEST(Samples, AreConsistentInThemselves) {
    const Problem& top = problem("slow-top");
    const std::vector<Sample> samples = samples_of(top, {.steps = FixedStep{0.01}, .end = 1});
    ASSERT_EQ(samples.size(), 101);
    for (const Sample& s : samples) {
        EXPECT_NEAR(s.time, 0.01 * static_cast<double>(s.step), 1e-15);
        EXPECT_LT((s.spatial_momentum - s.state.attitude * s.state.momentum).norm(), 1e-14);
        EXPECT_LT((s.angular_velocity - s.state.momentum.cwiseQuotient(Vector3d(5, 5, 1))).norm(), 1e-14);
        const double height = (s.state.attitude * Vector3d::UnitZ()).z();
        EXPECT_NEAR(*s.energy, top.body.kinetic_energy(s.state) + 20 * height, 1e-13);
    }
    EXPECT_EQ(samples.back().time, 1);
}

TEST(Samples, TheQuaternionNeverChangesItsSign) {
    const std::vector<Sample> samples =
        samples_of(problem("free-543"), {.steps = FixedStep{0.1}, .end = 100});
    for (std::size_t n = 1; n < samples.size(); ++n)
        EXPECT_GT(samples[n].state.attitude.dot(samples[n - 1].state.attitude), 0.5) << n;
}

// --- steps -------------------------------------------------------------------------------------------------------

TEST(StepsFor, CountsAnIntegerUpToRoundingAsThatInteger) {
    EXPECT_EQ(steps_for(1, 0.1), 10);
    EXPECT_EQ(steps_for(0.3, 0.1), 3);  // 0.3/0.1 is just below 3
    EXPECT_EQ(steps_for(100, 0.1), 1000);
    EXPECT_EQ(steps_for(1, 1.0 / 3), 3);
    EXPECT_EQ(steps_for(1, 0.3333333333), 3);  // as typed
    EXPECT_EQ(steps_for(1e6, 0.001), 1000000000);
    for (int n = 1; n < 2000; ++n) EXPECT_EQ(steps_for(7.3, 7.3 / n), n);
}

TEST(StepsFor, OtherwiseShortensTheStep) {
    EXPECT_EQ(steps_for(1, 0.3), 4);
    EXPECT_EQ(steps_for(1, 0.99), 2);
    EXPECT_EQ(steps_for(1, 1.0 / 3 * (1 - 1e-6)), 4);
    EXPECT_EQ(steps_for(1, 7), 1);
    EXPECT_EQ(steps_for(1e-20, 1), 1);  // however short, an interval is crossed
}

TEST(StepsFor, NoIntervalNoSteps) { EXPECT_EQ(steps_for(0, 0.1), 0); }

TEST(StepsFor, RefusesACountThatCannotBeCounted) {
    EXPECT_EQ(steps_for(8e15, 1), 8000000000000000);
    EXPECT_THROW(steps_for(1e16, 1), InputError);
    EXPECT_THROW(steps_for(1, 1e-300), InputError);
    EXPECT_THROW(steps_for(1, 0), InputError);
}

TEST(StepChoice, AStepThatDoesNotDivideTheIntervalIsShortenedAndReported) {
    const Result result = simulate(problem("free-body"), {.steps = FixedStep{0.3}, .end = 1});
    EXPECT_EQ(result.steps, 4);
    EXPECT_EQ(result.step, 0.25);
    EXPECT_EQ(result.requested_step, 0.3);
    EXPECT_TRUE(result.step_shortened);
    EXPECT_EQ(result.time, 1);
}

TEST(StepChoice, AStepThatDividesItIsKept) {
    for (const double step : {0.1, 0.25, 1.0 / 3}) {
        const Result result = simulate(problem("free-body"), {.steps = FixedStep{step}, .end = 1});
        EXPECT_NEAR(result.step, step, 1e-16);
        EXPECT_FALSE(result.step_shortened) << step;
    }
}

TEST(StepChoice, DefaultsAreThoseOfTheProblem) {
    const Problem& p = problem("soft-wall");
    const Result result = simulate(p, {});
    EXPECT_EQ(result.method, "se");
    EXPECT_EQ(result.problem, "soft-wall");
    EXPECT_EQ(result.time, p.defaults.end);
    EXPECT_NEAR(result.step, p.defaults.step, 1e-15);
    EXPECT_EQ(result.steps, 1500);
}

TEST(StepChoice, AnAliasRunsItsMethod) {
    EXPECT_EQ(simulate(problem("soft-wall"), {.method = "newmark-so3", .end = 0.1}).method, "liemid-ea");
}

// --- counting torques --------------------------------------------------------------------------------------------

TEST(TorqueEvaluations, AreOnePerStepAndOneAtTheStartIfTheLastIsReused) {
    const auto evaluations = [](const char* method) {
        return simulate(problem("slow-top"), {.method = method, .steps = StepCount{2500}}).torque_evaluations;
    };
    EXPECT_EQ(evaluations("liemid-ea"), 2501);
    EXPECT_EQ(evaluations("kdk-liemid"), 2501);
    EXPECT_EQ(evaluations("vexp"), 2501);
    EXPECT_EQ(evaluations("liemid-e1"), 2500);
    EXPECT_EQ(evaluations("liemid-e2"), 2500);
    EXPECT_EQ(evaluations("liemid-e"), 2500);
    EXPECT_GT(evaluations("liemid-i"), 2 * 2500);  // it solves for the torque
}

// --- certificate -------------------------------------------------------------------------------------------------

/// Extreme, mean and least-squares slope of H − H₀, by the textbook sums over all samples.
Conservation::Trend energy_by_sums(const std::vector<Sample>& samples) {
    long double n = 0, t = 0, e = 0, tt = 0, te = 0, most = 0;
    for (const Sample& s : samples) {
        const long double error = *s.energy - *samples.front().energy, time = s.time;
        n += 1, t += time, e += error, tt += time * time, te += time * error;
        most = std::max(most, std::abs(error));
    }
    return {static_cast<double>(most), static_cast<double>(e / n),
            static_cast<double>((n * te - t * e) / (n * tt - t * t)), std::nullopt};
}

TEST(EnergyCertificate, IsThatOfAllSteps) {
    // liemid-e gains energy, liemid-ea oscillates: a slope that is one and one that is not
    for (const char* method : {"liemid-e", "liemid-ea", "liemid-i"}) {
        const Plan plan{.method = method, .steps = FixedStep{0.05}, .end = 30};
        const Conservation::Trend direct = energy_by_sums(samples_of(problem("soft-wall"), plan));
        Plan sparse = plan;
        sparse.every = 1000;
        const Conservation::Trend reported = *simulate(problem("soft-wall"), sparse).conservation.energy;
        EXPECT_NEAR(reported.max_error, direct.max_error, 1e-12 * direct.max_error) << method;
        EXPECT_NEAR(reported.mean_error, direct.mean_error, 1e-10 * direct.max_error) << method;
        EXPECT_NEAR(reported.error_slope, direct.error_slope, 1e-10 * direct.max_error) << method;
        EXPECT_GT(direct.max_error, 1e-6) << method;
    }
}

TEST(EnergyCertificate, EnergiesAreThoseOfTheEndStates) {
    const Result result = simulate(problem("slow-top"), {});
    EXPECT_NEAR(*result.energy_initial, 12.5 + 20 * std::cos(0.05), 1e-14);
    const double height = (result.final_state.attitude * Vector3d::UnitZ()).z();
    EXPECT_NEAR(*result.energy_final,
                problem("slow-top").body.kinetic_energy(result.final_state) + 20 * height, 1e-13);
    EXPECT_LE(std::abs(*result.energy_final - *result.energy_initial), result.conservation.energy->max_error);
}

/// The steps are the same whether somebody watches or not; processed methods round otherwise where nobody does.
TEST(EnergyCertificate, IsLeftOutIfNotWanted) {
    const Problem& p = problem("slow-top");
    for (const Method& m : catalogue()) {
        if (m.sheet.free_only) continue;
        Plan plan{.method = std::string(m.sheet.name), .steps = FixedStep{0.005}, .end = 2.5, .every = 300};
        const Result watched = simulate(p, plan);
        plan.conservation = false;
        const Result bare = simulate(p, plan);
        EXPECT_TRUE(watched.conservation.energy && watched.conservation.momentum) << plan.method;
        EXPECT_FALSE(bare.conservation.energy || bare.conservation.momentum) << plan.method;
        EXPECT_EQ(bare.steps, watched.steps) << plan.method;
        EXPECT_LE(bare.torque_evaluations, watched.torque_evaluations) << plan.method;
        EXPECT_LE(bare.final_state.attitude.angularDistance(watched.final_state.attitude), 1e-13)
            << plan.method;
        EXPECT_LE((bare.final_state.momentum - watched.final_state.momentum).norm(), 1e-12) << plan.method;
        EXPECT_NEAR(*bare.energy_final, *watched.energy_final, 1e-11) << plan.method;
    }
}

TEST(MomentumCertificate, WatchesWhatTheTorqueConserves) {
    const auto worst = [](const Problem& p, const char* method) {
        const auto& drift = simulate(p, {.method = method, .steps = StepCount{1000}}).conservation.momentum;
        return drift ? std::optional(drift->max_error) : std::nullopt;
    };
    EXPECT_LT(*worst(problem("free-body"), "liemid-ea"), 1e-14);  // all of L
    EXPECT_LT(*worst(problem("slow-top"), "liemid-ea"),
              1e-13);  // about the vertical, although L itself changes by tens
    Problem tilted = problem("slow-top");
    std::get<core::HeavyTop>(tilted.torque).direction = {0.6, 0, 0.8};
    EXPECT_LT(*worst(tilted, "liemid-ea"), 1e-13);
    Problem pushed = problem("free-body");
    pushed.torque = core::ConstantSpaceTorque{{0, 0, 1}};
    EXPECT_FALSE(worst(pushed, "liemid-ea").has_value());
}

TEST(MomentumCertificate, TheQuaternionStaysUnit) {
    EXPECT_LT(simulate(problem("fast-top"), {}).conservation.max_quaternion_norm_error, 1e-15);
}

// --- stopping ----------------------------------------------------------------------------------------------------

/// A torque whose first call takes long enough for the progress hook to be asked.
Problem slow_starting_problem() {
    Problem p = problem("free-body");
    p.torque = body_torque([first = true](double, const Quaterniond&) mutable {
        if (first) std::this_thread::sleep_for(std::chrono::milliseconds(80));
        first = false;
        return Vector3d(0, 0, 0.1);
    });
    return p;
}

TEST(ProgressHook, StopsTheRunWithASampleOfTheLastState) {
    std::vector<Sample> samples;
    long asked = 0, total = 0;
    const Result result = simulate(slow_starting_problem(), {.steps = StepCount{100000}, .every = 70000},
                                   {.on_sample = [&](const Sample& s) { samples.push_back(s); },
                                    .on_progress =
                                        [&](long, long of) {
                                            ++asked;
                                            total = of;
                                            return false;
                                        }});
    EXPECT_EQ(asked, 1);
    EXPECT_EQ(total, 100000);
    EXPECT_FALSE(result.complete);
    EXPECT_GT(result.steps, 0);
    EXPECT_LT(result.steps, 70000);
    ASSERT_EQ(samples.size(), 2);
    EXPECT_EQ(samples.back().step, result.steps);
    EXPECT_EQ(samples.back().time, result.time);
    EXPECT_EQ(samples.back().state.momentum, result.final_state.momentum);
    EXPECT_NEAR(result.time, result.step * static_cast<double>(result.steps), 1e-12);
}

/// A million samples within the first step: whoever wants the run to end need not wait for them, and has those before.
TEST(ProgressHook, StopsTheRunAmongTheSamplesOfOneStep) {
    const Problem p = problem("slow-top");
    std::vector<Sample> samples;
    bool taken = false;
    const Restart restart{.take = [&](const auto&) { taken = true; }};
    const Resolved run =
        resolve(p, {.method = "se", .steps = FixedStep{1}, .end = 10, .every_time = 1e-6}).or_throw();
    const Result result = carry_out(p, run,
                                    {.on_sample =
                                         [&](const Sample& s) {
                                             samples.push_back(s);
                                             std::this_thread::sleep_for(std::chrono::microseconds(300));
                                         },
                                     .on_progress = [](long, long) { return false; }},
                                    restart)
                              .or_throw();
    EXPECT_FALSE(result.complete);
    EXPECT_EQ(result.steps, 1);
    EXPECT_FALSE(taken) << "a run cannot be taken up from within a step";
    ASSERT_GT(samples.size(), 100U);
    EXPECT_LT(samples.size(), 5000U);
    for (std::size_t i = 0; i + 1 < samples.size(); ++i)
        EXPECT_NEAR(samples[i].time, 1e-6 * static_cast<double>(i), 1e-12);
    EXPECT_EQ(samples.back().time, 1);
    EXPECT_EQ(samples.back().state.momentum, result.final_state.momentum);
}

TEST(ProgressHook, LetsTheRunGoOn) {
    bool asked = false;
    const Result result = simulate(slow_starting_problem(), {.steps = StepCount{3000}},
                                   {.on_progress = [&](long done, long total) {
                                       EXPECT_LE(done, total);
                                       return asked = true;
                                   }});
    EXPECT_TRUE(asked);
    EXPECT_TRUE(result.complete);
    EXPECT_EQ(result.steps, 3000);
}

}  // namespace
