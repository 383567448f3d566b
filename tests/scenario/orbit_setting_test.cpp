// [orbit] in a scenario: what is read, which torques are on it, what is written and read again.
#include "scenario/orbit_setting.hpp"
#include "polhode/error.hpp"
#include "scenario/torque_setting.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

const std::string frame =
    "[body]\ninertia = [1, 2, 2.5]\n[initial]\nmomentum = [0, 0, 1]\n[integrate]\nend = 1\nstep = 0.1\n";
const std::string circle = "[orbit]\nradius = 6.878e6\ninclination = 0.9\n";
const std::string plate = "area = 0.03\nnormal = [1, 0, 0]\ncentre = [0, 0, 0.1]\n";

Scenario read(const std::string& toml, const std::vector<Override>& overrides = {}) {
    return make_scenario(ScenarioText{"test.toml", frame + toml}, overrides);
}
std::string model(const std::string& name) { return "[torque]\nmodel = \"" + name + "\"\n"; }

TEST(OrbitInScenario, IsReadWithItsDefaults) {
    const Scenario s = read(circle + model("gravity-gradient"));
    const Orbit& orbit = std::get<core::OrbitGravityGradient>(s.problem.torque).orbit;
    EXPECT_EQ(orbit.elements().radius, 6.878e6);
    EXPECT_EQ(orbit.elements().inclination, 0.9);
    EXPECT_EQ(orbit.elements().node, 0);
    EXPECT_EQ(orbit.planet().mu, 3.986004418e14);
    EXPECT_EQ(orbit.planet().j2, 0);
}

TEST(OrbitInScenario, HasEveryElement) {
    const Scenario s = read(
        "[orbit]\nsemi_major_axis = 3\neccentricity = 0.1\ninclination = 0.2\nnode = 0.3\nargument = 0.4\n"
        "anomaly = 0.5\nmu = 2\nplanet_radius = 1.5\nrotation = 0.6\nj2 = 0.01\n"
        + model("gravity-gradient"));
    const Orbit& orbit = std::get<core::OrbitGravityGradient>(s.problem.torque).orbit;
    const Orbit expected = Orbit::from({.semi_major_axis = 3,
                                        .eccentricity = 0.1,
                                        .inclination = 0.2,
                                        .node = 0.3,
                                        .argument = 0.4,
                                        .anomaly = 0.5},
                                       {.mu = 2, .radius = 1.5, .rotation = 0.6, .j2 = 0.01});
    EXPECT_EQ(describe(orbit), describe(expected));
    EXPECT_EQ(norm(orbit.position(7.0) - expected.position(7.0)), 0);
}

/// Of two models with one name, what is given decides.
TEST(OrbitInScenario, DecidesWhichTorqueIsMeant) {
    const auto holds = [](const std::string& toml, auto of) {
        return std::holds_alternative<decltype(of)>(read(toml).problem.torque);
    };
    const std::string gradient = model("gravity-gradient"),
                      dipole = model("magnetic-dipole") + "moment = [0, 0, 1]\n";
    EXPECT_TRUE(holds(circle + gradient, core::OrbitGravityGradient{}));
    EXPECT_TRUE(holds(circle + gradient + "coefficient = 2\n", core::GravityGradient{}));
    EXPECT_TRUE(
        holds(circle + gradient + "coefficient = 2\ndirection = [1, 0, 0]\n", core::GravityGradient{}));
    EXPECT_TRUE(holds(gradient + "coefficient = 2\n", core::GravityGradient{}));
    EXPECT_TRUE(holds(circle + dipole, core::OrbitMagneticDipole{}));
    EXPECT_TRUE(holds(circle + dipole + "tilt = 0.2\n", core::OrbitMagneticDipole{}));
    EXPECT_TRUE(holds(circle + dipole + "field = [0, 0, 1]\n", core::MagneticDipole{}));
    EXPECT_TRUE(holds(dipole + "field = [0, 0, 1]\n", core::MagneticDipole{}));
    EXPECT_TRUE(holds(circle + model("drag") + plate, core::Drag{}));
    EXPECT_TRUE(holds(circle + model("solar-pressure") + plate, core::SolarPressure{}));
    EXPECT_TRUE(holds(circle, core::NoTorque{}));  // one that nothing uses
}

TEST(OrbitInScenario, IsTheSameForAllTorques) {
    const Scenario s =
        read(circle + "[[torque]]\nmodel = \"gravity-gradient\"\n[[torque]]\nmodel = \"drag\"\n" + plate
                 + "on = [[0, 1]]\n",
             {{"--set", "orbit.radius", "7e6"}});
    const auto& parts = std::get<TorqueSum>(s.problem.torque).parts;
    EXPECT_EQ(std::get<core::OrbitGravityGradient>(parts[0].torque).orbit.semi_major_axis(), 7e6);
    EXPECT_EQ(std::get<core::Drag>(parts[1].torque).orbit.semi_major_axis(), 7e6);
    EXPECT_EQ(std::get<core::Drag>(parts[1].torque).area, 0.03);
    const Scenario ellipse =
        read(circle + model("gravity-gradient"),
             {{"--set", "orbit.semi_major_axis", "8e6"}, {"--set", "orbit.eccentricity", "0.1"}});
    EXPECT_EQ(orbit_of(ellipse.problem.torque)->eccentricity(), 0.1);
}

TEST(OrbitInScenario, LeadsTheControl) {
    const std::string pd =
        "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\ntarget = \"nadir\"\n";
    EXPECT_TRUE(read(circle + pd).problem.control.has_value());
    EXPECT_TRUE(
        read(circle + "[control]\nlaw = \"b-dot\"\ngain = 1\nperiod = 0.1\n").problem.control.has_value());
}

TEST(OrbitInScenario, IsWrittenAndReadAgain) {
    Scenario s = read(
        "[orbit]\nsemi_major_axis = 8e6\neccentricity = 0.1\nanomaly = 0.3\nj2 = 1e-3\n"
        "[[torque]]\nmodel = \"gravity-gradient\"\n[[torque]]\nname = \"fixed\"\n"
        "model = \"gravity-gradient\"\ncoefficient = 2\n[[torque]]\nmodel = \"drag\"\n"
        + plate + "[[torque]]\nmodel = \"magnetic-dipole\"\nmoment = [1, 2, 3]\n");
    s.problem.defaults = {.end = 10, .step = 0.1};
    const std::string toml = scenario_toml(s.problem, "se");
    EXPECT_EQ(toml.find("[orbit]"), toml.rfind("[orbit]"));
    const Scenario back = make_scenario(ScenarioText{"x.toml", toml}, {});
    const auto &parts = std::get<TorqueSum>(s.problem.torque).parts,
               &again = std::get<TorqueSum>(back.problem.torque).parts;
    ASSERT_EQ(again.size(), parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i)
        EXPECT_EQ(again[i].torque.index(), parts[i].torque.index()) << i;
    EXPECT_EQ(describe(*orbit_of(back.problem.torque)), describe(*orbit_of(s.problem.torque)));
    EXPECT_EQ(orbit_of(core::HeavyTop{}), nullptr);
}

/// A run ends its steps where the shadow begins and ends; one whose end is not known cannot.
TEST(OrbitInScenario, AnnouncesTheShadow) {
    const Scenario s =
        read(circle + "[[torque]]\nmodel = \"solar-pressure\"\n" + plate
             + "[[torque]]\nmodel = \"constant-body\"\ntorque = [1, 0, 0]\non = [[100, 200]]\n");
    const double period = orbit_of(s.problem.torque)->period();
    EXPECT_EQ(breakpoints(s.problem.torque), (std::vector<double>{100, 200}));
    const std::vector<double> times = breakpoints(s.problem.torque, {0, period});
    ASSERT_EQ(times.size(), 4);
    const auto light = [&](const TimeSpan& piece) {
        const Torque torque = within(s.problem.torque, piece);
        return std::get<core::SolarPressure>(std::get<TorqueSum>(torque).parts[0].torque);
    };
    const auto none = core::SolarPressure::Eclipse::none, cylinder = core::SolarPressure::Eclipse::cylinder;
    EXPECT_EQ(light({200, times[2]}).eclipse, none);
    EXPECT_GT(light({200, times[2]}).pressure, 0);
    EXPECT_EQ(light({times[2], times[3]}).pressure, 0);
    EXPECT_EQ(light({200, period}).eclipse, cylinder);  // with a shadow inside it stays as it is
    EXPECT_GT(light({200, period}).pressure, 0);
    EXPECT_EQ(light({}).eclipse, cylinder);
}

}  // namespace
}  // namespace polhode::test
