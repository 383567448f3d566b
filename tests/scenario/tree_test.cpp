/// Scenarios as trees that no file was read for, as a dictionary of Python gives them: the same problem, plan
/// and errors as from TOML.
#include "polhode/scenario/ensemble_scenario.hpp"
#include "polhode/scenario/scenario.hpp"

#include "polhode/error.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <initializer_list>

namespace polhode {
namespace {

Value numbers(std::initializer_list<double> all) {
    Value::List list;
    for (const double x : all) list.push_back(number_value(x));
    return list_value(std::move(list));
}
Value table(std::vector<Value::Entry> entries) { return table_value({std::move(entries)}); }

std::vector<Value::Entry> top() {
    return {{"body", table({{"inertia", numbers({5, 5, 1})}})},
            {"initial",
             table({{"rotation_vector", numbers({0.05, 0, 0})}, {"angular_velocity", numbers({0, 0, 5})}})},
            {"torque", table({{"model", text_value("heavy-top")}, {"weight_moment", number_value(20)}})},
            {"integrate", table({{"method", text_value("liemid-ea")},
                                 {"step", number_value(0.01)},
                                 {"end", number_value(20)}})},
            {"output", table({{"every", whole_number_value(10)}})},
            {"event", list_value({table({{"kind", text_value("rate")},
                                         {"value", number_value(5.5)},
                                         {"terminal", truth_value(true)}})})}};
}
constexpr const char* top_toml = R"(
[body]
inertia = [5, 5, 1]
[initial]
rotation_vector = [0.05, 0, 0]
angular_velocity = [0, 0, 5]
[torque]
model = "heavy-top"
weight_moment = 20
[integrate]
method = "liemid-ea"
step = 0.01
end = 20
[output]
every = 10
[[event]]
kind = "rate"
value = 5.5
terminal = true
)";

TEST(ScenarioTree, IsReadLikeToml) {
    const Expected<Scenario> tree = read_scenario({{top()}});
    ASSERT_TRUE(tree) << tree.error().message;
    const Scenario toml = make_scenario(ScenarioText{"top.toml", top_toml}, {});
    EXPECT_EQ(tree->problem.name, "") << "no file";
    EXPECT_EQ(tree->problem.body.moments(), toml.problem.body.moments());
    EXPECT_EQ(tree->problem.initial.attitude.coeffs(), toml.problem.initial.attitude.coeffs());
    EXPECT_EQ(tree->problem.initial.momentum, toml.problem.initial.momentum);
    EXPECT_EQ(tree->problem.torque.index(), toml.problem.torque.index());
    EXPECT_EQ(tree->plan.method, "liemid-ea");
    EXPECT_EQ(std::get<FixedStep>(tree->plan.steps).step, std::get<FixedStep>(toml.plan.steps).step);
    EXPECT_EQ(tree->plan.end, toml.plan.end);
    EXPECT_EQ(tree->plan.every, 10);
    ASSERT_EQ(tree->plan.events.size(), 1U);
    EXPECT_TRUE(tree->plan.events[0].terminal);
    // the same run, to the last bit
    EXPECT_EQ(simulate(tree->problem, tree->plan).final_state.momentum,
              simulate(toml.problem, toml.plan).final_state.momentum);
}

TEST(ScenarioTree, TakesItsNameAndPlacesFromWhereItCameFrom) {
    const Value::Entry problem{"problem", text_value("free-body")};
    EXPECT_EQ(read_scenario({{top()}, "tops/slow.toml"})->problem.name, "slow");
    EXPECT_EQ(read_scenario({{top()}, "/.top"})->problem.name, ".top");
    const Value::Entry wrong{"body", table({{"inertia", number_value(3), "cell 7"}}), "cell 6"};
    EXPECT_EQ(read_scenario({{{problem, wrong}}}).error().message,
              "cell 7: body.inertia: expected three principal moments or a 3x3 matrix, got 3");
}

TEST(ScenarioTree, ValuesAboveReplaceItsOwn) {
    const Expected<Scenario> s =
        read_scenario({{top()}}, {{"integrate.steps", "steps", whole_number_value(100)}});
    ASSERT_TRUE(s) << s.error().message;
    ASSERT_TRUE(std::holds_alternative<StepCount>(s->plan.steps)) << "an alternative below gives way";
    EXPECT_EQ(std::get<StepCount>(s->plan.steps).count, 100);
    EXPECT_EQ(read_scenario({{top()}}, {{"integrate.steps", "steps", number_value(0)}}).error().message,
              "steps: expected a whole number from 1 to 2^53, got 0");
}

struct Bad {
    const char* section;
    Value::Entry entry;
    const char* toml;  ///< the same, in TOML
};

/// Without its place, what a tree says is what TOML says.
TEST(ScenarioTree, SaysWhatTomlSays) {
    for (const auto& [section, entry, toml] : std::vector<Bad>{
             {"body", {"inertia", numbers({1, 1, 3})}, "inertia = [1, 1, 3]"},
             {"body", {"inertai", numbers({1, 1, 1})}, "inertai = [1, 1, 1]"},
             {"body", {"inertia", table({})}, "inertia = {}"},
             {"bdy", {"inertia", numbers({1, 1, 1})}, "inertia = [1, 1, 1]"},
             {"initial", {"quaternion", numbers({0, 0, 0, 2})}, "quaternion = [0, 0, 0, 2]"},
             {"initial", {"matrix", numbers({1, 2})}, "matrix = [1, 2]"},
             {"torque", {"model", text_value("heavy-tpo")}, "model = \"heavy-tpo\""},
             {"torque", {"model", text_value("heavy-top")}, "model = \"heavy-top\""},
             {"torque", {"weight_moment", number_value(1)}, "weight_moment = 1.0"},
             {"torque", {"model", truth_value(true)}, "model = true"},
             {"integrate", {"method", text_value("liemd")}, "method = \"liemd\""},
             {"integrate", {"method", text_value("taylor-99")}, "method = \"taylor-99\""},
             {"integrate", {"method", text_value("no(exact)")}, "method = \"no(exact)\""},
             {"integrate", {"method", text_value("se+energy+energy")}, "method = \"se+energy+energy\""},
             {"integrate", {"step", number_value(-1)}, "step = -1"},
             {"output", {"times", numbers({})}, "times = []"},
             {"output", {"every", unusable_value("a date or time")}, "every = 2001-01-01"},
             {"ensemble", {"count", number_value(3)}, "count = 3"}}) {
        const Expected<Scenario> tree =
            read_scenario({{{{"problem", text_value("free-body")}, {section, table({entry})}}}});
        ASSERT_FALSE(tree) << toml;
        try {
            (void)make_scenario(
                ScenarioText{"x.toml", fmt::format("problem = \"free-body\"\n[{}]\n{}\n", section, toml)},
                {});
            ADD_FAILURE() << toml;
        } catch (const InputError& error) {
            std::string message = error.what();
            for (const char* place : {"x.toml:3: ", "x.toml:2: "})
                if (message.starts_with(place)) message.erase(0, std::string(place).size());
            EXPECT_EQ(tree.error().message, message);
        }
    }
}

TEST(ScenarioTree, SaysWhatIsMissing) {
    EXPECT_EQ(read_scenario({}).error().message,
              "the settings: body.inertia is missing: expected three principal moments or a 3x3 matrix");
    EXPECT_TRUE(read_scenario({{{{"problem", text_value("slow-top")}}}}));
    EXPECT_EQ(read_scenario({{{{"problem", text_value("slow-tpo")}}}}).error().message,
              "problem: problem \"slow-tpo\" is not built in; did you mean \"slow-top\"?");
}

TEST(ScenarioTree, OfAnEnsemble) {
    std::vector<Value::Entry> tree{
        {"problem", text_value("slow-top")},
        {"ensemble", table({{"count", number_value(10)},
                            {"attitude", table({{"file", text_value("q.npy")}})},
                            {"momentum", table({{"distribution", text_value("normal")},
                                                {"sigma", number_value(0.1)}})}})}};
    const Expected<EnsembleScenario> s = read_ensemble_scenario({{tree}, "clouds/a.toml"});
    ASSERT_TRUE(s) << s.error().message;
    EXPECT_EQ(s->setup.count, 10U);
    EXPECT_EQ(s->setup.attitude.file, "clouds/q.npy");
    EXPECT_EQ(s->setup.rotation.distribution.sigma, Eigen::Vector3d(0.1, 0.1, 0.1));
    tree[0].value = text_value("free-body");
    tree[1].value = table({{"count", number_value(10)}, {"parameter", table({{"name", number_value(1)}})}});
    EXPECT_TRUE(read_ensemble_scenario({{tree}}).error().message.starts_with(
        "ensemble.parameter.name: the torque model \"none\" has no parameter that may differ from body to body; "
        "expected heavy-top, gravity-gradient"));
}

}  // namespace
}  // namespace polhode
