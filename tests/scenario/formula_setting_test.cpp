// model = "formula" in a scenario: what is read, written and read again; one sentence for what is wrong.
#include "polhode/error.hpp"
#include "polhode/torque/bind.hpp"
#include "scenario/torque_setting.hpp"
#include "toml/scenario.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

using Sets = std::vector<std::pair<std::string, std::string>>;

const std::string frame =  // seven lines
    "[body]\ninertia = [1, 2, 2.5]\n[initial]\nmomentum = [0, 0, 1]\n[integrate]\nend = 1\nstep = 0.1\n";
const std::string formula = "[torque]\nmodel = \"formula\"\n";  // lines 8 and 9
const std::string friction = formula
                           + "torque = [\"-c*wx\", \"-c*wy + if(t < 0.5, a, 0)\", \"dot(m, w)*r33\"]\n"
                             "parameters = { c = 0.1, a = 0.2, m = [1, 2, 3] }\n";

std::vector<Override> overrides_of(const Sets& sets) {
    std::vector<Override> overrides;
    for (const auto& [key, value] : sets) overrides.push_back({"--set " + key, key, value});
    return overrides;
}
Scenario read(const std::string& toml, const Sets& sets = {}) {
    return make_scenario(ScenarioText{"test.toml", frame + toml}, overrides_of(sets));
}
std::string complaint(const std::string& toml, const Sets& sets = {}) {
    try {
        (void)read(toml, sets);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}
const FormulaTorque& formula_of(const Torque& torque) { return std::get<FormulaTorque>(torque); }

/// At a time, in an attitude and with an angular velocity that turn into each other by nothing simple.
core::Vector3<double> value(const Torque& torque, double t) {
    const core::Quaternion<double> attitude{0.1, 0.5, -0.1, 0.854400374531753};
    return bound_torque<double>(Body::from_moments({1, 2, 2.5}), torque)->at(t, attitude, {1, 2, 3});
}

TEST(FormulaInScenario, IsTheTorqueThatIsWritten) {
    const Torque torque = read(friction).problem.torque;
    EXPECT_DOUBLE_EQ(value(torque, 0).x, -0.1);
    EXPECT_DOUBLE_EQ(value(torque, 0).y, 0);
    EXPECT_DOUBLE_EQ(value(torque, 1).y, -0.2);
    EXPECT_NEAR(value(torque, 0).z, 14 * (1 - 2 * (0.1 * 0.1 + 0.5 * 0.5)), 1e-14);
    EXPECT_EQ(formula_of(torque).rate_dependence(), RateDependence::affine);
    EXPECT_EQ(breakpoints(torque), std::vector<double>{0.5});
    EXPECT_EQ(models_of(torque), "formula");
}

TEST(FormulaInScenario, MayHaveItsParametersInASection) {
    const Torque torque = read(formula + "torque = [\"c\", \"m.y\", \"0\"]\n"
                                         "[torque.parameters]\nc = 0.1\nm = [1, 2, 3]\n")
                              .problem.torque;
    EXPECT_EQ(value(torque, 0).x, 0.1);
    EXPECT_EQ(value(torque, 0).y, 2);
}

TEST(FormulaInScenario, IsInTheBodyOrInSpace) {
    const std::string constant = "torque = [\"1\", \"2\", \"3\"]\n";
    EXPECT_EQ(value(read(formula + constant).problem.torque, 0).y, 2);
    EXPECT_EQ(value(read(formula + constant + "frame = \"body\"\n").problem.torque, 0).y, 2);
    const Torque in_space = read(formula + constant + "frame = \"space\"\n").problem.torque;
    const Torque expected = core::ConstantSpaceTorque{.torque = {1, 2, 3}};
    EXPECT_LT(norm(value(in_space, 0) - value(expected, 0)), 1e-14);
}

TEST(FormulaInScenario, MayBeAPotential) {
    const Scenario s = read(formula + "potential = \"m*r33\"\nparameters = { m = 20 }\n");
    EXPECT_TRUE(has_potential(s.problem.torque));
    EXPECT_LT(norm(value(s.problem.torque, 0) - value(core::HeavyTop{.weight_moment = 20}, 0)), 1e-13);
}

TEST(FormulaInScenario, MayHaveTextsOfSeveralLines) {
    const Torque torque = read(formula + "torque = [\"\"\"\n1 +\n 2\"\"\", \"0\", \"0\"]\n").problem.torque;
    EXPECT_EQ(value(torque, 0).x, 3);
    EXPECT_EQ(complaint(formula + "torque = [\"\"\"\n1 +\n no\"\"\", \"0\", \"0\"]\n").find('\n'),
              std::string::npos);
}

TEST(FormulaInScenario, IsOneOfSeveralWithWindowsAndNames) {
    const std::string two =
        "[[torque]]\nmodel = \"heavy-top\"\nweight_moment = 3\n"
        "[[torque]]\nname = \"brake\"\nmodel = \"formula\"\ntorque = [\"-c*wx\", \"0\", \"0\"]\n"
        "parameters = { c = 0.5 }\non = [[0.2, 0.4]]\n";
    const Scenario s = read(two);
    const TorquePart& brake = std::get<TorqueSum>(s.problem.torque).parts[1];
    EXPECT_EQ(brake.name, "brake");
    EXPECT_EQ(brake.on, (std::vector<TimeSpan>{{0.2, 0.4}}));
    EXPECT_EQ(value(brake.torque, 0).x, -0.5);
    EXPECT_EQ(breakpoints(s.problem.torque), (std::vector<double>{0.2, 0.4}));

    const Scenario set = read(two, {{"torque.brake.parameters.c", "2"}});
    EXPECT_EQ(value(std::get<TorqueSum>(set.problem.torque).parts[1].torque, 0).x, -2);
    EXPECT_NE(complaint(two, {{"torque.parameters.c", "2"}}).find("expected torque.NAME.parameters.c"),
              std::string::npos);
    EXPECT_NE(complaint(two, {{"torque.heavy-top.parameters.c", "2"}})
                  .find("the torque model \"heavy-top\" has no parameter \"parameters.c\""),
              std::string::npos);

    const Scenario alone = read(friction + "on = [[0.2, 0.4]]\n");
    EXPECT_EQ(std::get<TorqueSum>(alone.problem.torque).parts[0].name, "formula");
    EXPECT_EQ(breakpoints(alone.problem.torque), (std::vector<double>{0.2, 0.4, 0.5}));
}

TEST(FormulaInScenario, ParametersMayBeSet) {
    const auto numbers = [](const Sets& sets) {
        return formula_of(read(friction, sets).problem.torque).numbers;
    };
    EXPECT_EQ(numbers({}), (std::vector<double>{0.2, 0.1, 1, 2, 3}));  // a, c, m: TOML has no order
    EXPECT_EQ(numbers({{"torque.parameters.c", "7"}}), (std::vector<double>{0.2, 7, 1, 2, 3}));
    EXPECT_EQ(numbers({{"torque.formula.parameters.c", "7"}, {"torque.parameters.m", "[4, 5, 6]"}}),
              (std::vector<double>{0.2, 7, 4, 5, 6}));
    EXPECT_EQ(numbers({{"torque.parameters", "{ a = 1, c = 2, m = [3, 4, 5] }"}}),
              (std::vector<double>{1, 2, 3, 4, 5}));
    EXPECT_TRUE(complaint(friction, {{"torque.parameters.k", "7"}})
                    .starts_with("--set torque.parameters.k: the formula has no parameter \"k\""));
    EXPECT_EQ(complaint(friction, {{"torque.parameters.c", "x"}}),
              "--set torque.parameters.c: expected a finite number, or three, got \"x\"");
    EXPECT_EQ(complaint(friction, {{"torque.parameters", "{ c = inf }"}}),
              "--set torque.parameters.c: expected a finite number, got inf");
}

/// Texts, frame, and the numbers as they are now, not as the text first gave them.
TEST(FormulaInScenario, IsWrittenAndReadAgain) {
    Problem p = problem("slow-top");
    const double changed = 0.3;
    const std::vector<Torque> torques{
        formula_torque({.torque = {"-c*wx + if(t < 1, \t2, 3)", "0", "m.x"},
                        .parameters = {{"c", 0.1}, {"m", Eigen::Vector3d(1, 2, 1.0 / 3)}}})
            .or_throw()
            .with("c", {&changed, 1})
            .or_throw(),
        formula_torque({.torque = {"1", "2", "3"}, .frame = Frame::space}).or_throw(),
        formula_torque({.potential = "m*r33", .parameters = {{"m", 1e-20}}}).or_throw()};
    for (const Torque& torque : torques) {
        p.torque = torque;
        const std::string toml = scenario_toml(p, "se");
        const Torque back = make_scenario(ScenarioText{"x.toml", toml}, {}).problem.torque;
        EXPECT_EQ(formula_of(back).numbers, formula_of(torque).numbers) << toml;
        EXPECT_EQ(formula_of(back).text().frame, formula_of(torque).text().frame);
        EXPECT_EQ(has_potential(back), has_potential(torque));
        for (const double t : {0.0, 3.0}) EXPECT_EQ(norm(value(back, t) - value(torque, t)), 0);
        EXPECT_EQ(scenario_toml({.name = p.name,
                                 .body = p.body,
                                 .torque = back,
                                 .initial = p.initial,
                                 .defaults = p.defaults},
                                "se"),
                  toml);
        const Torque parts = TorqueSum{{{torque, "formula", {{0, 1}}}, {core::HeavyTop{}, "heavy-top"}}};
        p.torque = parts;
        const auto written = describe(parts),
                   again = describe(
                       make_scenario(ScenarioText{"x.toml", scenario_toml(p, "se")}, {}).problem.torque);
        ASSERT_EQ(again.size(), 2);
        EXPECT_EQ(again[0].on, written[0].on);
    }
}

TEST(FormulaInScenario, GivesParametersToEnsembles) {
    const std::string many =
        "[ensemble]\ncount = 4\n[[ensemble.parameter]]\nname = \"c\"\ndistribution = \"normal\"\nsigma = 1\n";
    const EnsembleScenario s = make_ensemble_scenario(ScenarioText{"test.toml", frame + friction + many}, {});
    ASSERT_EQ(s.setup.parameters.size(), 1);
    EXPECT_EQ(s.setup.parameters[0].name, "c");
    EXPECT_EQ(s.setup.parameters[0].distribution.mean[0], 0.1);
}

struct Wrong {
    std::string toml, says;
};

TEST(FormulaInScenario, SaysWhatIsWrong) {
    const std::string torque = "torque = [\"1\", \"2\", \"3\"]\n";
    const std::vector<Wrong> cases{
        {"", "test.toml:9: torque.model: the model \"formula\" needs torque.torque or torque.potential"},
        {"torque = [\"1\", \"2\", \"k*wx\"]\n",
         "test.toml:10: torque.torque: the third expression \"k*wx\", column 1: k is no known name"},
        {"torque = [\"1\", \"2*(t\", \"3\"]\n",
         "test.toml:10: torque.torque: the second expression \"2*(t\", column 5: found the end, expected )"},
        {"torque = [\"1\", \"2\"]\n", "test.toml:10: torque.torque: expected three expressions in quotes"},
        {"torque = [\"1\", \"2\", \"3\", \"4\"]\n", "expected three expressions in quotes"},
        {"torque = [1, 2, 3]\n", "expected three expressions in quotes, such as"},
        {"torque = \"1\"\n", "expected three expressions in quotes"},
        {"torque = [\"\", \"0\", \"0\"]\n", "column 1: the expression is empty"},
        {torque + "potential = \"r33\"\n", "only one of them"},
        {"potential = \"wx\"\n", "test.toml:10: torque.potential: the potential \"wx\", column 1: "},
        {"potential = \"\"\n", "test.toml:10: torque.potential: expected an expression, got \"\""},
        {"potential = [\"r33\"]\n", "test.toml:10: torque.potential: expected an expression in quotes"},
        {"potential = \"r33\"\nframe = \"space\"\n", "test.toml:11: torque.frame: expected none beside"},
        {torque + "frame = \"inertial\"\n", "test.toml:11: torque.frame: expected \"body\" or \"space\""},
        {torque + "parameters = { t = 1 }\n",
         "test.toml:11: torque.parameters: parameter \"t\" hides what formulas call t"},
        {torque + "parameters = { \"a b\" = 1 }\n", "parameter \"a b\": expected a name of letters"},
        {torque + "parameters = { c = [1, 2] }\n",
         "test.toml:11: torque.parameters.c: expected a finite number, or three, got [1, 2]"},
        {torque + "parameters = { c = \"x\" }\n", "torque.parameters.c: expected a finite number, or three"},
        {torque + "parameters = { c = nan }\n", "torque.parameters.c: expected a finite number, got nan"},
        {torque + "parameters = { c = [1, inf, 2] }\n", "torque.parameters.c: expected three finite numbers"},
        {torque + "parameters = { c = { d = 1 } }\n", "torque.parameters.c: expected a finite number"},
        {torque + "parameters = 3\n", "test.toml:11: torque.parameters: expected a table of numbers"},
        {torque + "[torque.parameters]\na = 1\nc = true\n",
         "test.toml:13: torque.parameters.c: expected a finite number, or three, got true"},
        {torque + "weight_moment = 3\n", "\"formula\" has no parameter \"weight_moment\"; it has torque"},
        {torque + "on = [[2, 1]]\n", "test.toml:11: torque.on: expected a time before another"},
    };
    for (const Wrong& wrong : cases) {
        const std::string said = complaint(formula + wrong.toml);
        EXPECT_NE(said.find(wrong.says), std::string::npos) << wrong.toml << said;
        EXPECT_EQ(said.find('\n'), std::string::npos) << said;
    }
}

}  // namespace
}  // namespace polhode::test
