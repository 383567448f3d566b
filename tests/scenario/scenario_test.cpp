/// From scenario texts to problems and plans. What is rejected: tests/program/bad_input_test.cpp.
#include "toml/scenario.hpp"

#include "polhode/error.hpp"
#include "scenario/torque_setting.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector3d;

Scenario from_text(const std::string& toml, const std::vector<Override>& overrides = {}) {
    return make_scenario(ScenarioText{"test.toml", toml}, overrides);
}

const std::string body = "[body]\ninertia = [2, 3, 4.5]\n";
const std::string plan = "[integrate]\nstep = 0.1\nend = 1\n";
const std::string quarter_turn = "quaternion = [0, 0, 0.7071067811865476, 0.7071067811865476]\n";  // x → y

Override set(const std::string& key, const std::string& value) { return {"--set " + key, key, value}; }

TEST(Scenario, SmallestOne) {
    const Scenario s = from_text(body + "[initial]\nangular_velocity = [1, 1, 1]\n" + plan);
    EXPECT_EQ(s.problem.name, "test");
    EXPECT_EQ(s.problem.body.moments(), Vector3d(2, 3, 4.5));
    EXPECT_EQ(s.problem.initial.attitude.coeffs(), Quaterniond::Identity().coeffs());
    EXPECT_EQ(s.problem.initial.momentum, Vector3d(2, 3, 4.5));
    EXPECT_TRUE(is_free(s.problem.torque));
    EXPECT_EQ(s.plan.method, "se");
    EXPECT_EQ(std::get<FixedStep>(s.plan.steps).step, 0.1);
    EXPECT_EQ(s.plan.end, 1);
    EXPECT_EQ(s.plan.every, 1);
    EXPECT_EQ(s.run.end, 1);
    EXPECT_EQ(std::get<EqualSteps>(s.run.steps).count, 10);
}

TEST(Scenario, NumbersMayBeWrittenWithOrWithoutAPoint) {
    const Scenario s =
        from_text("[body]\ninertia = [2, 3.0, 45e-1]\n[initial]\nmomentum = [1, 0, -1.0]\n" + plan);
    EXPECT_EQ(s.problem.body.moments(), Vector3d(2, 3, 4.5));
    EXPECT_EQ(s.problem.initial.momentum, Vector3d(1, 0, -1));
}

TEST(Scenario, AttitudeInThreeWays) {
    const auto attitude = [](const std::string& text) {
        return from_text(body + "[initial]\nmomentum = [0, 0, 0]\n" + text + plan).problem.initial.attitude;
    };
    const double half = std::sqrt(0.5);
    const Quaterniond expected(half, 0, 0, half);
    EXPECT_TRUE(attitude(quarter_turn).isApprox(expected, 1e-15));
    EXPECT_TRUE(attitude("matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]\n").isApprox(expected, 1e-15));
    EXPECT_TRUE(attitude("rotation_vector = [0, 0, 1.5707963267948966]\n").isApprox(expected, 1e-15));
}

TEST(Scenario, MomentumInFourWays) {
    const auto momentum = [](const std::string& text) {
        return from_text(body + "[initial]\n" + quarter_turn + text + plan).problem.initial.momentum;
    };
    EXPECT_EQ(momentum("momentum = [1, 2, 3]\n"), Vector3d(1, 2, 3));
    EXPECT_EQ(momentum("angular_velocity = [1, 2, 3]\n"), Vector3d(2, 6, 13.5));
    // the quarter turn takes the body's x axis to y of space: y of space is x of the body
    EXPECT_TRUE(momentum("space_momentum = [0, 7, 0]\n").isApprox(Vector3d(7, 0, 0), 1e-15));
    EXPECT_TRUE(momentum("space_angular_velocity = [0, 7, 0]\n").isApprox(Vector3d(14, 0, 0), 1e-15));
}

/// The momentum of a state is the total one, whatever is given.
TEST(Scenario, RotorsAreInTheMomentum) {
    const std::string gyrostat = body + "rotor_momentum = [0, 0.5, 2]\n";
    const auto read = [&](const std::string& text) {
        return from_text(gyrostat + "[initial]\n" + quarter_turn + text + plan).problem;
    };
    EXPECT_EQ(read("momentum = [1, 2, 3]\n").body.rotor_momentum(), Vector3d(0, 0.5, 2));
    EXPECT_EQ(read("momentum = [1, 2, 3]\n").body.moments(), Vector3d(2, 3, 4.5));
    EXPECT_EQ(read("momentum = [1, 2, 3]\n").initial.momentum, Vector3d(1, 2, 3));
    EXPECT_EQ(read("angular_velocity = [1, 2, 3]\n").initial.momentum, Vector3d(2, 6.5, 15.5));
    EXPECT_TRUE(read("space_momentum = [0, 7, 0]\n").initial.momentum.isApprox(Vector3d(7, 0, 0), 1e-15));
    EXPECT_TRUE(
        read("space_angular_velocity = [0, 7, 0]\n").initial.momentum.isApprox(Vector3d(14, 0.5, 2), 1e-15));
}

TEST(Scenario, ABuiltInProblemMayGetARotor) {
    const Scenario s = from_text("problem = \"slow-top\"\n[body]\nrotor_momentum = [0, 0, 1]\n");
    EXPECT_EQ(s.problem.body.moments(), problem("slow-top").body.moments());
    EXPECT_EQ(s.problem.body.rotor_momentum(), Vector3d(0, 0, 1));
    EXPECT_EQ(s.changed, std::vector<std::string>{"body.rotor_momentum"});
    EXPECT_FALSE(from_text("problem = \"slow-top\"\n").problem.body.has_rotor());
}

TEST(Scenario, QuaternionIsNormalisedWithinAMillionth) {
    const auto attitude = [](const std::string& w) {
        return from_text(body + "[initial]\nmomentum = [0, 0, 0]\nquaternion = [0, 0, 0, " + w + "]\n" + plan)
            .problem.initial.attitude;
    };
    EXPECT_EQ(attitude("1.0000009").w(), 1);
    EXPECT_EQ(attitude("-0.9999991").w(), -1);
    EXPECT_THROW(attitude("1.0000011"), InputError);
}

TEST(Scenario, InertiaMatrixIsDiagonalised) {
    const Scenario s = from_text(
        "[body]\ninertia = [[3, 1, 0], [1, 3, 0], [0, 0, 5]]\n[initial]\n"
        "angular_velocity = [1, 0, 0]\n"
        + plan);
    Matrix3d expected;
    expected << 3, 1, 0, 1, 3, 0, 0, 0, 5;
    EXPECT_TRUE(s.problem.body.tensor().isApprox(expected, 1e-14));
    EXPECT_TRUE(s.problem.initial.momentum.isApprox(Vector3d(3, 1, 0), 1e-14));
}

TEST(Scenario, EveryTorqueModel) {
    const auto torque = [](const std::string& text) {
        return from_text(body + "[initial]\nmomentum = [0, 0, 1]\n[torque]\n" + text + plan).problem.torque;
    };
    EXPECT_TRUE(is_free(torque("model = \"none\"\n")));

    const auto top = std::get<core::HeavyTop>(
        torque("model = \"heavy-top\"\nweight_moment = 20\ndirection = [0, 3, 4]\naxis = [2, 0, 0]\n"));
    EXPECT_EQ(top.weight_moment, 20);
    EXPECT_DOUBLE_EQ(top.direction.y, 0.6);
    EXPECT_DOUBLE_EQ(top.direction.z, 0.8);
    EXPECT_EQ(top.axis.x, 1);

    const auto field =
        std::get<core::GravityGradient>(torque("model = \"gravity-gradient\"\ncoefficient = 0.3\n"));
    EXPECT_EQ(field.coefficient, 0.3);
    EXPECT_EQ(field.direction.z, 1);

    const auto printed = std::get<core::SoftWall>(torque("model = \"soft-wall\"\n"));
    EXPECT_EQ(printed.sign, core::SoftWall::Sign::printed);
    const auto wall = std::get<core::SoftWall>(torque("model = \"soft-wall\"\nsign = \"repulsive\"\n"));
    EXPECT_EQ(wall.sign, core::SoftWall::Sign::repulsive);

    const auto in_body =
        std::get<core::ConstantBodyTorque>(torque("model = \"constant-body\"\ntorque = [1, 2, 3]\n"));
    EXPECT_EQ(in_body.torque.y, 2);
    const auto in_space =
        std::get<core::ConstantSpaceTorque>(torque("model = \"constant-space\"\ntorque = [1, 2, 3]\n"));
    EXPECT_EQ(in_space.torque.z, 3);
}

TEST(Scenario, TinyAndHugeDirectionsAreDirections) {
    for (const char* scale : {"1e-200", "1e200"}) {
        const Scenario s = make_scenario({}, {{"--problem", "problem", "slow-top"},
                                              set("torque.direction", std::string("[0, ") + scale + ", 0]")});
        EXPECT_EQ(std::get<core::HeavyTop>(s.problem.torque).direction.y, 1);
    }
}

TEST(Scenario, StartsFromABuiltInProblem) {
    const Scenario s = from_text("problem = \"slow-top\"\n[torque]\nweight_moment = 30\n");
    const Problem& base = problem("slow-top");
    EXPECT_EQ(s.problem.body.moments(), base.body.moments());
    EXPECT_EQ(s.problem.initial.momentum, base.initial.momentum);
    EXPECT_EQ(s.run.end, base.defaults.end);
    EXPECT_EQ(std::get<core::HeavyTop>(s.problem.torque).weight_moment, 30);
    EXPECT_EQ(s.changed, std::vector<std::string>{"torque.weight_moment"});
    EXPECT_TRUE(s.problem.references.empty());  // they belong to the unchanged problem
}

TEST(Scenario, UnchangedProblemKeepsItsReferences) {
    const Scenario s =
        make_scenario({}, {{"--problem", "problem", "slow-top"}, {"--end", "integrate.end", "3"}});
    EXPECT_EQ(s.problem.references.size(), problem("slow-top").references.size());
    EXPECT_TRUE(s.changed.empty());
}

TEST(Scenario, AnotherTorqueModelDropsTheParametersBelow) {
    const std::string file =
        body + "[initial]\nmomentum = [0, 0, 1]\n[torque]\nmodel = \"heavy-top\"\nweight_moment = 20\n"
        + plan;
    EXPECT_TRUE(is_free(from_text(file, {set("torque.model", "none")}).problem.torque));
    // the same model keeps them
    const Scenario same = from_text(file, {set("torque.model", "heavy-top")});
    EXPECT_EQ(std::get<core::HeavyTop>(same.problem.torque).weight_moment, 20);
    EXPECT_TRUE(is_free(from_text("problem = \"slow-top\"\n[torque]\nmodel = \"none\"\n").problem.torque));
}

TEST(Scenario, OverrideReplacesTheAlternativeBelow) {
    const std::string file =
        body + "[initial]\nrotation_vector = [1, 0, 0]\nangular_velocity = [1, 1, 1]\n" + plan;
    const Scenario s = from_text(file, {set("initial.quaternion", "[0, 0, 0, 1]"),
                                        set("initial.momentum", "[7, 0, 0]"),
                                        {"--steps", "integrate.steps", "5"}});
    EXPECT_EQ(s.problem.initial.attitude.w(), 1);
    EXPECT_EQ(s.problem.initial.momentum, Vector3d(7, 0, 0));
    EXPECT_EQ(std::get<StepCount>(s.plan.steps).count, 5);
    EXPECT_EQ(std::get<EqualSteps>(s.run.steps).step, 0.2);
}

TEST(Scenario, NumbersOfOptionsAsPeopleWriteThem) {
    for (const char* half : {"0.5", ".5", "5e-1", "+0.5", "0.50", "5E-1"}) {
        const Scenario s =
            make_scenario({}, {{"--problem", "problem", "slow-top"}, {"--step", "integrate.step", half}});
        EXPECT_EQ(std::get<FixedStep>(s.plan.steps).step, 0.5) << half;
    }
    for (const char* text : {"0,5", "0.5s", "1/2", "0x1p-1", "--5", "0.5 0.5", "1\nother = 2"})
        EXPECT_THROW(
            make_scenario({}, {{"--problem", "problem", "slow-top"}, {"--step", "integrate.step", text}}),
            InputError)
            << text;
}

TEST(ScenarioToml, IsReadBackAsTheSameProblem) {
    for (const Problem& p : problems()) {
        SCOPED_TRACE(p.name);
        const Scenario s = from_text(scenario_toml(p, "kdk-liemid"));
        EXPECT_EQ(s.problem.name, p.name);
        EXPECT_EQ(s.problem.body.moments(), p.body.moments());
        EXPECT_EQ(s.problem.initial.attitude.coeffs(), p.initial.attitude.coeffs());
        EXPECT_EQ(s.problem.initial.momentum, p.initial.momentum);
        ASSERT_EQ(describe(s.problem.torque).size(), describe(p.torque).size());
        for (std::size_t i = 0; i < describe(p.torque).size(); ++i) {
            EXPECT_EQ(describe(s.problem.torque)[i].model, describe(p.torque)[i].model);
            EXPECT_EQ(describe(s.problem.torque)[i].parameters, describe(p.torque)[i].parameters);
        }
        EXPECT_EQ(s.plan.method, "kdk-liemid");
        EXPECT_EQ(s.run.end, p.defaults.end);
        EXPECT_EQ(std::get<FixedStep>(s.plan.steps).step, p.defaults.step);
    }
}

TEST(ScenarioToml, WritesRotors) {
    Problem p = problem("slow-top");
    p.body = p.body.with_rotor_momentum({0.1, -0.2, 0.3});
    const Scenario s = from_text(scenario_toml(p, "se"));
    EXPECT_EQ(s.problem.body.rotor_momentum(), p.body.rotor_momentum());
    EXPECT_EQ(s.problem.initial.momentum, p.initial.momentum);
}

TEST(ScenarioToml, TiltedBodyIsWrittenAsAMatrix) {
    Problem p = problem("slow-top");
    Matrix3d tensor;
    tensor << 3, 1, 0.3, 1, 3, 0.1, 0.3, 0.1, 5;
    p.body = Body::from_tensor(tensor);
    p.name = "with \"quotes\" and \\";
    const Scenario s = from_text(scenario_toml(p, "liemid-ea"));
    EXPECT_TRUE(s.problem.body.tensor().isApprox(tensor, 1e-14));
    EXPECT_EQ(s.problem.name, p.name);
}

TEST(Scenario, AMethodThatChoosesItsStepsNeedsNone) {
    const std::string incomplete =
        "[body]\ninertia = [1, 2, 3]\n[initial]\nmomentum = [1, 2, 3]\n[integrate]\nend = 5\n";
    const Scenario s = from_text(incomplete + "method = \"taylor-20\"\n");
    EXPECT_TRUE(std::holds_alternative<AutomaticSteps>(s.plan.steps));
    EXPECT_DOUBLE_EQ(std::get<OwnSteps>(s.run.steps).samples.step, 0.005);
    EXPECT_THROW(from_text(incomplete + "method = \"se\"\n"), InputError);
    EXPECT_THROW(from_text(incomplete + "method = \"taylor-20+energy\"\n"), InputError);
}

TEST(Scenario, SamplesByStepsOrByTimes) {
    const std::string top = "problem = \"slow-top\"\n[output]\n";
    EXPECT_EQ(from_text(top + "times = [3, 1.5]\n").plan.times, (std::vector<double>{3, 1.5}));
    EXPECT_EQ(from_text(top + "every_time = 0.25\n").plan.every_time, 0.25);
    // an override replaces the other choice
    const Plan over = from_text(top + "times = [3, 1.5]\n", {set("output.every", "4")}).plan;
    EXPECT_EQ(over.every, 4);
    EXPECT_TRUE(over.times.empty());
    EXPECT_EQ(from_text(top + "times = [30]\n", {set("integrate.end", "30")}).plan.times.size(), 1U);
}

TEST(Scenario, Events) {
    const Scenario s = from_text(R"(
problem = "slow-top"
[[event]]
kind = "axis-cone"
axis = [0, 0, 2]
direction = [0, 3, 4]
angle = 0.5
[[event]]
kind = "rate"
value = 4
name = "fast"
crossing = "rising"
terminal = true
[[event]]
kind = "axis-plane"
direction = [0, 1, 0]
crossing = "falling"
[[event]]
kind = "energy"
value = 30
[[event]]
kind = "kinetic-energy"
value = 2
)");
    const std::vector<Event>& events = s.plan.events;
    ASSERT_EQ(events.size(), 5U);
    const State& start = s.problem.initial;  // tilted by 0.05 about x, turning at 5 about its axis
    const Vector3d axis = start.attitude * Vector3d::UnitZ();
    EXPECT_EQ(events[0].name, "axis-cone");
    EXPECT_EQ(events[0].crossing, Crossing::both);
    EXPECT_FALSE(events[0].terminal);
    EXPECT_NEAR(events[0].function(0, start), std::acos(axis.dot(Vector3d(0, 0.6, 0.8))) - 0.5, 1e-14);
    EXPECT_EQ(events[1].name, "fast");
    EXPECT_EQ(events[1].crossing, Crossing::rising);
    EXPECT_TRUE(events[1].terminal);
    EXPECT_NEAR(events[1].function(0, start), 1, 1e-15);
    EXPECT_EQ(events[2].crossing, Crossing::falling);
    EXPECT_NEAR(events[2].function(0, start), -std::sin(0.05), 1e-15);
    EXPECT_NEAR(events[3].function(0, start), 12.5 + 20 * std::cos(0.05) - 30, 1e-14);
    EXPECT_NEAR(events[4].function(0, start), 10.5, 1e-15);
    EXPECT_TRUE(from_text("problem = \"slow-top\"\n").plan.events.empty());
}

TEST(Scenario, GivesImpulses) {
    const Scenario s = from_text(R"(
problem = "slow-top"
[[impulse]]
time = 3
momentum = [1, 2, 3]
[[impulse]]
name = "tap"
time = 1
momentum = [0, 0, 1]
frame = "space"
)");
    ASSERT_EQ(s.problem.impulses.size(), 2U);
    EXPECT_EQ(s.problem.impulses[0].time, 3);
    EXPECT_EQ(s.problem.impulses[0].momentum, Vector3d(1, 2, 3));
    EXPECT_EQ(s.problem.impulses[0].frame, Frame::body);
    EXPECT_EQ(s.problem.impulses[0].name, "impulse");
    EXPECT_EQ(s.problem.impulses[1].frame, Frame::space);
    EXPECT_EQ(s.problem.impulses[1].name, "tap");
    EXPECT_FALSE(s.changed.empty());  // no reference of the built-in problem holds
    EXPECT_TRUE(s.problem.references.empty());
}

TEST(Scenario, LetsEventsChangeTheState) {
    const Scenario s = from_text(R"(
problem = "slow-top"
[[event]]
kind = "rate"
value = 3
impulse = [1, 0, 0]
[[event]]
kind = "rate"
value = 3
impulse = [1, 0, 0]
frame = "space"
[[event]]
kind = "rate"
value = 3
reflect = [0, 2, 0]
[[event]]
kind = "rate"
value = 3
)");
    ASSERT_EQ(s.plan.events.size(), 4U);
    const State state{Quaterniond(0.8, 0, 0, 0.6), {1, 2, 3}};
    EXPECT_EQ(s.plan.events[0].change(state).momentum, Vector3d(2, 2, 3));
    EXPECT_LT(
        (s.plan.events[1].change(state).spatial_momentum() - state.spatial_momentum() - Vector3d(1, 0, 0))
            .norm(),
        1e-14);
    const Vector3d there = s.plan.events[2].change(state).momentum;
    EXPECT_EQ(there, reflection(s.problem.body, {0, 1, 0})(state).momentum);
    EXPECT_FALSE(s.plan.events[3].change);
}

}  // namespace
}  // namespace polhode
