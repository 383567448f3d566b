/// polhode run --step-error and --reversible-steps; the certificate of long runs.
#include "program/run_program.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using VariableSteps = ProgramTest;
using Certificates = ProgramTest;

TEST_F(VariableSteps, OfControlledErrorAreReported) {
    const Outcome outcome = run({"run", "--problem", "soft-wall-repulsive", "--method", "se4-rkn",
                                 "--step-error", "1e-8", "--out", "wall", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json j = outcome.json(), steps = j["variable_steps"];
    EXPECT_LT(steps["smallest"], j["step"]);
    EXPECT_GT(steps["largest"], j["step"]);
    EXPECT_GT(steps["rejected"], 0);
    EXPECT_NEAR(j["step"].get<double>() * j["steps"].get<double>(), 10, 1e-9);
    EXPECT_EQ(j["step_shortened"], false);
    const json certificate = json::parse(contents(folder / "wall/summary.json"))["certificate"];
    EXPECT_EQ(certificate["checked"]["whole"], true);
    EXPECT_LT(certificate["error"]["estimate"], 1e-4);
    EXPECT_EQ(table(folder / "wall/trajectory.csv").size(), j["steps"].get<std::size_t>() + 2);
}

TEST_F(VariableSteps, NeedNoStepInAScenario) {
    write("top.toml",
          "[body]\ninertia = [1, 2, 3]\n[initial]\nmomentum = [1, 2, 3]\n[torque]\nmodel = "
          "\"heavy-top\"\nweight_moment = 1\n"
          "[integrate]\nend = 10\nstep_error = 1e-10\n");
    const Outcome outcome = run({"run", "top.toml", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(outcome.json()["time"], 10);
}

TEST_F(VariableSteps, ThatAreReversibleAreInTheSummary) {
    const Outcome outcome = run({"run", "--problem", "soft-wall-repulsive", "--reversible-steps"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("on average"), std::string::npos) << outcome.out;
    EXPECT_EQ(outcome.out.find("steps jump"), std::string::npos) << outcome.out;
}

TEST_F(VariableSteps, ThatAreTooLongForTheWallAreSaidToBe) {
    const Outcome outcome = run({"run", "--problem", "soft-wall-repulsive", "--method", "se6-rkn", "--step",
                                 "0.1", "--end", "200", "--reversible-steps"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("steps jump by a factor"), std::string::npos) << outcome.out;
}

TEST_F(VariableSteps, AreNotForEnsembles) {
    const Outcome outcome =
        run({"ensemble", "--problem", "slow-top", "--count", "10", "--set", "integrate.step_error=1e-9"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_NE(outcome.err.find("go in step"), std::string::npos) << outcome.err;
}

TEST_F(Certificates, SayHowManyStepsTheyCover) {
    const std::vector<std::string> long_run{"run",   "--problem", "slow-top", "--step",
                                            "0.001", "--quiet",   "--out",    "long"};
    ASSERT_EQ(run(long_run).exit_code, 0);
    const auto checked = [&] {
        return json::parse(contents(folder / "long/summary.json"))["certificate"]["checked"];
    };
    EXPECT_EQ(checked()["steps"], 10000);
    EXPECT_EQ(checked()["whole"], false);
    EXPECT_NEAR(checked()["time"], 10, 1e-9);
    std::vector<std::string> all = long_run;
    all.emplace_back("--certify-all");
    ASSERT_EQ(run(all).exit_code, 0);
    EXPECT_EQ(checked()["steps"], 20000);
    EXPECT_EQ(checked()["whole"], true);
}

}  // namespace
}  // namespace polhode::test
