// States within steps that are too long for a polynomial: those of the method all the same.
#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/true_motion.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using polhode::test::TrueMotion;

/// The largest error of the samples: radians, or relative to the momentum.
double error_of_samples(const Problem& problem, const Plan& plan) {
    TrueMotion truth(problem);
    double error = 0;
    simulate(problem, plan, {.on_sample = [&](const Sample& s) {
                 const State& exact = truth.at(s.time);
                 error = std::max({error, attitude_angle(s.state, exact),
                                   (s.state.momentum - exact.momentum).norm() / exact.momentum.norm()});
             }});
    return error;
}

TEST(InsideStep, SamplesKeepAChosenTolerance) {
    for (const char* name : {"slow-top", "fast-top", "heavy-top-123", "satellite", "soft-wall"})
        for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
            Problem p = problem(name);
            p.defaults.end = std::min(p.defaults.end, 10.0);
            Plan plan = plan_of(choose(p, {.error = tolerance}));
            plan.every_time = 0.05;
            EXPECT_LT(error_of_samples(p, plan), 1.5 * tolerance) << name << ' ' << tolerance;
        }
}

TEST(InsideStep, SamplesAreAsGoodAsStepsOfControlledError) {
    for (const char* name : {"slow-top", "heavy-top-big", "satellite"})
        for (const double bound : {1e-6, 1e-8}) {
            Problem p = problem(name);
            p.defaults.end = std::min(p.defaults.end, 5.0);
            Plan plan{.method = "se6-rkn", .steps = ErrorPerStep{bound}};
            const double at_steps = error_of_samples(p, plan);
            plan.every_time = 0.0173;
            EXPECT_LT(error_of_samples(p, plan), 4 * at_steps + bound) << name << ' ' << bound;
        }
}

std::size_t crossings(const Problem& problem, Plan plan) {
    plan.events = {{"level", axis_plane({1, 0, 0}, {0, 0, 1})}};
    return simulate(problem, plan).events.size();
}

TEST(InsideStep, EventsAreFoundInLongSteps) {
    Problem fast = problem("fast-top");
    fast.defaults.end = 10;
    const std::size_t all = crossings(fast, {.steps = FixedStep{0.002}});
    EXPECT_GT(all, 100U);
    EXPECT_EQ(crossings(fast, plan_of(choose(fast, {.error = 1e-4}))), all);

    Problem free = problem("free-body");
    free.defaults.end = 100;
    const std::size_t turns = crossings(free, {.steps = FixedStep{0.01}});
    EXPECT_GT(turns, 0U);
    EXPECT_EQ(crossings(free, {.steps = ErrorPerStep{1e-6}}), turns);  // a step of 47, say
    EXPECT_EQ(crossings(free, {.steps = StepCount{1}}), turns);
}

TEST(InsideStep, TorquesOfThePiecesAreCounted) {
    long calls = 0;
    Problem p = problem("slow-top");
    p.defaults.end = 3;
    p.torque = space_torque([&](double, const Eigen::Quaterniond&) {
        ++calls;
        return Eigen::Vector3d(1, 0, 0);
    });
    Plan plan{.method = "se4-rkn", .steps = StepCount{2}, .times = {0.1, 2.3}};  // steps of 7.5 radians
    const auto counted = [&](const Plan& wanted) {
        calls = 0;
        const long evaluations = simulate(p, wanted, {.on_sample = [](const Sample&) {}}).torque_evaluations;
        EXPECT_EQ(evaluations, calls);
        return evaluations;
    };
    const long looked = counted(plan);
    plan.times.clear();
    EXPECT_EQ(counted(plan), 2 * 6 + 1);
    EXPECT_EQ(looked, 2 * 6 + 1 + 2 * (1 + 7));  // how fast it turns, and a step to the sample, twice
    plan.events = {{"level", axis_plane({1, 0, 0}, {0, 0, 1})}};
    EXPECT_GT(counted(plan), looked);
}

TEST(InsideStep, SensitivityIsThatOfTheMotion) {
    Problem p = problem("fast-top");
    p.defaults.end = 2;
    Plan coarse = plan_of(choose(p, {.error = 1e-4})), fine = plan_of(choose(p, {.error = 1e-10}));
    std::vector<TransitionMatrix> a, b;
    for (auto [plan, list] : {std::pair(&coarse, &a), {&fine, &b}}) {
        plan->every_time = 0.5;
        plan->sensitivity = true;
        std::vector<TransitionMatrix>& seen = *list;
        simulate(p, *plan, {.on_sample = [&seen](const Sample& s) { seen.push_back(*s.transition); }});
    }
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_LT((a[i] - b[i]).topLeftCorner(3, 3).cwiseAbs().maxCoeff(), 2e-3) << i;
}

}  // namespace
