#include "program/run_program.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using AdviseCommand = ProgramTest;

TEST_F(AdviseCommand, RanksMethodsAndRecommendsACommandThatRuns) {
    const Outcome outcome =
        run({"advise", "--problem", "heavy-top-123", "--end", "5", "--tolerance", "1e-5", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    const json j = outcome.json();
    ASSERT_GE(j["methods"].size(), 5U);
    double last = 0;
    for (const json& row : j["methods"]) {
        for (const char* key : {"method", "reached", "keeps_structure", "step", "error", "torque_evaluations",
                                "seconds", "measured"})
            EXPECT_TRUE(row.contains(key)) << key;
        if (!row["reached"]) continue;
        EXPECT_GE(row["seconds"], last);
        last = row["seconds"];
    }
    const std::string method = j["recommended"];
    EXPECT_EQ(j["command"],
              "polhode run --problem heavy-top-123 --end 5 --method " + method + " --tolerance 1e-05");
    EXPECT_EQ(
        run({"run", "--problem", "heavy-top-123", "--end", "5", "--method", method, "--tolerance", "1e-05"})
            .exit_code,
        0);
}

TEST_F(AdviseCommand, PrintsATableAndWritesAPage) {
    const Outcome outcome =
        run({"advise", "--problem", "heavy-top-123", "--torque-cost", "50us", "--out", "advice"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_NE(outcome.out.find("Recommended: "), std::string::npos) << outcome.out;
    EXPECT_NE(outcome.out.find("a torque taking 50 µs more"), std::string::npos) << outcome.out;
    EXPECT_EQ(files("advice"), (std::vector<std::string>{"advise.html", "advise.json", "manifest.json"}));
    const std::string page = contents(folder / "advice/advise.html");
    EXPECT_NE(page.find("Error against torque evaluations"), std::string::npos);
    EXPECT_NE(page.find("</html>"), std::string::npos);
}

TEST_F(AdviseCommand, SaysOfAChaoticMotionHowFarItCanBeFollowed) {
    const std::vector<std::string> top = {
        "advise", "--problem", "heavy-top-123", "--set", "torque.weight_moment=20", "--end", "1e5"};
    const Outcome table = run(top);
    ASSERT_EQ(table.exit_code, 0) << table.err;
    EXPECT_NE(table.out.find("nothing promised up to 100000"), std::string::npos) << table.out;
    EXPECT_NE(table.out.find("the motion is chaotic"), std::string::npos) << table.out;
    EXPECT_EQ(table.out.find("polhode run"), std::string::npos) << table.out;
    std::vector<std::string> as_json = top;
    as_json.emplace_back("--json");
    const json j = run(as_json).json();
    EXPECT_EQ(j["basis"], "chaotic");
    EXPECT_EQ(j["growth"]["kind"], "exponential");
    EXPECT_GT(j["growth"]["rate"], 0);
    EXPECT_LT(j["horizon"], 1e3);
    EXPECT_TRUE(j["recommended"].is_null());
    EXPECT_TRUE(j["command"].is_null());
}

TEST_F(AdviseCommand, RefusesBadInputInOneSentence) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"advise"}, "advise: expected a scenario file or --problem NAME"},
        {{"advise", "--problem", "slow-top", "--tolerance", "0"}, "--tolerance: expected a number"},
        {{"advise", "--problem", "slow-top", "--torque-cost", "50"},
         "--torque-cost: expected a number and ns"},
        {{"advise", "--problem", "slow-top", "--torque-cost", "dear"}, "got \"dear\""},
        {{"advise", "--problem", "slow-top", "--set", "integrate.step=0.1"}, "--set integrate.step"},
        {{"advise", "--problem", "slow-top", "--set", "integrate.method=se"}, "expected no method"},
        {{"advise", "--problem", "slow-top", "--end", "0"}, "end is 0"},
    };
    for (const auto& [arguments, expected] : cases) {
        expect_rejected(run(arguments), {expected});
    }
}

}  // namespace
}  // namespace polhode::test
