/// polhode run --sensitivity: files, JSON, summary.
#include "program/run_program.hpp"

#include <Eigen/Core>

namespace polhode::test {
namespace {

using nlohmann::json;
using Sensitivity = ProgramTest;

Eigen::Matrix<double, 6, 6> matrix(const json& rows) {
    Eigen::Matrix<double, 6, 6> m;
    EXPECT_EQ(rows.size(), 6U);
    for (std::size_t i = 0; i < 6; ++i)
        for (std::size_t j = 0; j < 6; ++j)
            m(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = rows.at(i).at(j).get<double>();
    return m;
}

TEST_F(Sensitivity, IsWrittenBesideTheTrajectory) {
    const Outcome run_ = run({"run", "--problem", "slow-top", "--end", "1", "--every-time", "0.03",
                              "--sensitivity", "--out", "top", "--json"});
    ASSERT_EQ(run_.exit_code, 0) << run_.err;
    EXPECT_EQ(files("top"),
              (std::vector<std::string>{"report.html", "sensitivity.csv", "summary.json", "trajectory.csv"}));
    const auto rows = lines(contents(folder / "top/sensitivity.csv")),
               trajectory = lines(contents(folder / "top/trajectory.csv"));
    ASSERT_EQ(rows.size(), trajectory.size());
    EXPECT_EQ(
        rows[0].rfind("time,turn_x_by_turn_x,turn_x_by_turn_y,turn_x_by_turn_z,turn_x_by_momentum_x,", 0),
        0U);
    EXPECT_TRUE(rows[0].ends_with(",momentum_z_by_momentum_y,momentum_z_by_momentum_z"));
    const std::vector<double> first = numbers(rows[1]), last = numbers(rows.back());
    ASSERT_EQ(last.size(), 37U);
    const json j = run_.json(), summary = json::parse(contents(folder / "top/summary.json"));
    const auto final_matrix = matrix(j["transition"]);
    EXPECT_EQ(j["transition"], summary["transition"]);
    for (int i = 0; i < 36; ++i) {
        EXPECT_EQ(first[static_cast<std::size_t>(1 + i)], i % 7 == 0 ? 1 : 0);
        EXPECT_EQ(last[static_cast<std::size_t>(1 + i)], final_matrix(i / 6, i % 6));
    }
    for (std::size_t i = 1; i < rows.size(); ++i) EXPECT_EQ(numbers(rows[i])[0], numbers(trajectory[i])[0]);
    EXPECT_NE(contents(folder / "top/report.html").find("Sensitivity of the attitude"), std::string::npos);
}

TEST_F(Sensitivity, IsAKeyOfTheScenarioToo) {
    write("s.toml", "problem = \"slow-top\"\n[integrate]\nend = 1\n[output]\nsensitivity = true\n");
    const json of_file = run({"run", "s.toml", "--json"}).json(),
               of_flag =
                   run({"run", "--problem", "slow-top", "--end", "1", "--sensitivity", "--json"}).json();
    EXPECT_EQ(of_file["transition"], of_flag["transition"]);
    EXPECT_FALSE(
        run({"run", "s.toml", "--set", "output.sensitivity=false", "--json"}).json().contains("transition"));
}

TEST_F(Sensitivity, IsInTheSummary) {
    const Outcome text = run({"run", "--problem", "slow-top", "--end", "1", "--sensitivity", "--out", "top"});
    EXPECT_EQ(text.exit_code, 0) << text.err;
    EXPECT_NE(text.out.find("attitude errors of the start have become at most"), std::string::npos)
        << text.out;
    EXPECT_NE(text.out.find("Written to top: trajectory.csv, sensitivity.csv, summary.json"),
              std::string::npos);
    EXPECT_EQ(run({"run", "--problem", "slow-top", "--end", "1"}).out.find("sensitivity"), std::string::npos);
}

TEST_F(Sensitivity, GoesWithATolerance) {
    const Outcome chosen = run({"run", "--problem", "slow-top", "--end", "1", "--tolerance", "1e-9",
                                "--sensitivity", "--every-time", "0.1", "--out", "top", "--json"});
    ASSERT_EQ(chosen.exit_code, 0) << chosen.err;
    EXPECT_EQ(lines(contents(folder / "top/sensitivity.csv")).size(), 12U);
    const Outcome series = run(
        {"run", "--problem", "slow-top", "--end", "1", "--method", "taylor-20", "--sensitivity", "--json"});
    EXPECT_LT((matrix(chosen.json()["transition"]) - matrix(series.json()["transition"])).norm(), 1e-7);
}

}  // namespace
}  // namespace polhode::test
