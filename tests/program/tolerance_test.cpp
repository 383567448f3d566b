/// `polhode run --tolerance`.
#include "program/run_program.hpp"

#include "polhode/advise/compare.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/problem.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using ToleranceOption = ProgramTest;

TEST_F(ToleranceOption, IsKeptAndReported) {
    const Outcome outcome = run({"run", "--problem", "slow-top", "--tolerance", "1e-8", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json j = outcome.json();
    const json& t = j["tolerance"];
    EXPECT_EQ(t["asked"], 1e-8);
    EXPECT_LE(t["estimate"], 1e-8);
    EXPECT_NE(t["estimated_by"].get<std::string>().find("whole run"), std::string::npos);
    EXPECT_EQ(t["method"], j["method"]);
    EXPECT_EQ(t["step"], j["step"]);
    EXPECT_GT(t["pilot_torque_evaluations"], j["torque_evaluations"]);

    const auto q = j["attitude"]["quaternion"].get<std::vector<double>>();
    const State end{Eigen::Quaterniond(q[3], q[0], q[1], q[2]), Eigen::Vector3d::Zero()};
    EXPECT_LE(attitude_distance(end, problem("slow-top").references.front().state), 1e-8);
}

TEST_F(ToleranceOption, IsInTheSummaryAndTheFiles) {
    const Outcome outcome =
        run({"run", "--problem", "heavy-top-123", "--tolerance", "1e-5", "--method", "vexp", "--out", "out"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("1e-05 asked; the error is"), std::string::npos) << outcome.out;
    EXPECT_EQ(json::parse(contents(folder / "out/summary.json"))["tolerance"]["method"], "vexp");
}

TEST_F(ToleranceOption, NeedsNoStepInTheScenario) {
    write("mine.toml",
          "[body]\ninertia = [1, 2, 2.5]\n[initial]\nangular_velocity = [1, 1, 1]\n"
          "[torque]\nmodel = \"heavy-top\"\nweight_moment = 1\n[integrate]\nend = 5\n");
    for (const std::vector<std::string>& more :
         std::vector<std::vector<std::string>>{{}, {"--method", "se"}}) {
        std::vector<std::string> arguments{"run", "mine.toml", "--tolerance", "1e-6", "--json"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const Outcome outcome = run(arguments);
        ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
        EXPECT_LE(outcome.json()["tolerance"]["estimate"], 1e-6);
    }
}

TEST_F(ToleranceOption, OutOfReachIsAFailedRun) {
    const Outcome outcome = run({"run", "--problem", "slow-top", "--tolerance", "1e-15", "--out", "out"});
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("tolerance 1e-15 cannot be reached: the body turns by about"),
              std::string::npos)
        << outcome.err;
    EXPECT_EQ(lines(outcome.err).size(), 1U);
    EXPECT_TRUE(files().empty());
}

TEST_F(ToleranceOption, RefusesBadInputInOneSentence) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"--tolerance", "1e-8", "--step", "0.1"}, "--tolerance contradicts --step"},
        {{"--tolerance", "1e-8", "--step-error", "1e-9"}, "--tolerance contradicts --step-error"},
        {{"--tolerance", "1e-8", "--reversible-steps"}, "--tolerance contradicts --reversible-steps"},
        {{"--tolerance", "1e-8", "--steps", "10"}, "--tolerance contradicts --steps"},
        {{"--tolerance", "1e-8", "--set", "integrate.step=0.1"}, "contradicts --set integrate.step"},
        {{"--tolerance", "tiny"}, "--tolerance: expected a number between 0 and 1, got \"tiny\""},
        {{"--tolerance", "-1e-8"}, "--tolerance"},
        {{"--tolerance", "1"}, "--tolerance: expected a number between 0 and 1, got \"1\""},
        {{"--tolerance", "1e-8", "--method", "liemid"}, "free motion"},
        {{"--tolerance", "1e-8", "--method", "vexpp"}, "did you mean \"vexp\""},
        {{"--tolerance", "1e-8", "--end", "0"}, "end is 0"},
    };
    for (const auto& [more, expected] : cases) {
        std::vector<std::string> arguments{"run", "--problem", "slow-top"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        expect_rejected(run(arguments), {expected});
    }
}

}  // namespace
}  // namespace polhode::test
