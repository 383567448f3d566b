// Runs in pieces: torques that jump at breakpoints, impulses, events that change the state.
#include "simulate/pieces.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/samples_of.hpp"
#include "support/true_motion.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;
using test::distance;
using test::samples_of;

const core::ConstantBodyTorque burn{.torque = {0.04, 0.03, -0.02}};

/// A thruster that burns for thirty seconds, on a body without symmetry.
Problem thruster() {
    Problem p{.name = "thruster", .body = Body::from_moments({1, 2, 2.5})};
    p.torque = TorqueSum{{{burn, "burn", {{0, 30}}}}};
    p.initial = {Quaterniond(0.8, 0.6, 0, 0), {0.3, 0.2, 0.4}};
    p.defaults = {45, 0.7};
    return p;
}

/// Moves a state by series of high order under one torque; knows nothing of pieces.
State moved(const Problem& p, const Torque& torque, const State& from, double t, double to) {
    State state = from;
    Integrator(taylor_flow(24, 1e-17), p.body, torque).step(state, t, to - t);
    return state;
}

State end_of_thruster(const Problem& p) {
    return moved(p, core::NoTorque{}, moved(p, burn, p.initial, 0, 30), 30, 45);
}

State end_of(const Problem& p, const std::string& method, const StepChoice& steps, double end) {
    return simulate(p, {.method = method, .steps = steps, .end = end}).final_state;
}

class ThrusterOrder : public testing::TestWithParam<const char*> {};

TEST_P(ThrusterOrder, IsTheMethods) {
    const Problem p = thruster();
    const State truth = end_of_thruster(p);
    const Sheet& sheet = method(GetParam()).sheet;
    const int order = std::min(sheet.order_attitude, sheet.order_momentum);
    std::vector<double> errors;
    for (double step = 0.7; step > 0.02 && (errors.empty() || errors.back() > 2e-11); step /= 2)
        errors.push_back(distance(end_of(p, GetParam(), FixedStep{step}, 45), truth));
    ASSERT_GE(errors.size(), 2U);
    if (errors.back() < 2e-11 && errors.size() > 2) errors.pop_back();  // round-off takes part in it
    const double ratio = errors[errors.size() - 2] / errors.back();
    EXPECT_GT(std::log2(ratio), order - 0.3) << errors.back();
}

INSTANTIATE_TEST_SUITE_P(Pieces, ThrusterOrder,
                         testing::Values("se", "se4-rkn", "se6-rkn", "rkmk-rk4", "rkmk-gauss4", "buss4", "sw",
                                         "abm4-naive", "trap", "akw"));

TEST(Thruster, IsFollowedToRoundOffBySeries) {
    const Problem p = thruster();
    EXPECT_LT(distance(end_of(p, "taylor-20", FixedStep{0.7}, 45), end_of_thruster(p)), 1e-12);
    EXPECT_LT(distance(end_of(p, "taylor-20", AutomaticSteps{}, 45), end_of_thruster(p)), 1e-12);
}

TEST(Thruster, KeepsTheErrorOfVariableSteps) {
    const Problem p = thruster();
    const Result run = simulate(p, {.method = "rkmk-rk4", .steps = ErrorPerStep{1e-9}, .end = 45});
    EXPECT_EQ(run.pieces, 2);
    EXPECT_LT(distance(run.final_state, end_of_thruster(p)), 3e-9 * static_cast<double>(run.steps));
    // the step goes on with its length: no more than one short step, at each of two ends
    EXPECT_GT(run.variable->smallest, 0.2 * run.variable->largest);
    const Problem coast = [&] {
        Problem q = p;
        q.torque = TorqueSum{{{burn, "burn", {{3, 4}, {5.5, 7}}}}};
        return q;
    }();
    State truth = moved(p, core::NoTorque{}, p.initial, 0, 3);
    truth = moved(p, burn, truth, 3, 4);
    truth = moved(p, core::NoTorque{}, truth, 4, 5.5);
    truth = moved(p, burn, truth, 5.5, 7);
    truth = moved(p, core::NoTorque{}, truth, 7, 9);
    EXPECT_LT(distance(end_of(coast, "se", ReversibleSteps{0.01}, 9), truth), 1e-5);
    EXPECT_LT(distance(end_of(coast, "se4-rkn", ErrorPerStep{1e-12}, 9), truth), 1e-10);
}

TEST(Pieces, DivideTheRunIntoEqualSteps) {
    const Problem p = thruster();
    std::vector<double> times;
    for (const Sample& s : samples_of(p, {.method = "se", .steps = FixedStep{8}, .end = 45}))
        times.push_back(s.time);
    EXPECT_EQ(times, (std::vector<double>{0, 7.5, 15, 22.5, 30, 37.5, 45}));
    const Result run = simulate(p, {.method = "se", .steps = FixedStep{8}, .end = 45});
    EXPECT_EQ(run.steps, 6);
    EXPECT_EQ(run.pieces, 2);
    EXPECT_EQ(run.step, 7.5);
    EXPECT_EQ(run.requested_step, 8);
    EXPECT_TRUE(run.step_shortened);
    // a count is one of equal steps: at least so many
    EXPECT_EQ(simulate(p, {.method = "se", .steps = StepCount{9}, .end = 45}).steps, 9);
    EXPECT_EQ(simulate(p, {.method = "se", .steps = StepCount{10}, .end = 45}).steps, 11);
}

TEST(Pieces, AreNotMadeByBreakpointsOutsideTheRun) {
    Problem p = thruster();
    p.torque = TorqueSum{{{burn, "burn", {{-5, 0}, {45, 60}}}}};
    const Result run = simulate(p, {.method = "se", .steps = FixedStep{0.5}, .end = 45});
    EXPECT_EQ(run.pieces, 1);
    // and neither window touches it
    EXPECT_LT(distance(run.final_state, moved(p, core::NoTorque{}, p.initial, 0, 45)), 1e-12);
}

TEST(Pieces, MayBeShorterThanAStep) {
    Problem p = thruster();
    p.torque = TorqueSum{{{burn, "burn", {{1.01, 1.02}}}}};
    State truth = moved(p, core::NoTorque{}, p.initial, 0, 1.01);
    truth = moved(p, core::NoTorque{}, moved(p, burn, truth, 1.01, 1.02), 1.02, 3);
    EXPECT_LT(distance(end_of(p, "se", FixedStep{0.5}, 3), truth), 1e-9);
}

TEST(Pieces, MayBeMany) {
    Problem p = thruster();
    std::vector<TimeSpan> windows;
    for (int k = 0; k < 20000; ++k) windows.push_back({k * 0.01, k * 0.01 + 0.004});
    p.torque = TorqueSum{{{burn, "pulses", windows}}};
    const Result run = simulate(p, {.method = "se", .steps = FixedStep{1}, .end = 200});
    EXPECT_EQ(run.pieces, 40000);
    EXPECT_EQ(run.steps, 40000);
}

TEST(Pieces, TakeBreakpointsOfAFunction) {
    Problem p = thruster();
    CustomTorque f = body_torque([](double t, const Quaterniond&) {
        return t < 30 ? Vector3d(0.04, 0.03, -0.02) : Vector3d(0, 0, 0);
    });
    const State truth = end_of_thruster(p);
    p.torque = f;
    const double across = distance(end_of(p, "rkmk-rk4", FixedStep{0.13}, 45), truth);
    f.breakpoints = {30};
    p.torque = f;
    const double placed = distance(end_of(p, "rkmk-rk4", FixedStep{0.13}, 45), truth);
    EXPECT_GT(across, 1e-4);
    EXPECT_LT(placed, 1e-5);
}

/// A piece has fewer steps than the start of a multistep formula makes at once.
TEST(Pieces, AreNotLookedBeyondByAStart) {
    const std::vector<double> breakpoints{0.05, 0.07, 0.5, 0.6, 0.9};
    for (const std::string name : {"multistep-8", "multistep-24", "multistep-16-wide"}) {
        Problem p = thruster();
        double latest = 0;
        bool went_back = false;
        const auto piece_of = [&](double t) {
            return std::ranges::lower_bound(breakpoints, t - 1e-12) - breakpoints.begin();
        };
        CustomTorque f = body_torque([&](double t, const Quaterniond&) {
            // at a breakpoint both pieces ask
            const bool at_one =
                std::ranges::any_of(breakpoints, [&](double b) { return std::abs(t - b) < 1e-12; });
            if (!at_one) {
                went_back = went_back || piece_of(t) < piece_of(latest);
                latest = t;
            }
            return Vector3d(0.4 * std::cos(t), 0.3, -0.2);
        });
        f.breakpoints = breakpoints;
        p.torque = f;
        const State end = end_of(p, name, FixedStep{0.01}, 1);
        EXPECT_FALSE(went_back) << name;
        EXPECT_LT(distance(end, end_of(p, "dop853", FixedStep{0.01}, 1)), 1e-12) << name;
    }
}

TEST(Pieces, AreFollowedByDenseOutput) {
    const Problem p = thruster();
    const std::vector<double> times{10, 29.9, 30, 30.1, 44};
    std::vector<Sample> seen =
        samples_of(p, {.method = "rkmk-gauss6", .steps = FixedStep{0.7}, .end = 45, .times = times});
    ASSERT_EQ(seen.size(), times.size() + 2);
    for (std::size_t i = 0; i < times.size(); ++i) {
        const double t = times[i];
        const State truth = t <= 30 ? moved(p, burn, p.initial, 0, t)
                                    : moved(p, core::NoTorque{}, moved(p, burn, p.initial, 0, 30), 30, t);
        EXPECT_EQ(seen[i + 1].time, t);
        EXPECT_LT(distance(seen[i + 1].state, truth), 2e-6) << t;
    }
    // far apart steps too, within which the method itself steps
    seen = samples_of(p, {.method = "se", .steps = FixedStep{15}, .end = 45, .times = {31, 40}});
    const State there = seen[1].state;
    EXPECT_LT(distance(seen[2].state, moved(p, core::NoTorque{}, there, 31, 40)), 1e-11);
}

TEST(Pieces, HaveNoEnergyWhereTheTorqueActsAtTimes) {
    const Problem p = thruster();
    for (const Sample& s : samples_of(p, {.method = "se", .steps = FixedStep{1}, .end = 45}))
        EXPECT_FALSE(s.energy);
    const Result run = simulate(p, {.method = "se", .steps = FixedStep{1}, .end = 45});
    EXPECT_FALSE(run.conservation.energy);
    EXPECT_FALSE(run.energy_final);
}

TEST(Impulse, ChangesTheMomentumInItsFrame) {
    Problem p = thruster();
    p.torque = core::NoTorque{};
    p.impulses = {{.time = 2, .momentum = {0, 0.5, 0}, .frame = Frame::space, .name = "second"},
                  {.time = 1, .momentum = {0.1, 0, 0.2}, .frame = Frame::body, .name = "first"}};
    State truth = moved(p, core::NoTorque{}, p.initial, 0, 1);
    truth.momentum += Vector3d(0.1, 0, 0.2);
    truth = moved(p, core::NoTorque{}, truth, 1, 2);
    const State before = truth;
    truth.momentum += truth.attitude.conjugate() * Vector3d(0, 0.5, 0);
    const State after = truth;
    truth = moved(p, core::NoTorque{}, truth, 2, 3);
    const Result run = simulate(p, {.method = "se", .steps = FixedStep{0.3}, .end = 3});
    EXPECT_LT(distance(run.final_state, truth), 1e-13);
    EXPECT_EQ(run.pieces, 3);
    ASSERT_EQ(run.impulses.size(), 2U);
    EXPECT_EQ(run.impulses[0].name, "first");
    EXPECT_EQ(run.impulses[1].time, 2);
    EXPECT_LT(distance(run.impulses[1].before, before), 1e-13);
    EXPECT_LT(distance(run.impulses[1].after, after), 1e-13);
    // the change is no error of the method
    EXPECT_LT(run.conservation.momentum->max_error, 1e-14);
    EXPECT_LT(run.conservation.energy->max_error, 1e-14);
    EXPECT_GT(*run.energy_final, *run.energy_initial + 0.01);
    const Result projected = simulate(p, {.method = "rkmk-rk4+energy", .steps = FixedStep{0.3}, .end = 3});
    EXPECT_LT(distance(projected.final_state, truth), 1e-3);
    EXPECT_LT(projected.conservation.energy->max_error, 1e-13);
}

TEST(Impulse, HappensBeforeTheSampleOfItsTime) {
    Problem p = thruster();
    p.torque = core::NoTorque{};
    p.body = Body::from_moments({1, 1, 1});
    for (const double t : {0.0, 1.0, 2.0}) p.impulses.push_back({.time = t, .momentum = {0, 0, 1}});
    p.impulses.push_back({.time = 5, .momentum = {0, 0, 1}});  // after the end
    const double z = p.initial.momentum.z();
    const auto z_at = [](const std::vector<Sample>& samples, double t) {
        for (const Sample& s : samples)
            if (s.time == t) return s.state.momentum.z();
        return std::nan("");
    };
    const auto by_steps = samples_of(p, {.method = "se", .steps = FixedStep{0.25}, .end = 2});
    const auto by_times =
        samples_of(p, {.method = "se", .steps = FixedStep{0.25}, .end = 2, .times = {0.9, 1, 1.1}});
    EXPECT_EQ(by_steps.size(), 9U);
    EXPECT_NEAR(z_at(by_steps, 0), z + 1, 1e-14);
    EXPECT_NEAR(z_at(by_steps, 0.75), z + 1, 1e-14);
    EXPECT_NEAR(z_at(by_steps, 1), z + 2, 1e-14);
    EXPECT_NEAR(z_at(by_steps, 2), z + 3, 1e-14);
    EXPECT_NEAR(z_at(by_times, 0.9), z + 1, 1e-14);
    EXPECT_NEAR(z_at(by_times, 1), z + 2, 1e-14);
    EXPECT_NEAR(z_at(by_times, 1.1), z + 2, 1e-14);
    EXPECT_EQ(simulate(p, {.method = "se", .steps = FixedStep{0.25}, .end = 2}).impulses.size(), 3U);
    EXPECT_EQ(simulate(p, {.method = "se", .steps = FixedStep{0.25}, .end = 0}).impulses.size(), 1U);
}

TEST(Impulse, IsRefusedAtANegativeTime) {
    Problem p = thruster();
    p.impulses = {{.time = -1, .momentum = {0, 0, 1}}};
    EXPECT_THROW(simulate(p, {.end = 1}), InputError);
    p.impulses = {{.time = 1, .momentum = {0, 0, std::nan("")}}};
    EXPECT_THROW(simulate(p, {.end = 1}), InputError);
}

TEST(Impulse, MayBeAnEvent) {
    Problem p = thruster();
    p.torque = core::NoTorque{};
    p.impulses = {{.time = 1, .momentum = {5, 0, 0}}};
    const Result run =
        simulate(p, {.method = "se",
                     .steps = FixedStep{0.3},
                     .end = 3,
                     .events = {{.name = "fast", .function = rate_above(p.body, 2), .terminal = true}}});
    ASSERT_EQ(run.events.size(), 1U);
    EXPECT_EQ(run.events[0].time, 1);
    EXPECT_TRUE(run.events[0].rising);
    EXPECT_EQ(run.time, 1);
}

/// Through a window that opens and closes, and impulses in both frames.
TEST(Pieces, HaveSensitivitiesThatAreDifferences) {
    Problem p = thruster();
    p.torque = TorqueSum{{{core::HeavyTop{.weight_moment = 0.5}, "weight", {{0.5, 1.7}}}, {burn}}};
    p.impulses = {{.time = 0, .momentum = {0.1, 0, 0}, .frame = Frame::space},
                  {.time = 1.2, .momentum = {0, 0.3, 0.1}, .frame = Frame::space},
                  {.time = 2, .momentum = {0, 0.1, 0.1}, .frame = Frame::body}};
    for (const StepChoice& steps : {StepChoice(FixedStep{0.1}), StepChoice(ErrorPerStep{1e-9})})
        for (const double end : {2.0, 2.55}) {
            const Plan plan{.method = "se4-rkn", .steps = FixedStep{0.1}, .end = end};
            Plan with = plan;
            with.steps = steps;
            with.sensitivity = true;
            const TransitionMatrix phi = *simulate(p, with).transition;
            const double d = 1e-5;
            for (int j = 0; j < 6; ++j) {
                const auto varied = [&](double sign) {
                    Problem q = p;
                    Vector3d turn = Vector3d::Zero();
                    if (j < 3) {
                        turn[j] = sign * d;
                        q.initial.attitude = q.initial.attitude
                                           * Quaterniond(Eigen::AngleAxisd(turn.norm(), turn / turn.norm()));
                    } else {
                        q.initial.momentum[j - 3] += sign * d;
                    }
                    return simulate(q, plan).final_state;
                };
                const State a = varied(-1), b = varied(1);
                const Vector3d rho = (b.momentum - a.momentum) / (2 * d);
                const Quaterniond turned = a.attitude.conjugate() * b.attitude;
                const Vector3d xi = 2 * (turned.w() < 0 ? -1 : 1) * turned.vec() / (2 * d);
                EXPECT_LT((phi.block<3, 1>(3, j) - rho).norm(), 1e-6) << end << ' ' << j;
                EXPECT_LT((phi.block<3, 1>(0, j) - xi).norm(), 1e-6) << end << ' ' << j;
            }
        }
}

/// A wheel about one axis, between two stops.
struct Stops {
    Problem problem{.name = "stops", .body = Body::from_moments({1, 1.5, 2})};
    Plan plan{.method = "se", .steps = FixedStep{0.1}, .end = 20};

    Stops() {
        problem.initial = {Quaterniond::Identity(), {0, 0, 2}};  // ω = 1
        const StateChange bounce = reflection(problem.body, {0, 0, 1});
        // the body's x axis within 0.5 of x, in the plane of x and y
        plan.events = {{.name = "stop",
                        .function = axis_cone({1, 0, 0}, {1, 0, 0}, 0.5),
                        .crossing = Crossing::rising,
                        .change = bounce}};
    }
};

TEST(Reflection, BouncesBetweenTwoStops) {
    const Stops stops;
    const Result run = simulate(stops.problem, stops.plan);
    // at 0.5, and then every 1
    ASSERT_EQ(run.events.size(), 20U);
    for (std::size_t k = 0; k < run.events.size(); ++k) {
        EXPECT_NEAR(run.events[k].time, 0.5 + static_cast<double>(k), 1e-12);
        ASSERT_TRUE(run.events[k].after);
        EXPECT_NEAR(run.events[k].after->momentum.z(), -run.events[k].state.momentum.z(), 1e-14);
    }
    EXPECT_LT(run.conservation.energy->max_error, 1e-13);
    EXPECT_NEAR(*run.energy_final, *run.energy_initial, 1e-13);
}

TEST(Reflection, KeepsTheEnergyOfAnyBody) {
    const Body body = Body::from_moments({1, 1.5, 2});
    const State state{Quaterniond(0.8, 0.6, 0, 0), {1, -2, 0.5}};
    for (const Frame frame : {Frame::body, Frame::space}) {
        const Vector3d n = Vector3d(1, 2, -1).normalized();
        const State after = reflection(body, 3 * n, frame)(state);
        const Vector3d along = frame == Frame::body ? n : Vector3d(state.attitude.conjugate() * n);
        EXPECT_NEAR(body.kinetic_energy(after), body.kinetic_energy(state), 1e-14);
        EXPECT_NEAR(body.angular_velocity(after.momentum).dot(along),
                    -body.angular_velocity(state.momentum).dot(along), 1e-14);
        EXPECT_LT((after.momentum - state.momentum).cross(along).norm(), 1e-14);
    }
    const Body ball = Body::from_moments({2, 2, 2});
    const Vector3d n(0, 0.6, 0.8), L = state.spatial_momentum();
    EXPECT_LT((reflection(ball, n)(state).spatial_momentum() - (L - 2 * L.dot(n) * n)).norm(), 1e-14);
    EXPECT_THROW(reflection(ball, {0, 0, 0}), InputError);
}

/// A body with a rotor or a wheel about its axis of rotation whose momentum falls, h = 0.5 − 0.3 t: ω = 0.75 + 0.15 t
/// until it has turned by 0.5, and the opposite after it.
TEST(Reflection, KnowsTheMomentumOfRotorsAndWheelsAtItsTime) {
    Stops with_rotor, with_wheel;
    with_rotor.problem.body = with_rotor.problem.body.with_rotor({{0, 0, 0.5}, {0, 0, -0.3}});
    with_wheel.problem.wheels = {{.axis = {0, 0, 1}, .momentum = 0.5}};
    with_wheel.problem.control =
        sampled_control(0.5, [](double, const State&, const Vector3d&) { return Vector3d(0, 0, 0.3); });
    for (const Stops* stops : {&with_rotor, &with_wheel}) {
        const Result run = simulate(stops->problem, stops->plan);
        const double time = (std::sqrt(0.75 * 0.75 + 0.15) - 0.75) / 0.15, rate = 0.75 + 0.15 * time;
        ASSERT_FALSE(run.events.empty());
        EXPECT_NEAR(run.events[0].time, time, 1e-12);
        ASSERT_TRUE(run.events[0].after);
        EXPECT_NEAR(run.events[0].state.momentum.z(), 2, 1e-14);
        EXPECT_NEAR(run.events[0].after->momentum.z(), -2 * rate + 0.5 - 0.3 * time, 1e-12);
    }
}

TEST(ChangingEvent, IsSeenBySamplesAndOtherEvents) {
    Stops stops;
    stops.plan.end = 0.8;
    stops.plan.times = {0.4, 0.48, 0.52, 0.7};
    stops.plan.events.push_back({.name = "also", .function = stops.plan.events[0].function});
    std::vector<Sample> samples;
    const Result run =
        simulate(stops.problem, stops.plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    ASSERT_EQ(samples.size(), 6U);
    const auto angle = [](const Sample& s) {
        const Vector3d x = s.state.attitude * Vector3d::UnitX();
        return std::atan2(x.y(), x.x());
    };
    EXPECT_NEAR(angle(samples[1]), 0.4, 1e-12);
    EXPECT_NEAR(angle(samples[2]), 0.48, 1e-12);
    EXPECT_NEAR(angle(samples[3]), 0.48, 1e-12);
    EXPECT_NEAR(angle(samples[4]), 0.3, 1e-12);
    ASSERT_EQ(run.events.size(), 2U);  // the other one at the same time
    EXPECT_NEAR(run.events[1].time, 0.5, 1e-12);
    for (const StepChoice& steps : {StepChoice(ErrorPerStep{1e-10}), StepChoice(ReversibleSteps{0.1})}) {
        stops.plan.steps = steps;
        EXPECT_EQ(simulate(stops.problem, stops.plan).events.size(), 2U);
    }
}

TEST(ChangingEvent, ThatDoesNotLeadAwayIsAnError) {
    // a weak torque drives the body against a stop that takes ever less of its speed back
    Stops stops;
    stops.problem.torque = core::ConstantBodyTorque{.torque = {0, 0, 3}};
    stops.plan.events[0].change = [](const State& s) { return State{s.attitude, -0.5 * s.momentum}; };
    try {
        simulate(stops.problem, stops.plan);
        FAIL();
    } catch (const RunError& error) {
        EXPECT_NE(std::string(error.what()).find("event \"stop\" changes the state"), std::string::npos);
    }
    Stops broken;
    broken.plan.events[0].change = [](const State& s) { return State{s.attitude, {0, 0, std::nan("")}}; };
    EXPECT_THROW(simulate(broken.problem, broken.plan), RunError);
}

TEST(ChangingEvent, IsRefusedWithWhatCannotFollowIt) {
    Stops stops;
    stops.plan.sensitivity = true;
    EXPECT_THROW(simulate(stops.problem, stops.plan), InputError);
    stops.plan.sensitivity = false;
    stops.plan.steps = ToTolerance{1e-6};
    EXPECT_FALSE(resolve(stops.problem, stops.plan));
}

/// ẇ = u with u = −c w held over each step: w falls by 1 − c h = 0.9 in each.
struct RateDamper {
    Eigen::Vector3d u{0, 0, 0};
    Integrator integrator;

    explicit RateDamper(const std::string& name)
        : integrator(name, Body::from_moments({1, 1, 1}),
                     body_torque([this](double, const Quaterniond&) { return u; }),
                     State{Quaterniond::Identity(), {1, 0, 0}}) {}
    RateDamper(const RateDamper&) = delete;

    void step(bool announced) {
        u = -integrator.angular_velocity();
        if (announced) integrator.restart();
        integrator.advance(0.1);
    }
};

TEST(Restart, AnnouncesATorqueThatHasChanged) {
    for (const char* name : {"se", "se4-rkn", "rkmk-rk4", "akw", "sw", "abm4-naive"}) {
        RateDamper damper(name);
        for (int n = 0; n < 10; ++n) damper.step(true);
        EXPECT_NEAR(damper.integrator.state().momentum.x(), 0.348678, 1e-6) << name;
    }
}

TEST(Restart, IsMissedByTheCheckOfCarriedTorques) {
    RateDamper silent("se");
    silent.step(false);
    silent.step(false);
    EXPECT_GT(std::abs(silent.integrator.state().momentum.x() - 0.81), 1e-3);  // wrong by half a step
    RateDamper checked("se");
    checked.integrator.check_carried_torques();
    checked.step(false);
    EXPECT_THROW(checked.step(false), RunError);
    RateDamper announced("se");
    announced.integrator.check_carried_torques();
    for (int n = 0; n < 10; ++n) EXPECT_NO_THROW(announced.step(true));
    EXPECT_NEAR(announced.integrator.state().momentum.x(), 0.348678, 1e-6);
}

TEST(Restart, OfAnHonestTorqueChangesNothing) {
    const Problem& top = problem("slow-top");
    Integrator plain("se", top.body, top.torque, top.initial),
        checked("se", top.body, top.torque, top.initial);
    checked.check_carried_torques();
    for (int n = 0; n < 20; ++n) {
        plain.advance(0.01);
        checked.advance(0.01);
        if (n % 3 == 0) checked.restart();
    }
    EXPECT_LT((plain.state().momentum - checked.state().momentum).norm(), 1e-14);
}

TEST(Integrator, TakesBreakpointsFromTheRightSide) {
    const Problem p = thruster();
    Integrator steps("rkmk-gauss4", p.body, p.torque, p.initial),
        there("rkmk-gauss4", p.body, p.torque, p.initial);
    steps.advance(0.5, 90);  // 30 is the end of a step
    there.advance_to(45, 0.5);
    EXPECT_LT(distance(steps.state(), there.state()), 1e-13);
    EXPECT_LT(distance(there.state(), end_of_thruster(p)), 1e-3);
    there.advance_to(45.3, 0.7);
    EXPECT_EQ(there.time(), 45.3);
    Integrator back("rkmk-gauss4", p.body, p.torque, there.state(), 45.3);
    back.advance_to(0, 0.1);
    EXPECT_LT(distance(back.state(), p.initial), 1e-3);
    EXPECT_FALSE(there.energy());
}

}  // namespace
