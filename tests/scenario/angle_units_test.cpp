/// Angles, rates and attitudes in the user's units and conventions. What is doubtful: warnings_test.cpp.
#include "scenario/angle_units.hpp"
#include "polhode/error.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <numbers>

namespace polhode {
namespace {

using Eigen::Quaterniond;
using Eigen::Vector3d;
constexpr double degree = std::numbers::pi / 180;

const std::string plan = "[integrate]\nstep = 0.1\nend = 1\n";
const std::string body = "[body]\ninertia = [2, 3, 4.5]\n";
const std::string rest = "[initial]\nmomentum = [0, 0, 1]\n";

Scenario from_text(const std::string& toml, const std::vector<Override>& overrides = {}) {
    return make_scenario(ScenarioText{"test.toml", toml}, overrides);
}
/// The problem of a scenario with these lines in [initial].
Problem started(const std::string& lines, const std::vector<Override>& overrides = {}) {
    return from_text(body + rest + lines + plan, overrides).problem;
}
Override set(const std::string& key, const std::string& value) { return {"--set " + key, key, value}; }

std::string refusal(const std::string& toml, const std::vector<Override>& overrides = {}) {
    try {
        from_text(toml, overrides);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}
std::string refused_start(const std::string& lines) { return refusal(body + rest + lines + plan); }

void expect_same(const Quaterniond& a, const Quaterniond& b, const std::string& what) {
    EXPECT_LT((a.toRotationMatrix() - b.toRotationMatrix()).cwiseAbs().maxCoeff(), 1e-15) << what;
}

/// One attitude in all spellings there are.
TEST(AngleUnits, AnAttitudeInEverySpelling) {
    const Quaterniond expected = Eigen::AngleAxisd(30 * degree, Vector3d::UnitZ())
                               * Eigen::AngleAxisd(20 * degree, Vector3d::UnitY())
                               * Eigen::AngleAxisd(10 * degree, Vector3d::UnitX());
    for (const char* lines :
         {"euler = [\"ZYX\", [0.5235987755982988, 0.3490658503988659, 0.17453292519943295]]\n",
          "degrees = true\neuler = [\"ZYX\", [30, 20, 10]]\n",
          "degrees = true\neuler = [\"xyz\", [10, 20, 30]]\n",
          "euler = [\"ZYX\", [\"30 deg\", \"20deg\", \"0.17453292519943295 rad\"]]\n",
          "degrees = true\neuler = [\"ZYX\", [30, 20, \"0.17453292519943295 rad\"]]\n"})
        expect_same(started(lines).initial.attitude, expected, lines);

    const double half = std::sqrt(0.5);
    for (const char* lines :
         {"quaternion = [0, 0, 0.7071067811865476, 0.7071067811865476]\n",
          "quaternion_wxyz = [0.7071067811865476, 0, 0, 0.7071067811865476]\n",
          "matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]]\n", "rotation_vector = [0, 0, \"90 deg\"]\n",
          "degrees = true\nrotation_vector = [0, 0, 90]\n", "euler = [\"z\", \"90 deg\"]\n",
          "degrees = true\neuler = [\"Z\", 90]\n", "degrees = true\neuler = [\"Z\", [90]]\n",
          "degrees = false\nrotation_vector = [0, 0, 1.5707963267948966]\n"})
        expect_same(started(lines).initial.attitude, {half, 0, 0, half}, lines);
}

TEST(AngleUnits, Rates) {
    const Vector3d expected(0, 3 * degree, -6 * degree);
    const auto rate = [](const std::string& lines, const std::vector<Override>& overrides = {}) {
        const Problem p = from_text(body + "[initial]\n" + lines + plan, overrides).problem;
        return p.body.angular_velocity(p.initial.momentum);
    };
    for (const char* lines : {"degrees = true\nangular_velocity = [0, 3, -6]\n",
                              "angular_velocity = [0, \"3 deg/s\", \"-6 deg/s\"]\n",
                              "degrees = true\nspace_angular_velocity = [0, 3, -6]\n"})
        EXPECT_LT((rate(lines) - expected).norm(), 1e-16) << lines;
    EXPECT_EQ(started("degrees = true\n").initial.momentum, Vector3d(0, 0, 1)) << "no angle";
    // the unit is that of the section, whoever gives the value
    EXPECT_LT((rate("degrees = true\nangular_velocity = [9, 9, 9]\n",
                    {set("initial.angular_velocity", "[0, 3, -6]")})
               - expected)
                  .norm(),
              1e-16);
    EXPECT_LT((rate("angular_velocity = [0, 3, -6]\n", {set("initial.degrees", "true")}) - expected).norm(),
              1e-16);
}

TEST(AngleUnits, Orbits) {
    const auto elements = [](const std::string& lines) {
        const Scenario s = from_text(body + rest + "[torque]\nmodel = \"magnetic-dipole\"\nmoment = [0, 0, 1]\ndegrees = true\n"
                                     "tilt = 9.4\nlongitude = \"-1.25 rad\"\n[orbit]\nradius = 7e6\n"
                                     + lines + plan);
        return std::get<core::OrbitMagneticDipole>(s.problem.torque);
    };
    for (const char* lines :
         {"degrees = true\ninclination = 51.6\nnode = 10\nargument = 20\nanomaly = 30\nrotation = 0.004\n",
          "inclination = \"51.6 deg\"\nnode = \"10 deg\"\nargument = \"20 deg\"\nanomaly = \"30 deg\"\n"
          "rotation = \"0.004 deg/s\"\n"}) {
        const core::OrbitMagneticDipole dipole = elements(lines);
        const OrbitElements& e = dipole.orbit.elements();
        EXPECT_DOUBLE_EQ(e.inclination, 51.6 * degree);
        EXPECT_DOUBLE_EQ(e.node, 10 * degree);
        EXPECT_DOUBLE_EQ(e.argument, 20 * degree);
        EXPECT_DOUBLE_EQ(e.anomaly, 30 * degree);
        EXPECT_DOUBLE_EQ(dipole.orbit.planet().rotation, 0.004 * degree);
        EXPECT_DOUBLE_EQ(dipole.tilt, 9.4 * degree);
        EXPECT_DOUBLE_EQ(dipole.longitude, -1.25);
    }
}

/// Every parameter of a torque that is said to be in radians.
TEST(AngleUnits, KnowTheAnglesOfTorques) {
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        Model model{};
        core::for_each_parameter(model, [&](const auto& parameter, const auto&) {
            const bool says_so = parameter.traits.meaning.find(", rad") != std::string_view::npos;
            EXPECT_EQ(measure_of("torque", parameter.name) == Measure::angle, says_so) << parameter.name;
        });
    });
}

TEST(AngleUnits, Events) {
    const std::string cone = "[[event]]\nkind = \"axis-cone\"\n", rate = "[[event]]\nkind = \"rate\"\n";
    const State upright{Quaterniond::Identity(), {0, 0, 0}};
    const auto function = [&](const std::string& events, std::size_t i = 0) {
        return from_text(body + rest + plan + events).plan.events.at(i).function;
    };
    for (const std::string& events : {cone + "degrees = true\nangle = 60\n", cone + "angle = \"60 deg\"\n"})
        EXPECT_NEAR(function(events)(0, upright), -60 * degree, 1e-15);
    const State spinning{Quaterniond::Identity(), {0, 0, 4.5}};
    const std::string both = cone + "angle = 1\n" + rate + "degrees = true\nvalue = 90\n";
    EXPECT_NEAR(function(both, 1)(0, spinning), 1 - 90 * degree, 1e-15);
    EXPECT_NE(refusal(body + rest + plan + "[[event]]\nkind = \"energy\"\ndegrees = true\nvalue = 1\n")
                  .find("event.degrees: expected an angle or a rate beside it, got none"),
              std::string::npos);
    EXPECT_NE(refusal(body + rest + plan + "[[event]]\ndegrees = true\n" + cone + "angle = 1\n")
                  .find("this event needs kind, which is missing"),
              std::string::npos);
}

TEST(AngleUnits, TargetsOfControls) {
    const auto target = [](const std::string& lines, const std::vector<Override>& overrides = {}) {
        const Scenario s = from_text(
            body + rest + plan + "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\n" + lines,
            overrides);
        return std::get<QuaternionPd>(s.problem.control->law).target(0);
    };
    const double half = std::sqrt(0.5);
    const Quaterniond expected(half, 0, 0, half);
    for (const char* lines :
         {"target = { euler = [\"z\", 90], degrees = true }\n",
          "[control.target]\ndegrees = true\nrotation_vector = [0, 0, 90]\n",
          "target = { quaternion_wxyz = [0.7071067811865476, 0, 0, 0.7071067811865476] }\n",
          "target = { matrix = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] }\n",
          "target = [0, 0, 0.7071067811865476, 0.7071067811865476]\n"})
        expect_same(target(lines), expected, lines);
    const std::string other = "target = { euler = [\"x\", 10], degrees = true }\n";
    expect_same(target(other, {set("control.target.euler", "[\"z\", 90]")}), expected, "over it");
    expect_same(target(other, {set("control.target", "[0, 0, 0.7071067811865476, 0.7071067811865476]")}),
                expected, "in its place");
    const std::string start =
        body + rest + plan + "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\n";
    EXPECT_NE(refusal(start + "target = { degrees = true }\n")
                  .find("control.target.degrees: expected an attitude beside"),
              std::string::npos);
    EXPECT_NE(refusal(start + "target = { euler = [\"z\", 90], matrix = [[1]] }\n").find("contradicts"),
              std::string::npos);
    EXPECT_NE(refusal(start + "target = { eular = [\"z\", 90] }\n").find("did you mean \"euler\""),
              std::string::npos);
    EXPECT_NE(refusal(body + rest + plan
                      + "[control]\nlaw = \"b-dot\"\ngain = 1\nfield = [1, 0, 0]\nperiod = 1\n"
                        "target = { euler = [\"z\", 90] }\n")
                  .find("the law \"b-dot\" has no \"target.euler\""),
              std::string::npos);
}

TEST(AngleUnits, EnsemblesAreDrawnInThem) {
    const auto setup = [](const std::string& lines) {
        return make_ensemble_scenario(
                   ScenarioText{"test.toml", body + rest + plan + "[ensemble]\ncount = 3\n" + lines}, {})
            .setup;
    };
    EXPECT_DOUBLE_EQ(setup("[ensemble.attitude]\ndistribution = \"normal\"\ndegrees = true\nsigma = 5\n")
                         .attitude.sigma.x(),
                     5 * degree);
    EXPECT_DOUBLE_EQ(setup("[ensemble.attitude]\ndistribution = \"normal\"\nsigma = [1, \"5 deg\", 2]\n")
                         .attitude.sigma.y(),
                     5 * degree);
    const Distribution rate =
        setup(
            "[ensemble.angular_velocity]\ndistribution = \"uniform\"\ndegrees = true\nlow = -3\n"
            "high = [1, \"0.5 rad/s\", 3]\n")
            .rotation.distribution;
    EXPECT_DOUBLE_EQ(rate.low.x(), -3 * degree);
    EXPECT_DOUBLE_EQ(rate.high.y(), 0.5);
    EXPECT_THROW(setup("[ensemble.angular_velocity]\nfile = \"rates.csv\"\ndegrees = true\n"), InputError);
    EXPECT_THROW(
        setup("[ensemble.momentum]\ndistribution = \"uniform\"\ndegrees = true\nlow = 0\nhigh = 1\n"),
        InputError);
}

TEST(AngleUnits, WhatIsWrongIsSaidWithKeyAndValue) {
    struct Wrong {
        const char *lines, *message;
    };
    for (
        const auto& [lines, message] :
        {Wrong{
             "rotation_vector = [0, 0, \"45 dgr\"]\n",
             "test.toml:5: initial.rotation_vector: expected a number, or one with a unit such as \"45 deg\" or "
             "\"0.8 rad\", got \"45 dgr\""},
         Wrong{"rotation_vector = [0, 0, \"45 deg/s\"]\n", "got \"45 deg/s\""},
         Wrong{"rotation_vector = \"45 deg\"\n", "expected three finite numbers, got \"45 deg\""},
         Wrong{"rotation_vector = [0, 0, \"nan deg\"]\n", "got \"nan deg\""},
         Wrong{"degrees = 1\nrotation_vector = [0, 0, 1]\n",
               "initial.degrees: expected true or false, got 1"},
         Wrong{"euler = [0.3, 0.2, 0.1]\n",
               "initial.euler: expected axes and their angles, such as [\"ZYX\", [0.3, 0.2, "
               "0.1]], got [0.3, 0.2, 0.1]"},
         Wrong{
             "euler = [\"ZYX\", 30, 20, 10]\n",
             "expected axes and their angles, such as [\"ZYX\", [0.3, 0.2, 0.1]], got [\"ZYX\", 30, 20, 10]"},
         Wrong{"euler = \"ZYX\"\n", "expected axes and their angles"},
         Wrong{"euler = [\"xYz\", [1, 2, 3]]\n", "none twice in a row, got [\"xYz\", [1, 2, 3]]"},
         Wrong{"euler = [\"zyx\", [1, 2]]\n",
               "as many finite angles as axes, 3 for \"zyx\", got [\"zyx\", [1, 2]]"},
         Wrong{"euler = [\"zyx\", [1, 2, \"3 grad\"]]\n", "got \"3 grad\""},
         Wrong{"quaternion_wxyz = [0, 0, 1]\n", "a unit quaternion [w, x, y, z] of four finite numbers"},
         Wrong{"quaternion_wxyz = [1, 1, 0, 0]\n", "a unit quaternion (this one has length 1.41421)"},
         Wrong{
             "euler = [\"z\", 1]\nquaternion = [0, 0, 0, 1]\n",
             "test.toml:6: initial.quaternion contradicts test.toml:5: initial.euler: expected only one of them"},
         Wrong{"quaternion_wxyz = [1, 0, 0, 0]\nquaternion = [0, 0, 0, 1]\n", "contradicts"}}) {
        const std::string said = refused_start(lines);
        EXPECT_NE(said.find(message), std::string::npos) << lines << said;
    }
    EXPECT_NE(refusal("problem = \"slow-top\"\n[torque]\ndegrees = true\nweight_moment = 3\n")
                  .find("test.toml:3: torque.degrees: expected an angle or a rate beside it, got none"),
              std::string::npos);
}

/// An attitude of another spelling above replaces the one below; that it is in degrees is no change of the problem.
TEST(AngleUnits, AreLaidOverEachOther) {
    const Scenario s = from_text("problem = \"slow-top\"\n[initial]\ndegrees = true\neuler = [\"x\", 3]\n",
                                 {set("initial.rotation_vector", "[0, 0, 90]")});
    expect_same(s.problem.initial.attitude, Quaterniond(Eigen::AngleAxisd(90 * degree, Vector3d::UnitZ())),
                "above");
    EXPECT_EQ(s.changed, std::vector<std::string>{"initial.rotation_vector"});
}

}  // namespace
}  // namespace polhode
