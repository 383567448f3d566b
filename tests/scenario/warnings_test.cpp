/// What is allowed and probably not meant: each warning with inputs that cause it, and inputs beside them that do not.
#include "io/ensemble_output.hpp"
#include "io/expected_output.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace polhode {
namespace {

const std::string body = "[body]\ninertia = [2, 3, 4.5]\n";
const std::string plan = "[integrate]\nstep = 0.1\nend = 1\n";
const std::string slow = "momentum = [0, 0, 1]\n";
const std::string top = body + plan + "[torque]\nmodel = \"heavy-top\"\nweight_moment = 20\n";

/// All that is said before the first step of a run, and of an ensemble.
std::vector<std::string> warnings_of(const std::string& toml, const std::vector<Override>& overrides = {}) {
    const ScenarioText text{"test.toml", toml};
    if (toml.find("[ensemble]") != std::string::npos) return make_ensemble_scenario(text, overrides).warnings;
    const Scenario scenario = make_scenario(text, overrides);
    std::vector<std::string> all = scenario.warnings;
    if (const auto size = note_on_size(expected_output(scenario.problem, scenario.run), "out"))
        all.push_back(*size);
    return all;
}

struct Case {
    std::string toml;
    std::string what = {}, remedy = {};  ///< empty: nothing is said
};

const std::vector<Case>& cases() {
    static const std::string start = body + plan + "[initial]\n" + slow,
                             controlled =
                                 start + "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\n",
                             many = start + "[ensemble]\ncount = 100\n";
    static const std::vector<Case> all{
        // the order of a quaternion
        {start + "quaternion = [1, 0, 0, 0]\n",
         "test.toml:8: initial.quaternion: [1, 0, 0, 0] is half a turn about x, with the scalar last",
         "rotation_vector = [\"180 deg\", 0, 0] says so"},
        {start + "quaternion = [0, -1, 0, 0.0]\n", "half a turn about y",
         "quaternion_wxyz = [w, x, y, z] first"},
        {start + "quaternion_wxyz = [0, 0, 0, 1]\n", "half a turn about z, with the scalar first",
         "quaternion = [x, y, z, w] has it last"},
        {controlled + "target = [1, 0, 0, 0]\n", "control.target: [1, 0, 0, 0] is half a turn about x",
         "quaternion_wxyz"},
        {controlled + "target = { quaternion = [1, 0, 0, 0] }\n", "control.target.quaternion",
         "quaternion_wxyz"},
        {start + "quaternion = [0, 0, 0, 1]\n"},
        {start + "quaternion = [0, 0, 0, -1]\n"},
        {start + "quaternion_wxyz = [1, 0, 0, 0]\n"},
        {start + "quaternion = [0.6, 0.8, 0, 0]\n"},
        {start + "rotation_vector = [\"180 deg\", 0, 0]\n"},
        {controlled + "target = [0, 0, 0, 1]\n"},
        // angles beyond a full turn
        {start + "rotation_vector = [0, 0, 45]\n",
         "test.toml:8: initial.rotation_vector: [0, 0, 45] is beyond a full turn in radians",
         "degrees = true in the section"},
        {start + "rotation_vector = [4, 4, 4]\n", "is beyond a full turn", "a text such as \"45 deg\""},
        {start + "euler = [\"ZYX\", [30, 0.2, 0.1]]\n",
         "initial.euler: [\"ZYX\", [30, 0.2, 0.1]] is beyond a full turn", "\"45 rad\" says so"},
        {controlled + "target = { rotation_vector = [0, 0, 90] }\n",
         "control.target.rotation_vector: [0, 0, 90]", "degrees"},
        {start + "[orbit]\nradius = 7e6\ninclination = 51.6\n[torque]\nmodel = \"gravity-gradient\"\n",
         "orbit.inclination: 51.6 is beyond a full turn", "degrees = true in the section"},
        {many + "[ensemble.attitude]\ndistribution = \"normal\"\nsigma = 10\n",
         "ensemble.attitude.sigma: 10 is beyond", "degrees"},
        {start + "rotation_vector = [0, 0, 6.28]\n"},
        {start + "rotation_vector = [0, 0, \"45 rad\"]\n"},
        {start + "rotation_vector = [0, 0, \"720 deg\"]\n"},
        {start + "degrees = true\nrotation_vector = [0, 0, 720]\n"},
        {start + "euler = [\"ZYX\", [6, 6, 6]]\n"},
        {start + "angular_velocity = [0, 0, 45]\n", "", ""},
        {many + "[ensemble.attitude]\ndistribution = \"normal\"\nsigma = \"10 deg\"\n"},
        // steps that turn the body too far
        {top + "[initial]\nangular_velocity = [0, 0, 11]\n",
         "a step of 0.1 turns the body by 1.1 radians at the rate of the start",
         "take steps of 0.023 or less, or ask for an accuracy by --tolerance"},
        {top + "[initial]\nangular_velocity = [0, 0, 9]\n"},
        {body + plan + "[initial]\nangular_velocity = [0, 0, 1000]\n"},
        {top
             + "[initial]\nangular_velocity = [0, 0, 11]\n[ensemble]\ncount = 5\n[ensemble.attitude]\n"
               "distribution = \"uniform\"\n",
         "a step of 0.1 turns the body by 1.1 radians", "take steps of 0.023"},
        {"[body]\ninertia = [2, 3, 4.5]\n[initial]\nangular_velocity = [0, 0, 11]\n[torque]\nmodel = \"heavy-top\"\n"
         "weight_moment = 20\n[integrate]\nmethod = \"taylor-20\"\nend = 1\n"},
        // files that grow large
        {body + "[initial]\n" + slow + "[integrate]\nstep = 1e-3\nend = 2000\n[output]\nevery = 1\n",
         " MB will be written into \"out\", 2 million samples", "output.every takes fewer"},
        {body + "[initial]\n" + slow + "[integrate]\nstep = 1e-3\nend = 2000\n[output]\nevery = 100\n"},
        {body + "[initial]\n" + slow + "[integrate]\nstep = 1e-3\nend = 500\n[output]\nevery = 1\n"},
        // bodies that are all the same
        {many, "all 100 bodies are the same, since nothing is drawn", "distribution = \"uniform\""},
        {many + "[ensemble.attitude]\ndistribution = \"normal\"\nsigma = 0\n", "all 100 bodies are the same",
         "polhode run"},
        {start + "[ensemble]\ncount = 1\n"},
        {many + "[ensemble.attitude]\ndistribution = \"uniform\"\n"},
        {body + plan
         + "[ensemble]\ncount = 100\n[ensemble.momentum]\ndistribution = \"normal\"\nmean = 0\nsigma = 1\n"},
        {many + "[ensemble.inertia]\ndistribution = \"uniform\"\nlow = [2, 3, 4]\nhigh = [2.1, 3.1, 4.1]\n"},
        {top + "[initial]\n" + slow
         + "[ensemble]\ncount = 100\n[[ensemble.parameter]]\nname = \"weight_moment\"\n"
           "distribution = \"normal\"\nsigma = 1\n"},
    };
    return all;
}

TEST(Warnings, OneForEachOfTheseAndNoneForTheOthers) {
    for (const Case& c : cases()) {
        // keys in place of those that the beginning has given already
        std::string toml = c.toml;
        if (toml.find("angular_velocity") != std::string::npos)
            if (const std::size_t at = toml.find(slow); at != std::string::npos)
                toml.replace(at, slow.size(), "\n");
        const std::vector<std::string> said = warnings_of(toml);
        ASSERT_EQ(said.size(), c.what.empty() ? 0U : 1U) << toml << (said.empty() ? "" : said.front());
        if (c.what.empty()) continue;
        EXPECT_NE(said[0].find(c.what), std::string::npos) << said[0];
        EXPECT_NE(said[0].find(c.remedy), std::string::npos) << said[0];
    }
}

TEST(Warnings, AreOfTheCommandLineToo) {
    const auto said =
        warnings_of("problem = \"slow-top\"\n",
                    {{"--set initial.rotation_vector", "initial.rotation_vector", "[0, 0, 45]"}});
    ASSERT_EQ(said.size(), 1U);
    EXPECT_EQ(said[0].find("--set initial.rotation_vector: [0, 0, 45] is beyond a full turn"), 0U) << said[0];
}

TEST(Warnings, NoneForBuiltInProblems) {
    for (const Problem& p : problems())
        EXPECT_EQ(warnings_of("problem = \"" + p.name + "\"\n"), std::vector<std::string>{}) << p.name;
}

TEST(Warnings, NoneForExamples) {
    int count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(POLHODE_SOURCE_DIR "/examples/scenarios")) {
        std::ifstream in(entry.path());
        const std::string toml((std::istreambuf_iterator<char>(in)), {});
        EXPECT_EQ(warnings_of(toml), std::vector<std::string>{}) << entry.path();
        ++count;
    }
    EXPECT_GE(count, 12);
}

TEST(Warnings, AreNotesOfEnsembles) {
    const EnsembleScenario scenario = make_ensemble_scenario(
        ScenarioText{"test.toml", body + plan + "[initial]\n" + slow + "[ensemble]\ncount = 100\n"}, {});
    const std::vector<std::string> notes = ensemble_notes(scenario);
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes, scenario.warnings);
}

}  // namespace
}  // namespace polhode
