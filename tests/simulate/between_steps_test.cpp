// States between steps, and events there, are as good as those at the steps: for methods of every kind and order, and
// torques that hardly act over most of a step and strike in the rest.
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/formula.hpp"
#include "support/odeint_motion.hpp"
#include "support/precise_motion.hpp"
#include "support/random_rotation.hpp"
#include "support/samples_of.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond, Eigen::Vector3d;
using polhode::test::LargestError, polhode::test::OdeintMotion, polhode::test::Random,
    polhode::test::samples_of, polhode::test::true_error;

/// A body that meets the steep side of the wall at t = 0.59 with a momentum of a hundred times that before.
Problem wall() {
    Eigen::Matrix3d inertia;
    inertia << 0.22611174466155712, 0.011709986977591933, -0.0011926634927154796, 0.011709986977591933,
        0.22132617520434034, -0.0009736024924984091, -0.0011926634927154796, -0.0009736024924984091,
        0.2118661672677188;
    Problem p{.body = Body::from_tensor(inertia)};
    core::SoftWall torque;
    torque.direction = {0.2239982320199489, -0.22249948098734126, 0.9488512913055981};
    torque.axis = {-0.04707386007208255, -0.9441871211183219, -0.3260287288142091};
    p.torque = torque;
    const Quaterniond attitude =
        Quaterniond(-0.9182747692368693, 0.3948372483861641, -0.015508012975605424, -0.025189223953219552)
            .normalized();
    p.initial = {attitude,
                 p.body.momentum(attitude.conjugate()
                                 * Vector3d(3.2756404031415842, 0.31490201368396104, 0.04708362667394681))};
    p.defaults.end = 2.1926834151526142;
    return p;
}
constexpr double wall_spacing = 0.010377110341470014;

Event energy_reaches(const Problem& p, double value) {
    return {"energy", energy_above(p.body, p.torque, value), Crossing::both, /*terminal=*/true};
}

TEST(BetweenSteps, SamplesAtAWallKeepTheTolerance) {
    const Problem p = wall();
    for (const double tolerance : {1.2e-4, 1e-5}) {
        const Tolerance wanted{.error = tolerance, .every_time = wall_spacing};
        Plan plan = plan_of(choose(p, wanted));
        plan.every_time = wall_spacing;
        const std::vector<Sample> samples = samples_of(p, plan);
        EXPECT_LT(true_error(p, samples), tolerance) << plan.method;
        for (const Sample& s : samples)
            EXPECT_NEAR(*s.energy, *samples.front().energy, 100 * tolerance) << s.time << ' ' << plan.method;
    }
}

TEST(BetweenSteps, AnEventThatNeverHappensDoesNotHappen) {
    const Problem p = wall();
    for (const char* method : {"taylor-20", "taylor-12", "taylor-30", "taylor-16@1e-13"})
        for (const double spacing : {0.0021926834, 0.1, 3.0}) {
            const Result result = simulate(
                p, {.method = method, .steps = AutomaticSteps{spacing}, .events = {energy_reaches(p, 10)}});
            EXPECT_FALSE(result.ended_by) << method;
            EXPECT_TRUE(result.events.empty()) << method;
            EXPECT_EQ(result.time, p.defaults.end);
        }
    for (const double tolerance : {1e-3}) {
        Plan plan = plan_of(choose(p, {.error = tolerance, .events = true}));
        plan.events = {energy_reaches(p, 10)};
        EXPECT_FALSE(simulate(p, plan).ended_by) << tolerance;
    }
}

double error_of_samples(const Problem& p, const Plan& plan) {
    LargestError error(p);
    simulate(p, plan, {.on_sample = [&](const Sample& s) { error.see(s.time, s.state); }});
    return error.value();
}

TEST(BetweenSteps, TheReferenceIsThatOfBoost) {
    Problem p = wall();
    p.defaults.end = 0.55;
    const std::vector<Sample> samples = samples_of(p, {.method = "se4-rkn", .steps = FixedStep{0.01}});
    LargestError error(p);
    for (const Sample& s : samples) error.see(s.time, s.state);
    EXPECT_NEAR(error.value(), true_error(p, samples), 1e-13);
}

/// Ten steps of a radian each: 2e-12 at the steps.
TEST(BetweenSteps, SeriesOfHighOrderAreFollowedByThemselves) {
    Problem p = problem("heavy-top-123");
    const double speed = p.body.angular_velocity(p.initial.momentum, 0).norm();
    for (const char* method : {"taylor-12", "taylor-20", "taylor-30", "taylor-40"}) {
        Plan plan{.method = method, .steps = StepCount{10}, .end = 10 / speed};
        const double at_steps = error_of_samples(p, plan);
        const long evaluations = simulate(p, plan).torque_evaluations;
        plan.every_time = 0.0917 / speed;
        EXPECT_LT(error_of_samples(p, plan), 1.5 * at_steps + 1e-14) << method;
        EXPECT_EQ(simulate(p, plan, {.on_sample = [](const Sample&) {}}).torque_evaluations, evaluations)
            << "nothing but the series is needed";
    }
}

/// A body at random, with or without rotors, under a torque of one of several kinds.
Problem random_problem(Random<double>& random, int kind) {
    const double a = random.between(0.5, 2), b = random.between(0.5, 2);
    Problem p{.body = Body::from_moments({a, b, random.between(std::abs(a - b) + 0.1, a + b)})};
    const auto direction = [&] { return core::Vector3<double>(random.direction()); };
    const auto wall = [&](core::SoftWall::Sign sign) {
        return core::SoftWall{sign, direction(), direction()};
    };
    const Torque top = core::HeavyTop{.weight_moment = random.between(0.5, 5)};
    switch (kind % 8) {
        case 0: p.torque = wall(core::SoftWall::Sign::repulsive); break;
        case 1: p.torque = top; break;
        case 2:
            p.torque = TorqueSum{
                {{top},
                 {core::Damping{{{{0.5, 0.2, -0.3}, {0.1, 0.4, 0}, {0.2, 0, random.between(0.1, 2)}}}}}}};
            break;
        case 3:
            p.torque =
                formula_torque({.torque = {"a*sin(9*t)*r31", "b*r33^3 - 0.3*wy*(1 + wy^2)", "cos(t)"},
                                .parameters = {{"a", random.between(1, 4)}, {"b", random.between(1, 4)}}})
                    .or_throw();
            break;
        case 4:
            p.torque = top;
            p.body = p.body.with_rotor(
                {core::to_eigen(random.vector(1)), core::to_eigen(random.vector(0.5)), 0.0});
            break;
        case 5: p.torque = TorqueSum{{{wall(core::SoftWall::Sign::repulsive)}, {top}}}; break;
        case 6:  // a push that lasts a small part of the run
            p.torque =
                formula_torque({.torque = {"a*exp(-300*(t - 1)^2)", "b*exp(-300*(t - 2)^2)*r22", "0.2*r13"},
                                .parameters = {{"a", random.between(1, 9)}, {"b", random.between(1, 9)}}})
                    .or_throw();
            break;
        default: p.torque = wall(core::SoftWall::Sign::printed); break;
    }
    p.initial = {core::to_eigen(random.rotation()), core::to_eigen(random.vector(2))};
    p.defaults.end = 4;
    return p;
}

/// What the error of the samples would be if the true motion went on from each step to the samples after it: a
/// motion may blow up the error of a step within the next one, and make up for it, as a wall does.
double error_of_true_motion_from_steps(const Problem& p, const std::vector<Sample>& steps,
                                       const std::vector<Sample>& between) {
    test::PreciseMotion truth(p);
    double angle = 0, momentum = 0, unit = 0;
    auto next = between.begin();
    for (std::size_t n = 0; n < steps.size(); ++n) {
        Problem from = p;
        from.initial = steps[n].state;
        test::PreciseMotion beside(from, steps[n].time);
        const double end = n + 1 < steps.size() ? steps[n + 1].time : 2 * p.defaults.end;
        for (; next != between.end() && next->time < end; ++next) {
            const State there = beside.at(next->time);
            const auto off = truth.from(next->time, there);
            angle = std::max(angle, off.angle);
            momentum = std::max(momentum, off.momentum);
            unit = std::max(unit, off.size);
        }
    }
    return std::max(angle, momentum / unit);
}

/// Compares the samples of a run between its steps with those at them; nothing if the run fails, or is so bad that
/// there is nothing to compare.
struct Compared {
    double at_steps, between;
    bool fine;
};
std::optional<Compared> compare(const Problem& p, const Plan& at_steps, const Plan& between) {
    std::vector<Sample> steps, samples;
    try {
        steps = samples_of(p, at_steps);
    } catch (const RunError&) {
        return std::nullopt;  // a step that is too long for the method, or a fall into the singular wall
    }
    const auto error = [&](const std::vector<Sample>& list) {
        LargestError largest(p);
        for (const Sample& s : list) largest.see(s.time, s.state);
        return largest.value();
    };
    Compared seen{error(steps), 0, true};
    if (!(seen.at_steps < 0.1)) return std::nullopt;
    samples = samples_of(p, between);
    seen.between = error(samples);
    constexpr double most = 1.5, round_off = 3e-14;
    seen.fine = seen.between <= most * seen.at_steps + round_off
             || seen.between <= most * error_of_true_motion_from_steps(p, steps, samples) + round_off;
    return seen;
}

/// Between steps the error is at most 1.5 times the largest at the steps.
TEST(BetweenSteps, AreAsGoodAsStepsForEveryOrderAndTorque) {
    const std::vector<std::string> methods{
        "se",         "liemid-ea", "trapm",     "mr2-auto",    "buss4",        "rkmk-rk4",     "se4-rkn",
        "se-aba1064", "se6-rkn",   "se8-kl",    "rkmk-gauss6", "rkmk-gauss10", "rkmk-gauss16", "taylor-3",
        "taylor-9",   "taylor-14", "taylor-30", "sw",          "abm4-naive",   "se6-processed"};
    Random<double> random(20250607);
    int compared = 0;
    for (int round = 0; round < 16; ++round) {
        const Problem p = random_problem(random, round);
        for (const std::string& name : methods) {
            const double step = std::pow(10, random.between(-2.2, -0.1));
            const Plan plan{.method = name, .steps = FixedStep{step}};
            Plan between = plan;
            between.every_time = random.between(0.07, 0.6) * step;
            const auto seen = compare(p, plan, between);
            if (!seen) continue;
            EXPECT_TRUE(seen->fine) << name << ", torque " << round % 8 << ", round " << round << ", step "
                                    << step << ": " << seen->between << " between, " << seen->at_steps;
            ++compared;
        }
    }
    EXPECT_GT(compared, 150);
}

TEST(BetweenSteps, AreAsGoodAsStepsThatTheRunChooses) {
    Random<double> random(7);
    for (int round = 0; round < 16; ++round) {
        const Problem p = random_problem(random, round);
        const auto expect_fine = [&](const Plan& at_steps, Plan between) {
            between.every_time = 0.0137;
            const auto seen = compare(p, at_steps, between);
            EXPECT_TRUE(!seen || seen->fine)
                << between.method << ", torque " << round % 8 << ", round " << round << ": " << seen->between
                << " between, " << seen->at_steps;
        };
        for (const char* name : {"taylor-20", "taylor-10@1e-7", "taylor-9@1e-4"})
            expect_fine({.method = name, .steps = AutomaticSteps{0.002}},
                        {.method = name, .steps = AutomaticSteps{random.between(0.01, 1)}});
        for (const char* name : {"se4-rkn", "se8-kl", "taylor-12", "rkmk-rk4"}) {
            const Plan plan{.method = name, .steps = ErrorPerStep{std::pow(10, random.between(-9, -4))}};
            expect_fine(plan, plan);
        }
        for (const char* name : {"se", "se4-rkn"}) {
            const Plan plan{.method = name, .steps = ReversibleSteps{random.between(0.01, 0.1)}};
            expect_fine(plan, plan);
        }
    }
}

}  // namespace
