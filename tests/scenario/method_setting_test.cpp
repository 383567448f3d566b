/// The section [method]: a method of the user's own.
#include "scenario/method_setting.hpp"

#include "polhode/advise/compare.hpp"
#include "polhode/catalogue/own_method.hpp"
#include "polhode/error.hpp"
#include "polhode/simulate/simulate.hpp"
#include "toml/scenario.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <string>

namespace polhode::test {
namespace {

TEST(MethodSetting, MakesASplittingOrATableau) {
    const auto splitting =
        method_of({.name = "mine", .drift = "liemid", .kicks = {0.5L, 0.5L}, .drifts = {1}});
    ASSERT_TRUE(splitting);
    EXPECT_EQ(splitting->sheet.name, "mine");
    EXPECT_EQ(splitting->sheet.order_attitude, 2);
    const auto heun = method_of({.name = "heun", .a = {{0, 0}, {1, 0}}, .b = {0.5L, 0.5L}});
    ASSERT_TRUE(heun);
    EXPECT_EQ(heun->sheet.order_attitude, 2);
    EXPECT_EQ(heun->sheet.torque_evaluations, 2);
}

TEST(MethodSetting, SaysWhatIsWrong) {
    const auto error_of = [](const MethodSetting& setting) {
        const auto made = method_of(setting);
        return made ? std::string("accepted") : made.error().message;
    };
    EXPECT_EQ(error_of({.name = "mine"}),
              "[method] has neither, expected either kicks and drifts (of a splitting) "
              "or a and b (of a tableau)");
    EXPECT_EQ(error_of({.name = "mine", .kicks = {1, 0}, .drifts = {1}, .b = {1}}),
              "[method] has both kicks or drifts and a or b, expected either kicks and drifts (of a "
              "splitting) or a "
              "and b (of a tableau)");
    EXPECT_EQ(error_of({.name = "mine", .drift = "exact", .a = {{0}}, .b = {1}}),
              "method.drift = \"exact\" belongs to a splitting, expected none beside a tableau");
    EXPECT_EQ(error_of({.name = "mine", .kicks = {1, 0}, .drifts = {1}, .c = {0}}),
              "method.c belongs to a tableau, expected none beside kicks and drifts");
    EXPECT_EQ(error_of({.name = "mine", .a = {{0}}, .b = {0.9L}}),
              "[method]: the weights b of the tableau add up to 0.9, expected 1");
    EXPECT_EQ(error_of({.name = "mine", .kicks = {1, 0}, .drifts = {0.5L}}),
              "[method]: the drifts of the scheme add up to 0.5, expected 1");
}

// --- in a scenario ----------------------------------------------------------------------------------------------

constexpr const char* top =
    "[body]\ninertia = [5, 5, 1]\n[initial]\nangular_velocity = [0.1, 0, 5]\n"
    "[torque]\nmodel = \"heavy-top\"\nweight_moment = 20\n[integrate]\nend = 1\nstep = 0.01\n";

std::string top_with(const std::string& more) { return fmt::format("{}{}", top, more); }
Scenario read(const std::string& toml) { return make_scenario(ScenarioText{"test.toml", toml}, {}); }
std::string complaint(const std::string& toml) {
    try {
        (void)read(toml);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(OwnMethod, OfAScenarioRunsAsTheSameMethodOfTheCatalogue) {
    const auto end_of = [](const std::string& method) {
        const Scenario s = read(top_with(method));
        return simulate(s.problem, s.plan).final_state;
    };
    const State se = end_of("method = \"se\"\n"),
                own = end_of(
                    "method = \"my-strang\"\n[method]\nname = \"my-strang\"\nkicks = [0.5, 0.5]\n"
                    "drifts = [1]\n");
    EXPECT_EQ(se.momentum, own.momentum);
    EXPECT_EQ(se.attitude.coeffs(), own.attitude.coeffs());
    const State rk4 = end_of("method = \"rkmk-rk4\"\n"),
                tableau = end_of(
                    "method = \"my-rk4\"\n[method]\nname = \"my-rk4\"\n"
                    "a = [[0, 0, 0, 0], [0.5, 0, 0, 0], [0, 0.5, 0, 0], [0, 0, 1, 0]]\n"
                    "b = [0.16666666666666666, 0.3333333333333333, 0.3333333333333333, "
                    "0.16666666666666666]\n");
    EXPECT_LT((rk4.momentum - tableau.momentum).norm(), 1e-14);
}

TEST(OwnMethod, CanStandInAComparison) {
    (void)read(top_with("[method]\nname = \"compared\"\nkicks = [1, 0]\ndrifts = [1]\n"));
    const Comparison c =
        compare(problem("slow-top"), {.methods = {"se", "compared"}, .steps = {0.02, 0.01}, .end = 1});
    ASSERT_EQ(c.rows.size(), 2U);
    EXPECT_EQ(c.rows[1].method, "compared");
}

TEST(OwnMethod, OfTheSameNameTakesThePlaceOfAnEarlierOne) {
    const auto order = [](const char* kicks) {
        const Scenario s =
            read(fmt::format("{}method = \"again\"\n[method]\nname = \"again\"\nkicks = {}\n"
                             "drifts = [1]\n",
                             top, kicks));
        return s.run.method->sheet.order_attitude;
    };
    EXPECT_EQ(order("[0.5, 0.5]"), 2);
    EXPECT_EQ(order("[1, 0]"), 1);
}

TEST(OwnMethod, NeedsANameThatIsNotOfTheCatalogue) {
    const auto with = [](const std::string& name) {
        return complaint(top + ("[method]\n" + name + "kicks = [0.5, 0.5]\ndrifts = [1]\n"));
    };
    const auto add = [](const std::string& name) {
        const auto added = try_add_method(splitting_method({{0.5L, 0.5L}, {1}}, "exact", name));
        return added ? std::string("accepted") : added.error().message;
    };
    const std::string none = "the method has no name, expected a name of your own";
    EXPECT_EQ(add(""), none);
    EXPECT_NE(with("").find("[method]: " + none), std::string::npos) << with("");
    for (const std::string name : {"se", "liemid", "taylor-20", "rkn4(mr2-231)"}) {  // two of families
        const std::string taken =
            fmt::format("the name \"{}\" is one of the catalogue, expected a name of your own", name);
        EXPECT_EQ(add(name), taken);
        const std::string text = with(fmt::format("name = \"{}\"\n", name));
        EXPECT_NE(text.find("[method]: " + taken), std::string::npos) << text;
    }
}

TEST(OwnMethod, IsAddedOrRefusedWithAndWithoutExceptions) {
    const auto strang = [](const char* name) { return splitting_method({{0.5L, 0.5L}, {1}}, "exact", name); };
    const Method& added = add_method(strang("added"));
    EXPECT_EQ(&added, &method("added"));
    EXPECT_THROW(add_method(strang("se")), InputError);
    EXPECT_TRUE(try_add_method(strang("tried")));
    EXPECT_FALSE(try_add_method(strang("se")));
}

TEST(OwnMethod, SaysWhereAMistakeIs) {
    const auto with = [](const std::string& section) { return complaint(top + ("[method]\n" + section)); };
    EXPECT_NE(with("name = \"mine\"\nkicks = [0.5, 0.4]\ndrifts = [1]\n").find("test.toml:"),
              std::string::npos);
    EXPECT_NE(with("name = \"mine\"\nkicks = [0.5, 0.4]\ndrifts = [1]\n").find("0.9"), std::string::npos);
    EXPECT_NE(with("name = \"mine\"\na = 3\nb = [1]\n").find("method.a: expected the rows of a tableau"),
              std::string::npos);
    EXPECT_NE(with("name = \"mine\"\nkick = [1]\n").find("unknown key \"method.kick\""), std::string::npos);
    EXPECT_NE(complaint(top_with("method = \"mein\"\n[method]\nname = \"my-own\"\nkicks = [1, 0]\n"
                                 "drifts = [1]\n"))
                  .find("\"mein\" is not in the catalogue"),
              std::string::npos);
}

}  // namespace
}  // namespace polhode::test
