// The integrator that a user drives step by step.
#include "polhode/integrator.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using Eigen::Vector3d;

bool same_bits(const State& a, const State& b) {
    return a.attitude.coeffs() == b.attitude.coeffs() && a.momentum == b.momentum;
}
double distance(const State& a, const State& b) {
    return (a.attitude.coeffs() - b.attitude.coeffs()).norm()
         + (a.momentum - b.momentum).norm() / a.momentum.norm();
}

/// A top whose body axes are not its principal axes.
Problem tilted_top() {
    const Eigen::Matrix3d axes = Quaterniond(0.7, 0.1, -0.6, 0.2).normalized().toRotationMatrix();
    const Eigen::Matrix3d tensor = axes * Vector3d(5, 4, 2).asDiagonal() * axes.transpose();
    const Body body = Body::from_tensor(0.5 * (tensor + tensor.transpose()));
    const core::HeavyTop torque{.weight_moment = 3};
    return {"tilted", "", body, torque, {Quaterniond(0.6, 0, 0.8, 0), {1, 2, 3}}, {5, 0.05}, {}};
}

/// A torque that depends on time and attitude, and counts its calls.
CustomTorque counted_torque(long& calls) {
    return space_torque([&calls](double t, const Quaterniond& q) {
        ++calls;
        return Vector3d(std::cos(3 * t), 1, 0).cross(q * Vector3d::UnitZ()).eval();
    });
}

TEST(IntegratorSteps, AreThoseOfSimulateBitForBit) {
    for (const Problem& p : {problem("soft-wall"), tilted_top()})
        for (const Method& m : catalogue()) {
            if (m.sheet.free_only) continue;
            Integrator integrator(m.sheet.name, p.body, p.torque);
            State state = p.initial;
            const Plan plan{.method = std::string(m.sheet.name), .steps = StepCount{200}, .end = 5};
            const double h = 5.0 / 200;
            long differing = 0;
            const Result result =
                simulate(p, plan, {.on_sample = [&](const Sample& s) {
                             if (s.step > 0) integrator.step(state, static_cast<double>(s.step - 1) * h, h);
                             if (s.step > 0 && !same_bits(s.state, state)) ++differing;
                         }});
            EXPECT_EQ(differing, 0) << m.sheet.name << " on " << p.name;
            EXPECT_EQ(integrator.torque_evaluations(), result.torque_evaluations) << m.sheet.name;
            EXPECT_NEAR(*integrator.energy(state), *result.energy_final, 1e-12) << m.sheet.name;
        }
}

// --- the state and the clock of the integrator -----------------------------------------------------------------

TEST(IntegratorClock, StepsAreThoseOfAStateThatTheCallerHolds) {
    long calls = 0;
    const Problem p = tilted_top();
    Integrator owning("liemid-ea", p.body, counted_torque(calls), p.initial),
        stepping("liemid-ea", p.body, counted_torque(calls));
    State state = p.initial;
    EXPECT_EQ(owning.time(), 0);
    EXPECT_TRUE(same_bits(owning.state(), state));
    for (int n = 0; n < 100; ++n) {
        owning.advance(0.05);
        stepping.step(state, n * 0.05, 0.05);
        EXPECT_EQ(owning.time(), (n + 1) * 0.05);
    }
    EXPECT_TRUE(same_bits(owning.state(), state));
    EXPECT_EQ(owning.torque_evaluations(), stepping.torque_evaluations());
    Integrator at_once("liemid-ea", p.body, counted_torque(calls), p.initial);
    at_once.advance(0.05, 100);
    EXPECT_TRUE(same_bits(at_once.state(), state));
    EXPECT_EQ(at_once.time(), owning.time());
}

TEST(IntegratorClock, GoesOnFromStepsOfAnotherLengthAndBack) {
    const Problem p = tilted_top();
    Integrator integrator("se", p.body, p.torque, p.initial, 3);
    integrator.advance(0.1, 3);
    EXPECT_EQ(integrator.time(), 3 + 3 * 0.1);
    integrator.advance(0.25);
    EXPECT_EQ(integrator.time(), (3 + 3 * 0.1) + 0.25);
    integrator.advance(-0.25);
    integrator.advance(-0.1, 3);
    EXPECT_NEAR(integrator.time(), 3, 1e-15);
    EXPECT_LT(distance(integrator.state(), p.initial), 1e-14);
}

TEST(IntegratorClock, AdvancesToATimeInEqualSteps) {
    const Problem& p = problem("slow-top");
    Integrator there("se", p.body, p.torque, p.initial), steps("se", p.body, p.torque, p.initial);
    there.advance_to(1.0 / 3, 0.1);
    steps.advance(1.0 / 3 / 4, 4);
    EXPECT_EQ(there.time(), 1.0 / 3);
    EXPECT_TRUE(same_bits(there.state(), steps.state()));
    there.advance_to(1.0 / 3, 0.1);  // is there already
    EXPECT_TRUE(same_bits(there.state(), steps.state()));
    there.advance_to(0, 0.1);
    EXPECT_EQ(there.time(), 0);
    EXPECT_LT(distance(there.state(), p.initial), 1e-13);
    EXPECT_THROW(there.advance(0.1, -1), InputError);
    EXPECT_EQ(there.time(), 0);
    EXPECT_THROW(there.advance_to(1, 0), InputError);
    EXPECT_THROW(there.advance_to(1, -0.1), InputError);
    EXPECT_THROW(there.advance_to(std::numeric_limits<double>::infinity(), 0.1), InputError);
}

TEST(IntegratorClock, CanBeSet) {
    const Problem& p = problem("slow-top");
    Integrator integrator("se", p.body, p.torque, p.initial), other("se", p.body, p.torque);
    integrator.advance(0.01, 5);
    State pushed = integrator.state();
    pushed.momentum.x() += 0.1;
    integrator.set(pushed, 7);
    other.set(pushed, 7);
    integrator.advance(0.01, 5);
    other.advance(0.01, 5);
    EXPECT_EQ(integrator.time(), 7 + 5 * 0.01);
    EXPECT_LT(distance(integrator.state(), other.state()), 1e-14);
    EXPECT_EQ(integrator.energy(), integrator.energy(integrator.state(), integrator.time()));
    EXPECT_EQ(integrator.angular_velocity(), p.body.angular_velocity(integrator.state().momentum));
}

TEST(IntegratorClock, StandsStillWhenAStepFails) {
    const Problem& p = problem("fast-top");
    Integrator integrator("liemid-ea", p.body, p.torque, p.initial);
    integrator.advance(0.001);
    const State before = integrator.state();
    EXPECT_THROW(integrator.advance(10), RunError);
    EXPECT_EQ(integrator.time(), 0.001);
    EXPECT_TRUE(same_bits(integrator.state(), before));
    integrator.advance(0.001);
    EXPECT_EQ(integrator.time(), 0.002);
}

TEST(IntegratorOutput, IsOneLineWithWhatIsKnown) {
    const auto text = [](const Integrator& integrator) {
        std::ostringstream out;
        out << integrator;
        return out.str();
    };
    const Body body = Body::from_moments({2, 3, 4});
    const State state{Quaterniond(0.8, 0, 0.6, 0), {1, 3, 2}};
    EXPECT_EQ(text(Integrator("se", body, core::NoTorque{}, state, 2.5)),
              "se at t = 2.5: attitude [0, 0.6, 0, 0.8], angular velocity [0.5, 1, 0.5], energy 2.25");
    EXPECT_EQ(text(Integrator("liemid-ea", body, core::ConstantBodyTorque{{1, 0, 0}}, state)),
              "liemid-ea at t = 0: attitude [0, 0.6, 0, 0.8], angular velocity [0.5, 1, 0.5]");
}

// --- the torque carried from step to step ------------------------------------------------------------------------

TEST(IntegratorMemory, TheLastTorqueIsTheNextFirst) {
    long calls = 0;
    const Problem p = tilted_top();
    Integrator integrator("liemid-ea", p.body, counted_torque(calls));
    State state = p.initial;
    for (int n = 0; n < 10; ++n) integrator.step(state, 0.05 * n, 0.05);
    EXPECT_EQ(calls, 11);
    EXPECT_EQ(integrator.torque_evaluations(), 11);
}

// After any change from outside, a step must be that of an integrator that has never stepped before.
void expect_restart(const std::function<void(State& state, double& t)>& change) {
    long calls = 0, fresh_calls = 0;
    const Problem p = tilted_top();
    Integrator integrator("liemid-ea", p.body, counted_torque(calls)),
        fresh("liemid-ea", p.body, counted_torque(fresh_calls));
    State state = p.initial;
    double t = 0;
    for (; t < 0.2; t += 0.05) integrator.step(state, t, 0.05);
    change(state, t);
    State expected = state;
    const long before = calls;
    integrator.step(state, t, 0.05);
    fresh.step(expected, t, 0.05);
    EXPECT_LT(distance(state, expected), 2e-15);
    EXPECT_EQ(calls - before, 2);
}

TEST(IntegratorMemory, RestartsWhenTheAttitudeIsChanged) {
    expect_restart([](State& s, double&) { s.attitude = s.attitude * Quaterniond(0.8, 0.6, 0, 0); });
}
TEST(IntegratorMemory, RestartsWhenTheMomentumIsChanged) {
    expect_restart([](State& s, double&) { s.momentum.x() += 0.5; });
}
TEST(IntegratorMemory, RestartsWhenTheTimeIsChanged) {
    expect_restart([](State&, double& t) { t += 1; });
}
TEST(IntegratorMemory, RestartsWhenTheAttitudeIsTheSameRotationWithTheOtherSign) {
    expect_restart([](State& s, double&) { s.attitude.coeffs() *= -1; });
}

TEST(IntegratorMemory, TwoStatesInTurnDoNotDisturbEachOther) {
    long calls = 0;
    const Problem p = tilted_top();
    Integrator shared("liemid-ea", p.body, counted_torque(calls)),
        own("liemid-ea", p.body, counted_torque(calls));
    State one = p.initial, other = p.initial, alone = p.initial;
    other.momentum = {-2, 1, 0};
    for (int n = 0; n < 20; ++n) {
        shared.step(one, 0.05 * n, 0.05);
        shared.step(other, 0.05 * n, 0.05);
        own.step(alone, 0.05 * n, 0.05);
    }
    // every restart goes through the user's axes and rounds
    EXPECT_LT(distance(one, alone), 1e-13);
}

TEST(IntegratorMemory, MovesWithTheIntegrator) {
    long calls = 0;
    const Problem p = tilted_top();
    Integrator first("liemid-ea", p.body, counted_torque(calls));
    State state = p.initial;
    first.step(state, 0, 0.05);
    Integrator second = std::move(first);
    second.step(state, 0.05, 0.05);
    EXPECT_EQ(calls, 3);
}

// --- steps back --------------------------------------------------------------------------------------------------

double left_after_a_step_and_back(std::string_view method) {
    const Problem p = tilted_top();
    long calls = 0;
    Integrator integrator(method, p.body, counted_torque(calls));
    State state = p.initial;
    integrator.step(state, 1, 0.2);
    EXPECT_GT(distance(state, p.initial), 0.05) << method;
    integrator.step(state, 1.2, -0.2);
    return distance(state, p.initial);
}

TEST(IntegratorSteps, ANegativeStepUndoesOneOfATimeSymmetricMethod) {
    for (const Method& m : catalogue())
        if (m.sheet.time_symmetric && !m.sheet.free_only) {
            EXPECT_LT(left_after_a_step_and_back(m.sheet.name), 1e-14) << m.sheet.name;
        }
    EXPECT_GT(left_after_a_step_and_back("liemid-e1"), 1e-3);  // and not one of the others
}

// --- failures ----------------------------------------------------------------------------------------------------

TEST(IntegratorFailure, LeavesTheStateUnchangedAndTheIntegratorUsable) {
    double torque = 1;
    const Problem p = tilted_top();
    Integrator integrator("liemid-ea", p.body,
                          body_torque([&](double, const Quaterniond&) { return Vector3d(0, 0, torque); }));
    State state = p.initial;
    integrator.step(state, 0, 0.05);
    const State before = state;
    torque = std::numeric_limits<double>::quiet_NaN();
    try {
        integrator.step(state, 0.05, 0.05);
        FAIL() << "a torque of NaN was accepted";
    } catch (const RunError& error) {
        EXPECT_NE(std::string(error.what()).find("nan"), std::string::npos) << error.what();
    }
    EXPECT_TRUE(same_bits(state, before));

    torque = 1;
    integrator.step(state, 0.05, 0.05);
    Integrator fresh("liemid-ea", p.body,
                     body_torque([](double, const Quaterniond&) { return Vector3d(0, 0, 1); }));
    State expected = before;
    fresh.step(expected, 0.05, 0.05);
    EXPECT_LT(distance(state, expected), 1e-15);
}

TEST(IntegratorFailure, ATooLargeStepIsARunError) {
    const Problem& p = problem("fast-top");
    Integrator integrator("liemid-ea", p.body, p.torque);
    State state = p.initial;
    EXPECT_THROW(integrator.step(state, 0, 10), RunError);
    EXPECT_TRUE(same_bits(state, p.initial));
}

TEST(IntegratorSteps, EndWhenTheyAreTold) {
    const Problem& p = problem("slow-top");
    Integrator whole("se", p.body, p.torque, p.initial), stopped("se", p.body, p.torque, p.initial);
    long asked = 0;
    stopped.advance_to(10, 0.01, [&] { return ++asked < 3; });
    EXPECT_EQ(asked, 3);
    EXPECT_GT(stopped.time(), 0);
    EXPECT_LT(stopped.time(), 10);
    whole.advance(0.01, std::lround(stopped.time() / 0.01));
    EXPECT_TRUE(same_bits(stopped.state(), whole.state()));
    stopped.advance_to(10, 0.01);
    EXPECT_EQ(stopped.time(), 10);
}

TEST(IntegratorFailure, SaysThatAStepOrATimeIsNotANumber) {
    const Problem& p = problem("slow-top");
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    for (const auto& [t, h, message] :
         {std::tuple(0.0, nan, "the step at t = 0 is nan, expected finite numbers"),
          std::tuple(nan, 0.1, "the step at t = nan is 0.1, expected finite numbers")}) {
        State state = p.initial;
        try {
            Integrator("se", p.body, p.torque).step(state, t, h);
            ADD_FAILURE() << "accepted";
        } catch (const InputError& error) {
            EXPECT_STREQ(error.what(), message);
        }
        EXPECT_TRUE(same_bits(state, p.initial));
    }
}

TEST(IntegratorFailure, OfATorqueWithoutAFunctionIsAnInputError) {
    const Body body = Body::from_moments({3, 2, 1});
    EXPECT_THROW(Integrator("se", body, body_torque(nullptr)), InputError);
}

TEST(IntegratorEnergy, IsNullWithoutAPotential) {
    const Problem p = tilted_top();
    EXPECT_FALSE(Integrator("liemid-ea", p.body, core::ConstantBodyTorque{{1, 0, 0}}).energy(p.initial));
    EXPECT_NEAR(*Integrator("liemid-ea", p.body).energy(p.initial), p.body.kinetic_energy(p.initial), 1e-14);
}

}  // namespace
