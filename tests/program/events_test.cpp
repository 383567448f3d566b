/// `polhode run` with samples at given times and with events: files, JSON, summary.
#include "program/run_program.hpp"

namespace polhode::test {
namespace {

using nlohmann::json;
using RunEvents = ProgramTest;

const std::string falling = R"(problem = "slow-top"
[output]
every_time = 0.25
[[event]]
name = "half, or \"so\""
kind = "axis-cone"
angle = 0.5
[[event]]
kind = "axis-cone"
angle = 0.8
terminal = true
[[event]]
kind = "rate"
value = 1000
)";

TEST_F(RunEvents, AreInEveryOutput) {
    write("falling.toml", falling);
    const Outcome outcome = run({"run", "falling.toml", "--out", "result", "--json"});
    ASSERT_EQ(outcome.exit_code, 0) << outcome.err;
    EXPECT_EQ(files("result"), (std::vector<std::string>{"events.csv", "manifest.json", "report.html",
                                                         "summary.json", "trajectory.csv"}));
    const json j = outcome.json(), summary = json::parse(contents(folder / "result/summary.json"));
    EXPECT_EQ(j["events"], summary["events"]);
    ASSERT_EQ(j["events"].size(), 2U);
    EXPECT_EQ(j["events"][0]["name"], "half, or \"so\"");
    EXPECT_EQ(j["events"][0]["crossing"], "rising");
    EXPECT_EQ(j["complete"], true);
    EXPECT_EQ(j["ended_by"], "axis-cone");
    EXPECT_EQ(j["time"], j["events"][1]["time"]);
    EXPECT_EQ(j["attitude"]["quaternion"], j["events"][1]["quaternion"]);
    EXPECT_EQ(j["momentum"]["body"], j["events"][1]["momentum"]);
    // the third row of the matrix has the height of the axis
    EXPECT_NEAR(j["attitude"]["matrix"][2][2].get<double>(), std::cos(0.8), 1e-14);

    const auto rows = lines(contents(folder / "result/events.csv"));
    ASSERT_EQ(rows.size(), 3U);
    EXPECT_EQ(rows[0], "name,crossing,time,qx,qy,qz,qw,momentum_x,momentum_y,momentum_z");
    EXPECT_TRUE(rows[1].starts_with("\"half, or \"\"so\"\"\",rising,1.5")) << rows[1];
    EXPECT_EQ(numbers(rows[2].substr(rows[2].find("rising,") + 7))[0], j["time"].get<double>());

    const auto samples = table(folder / "result/trajectory.csv");
    ASSERT_EQ(samples.size(), 1U + 9U);  // 0, 0.25, …, 1.75, and the event
    for (std::size_t i = 0; i < 8; ++i) EXPECT_EQ(numbers(samples[i + 1])[0], 0.25 * static_cast<double>(i));
    EXPECT_EQ(numbers(samples.back())[0], j["time"].get<double>());
}

TEST_F(RunEvents, AreInTheSummary) {
    write("falling.toml", falling);
    const std::string text = run({"run", "falling.toml", "--out", "result"}).out;
    for (const char* part :
         {"where the event \"axis-cone\" ended it", "half, or \"so\", rising at 1.5", "events.csv"})
        EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
    const json none = run({"run", "--problem", "slow-top", "--json"}).json();
    EXPECT_EQ(none["events"], json::array());
    EXPECT_TRUE(none["ended_by"].is_null());
}

TEST_F(RunEvents, AreNotForEnsembles) {
    write("falling.toml",
          falling.substr(0, falling.find("[output]")) + falling.substr(falling.find("[[event]]")));
    const Outcome outcome = run({"ensemble", "falling.toml", "--count", "10"});
    EXPECT_EQ(outcome.exit_code, 2);
    EXPECT_TRUE(outcome.err.starts_with("polhode: falling.toml:")) << outcome.err;
    EXPECT_NE(outcome.err.find("expected no events of an ensemble"), std::string::npos) << outcome.err;
}

TEST_F(RunEvents, TimesAreThoseAskedFor) {
    ASSERT_EQ(run({"run", "--problem", "slow-top", "--end", "1", "--step", "0.07", "--every-time", "0.3",
                   "--out", "result"})
                  .exit_code,
              0);
    std::vector<double> times;
    const auto samples = table(folder / "result/trajectory.csv");
    for (std::size_t i = 1; i < samples.size(); ++i) times.push_back(numbers(samples[i])[0]);
    EXPECT_EQ(times, (std::vector<double>{0, 0.3, 0.6, 3 * 0.3, 1}));
}

}  // namespace
}  // namespace polhode::test
