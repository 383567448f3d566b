#include "program/run_program.hpp"

#include <gtest/gtest.h>
#include <chrono>
#include <csignal>
#include <utility>

namespace polhode::test {
namespace {

TEST(CompareCommand, PrintsOneJsonObject) {
    const Outcome o = run_program({"compare", "--problem", "soft-wall", "--methods", "liemid-ea,imidm",
                                   "--step-sizes", "0.1,0.05", "--json"});
    ASSERT_EQ(o.exit_code, 0) << o.err;
    const nlohmann::json j = o.json();
    ASSERT_EQ(j["methods"].size(), 2U);
    EXPECT_EQ(j["methods"][1]["method"], "liemid-i");
    ASSERT_EQ(j["methods"][0]["runs"].size(), 2U);
    for (const char* key : {"step", "steps", "error_attitude", "error_momentum", "max_energy_error",
                            "torque_evaluations", "seconds"})
        EXPECT_TRUE(j["methods"][0]["runs"][0].contains(key)) << key;
    EXPECT_NEAR(j["methods"][0]["order_attitude"].get<double>(), 2, 0.1);
}

/// `--steps` are numbers of steps, as for 'polhode run'; `--step-sizes` their lengths.
TEST(CompareCommand, StepsAreCountedOrMeasured) {
    const auto runs = [](const std::vector<std::string>& steps) {
        std::vector<std::string> arguments{"compare", "--problem", "slow-top", "--methods",
                                           "se",      "--end",     "1.1",      "--json"};
        arguments.insert(arguments.end(), steps.begin(), steps.end());
        const Outcome o = run_program(arguments);
        EXPECT_EQ(o.exit_code, 0) << o.err;
        std::vector<std::pair<double, long>> all;
        const nlohmann::json comparison = o.json();
        for (const nlohmann::json& cell : comparison["methods"][0]["runs"])
            all.emplace_back(cell["step"], cell["steps"]);
        return all;
    };
    const auto counted = runs({"--steps", "11, 1e2,333"});
    ASSERT_EQ(counted.size(), 3U);
    EXPECT_EQ(counted[0].second, 11);
    EXPECT_EQ(counted[1].second, 100);
    EXPECT_EQ(counted[2].second, 333);
    EXPECT_DOUBLE_EQ(counted[2].first, 1.1 / 333);
    EXPECT_EQ(runs({"--step-sizes", "0.1, 0.011"}),
              (std::vector<std::pair<double, long>>{counted[0], counted[1]}));
}

/// The method of the scenario is what its author wants to know about.
TEST(CompareCommand, PutsTheMethodOfTheScenarioFirst) {
    const auto methods = [](const std::vector<std::string>& settings) {
        std::vector<std::string> arguments{"compare", "--problem",    "slow-top", "--end",
                                           "1",       "--step-sizes", "0.05",     "--json"};
        arguments.insert(arguments.end(), settings.begin(), settings.end());
        const Outcome o = run_program(arguments);
        EXPECT_EQ(o.exit_code, 0) << o.err;
        std::vector<std::string> names;
        const nlohmann::json comparison = o.json();
        for (const nlohmann::json& row : comparison["methods"]) names.push_back(row["method"]);
        return names;
    };
    const std::vector<std::string> choice = methods({});
    EXPECT_EQ(choice.front(), "liemid-ea");
    std::vector<std::string> expected = choice;
    expected.insert(expected.begin(), "kl6(mr2-auto)");
    EXPECT_EQ(methods({"--set", "integrate.method=kl6(mr2-auto)"}), expected);
    // one of the choice, by another name of it: not twice
    expected = choice;
    std::erase(expected, "liemid-i");
    expected.insert(expected.begin(), "liemid-i");
    EXPECT_EQ(methods({"--set", "integrate.method=imidm"}), expected);
    EXPECT_EQ(methods({"--set", "integrate.method=imidm", "--methods", "se"}),
              std::vector<std::string>{"se"});
}

TEST(CompareCommand, WritesTableCsvAndPage) {
    const fs::path folder = fs::temp_directory_path() / ("polhode-compare-" + std::to_string(getpid()));
    const Outcome o = run_program({"compare", "--problem", "fast-top", "--methods", "se,vexp", "--step-sizes",
                                   "0.02,0.01,0.005", "--out", folder.string()});
    ASSERT_EQ(o.exit_code, 0) << o.err;
    EXPECT_NE(o.out.find("order R"), std::string::npos) << o.out;
    std::ifstream csv(folder / "compare.csv");
    const std::string lines(std::istreambuf_iterator<char>(csv), {});
    EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 1 + 2 * 3);
    std::ifstream page(folder / "compare.html");
    const std::string html(std::istreambuf_iterator<char>(page), {});
    EXPECT_NE(html.find("Convergence of the attitude"), std::string::npos);
    EXPECT_NE(html.find("</html>"), std::string::npos);
    fs::remove_all(folder);
}

TEST(CompareCommand, RefusesBadInputInOneSentence) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases = {
        {{"compare"}, "expected a scenario file or --problem"},
        {{"compare", "--problem", "slow-top", "--methods", "liemid-ae"}, "did you mean \"liemid-e\""},
        {{"compare", "--problem", "slow-top", "--methods", "se,liemid"}, "--methods: method \"liemid\""},
        {{"compare", "--problem", "slow-top", "--step-sizes", "0.1,zero"},
         "--step-sizes: expected numbers separated by commas, got \"0.1,zero\""},
        {{"compare", "--problem", "slow-top", "--step-sizes", "0.1,-0.05"},
         "--step-sizes: expected finite numbers above 0, got -0.05"},
        {{"compare", "--problem", "slow-top", "--step-sizes", "0"},
         "--step-sizes: expected finite numbers above 0, got 0"},
        {{"compare", "--problem", "slow-top", "--steps", "0.1,0.05"},
         "--steps: expected whole numbers from 1 to 2^53, of steps to make, got 0.1; --step-sizes takes lengths"},
        {{"compare", "--problem", "slow-top", "--steps", "0"}, "got 0; --step-sizes"},
        {{"compare", "--problem", "slow-top", "--steps", "10,nan"}, "got nan; --step-sizes"},
        {{"compare", "--problem", "slow-top", "--steps", "10", "--step-sizes", "0.1"},
         "--step-sizes contradicts --steps"},
        {{"compare", "--problem", "slow-top", "--methods", "se,,vexp"},
         "--methods: expected names separated by commas, got \"se,,vexp\""},
        {{"compare", "--problem", "slow-top", "--methods", "se,", "vexp"}, "a list with spaces needs quotes"},
        {{"compare", "--problem", "slow-top", "--methods", "se,"}, "a list with spaces needs quotes"},
        {{"compare", "--problem", "slow-top", "--methods", "se", "--methods", "vexp"}, "more than one"},
        {{"compare", "--resume", "x", "--step-sizes", "0.1"}, "--resume contradicts --step-sizes"},
        {{"compare", "--problem", "slow-top", "--threads", "x"},
         "--threads: expected a whole number, got \"x\""},
        {{"compare", "--problem", "slow-top", "--threads", "-1"}, "-1"},
        {{"compare", "--problem", "slow-top", "--end", "0"}, "0"},
        {{"compare", "--problem", "slow-top", "--method", "se"}, "--method"},
    };
    for (const auto& [arguments, expected] : cases) {
        expect_rejected(run_program(arguments), {expected});
    }
}

/// The reference alone would take minutes.
TEST(CompareCommand, StopsAtTheFirstInterrupt) {
    using Clock = std::chrono::steady_clock;
    for (const auto& [signal, name] : {std::pair{SIGINT, "SIGINT"}, std::pair{SIGTERM, "SIGTERM"}}) {
        Clock::time_point sent;
        const Outcome outcome = run_program({"compare", "--problem", "slow-top", "--methods", "se,se4-rkn",
                                             "--step-sizes", "1e-5", "--end", "2e4"},
                                            {.meanwhile = [&, polls = 0](pid_t child) mutable {
                                                if (++polls != 50) return;
                                                sent = Clock::now();
                                                kill(child, signal);
                                            }});
        EXPECT_LT(std::chrono::duration<double>(Clock::now() - sent).count(), 5) << name;
        EXPECT_EQ(outcome.exit_code, 1) << name;
        EXPECT_EQ(lines(outcome.err).size(), 1U) << outcome.err;
        EXPECT_NE(outcome.err.find(std::string("stopped by ") + name), std::string::npos) << outcome.err;
        EXPECT_EQ(outcome.out, "") << name;
    }
}

}  // namespace
}  // namespace polhode::test
