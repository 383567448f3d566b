// Several torques in a scenario, the times at which they act, and tables; their names in settings.
#include "polhode/error.hpp"
#include "scenario/torque_setting.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>
#include <filesystem>
#include <fstream>

namespace polhode::test {
namespace {

const std::string frame =
    "[body]\ninertia = [1, 2, 2.5]\n[initial]\nmomentum = [0, 0, 1]\n[integrate]\nend = 1\nstep = 0.1\n";
const std::string two =
    "[[torque]]\nmodel = \"heavy-top\"\nweight_moment = 3\n"
    "[[torque]]\nname = \"thruster\"\nmodel = \"constant-body\"\ntorque = [1, 2, 3]\non = [[0, 30], [100, 130]]\n";

Scenario read(const std::string& toml, const std::vector<std::pair<std::string, std::string>>& set = {}) {
    std::vector<Override> overrides;
    for (const auto& [key, value] : set) overrides.push_back({"--set " + key, key, value});
    return make_scenario(ScenarioText{"test.toml", frame + toml}, overrides);
}
std::string complaint(const std::string& toml,
                      const std::vector<std::pair<std::string, std::string>>& set = {}) {
    try {
        (void)read(toml, set);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}
const TorqueSum& sum_of(const Scenario& s) { return std::get<TorqueSum>(s.problem.torque); }

TEST(TorqueList, IsTheSumOfItsTorques) {
    const Scenario s = read(two);
    ASSERT_EQ(sum_of(s).parts.size(), 2);
    const TorquePart &top = sum_of(s).parts[0], &thruster = sum_of(s).parts[1];
    EXPECT_EQ(top.name, "heavy-top");
    EXPECT_TRUE(top.on.empty());
    EXPECT_EQ(std::get<core::HeavyTop>(top.torque).weight_moment, 3);
    EXPECT_EQ(thruster.name, "thruster");
    EXPECT_EQ(thruster.on, (std::vector<TimeSpan>{{0, 30}, {100, 130}}));
    EXPECT_EQ(std::get<core::ConstantBodyTorque>(thruster.torque).torque.z, 3);
    EXPECT_EQ(models_of(s.problem.torque), "heavy-top + constant-body");
}

TEST(TorqueList, TorquesOfOneModelNeedNoNames) {
    const std::string thrust = "[[torque]]\nmodel = \"constant-body\"\ntorque = [1, 2, 3]\n";
    const Scenario s = read(thrust + thrust + "name = \"constant-body-2\"\n" + thrust + two,
                            {{"torque.constant-body-3.torque", "[4, 5, 6]"}});
    std::vector<std::string> names;
    for (const TorquePart& part : sum_of(s).parts) names.push_back(part.name);
    EXPECT_EQ(names, (std::vector<std::string>{"constant-body", "constant-body-2", "constant-body-3",
                                               "heavy-top", "thruster"}));
    EXPECT_EQ(std::get<core::ConstantBodyTorque>(sum_of(s).parts[0].torque).torque.x, 1);
    EXPECT_EQ(std::get<core::ConstantBodyTorque>(sum_of(s).parts[2].torque).torque.x, 4);
}

TEST(TorqueList, OfOneIsThatOne) {
    const Scenario s = read("[[torque]]\nmodel = \"heavy-top\"\nweight_moment = 3\n");
    EXPECT_EQ(std::get<core::HeavyTop>(s.problem.torque).weight_moment, 3);
}

TEST(TorqueList, ASingleTorqueMayActAtTimes) {
    for (const char* section : {"[torque]", "[[torque]]"}) {
        const Scenario s =
            read(std::string(section) + "\nmodel = \"heavy-top\"\nweight_moment = 3\non = [[0.5, inf]]\n");
        ASSERT_EQ(sum_of(s).parts.size(), 1);
        EXPECT_EQ(sum_of(s).parts[0].name, "heavy-top");
        EXPECT_EQ(breakpoints(s.problem.torque), std::vector<double>{0.5});
    }
    const Scenario s =
        make_scenario({}, {{"--problem", "problem", "slow-top"}, {"--set", "torque.on", "[[1, 2]]"}});
    EXPECT_EQ(sum_of(s).parts[0].name, "heavy-top");
    EXPECT_EQ(s.changed, std::vector<std::string>{"torque.on"});
}

TEST(TorqueList, SettingsCallATorqueByItsName) {
    const Scenario s = read(two, {{"torque.thruster.torque", "[4, 5, 6]"},
                                  {"torque.heavy-top.weight_moment", "7"},
                                  {"torque.thruster.on", "[[1, 2]]"}});
    EXPECT_EQ(std::get<core::HeavyTop>(sum_of(s).parts[0].torque).weight_moment, 7);
    EXPECT_EQ(std::get<core::ConstantBodyTorque>(sum_of(s).parts[1].torque).torque.x, 4);
    EXPECT_EQ(sum_of(s).parts[1].on, (std::vector<TimeSpan>{{1, 2}}));

    const std::string one = "[torque]\nname = \"gravity\"\nmodel = \"heavy-top\"\nweight_moment = 3\n";
    for (const char* key : {"torque.weight_moment", "torque.gravity.weight_moment"})
        EXPECT_EQ(std::get<core::HeavyTop>(read(one, {{key, "7"}}).problem.torque).weight_moment, 7);
    const Scenario base = make_scenario(
        {}, {{"--problem", "problem", "slow-top"}, {"--set", "torque.heavy-top.weight_moment", "9"}});
    EXPECT_EQ(std::get<core::HeavyTop>(base.problem.torque).weight_moment, 9);
}

/// As of a single torque: the parameters go with the model, the times stay.
TEST(TorqueList, AnotherModelReplacesTheParametersOfOneTorque) {
    const Scenario s =
        read(two, {{"torque.thruster.model", "constant-space"}, {"torque.thruster.torque", "[4, 5, 6]"}});
    EXPECT_EQ(std::get<core::ConstantSpaceTorque>(sum_of(s).parts[1].torque).torque.x, 4);
    EXPECT_EQ(sum_of(s).parts[1].on.size(), 2);
    EXPECT_NE(complaint(two, {{"torque.thruster.model", "heavy-top"}}).find("needs torque.weight_moment"),
              std::string::npos);
}

TEST(TorqueList, ReplacesTheTorqueOfAProblem) {
    const Scenario s = make_scenario(ScenarioText{"test.toml", "problem = \"slow-top\"\n" + two}, {});
    EXPECT_EQ(sum_of(s).parts.size(), 2);
    EXPECT_EQ(s.changed[1], "torque.heavy-top.weight_moment");
    EXPECT_EQ(s.changed.back(), "torque.thruster.torque");
}

TEST(TorqueList, IsWrittenAndReadAgain) {
    Problem p = problem("slow-top");
    p.torque = TorqueSum{{{core::HeavyTop{.weight_moment = 3}, "heavy-top"},
                          {core::ConstantBodyTorque{.torque = {1, 2, 3}}, "burn", {{0, 30}, {100, 130}}},
                          {TableTorque({{0, 1, 2, 3}, {0.5, 4, 5, 6}, {1, 7, 8, 9}}, Frame::space,
                                       TableTorque::Interpolation::linear),
                           "table"}}};
    for (const std::size_t count : {3U, 2U, 1U}) {
        auto& parts = std::get<TorqueSum>(p.torque).parts;
        while (parts.size() > count) parts.erase(parts.begin());
        const auto written = describe(p.torque);
        const auto back =
            describe(make_scenario(ScenarioText{"x.toml", scenario_toml(p, "se")}, {}).problem.torque);
        ASSERT_EQ(back.size(), written.size());
        for (std::size_t i = 0; i < back.size(); ++i) {
            EXPECT_EQ(back[i].model, written[i].model);
            EXPECT_EQ(back[i].name, written[i].name);
            EXPECT_EQ(back[i].on, written[i].on);
            EXPECT_EQ(back[i].parameters, written[i].parameters);
        }
    }
}

TEST(TableInScenario, IsReadFromAFileBesideIt) {
    const std::filesystem::path folder = testing::TempDir();
    std::ofstream(folder / "burn.csv") << "t,Tx,Ty,Tz\n0,0,1,0\n0.5,0,2,0\n1,0,3,0\n";
    const auto from = [&](const std::string& keys) {
        return make_scenario(
            ScenarioText{(folder / "x.toml").string(),
                         frame + "[torque]\nmodel = \"table\"\nfile = \"burn.csv\"\n" + keys},
            {});
    };
    const Scenario s = from("");
    const auto& table = std::get<TableTorque>(s.problem.torque);
    EXPECT_EQ(table.rows().size(), 3);
    EXPECT_EQ(table.rows()[1], (TableTorque::Row{0.5, 0, 2, 0}));
    EXPECT_EQ(table.frame(), Frame::body);
    EXPECT_EQ(table.interpolation(), TableTorque::Interpolation::spline);
    EXPECT_EQ(std::get<std::string>(describe(s.problem.torque)[0].parameters[0].second),
              (folder / "burn.csv").string());
    const Scenario held = from("frame = \"space\"\ninterpolation = \"hold\"\n");
    EXPECT_EQ(std::get<TableTorque>(held.problem.torque).frame(), Frame::space);
    EXPECT_EQ(std::get<TableTorque>(held.problem.torque).interpolation(), TableTorque::Interpolation::hold);
}

TEST(TableInScenario, OfATreeThatReadsNoFiles) {
    const Value::Table torque{{{"model", text_value("table")}, {"file", text_value("burn.csv")}}};
    const auto read_it =
        read_scenario({{{{"problem", text_value("slow-top")}, {"torque", table_value(torque)}}}});
    ASSERT_FALSE(read_it);
    EXPECT_EQ(read_it.error().message,
              "torque.file: expected rows instead of a file, since nothing was given that reads it");
}

TEST(TorqueList, SaysWhichNameIsWrong) {
    const auto has = [](const std::string& text, const std::string& part) {
        EXPECT_NE(text.find(part), std::string::npos) << text;
    };
    has(complaint(two, {{"torque.weight_moment", "7"}}),
        "--set torque.weight_moment: expected torque.NAME.weight_moment with the name of one of the torques: "
        "heavy-top, thruster");
    has(complaint(two, {{"torque.top.weight_moment", "7"}}),
        "--set torque.top.weight_moment: expected the name of a torque, heavy-top, thruster, got \"top\"");
    has(complaint(two, {{"torque.thruster.name", "x"}}), "--set torque.thruster.name: expected another key");
    has(complaint(two, {{"torque.thruster.weight_moment", "7"}}),
        "the torque model \"constant-body\" has no parameter \"weight_moment\"; it has torque");
    has(complaint(two, {{"torque.thruster.wieght", "7"}}), "unknown key \"torque.wieght\"");
    const std::string one = "[torque]\nmodel = \"heavy-top\"\nweight_moment = 3\n";
    has(complaint(one, {{"torque.weight_moment", "7"}, {"torque.heavy-top.weight_moment", "7"}}),
        "contradicts");
}

}  // namespace
}  // namespace polhode::test
