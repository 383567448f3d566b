/// Sampled control, wheels and impulses of many bodies: each as alone.
#include "polhode/ensemble/integrator.hpp"
#include "polhode/ensemble/run.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/environment.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/formula.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <random>

namespace polhode {
namespace {

using Eigen::Vector3d;

constexpr std::size_t count = 37;

/// With axes that are not the principal ones.
Body body() {
    Eigen::Matrix3d tensor;
    tensor << 2.5, 0.1, -0.2, 0.1, 2, 0.15, -0.2, 0.15, 1.4;
    return Body::from_tensor(tensor);
}

std::vector<State> starts() {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    std::vector<State> states;
    for (std::size_t k = 0; k < count; ++k)
        states.push_back(
            {Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized(),
             {normal(random), normal(random), normal(random)}});
    return states;
}

Ensemble many(const Problem& problem) {
    Ensemble bodies(count, problem.body, problem.torque);
    const std::vector<State> initial = starts();
    for (std::size_t k = 0; k < count; ++k) bodies.set_state(k, initial[k]);
    return bodies;
}

SteppingPlan plan_of(const Problem& problem, const char* method, double step) {
    return {.method = method,
            .step = step,
            .control = problem.control,
            .wheels = problem.wheels,
            .impulses = problem.impulses};
}

double distance(const State& a, const State& b) {
    return (a.attitude.coeffs() - b.attitude.coeffs()).norm() + (a.momentum - b.momentum).norm();
}

/// The largest distance of a body from what it does in a run of its own.
double from_single_runs(const Ensemble& bodies, Problem problem, const char* method, double step,
                        double end) {
    const std::vector<State> initial = starts();
    double most = 0;
    for (std::size_t k = 0; k < count; ++k) {
        problem.initial = initial[k];
        problem.torque = bodies.torque(k);
        problem.body = bodies.body(k);
        const Result alone =
            simulate(problem, {.method = method, .steps = FixedStep{step}, .end = end, .balance = false});
        most = std::max(most, distance(bodies.state(k), alone.final_state));
    }
    return most;
}

Control pd(double period = 0.25) {
    return {period, QuaternionPd{.target = fixed_target(Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5)),
                                 .kp = {2, 1.5, 1},
                                 .kd = {1.5, 1, 1},
                                 .limit = {0.8, 0.6, 0.4}}};
}
Control b_dot() {
    return {0.25, BDot{.gain = 2, .field = uniform_field({0.4, -0.3, 1}), .limit = {0.5, 0.5, 0.2}}};
}
Orbit orbit() { return Orbit::from({.semi_major_axis = 6.9e6, .inclination = 1.2}); }

struct Case {
    std::string name;
    Problem problem;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    const auto add = [&](std::string name, Torque torque, Control control) {
        all.push_back({std::move(name), {.body = body(), .torque = std::move(torque)}});
        all.back().problem.control = std::move(control);
    };
    add("pd", core::NoTorque{}, pd());
    add("pd beside a torque", core::HeavyTop{.weight_moment = 0.7}, pd());
    add("pd beside friction", core::Damping{.coefficient = {{{0.3, 0, 0}, {0, 0.2, 0}, {0, 0, 0.1}}}}, pd());
    add("b-dot", core::NoTorque{}, b_dot());
    add("b-dot on an orbit", core::NoTorque{},
        {0.25, BDot{.gain = 1e9, .field = dipole_field(orbit(), {.tilt = 0.2}), .limit = {2e4, 2e4, 2e4}}});
    add("a table", core::NoTorque{},
        {0.25, QuaternionPd{.target = table_target({0, 1, 2}, {Eigen::Quaterniond::Identity(),
                                                               Eigen::Quaterniond(0.5, 0.5, 0.5, 0.5),
                                                               Eigen::Quaterniond(0, 1, 0, 0)})
                                          .or_throw(),
                            .kp = {2, 2, 2},
                            .kd = {1, 1, 1}}});
    add("nadir", core::NoTorque{},
        {0.25, QuaternionPd{.target = nadir_target(orbit()), .kp = {2, 2, 2}, .kd = {1, 1, 1}}});
    add("a function with a memory", core::NoTorque{},
        sampled_control(0.25, [sum = Vector3d(0, 0, 0)](double, const State&, const Vector3d& rate) mutable {
            sum += 0.1 * rate;
            return Vector3d(-0.5 * rate - sum);
        }));
    Problem burn{
        .body = body(),
        .torque = TorqueSum{
            {{core::HeavyTop{.weight_moment = 0.7}, "top"},
             {core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}}, "burn", {{.from = 0.5, .to = 1.125}}}}}};
    burn.control = pd();
    burn.impulses = {{.time = 0, .momentum = {0.1, 0, 0}},
                     {.time = 0.75, .momentum = {0, 0.2, 0.1}, .frame = Frame::space},
                     {.time = 2, .momentum = {0, 0, -0.3}}};
    all.push_back({"control, impulses and a torque that jumps", burn});
    return all;
}

/// On every target, by methods of every kind, in one call and in several: bit by bit.
TEST(EnsembleControl, GivesEachBodyWhatItHasAlone) {
    for (const Case& c : cases())
        for (const Target target : available_targets())
            for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "trap", "liemid-ea", "buss4"}) {
                if (target != Target::one_by_one && !runs_on_lanes(method)) continue;
                Ensemble bodies = many(c.problem);
                SteppingPlan plan = plan_of(c.problem, method, 0.0625);
                plan.target = target;
                EnsembleIntegrator integrator(bodies, plan);
                integrator.advance(5);
                integrator.advance(1);
                integrator.advance(26);
                EXPECT_TRUE(integrator.failures().empty());
                EXPECT_EQ(from_single_runs(bodies, c.problem, method, 0.0625, 2), 0)
                    << c.name << ", " << method << ", " << name(target);
            }
}

/// The lengths of steps that are no sums of powers of two, and bodies that differ in all that may differ.
TEST(EnsembleControl, GivesBodiesThatDifferWhatTheyHaveAlone) {
    Problem problem{.body = body(), .torque = core::HeavyTop{.weight_moment = 0.7}};
    problem.control = pd(0.3);
    for (const Target target : available_targets()) {
        Ensemble bodies = many(problem);
        for (std::size_t k = 0; k < count; ++k) {
            const double x = 0.01 * static_cast<double>(k);
            bodies.set_moments(k, {1.4 + x, 2, 2.5 - x});
            bodies.set_parameters(k, std::vector<double>{0.5 + x});
        }
        SteppingPlan plan = plan_of(problem, "se4-rkn", 0.1);
        plan.target = target;
        EnsembleIntegrator(bodies, plan).advance(30);
        EXPECT_EQ(from_single_runs(bodies, problem, "se4-rkn", 0.1, 3), 0) << name(target);
    }
}

TEST(EnsembleControl, HasTheSameBitsOnAnyNumberOfThreads) {
    for (const Case& c : cases()) {
        std::vector<State> first;
        for (const int threads : {1, 2, 3, 7}) {
            Ensemble bodies = many(c.problem);
            SteppingPlan plan = plan_of(c.problem, "se", 0.125);
            plan.threads = threads;
            EnsembleIntegrator(bodies, plan).advance(20);
            for (std::size_t k = 0; k < count; ++k) {
                if (threads == 1) first.push_back(bodies.state(k));
                EXPECT_EQ(bodies.state(k).momentum, first[k].momentum) << c.name;
                EXPECT_EQ(bodies.state(k).attitude.coeffs(), first[k].attitude.coeffs()) << c.name;
            }
        }
    }
}

/// Each period takes a tenth of the rate: 0.9¹⁰.
TEST(EnsembleControl, HoldsItsTorqueFromCallToCall) {
    for (const Target target : available_targets()) {
        Ensemble bodies(11, Body::from_moments({1, 1, 1}), core::NoTorque{},
                        {Eigen::Quaterniond::Identity(), {1, 0, 0}});
        EnsembleIntegrator integrator(bodies, {.method = "se",
                                               .step = 0.1,
                                               .target = target,
                                               .control = Control{0.1, QuaternionPd{.kd = {1, 1, 1}}}});
        integrator.advance(10);
        for (std::size_t k = 0; k < 11; ++k) {
            EXPECT_NEAR(bodies.state(k).momentum.x(), 0.3486784401, 1e-14) << name(target);
            EXPECT_NEAR(integrator.command(k).value.x(), -std::pow(0.9, 9), 1e-14) << name(target);
            EXPECT_NEAR(integrator.angular_velocity(k).x(), 0.3486784401, 1e-14) << name(target);
        }
        EXPECT_TRUE(integrator.wheel_momenta(0).empty());
        EXPECT_THROW((void)integrator.command(11), InputError);
    }
}

/// The first call is at the start, whenever that is.
TEST(EnsembleControl, BeginsAtTheStart) {
    Ensemble bodies(3, Body::from_moments({1, 1, 1}));
    std::vector<double> times;
    EnsembleIntegrator integrator(
        bodies, {.method = "se",
                 .step = 0.5,
                 .start = 0.3,
                 .threads = 1,
                 .control = sampled_control(1, [&](double t, const State&, const Vector3d&) {
                     times.push_back(t);
                     return Vector3d(1, 0, 0);
                 })});
    integrator.advance(3);
    EXPECT_EQ(times, (std::vector<double>{0.3, 0.3, 0.3, 1.3, 1.3, 1.3}));
    EXPECT_NEAR(bodies.state(0).momentum.x(), 1.5, 1e-15);
}

/// Wheels, and what they hold at most: as alone to the error of the method, since a step is divided where one stops.
TEST(EnsembleControl, GivesEachBodyItsWheels) {
    Problem problem{.body = body()};
    problem.control = pd();
    problem.wheels = {{.axis = {1, 0, 0}, .momentum = 0.1, .friction = 0.05},
                      {.axis = {0, 1, 0}, .momentum = -0.2},
                      {.axis = {1, 1, 1}, .momentum = 0.3}};
    for (const char* method : {"se", "se4-rkn", "trap"}) {
        Ensemble bodies = many(problem);
        EnsembleIntegrator integrator(bodies, plan_of(problem, method, 0.0625));
        EXPECT_EQ(integrator.target(), Target::one_by_one);
        integrator.advance(7);
        integrator.advance(25);
        EXPECT_LT(from_single_runs(bodies, problem, method, 0.0625, 2), 1e-13) << method;
        const auto momenta = integrator.wheel_momenta(5);
        ASSERT_EQ(momenta.size(), 3U);
        Problem alone = problem;
        alone.initial = starts()[5];
        const Result result =
            simulate(alone, {.method = method, .steps = FixedStep{0.0625}, .end = 2, .balance = false});
        for (std::size_t i = 0; i < 3; ++i)
            EXPECT_NEAR(momenta[i], result.control->wheel_momenta[i], 1e-13) << method;
    }
    for (Wheel& wheel : problem.wheels) wheel.limit = 0.35;
    for (const auto& [step, bound] : {std::pair(0.0625, 2e-5), std::pair(0.03125, 2e-6)}) {
        Ensemble bodies = many(problem);
        EnsembleIntegrator integrator(bodies, plan_of(problem, "se4-rkn", step));
        const std::vector<Vector3d> before = [&] {
            std::vector<Vector3d> all;
            for (std::size_t k = 0; k < count; ++k) all.push_back(bodies.state(k).spatial_momentum());
            return all;
        }();
        integrator.advance(std::lround(2 / step));
        double most = 0;
        int full = 0;
        for (std::size_t k = 0; k < count; ++k) {
            EXPECT_LT((bodies.state(k).spatial_momentum() - before[k]).norm(), 1e-12) << "wheels are inside";
            for (const double h : integrator.wheel_momenta(k)) full += std::abs(h) == 0.35;
            Problem alone = problem;
            alone.initial = starts()[k];
            const Result fine = simulate(
                alone, {.method = "se4-rkn", .steps = FixedStep{1. / 256}, .end = 2, .balance = false});
            most = std::max(most, distance(bodies.state(k), fine.final_state));
        }
        EXPECT_GT(full, 10);
        EXPECT_LT(most, bound);
    }
}

/// I ω' = u until the wheel is full in the midst of a step, then nothing.
TEST(EnsembleControl, StopsAWheelInTheMidstOfAStep) {
    for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "trap"}) {
        Ensemble bodies(3, Body::from_moments({1, 1, 1}));
        EnsembleIntegrator integrator(
            bodies, {.method = method,
                     .step = 0.5,
                     .control = sampled_control(
                         1, [](double, const State&, const Vector3d&) { return Vector3d(0.4, 0, 0); }),
                     .wheels = {{.axis = {1, 0, 0}, .limit = 1}}});
        for (int n = 1; n <= 10; ++n) {
            integrator.advance(1);
            EXPECT_NEAR(integrator.angular_velocity(2).x(), std::min(0.2 * n, 1.0), 1e-14)
                << method << ' ' << n;
        }
        EXPECT_EQ(integrator.wheel_momenta(1), std::vector<double>{-1}) << method;
    }
}

TEST(EnsembleControl, StopsABodyWhoseLawReturnsNoNumber) {
    for (const Target target : available_targets()) {
        Problem problem{.body = body()};
        problem.control = sampled_control(0.5, [](double t, const State& state, const Vector3d&) {
            return Vector3d(t > 0.7 && state.momentum.x() > 0 ? NAN : 0, 0, 0);
        });
        Ensemble bodies = many(problem);
        SteppingPlan plan = plan_of(problem, "se", 0.25);
        plan.target = target;
        EnsembleIntegrator integrator(bodies, plan);
        integrator.advance(4);
        EXPECT_TRUE(integrator.failures().empty());
        std::vector<State> at_one;
        std::size_t wrong = 0;
        for (std::size_t k = 0; k < count; ++k) {
            at_one.push_back(bodies.state(k));
            wrong += at_one[k].momentum.x() > 0 ? 1U : 0U;
        }
        integrator.advance(2);
        ASSERT_EQ(integrator.failures().size(), wrong) << name(target);
        const BodyFailure& failure = integrator.failures().front();
        EXPECT_EQ(failure.step, 5);
        EXPECT_EQ(failure.time, 1);
        EXPECT_EQ(failure.reason, "the control at t = 1 returned [nan, 0, 0], expected finite numbers");
        EXPECT_EQ(bodies.state(failure.body).momentum, at_one[failure.body].momentum);
    }
}

TEST(EnsembleControl, LeavesTheWheelsOfABodyThatHasFailedAsTheyAre) {
    Problem problem{.body = body()};
    problem.wheels = {{.axis = {1, 0, 0}, .momentum = 0.4}};
    problem.control = sampled_control(
        0.5, [](double t, const State&, const Vector3d&) { return Vector3d(t > 0.7 ? NAN : 0.1, 0, 0); });
    Ensemble bodies = many(problem);
    EnsembleIntegrator integrator(bodies, plan_of(problem, "se", 0.25));
    integrator.advance(4);
    const std::vector<double> before = integrator.wheel_momenta(3);
    EXPECT_NEAR(before[0], 0.3, 1e-14);
    const Vector3d omega = integrator.angular_velocity(3);
    integrator.advance(8);
    ASSERT_EQ(integrator.failures().size(), count);
    EXPECT_EQ(integrator.wheel_momenta(3), before);
    EXPECT_EQ(integrator.angular_velocity(3), omega);
}

TEST(EnsembleControl, IsRefusedWhereItCannotBeCarriedOut) {
    const auto message = [](const SteppingPlan& plan) {
        Ensemble bodies(3, body());
        const auto made = EnsembleIntegrator::try_make(bodies, plan);
        return made ? std::string("none") : made.error().message;
    };
    SteppingPlan plan{.method = "se", .step = 0.1, .control = pd(0.25)};
    EXPECT_EQ(message(plan),
              "step: 0.1, which does not divide the period of the control, 0.25; expected one that does");
    plan.step = 0.5;
    EXPECT_EQ(message(plan),
              "step: 0.5, which does not divide the period of the control, 0.25; expected one that does");
    plan.step = 0.05;
    EXPECT_EQ(message(plan), "none");
    plan.control->period = -1;
    EXPECT_EQ(message(plan), "control: period is -1, expected a positive number");
    plan.control = pd(0.25);
    plan.wheels = {{.axis = {0, 0, 0}}};
    EXPECT_EQ(message(plan), "wheel 1: axis is [0, 0, 0], expected a vector with a length");
    plan.wheels = {{}};
    plan.target = Target::baseline;
    EXPECT_EQ(message(plan), "target: baseline, but bodies with rotors or wheels run one-by-one only");
    EXPECT_EQ(
        message({.method = "se", .step = 0.1, .impulses = {{.time = 0.25}}}),
        "step: 0.1, which does not lead to t = 0.25, where there is an impulse; expected one that divides "
        "the time from 0 to there");
    EXPECT_EQ(message({.method = "se", .step = 0.1, .impulses = {{.time = -1}}}),
              "impulse: its time is -1, expected a finite number ≥ 0");
    EXPECT_EQ(message({.method = "liemid", .step = 0.05, .control = pd(0.25)}),
              "method \"liemid\" integrates free motion only and the body has a torque; use se");
}

TEST(EnsembleImpulses, GiveEachBodyWhatItHasAlone) {
    Problem problem{.body = body(), .torque = core::HeavyTop{.weight_moment = 0.7}};
    problem.impulses = {{.time = 0, .momentum = {0.1, 0, 0}},
                        {.time = 0.7, .momentum = {0, 0.2, 0.1}, .frame = Frame::space},
                        {.time = 0.3, .momentum = {0.3, 0, 0.1}},
                        {.time = 0.7, .momentum = {0.3, 0, 0}},
                        {.time = 1, .momentum = {0, 0, 5}},
                        {.time = 3, .momentum = {0, 7, 0}}};
    for (const Target target : available_targets())
        for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "trap"}) {
            if (target != Target::one_by_one && !runs_on_lanes(method)) continue;
            Ensemble bodies = many(problem);
            SteppingPlan plan = plan_of(problem, method, 0.1);
            plan.target = target;
            EnsembleIntegrator integrator(bodies, plan);
            integrator.advance(4);
            integrator.advance(6);
            EXPECT_EQ(from_single_runs(bodies, problem, method, 0.1, 1), 0) << method << ", " << name(target);
        }
}

/// Also with a method that looks at times beyond its step, where only a torque that jumps is held back.
TEST(EnsembleImpulses, LeaveATorqueOfTimeAsItIs) {
    Problem problem{.body = body(),
                    .torque = formula_torque({.torque = {"sin(2*t)", "0.3*cos(3*t)*r33", "t/5"}}).or_throw()};
    problem.impulses = {{.time = 0.3, .momentum = {0.3, 0, 0.1}}, {.time = 0.7, .momentum = {0.3, 0, 0}}};
    for (const char* method : {"se4-yoshida", "se6-yoshida", "se4-rkn"}) {
        Ensemble bodies = many(problem);
        EnsembleIntegrator(bodies, plan_of(problem, method, 0.1)).advance(10);
        EXPECT_LT(from_single_runs(bodies, problem, method, 0.1, 1), 1e-14) << method;
    }
}

/// Neither energy nor momentum stay under a control; the angle to its target is told instead.
TEST(EnsembleControl, TellsTheAngleToItsTarget) {
    EnsembleSetup setup{.problem = {.body = body()}, .count = 50, .seed = 4};
    setup.problem.control = pd();
    setup.attitude.kind = Distribution::Kind::uniform;
    const auto communicator = alone();
    const EnsemblePlan plan{
        .stepping = {.method = "se4-rkn", .step = 0.125}, .end = 100, .steps = 800, .samples = 10};
    double largest = 0;
    EnsembleHooks hooks;
    hooks.on_end = [&](const StatesSeen& seen) {
        for (std::size_t k = 0; k < 50; ++k)
            largest = std::max(largest, seen.ensemble.state(k).attitude.angularDistance(
                                            Eigen::Quaterniond(0.5, 0.5, -0.5, 0.5)));
    };
    const EnsembleResult result = run_ensemble(setup, plan, hooks, *communicator);
    std::vector<Quantity> quantities;
    for (const QuantityResult& q : result.quantities) quantities.push_back(q.quantity);
    EXPECT_EQ(quantities,
              (std::vector<Quantity>{Quantity::pointing_error, Quantity::rate, Quantity::attitude_error}));
    EXPECT_GT(result.quantities.back().samples.front()->max, 2);
    EXPECT_LT(result.quantities.back().samples.back()->max, 1e-5);
    EXPECT_NEAR(result.quantities.back().samples.back()->max, largest, 1e-14);
    setup.problem.wheels = {{.axis = {1, 0, 0}}, {.axis = {0, 1, 0}}, {.axis = {0, 0, 1}}};
    const EnsembleResult wheels = run_ensemble(setup, plan, {}, *communicator);
    EXPECT_LT(wheels.quantities.back().samples.back()->max, 1e-5);
    for (const QuantityResult& q : wheels.quantities) {
        if (q.quantity == Quantity::rate) {
            EXPECT_LT(q.samples.back()->max, 1e-5);
        }
    }
}

}  // namespace
}  // namespace polhode
