// Events: found when they happen, to the last digits, and nothing else found.
#include "polhode/simulate/event.hpp"

#include "polhode/error.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using std::numbers::pi;

/// A free symmetric top. Its axis circles L at the rate |L|/I₁ and the angle ϑ, cos ϑ = Π₃/|L|; with a
/// direction at the angle β from L, in whose plane it starts, it makes the angle α when
///     cos(|L|t/I₁) = (cos α − cos ϑ cos β)/(sin ϑ sin β).
struct CirclingAxis {
    Problem problem{.name = "circling",
                    .description = "",
                    .body = Body::from_moments({2, 2, 3}),
                    .torque = core::NoTorque{},
                    .initial = {Quaterniond(0.8, 0, 0.6, 0), {1.2, 0, 2.1}},
                    .defaults = {20, 0.1},
                    .references = {}};
    double rate = problem.initial.momentum.norm() / 2;
    double period = 2 * pi / rate;
    double theta = std::acos(2.1 / problem.initial.momentum.norm());
    double beta = 0.7;

    Vector3d direction() const {
        const Vector3d l = problem.initial.spatial_momentum().normalized(),
                       axis = problem.initial.attitude * Vector3d::UnitZ();
        return std::cos(beta) * l + std::sin(beta) * (axis - axis.dot(l) * l).normalized();
    }
    /// The first time at which the axis is at this angle from the direction: on its way out of the cone.
    double leaves(double angle) const {
        const double cosine =
            (std::cos(angle) - std::cos(theta) * std::cos(beta)) / (std::sin(theta) * std::sin(beta));
        return std::acos(cosine) / rate;
    }
};

std::vector<double> times_of(const Result& result) {
    std::vector<double> times;
    for (const EventRecord& event : result.events) times.push_back(event.time);
    return times;
}

TEST(AxisCone, IsCrossedWhenTheClosedFormSaysSo) {
    const CirclingAxis top;
    const double angle = 0.9, out = top.leaves(angle);
    for (const double step : {0.05, 0.3, 1.0}) {
        const Result result = simulate(
            top.problem, {.steps = FixedStep{step},
                          .events = {{"cone", axis_cone(Vector3d(0, 0, 2), 3 * top.direction(), angle)}}});
        std::vector<double> expected;
        for (int turn = 0; turn * top.period < 20; ++turn) {
            expected.push_back(turn * top.period + out);
            expected.push_back((turn + 1) * top.period - out);
        }
        std::erase_if(expected, [](double t) { return t > 20; });
        ASSERT_EQ(result.events.size(), expected.size()) << step;
        EXPECT_GT(expected.size(), 6U);
        for (std::size_t i = 0; i < expected.size(); ++i) {
            const EventRecord& event = result.events[i];
            EXPECT_NEAR(event.time, expected[i], 1e-12 * top.period) << step;
            EXPECT_EQ(event.rising, i % 2 == 0);
            EXPECT_EQ(event.name, "cone");
            const State exact = free_motion(top.problem.body, top.problem.initial).at(expected[i]);
            EXPECT_LT((event.state.attitude.coeffs() - exact.attitude.coeffs()).norm(), 1e-12);
            EXPECT_LT((event.state.momentum - exact.momentum).norm(), 1e-12);
        }
        EXPECT_EQ(result.time, 20);
        EXPECT_FALSE(result.ended_by);
    }
}

TEST(AxisPlane, IsACone) {
    const CirclingAxis top;
    const Vector3d normal = top.direction();
    const Result plane =
                     simulate(top.problem, {.events = {{"plane", axis_plane(Vector3d::UnitX(), normal)}}}),
                 cone = simulate(top.problem,
                                 {.events = {{"cone", axis_cone(Vector3d::UnitX(), normal, pi / 2)}}});
    ASSERT_EQ(plane.events.size(), cone.events.size());
    EXPECT_GT(plane.events.size(), 2U);
    for (std::size_t i = 0; i < plane.events.size(); ++i) {
        EXPECT_NEAR(plane.events[i].time, cone.events[i].time, 1e-13);
        EXPECT_NE(plane.events[i].rising, cone.events[i].rising);
    }
}

/// A body that is spun up about a principal axis: ω = t T/I.
Problem spun_up() {
    return {.name = "spun-up",
            .description = "",
            .body = Body::from_moments({1, 2, 2.5}),
            .torque = core::ConstantBodyTorque{{0, 0, 0.5}},
            .initial = {},
            .defaults = {10, 0.3},
            .references = {}};
}

TEST(Thresholds, AreMetWhenTheClosedFormSaysSo) {
    const Problem p = spun_up();
    const double w = 1.1, t = w * 2.5 / 0.5, energy_of_w = 0.5 * 2.5 * w * w;
    const Result result = simulate(p, {.events = {{"rate", rate_above(p.body, w)},
                                                  {"kinetic", kinetic_energy_above(p.body, energy_of_w)},
                                                  {"total", energy_above(p.body, p.torque, energy_of_w)},
                                                  {"never", rate_above(p.body, 100)}}});
    ASSERT_EQ(result.events.size(), 3U);
    for (const EventRecord& event : result.events) {
        EXPECT_NEAR(event.time, t, 1e-12);
        EXPECT_NEAR(event.state.momentum.z(), 2.5 * w, 1e-12);
    }
}

TEST(Thresholds, TotalEnergyHasThePotential) {
    const Problem& top = problem("slow-top");
    const EventFunction above = energy_above(top.body, top.torque, 3);
    EXPECT_NEAR(above(0, top.initial), 12.5 + 20 * std::cos(0.05) - 3, 1e-14);
}

// --- which of them ------------------------------------------------------------------------------------------------

/// sin(ct), at any state.
EventFunction sine(double c) {
    return [c](double t, const State&) { return std::sin(c * t); };
}

TEST(Events, AreFilteredByTheirDirection) {
    const CirclingAxis top;
    const auto times = [&](Crossing crossing) {
        return times_of(simulate(top.problem, {.end = 10, .events = {{"sine", sine(1), crossing}}}));
    };
    const std::vector<double> rising = times(Crossing::rising), falling = times(Crossing::falling),
                              both = times(Crossing::both);
    ASSERT_EQ(rising.size(), 1U);
    ASSERT_EQ(falling.size(), 2U);
    ASSERT_EQ(both.size(), 3U);
    EXPECT_NEAR(rising[0], 2 * pi, 1e-14);
    EXPECT_NEAR(falling[0], pi, 1e-14);
    EXPECT_NEAR(falling[1], 3 * pi, 1e-14);
    EXPECT_EQ(both, (std::vector{falling[0], rising[0], falling[1]}));
}

TEST(Events, AtTheStartDoNotFire) {
    const CirclingAxis top;
    // exactly zero, and zero up to rounding from either side
    for (const double shift : {0.0, 1e-16, -1e-16}) {
        const EventFunction g = [shift](double t, const State&) { return std::sin(t) + shift; };
        const Result result = simulate(top.problem, {.end = 4, .events = {{"sine", g}}});
        ASSERT_EQ(result.events.size(), 1U) << shift;
        EXPECT_NEAR(result.events[0].time, pi, 1e-14);
    }
}

TEST(Events, SeveralInAStepAreFoundAndComeInOrder) {
    const CirclingAxis top;
    const Result result = simulate(
        top.problem, {.steps = FixedStep{4}, .end = 4, .events = {{"b", sine(1)}, {"a", sine(2.5)}}});
    const std::vector<double> expected{pi / 2.5, 2 * pi / 2.5, pi, 3 * pi / 2.5};
    ASSERT_EQ(result.events.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) EXPECT_NEAR(result.events[i].time, expected[i], 4e-15);
    EXPECT_EQ(result.events[2].name, "b");
}

TEST(Events, OnTheEndOfAStepFireOnce) {
    const CirclingAxis top;
    const EventFunction g = [](double t, const State&) { return t - 0.5; };
    const Result result =
        simulate(top.problem, {.steps = FixedStep{0.25}, .end = 1, .events = {{"half", g}}});
    ASSERT_EQ(result.events.size(), 1U);
    EXPECT_EQ(result.events[0].time, 0.5);
}

// --- the end of a run -----------------------------------------------------------------------------------------

TEST(TerminalEvent, EndsTheRunWithItsState) {
    const CirclingAxis top;
    const double out = top.leaves(0.9);
    std::vector<Sample> samples;
    const Result result = simulate(
        top.problem,
        {.steps = FixedStep{0.3},
         .every_time = 0.1,
         .events = {{"out", axis_cone(Vector3d::UnitZ(), top.direction(), 0.9), Crossing::rising, true},
                    {"before", [&](double t, const State&) { return t - out + 0.01; }},
                    {"after", [&](double t, const State&) { return t - out - 0.01; }}}},
        {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    EXPECT_TRUE(result.complete);
    ASSERT_TRUE(result.ended_by);
    EXPECT_EQ(*result.ended_by, "out");
    EXPECT_NEAR(result.time, out, 1e-12);
    EXPECT_EQ(result.steps, std::ceil(out / result.step));
    ASSERT_EQ(result.events.size(), 2U);
    EXPECT_EQ(result.events[0].name, "before");
    EXPECT_EQ(result.events[1].state.momentum, result.final_state.momentum);
    EXPECT_EQ(samples.back().time, result.time);
    EXPECT_EQ(samples.back().state.attitude.coeffs(), result.final_state.attitude.coeffs());
    EXPECT_EQ(samples.size(), 2U + static_cast<std::size_t>(out / 0.1));
    for (std::size_t i = 1; i < samples.size(); ++i) EXPECT_GT(samples[i].time, samples[i - 1].time);
    EXPECT_LT(result.conservation.momentum->max_error, 1e-14);
}

TEST(TerminalEvent, OfATorquedBodyMeetsItsThreshold) {
    // the axis of the slow top falls from 0.05 to 0.5 and further
    const Problem& top = problem("slow-top");
    const auto fall = [&](const char* method, double step) {
        return simulate(top, {.method = method,
                              .steps = FixedStep{step},
                              .events = {{"fallen", axis_cone(Vector3d::UnitZ(), Vector3d::UnitZ(), 0.5),
                                          Crossing::rising, true}}});
    };
    const Result coarse = fall("se6-rkn", 0.02), fine = fall("taylor-20", 0.005), second = fall("se", 0.01);
    EXPECT_TRUE(coarse.ended_by && fine.ended_by && second.ended_by);
    EXPECT_NEAR(coarse.time, fine.time, 1e-11);
    EXPECT_NEAR(second.time, fine.time, 1e-4);
    EXPECT_LT(fine.time, 20);
    EXPECT_GT(coarse.torque_evaluations, 0);
}

TEST(Events, LeaveTheStepsAsTheyAre) {
    const Problem& top = problem("slow-top");
    for (const char* method : {"se", "liemid-i", "abm4-naive", "taylor-20"}) {
        const Result plain = simulate(top, {.method = method, .end = 3}),
                     seen = simulate(top, {.method = method, .end = 3, .events = {{"sine", sine(4)}}});
        EXPECT_EQ(plain.final_state.attitude.coeffs(), seen.final_state.attitude.coeffs()) << method;
        EXPECT_EQ(plain.final_state.momentum, seen.final_state.momentum) << method;
        EXPECT_EQ(plain.conservation.energy->error_slope, seen.conservation.energy->error_slope);
    }
    const Result plain = simulate(top, {.end = 3}),
                 seen = simulate(top, {.end = 3, .events = {{"sine", sine(4)}}});
    EXPECT_EQ(seen.torque_evaluations, plain.torque_evaluations + seen.steps + 1) << "the ends of steps";
}

// --- errors -------------------------------------------------------------------------------------------------------

template <class Function>
std::string message(const Function& function) {
    try {
        function();
    } catch (const std::exception& error) {
        return error.what();
    }
    return "";
}

TEST(Events, SayWhatIsWrong) {
    const CirclingAxis top;
    EXPECT_EQ(message([&] { simulate(top.problem, {.events = {{"", sine(1)}}}); }),
              "event: its name is empty, expected one");
    EXPECT_EQ(message([&] { simulate(top.problem, {.events = {{"x", {}}}}); }),
              "event \"x\": it has no function, expected one");
    const EventFunction root = [](double t, const State&) { return std::sqrt(0.25 - t); };
    EXPECT_THROW(simulate(top.problem, {.steps = FixedStep{0.5}, .events = {{"x", root}}}), RunError);
    EXPECT_EQ(message([&] {
                  simulate(top.problem, {.steps = FixedStep{1}, .end = 1, .events = {{"x", root}}});
              }).substr(0, 26),
              "event \"x\": its function is");
    EXPECT_EQ(message([] { axis_cone({0, 0, 0}, {0, 0, 1}, 1); }),
              "axis: (0, 0, 0), expected a finite vector other than zero");
    EXPECT_EQ(message([] { axis_cone({0, 0, 1}, {0, 0, 1}, 4); }), "angle: 4, expected one from 0 to π");
    EXPECT_EQ(try_axis_cone({0, 0, 1}, {0, 0, 0}, 1).error().field, "direction");
    EXPECT_EQ(try_axis_plane({0, 0, 0}, {0, 0, 1}).error().field, "axis");
}

}  // namespace
