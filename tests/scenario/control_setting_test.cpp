// [control] in a scenario: targets from files.
#include "polhode/error.hpp"
#include "polhode/scenario/ensemble_scenario.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>

namespace polhode::test {
namespace {

const std::string frame =
    "[body]\ninertia = [1, 2, 2.5]\n[initial]\nmomentum = [0, 0, 1]\n[integrate]\nend = 1\nstep = 0.1\n";
const std::string pd = "[control]\nlaw = \"quaternion-pd\"\nkp = 1\nkd = 1\nperiod = 0.1\n";

class TargetFile : public testing::Test {
protected:
    // of its own: tests run at the same time
    std::filesystem::path folder = std::filesystem::path(testing::TempDir())
                                 / testing::UnitTest::GetInstance()->current_test_info()->name();

    void SetUp() override { std::filesystem::create_directories(folder); }

    void write(const std::string& rows) const { std::ofstream(folder / "targets.csv") << rows; }
    Scenario read(const std::string& keys) const {
        return make_scenario(ScenarioText{(folder / "x.toml").string(), frame + pd + keys}, {});
    }
    AttitudeTarget target(const std::string& keys) const {
        return std::get<QuaternionPd>(read(keys).problem.control->law).target;
    }
    std::string complaint(const std::string& keys) const {
        try {
            read(keys);
        } catch (const InputError& error) {
            return error.what();
        }
        return "none";
    }
};

TEST_F(TargetFile, IsATableBesideTheScenario) {
    write("t,x,y,z,w\n0,0,0,0,1\n1,0,0,1,0\n3,1,0,0,0\n");
    const AttitudeTarget from_file = target("target_file = \"targets.csv\"\n"),
                         from_rows = target("target = [[0, 0, 0, 0, 1], [1, 0, 0, 1, 0], [3, 1, 0, 0, 0]]\n");
    for (const double t : {-1.0, 0.0, 0.3, 1.0, 2.5, 4.0})
        EXPECT_EQ(from_file(t).coeffs(), from_rows(t).coeffs()) << t;
    // half of the half turn about z
    EXPECT_NEAR(from_file(0.5).angularDistance(Eigen::Quaterniond(std::sqrt(0.5), 0, 0, std::sqrt(0.5))), 0,
                1e-15);
}

TEST_F(TargetFile, ThatCannotBeUsedIsRefused) {
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    const std::string key = "target_file = \"targets.csv\"\n";
    write("0,0,0,0,1\n0,0,0,1,0\n");
    has(complaint(key), "x.toml:13: control.target_file: cannot use \"");
    has(complaint(key), "time 2 of the table is 0, expected times that increase");
    write("0,0,0,0,2\n");
    has(complaint(key), "attitude 1 of the table has length 2, expected 1");
    write("0,0,0,1\n");
    has(complaint(key), "targets.csv");
    has(complaint("target_file = \"missing.csv\"\n"), "missing.csv");
    has(complaint("target_file = 3\n"), "control.target_file");
    has(complaint(key + "target = [0, 0, 0, 1]\n"), "contradicts");
    const Value::Table control{{{"law", text_value("quaternion-pd")},
                                {"kp", number_value(1)},
                                {"kd", number_value(1)},
                                {"period", number_value(1)},
                                {"target_file", text_value("targets.csv")}}};
    const auto unread =
        read_scenario({{{{"problem", text_value("slow-top")}, {"control", table_value(control)}}}});
    ASSERT_FALSE(unread);
    EXPECT_EQ(
        unread.error().message,
        "control.target_file: expected control.target instead of a file, since nothing was given that reads "
        "it");
}

}  // namespace
}  // namespace polhode::test
