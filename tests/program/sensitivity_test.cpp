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
    EXPECT_EQ(files("top"), (std::vector<std::string>{"manifest.json", "report.html", "sensitivity.csv",
                                                      "summary.json", "trajectory.csv"}));
    const auto rows = lines(contents(folder / "top/sensitivity.csv")),
               trajectory = table(folder / "top/trajectory.csv");
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

TEST_F(Sensitivity, IsTakenByParametersToo) {
    write("s.toml", "problem = \"slow-top\"\n[integrate]\nend = 1\n[output]\nsensitivity = \"parameters\"\n");
    const Outcome run_ = run({"run", "s.toml", "--out", "top", "--json"});
    ASSERT_EQ(run_.exit_code, 0) << run_.err;
    EXPECT_EQ(files("top"),
              (std::vector<std::string>{"manifest.json", "parameter_sensitivity.csv", "report.html",
                                        "sensitivity.csv", "summary.json", "trajectory.csv"}));
    const auto rows = lines(contents(folder / "top/parameter_sensitivity.csv"));
    EXPECT_EQ(rows[0].rfind(
                  "time,turn_x_by_inertia.1,turn_x_by_inertia.2,turn_x_by_inertia.3,turn_x_by_weight_moment,"
                  "turn_y_by_inertia.1,",
                  0),
              0U);
    EXPECT_TRUE(rows[0].ends_with(",momentum_z_by_weight_moment"));
    EXPECT_EQ(rows.size(), lines(contents(folder / "top/sensitivity.csv")).size());
    const json by = run_.json()["parameter_sensitivity"];
    EXPECT_EQ(by, json::parse(contents(folder / "top/summary.json"))["parameter_sensitivity"]);
    EXPECT_EQ(by["names"], json::parse(R"(["inertia.1", "inertia.2", "inertia.3", "weight_moment"])"));
    EXPECT_EQ(by["held"], "momentum");
    const std::vector<double> first = numbers(rows[1]), last = numbers(rows.back());
    ASSERT_EQ(last.size(), 25U);
    ASSERT_EQ(by["matrix"].size(), 6U);
    for (std::size_t i = 0; i < 24; ++i) {
        EXPECT_EQ(first[i + 1], 0);
        EXPECT_EQ(last[i + 1], by["matrix"].at(i / 4).at(i % 4).get<double>());
    }
    // the option says the same, and both contain the matrix of the state
    const Outcome option =
        run({"run", "--problem", "slow-top", "--end", "1", "--sensitivity-parameters", "--json"});
    EXPECT_EQ(option.json()["parameter_sensitivity"], by);
    EXPECT_EQ(option.json()["transition"], run_.json()["transition"]);
    // true and "state" are the same
    EXPECT_EQ(run({"run", "s.toml", "--set", "output.sensitivity=state", "--json"}).json()["transition"],
              run_.json()["transition"]);
    const Outcome text = run({"run", "s.toml"});
    EXPECT_NE(text.out.find("inertia.3, weight_moment; the momentum at"), std::string::npos) << text.out;
}

TEST_F(Sensitivity, HoldsWhatTheScenarioGives) {
    const std::vector<std::string> command{
        "run", "--problem", "slow-top", "--end", "1", "--sensitivity-parameters", "--json"};
    const auto held = [&](const std::string& setting) {
        std::vector<std::string> given = command;
        given.insert(given.end(), {"--set", setting});
        return run(given).json()["parameter_sensitivity"]["held"];
    };
    EXPECT_EQ(held("initial.angular_velocity=[1,2,3]"), "angular_velocity");
    EXPECT_EQ(held("initial.space_angular_velocity=[1,2,3]"), "angular_velocity");
    EXPECT_EQ(held("initial.momentum=[1,2,3]"), "momentum");
    EXPECT_EQ(held("initial.space_momentum=[1,2,3]"), "momentum");
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
