/// The section [method]: a method of the user's own.
#include "scenario/method_setting.hpp"

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
    EXPECT_EQ(error_of({.kicks = {1, 0}, .drifts = {1}}),
              "method.name is missing, expected a name of your own");
    EXPECT_EQ(error_of({.name = "se", .kicks = {1, 0}, .drifts = {1}}),
              "method.name = \"se\" is in the catalogue already, expected a name of your own");
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

Value list_of(std::initializer_list<double> numbers) {
    Value::List items;
    for (const double x : numbers) items.push_back(number_value(x));
    return list_value(std::move(items));
}

TEST(MethodSetting, IsReadFromTheSettings) {
    FirstError errors;
    EXPECT_EQ(read_method({}), nullptr);
    const auto splitting =
        read_method({{"method.name", "top.toml:2: method.name", text_value("mine"), &errors},
                     {"method.kicks", "top.toml:3: method.kicks", list_of({0.5, 0.5}), &errors},
                     {"method.drifts", "top.toml:4: method.drifts", list_of({1}), &errors}});
    ASSERT_TRUE(splitting);
    EXPECT_EQ(splitting->sheet.name, "mine");
    EXPECT_TRUE(splitting->sheet.symplectic);
    const auto heun = read_method(
        {{"method.name", "top.toml:2: method.name", text_value("heun"), &errors},
         {"method.a", "top.toml:3: method.a", list_value({list_of({0, 0}), list_of({1, 0})}), &errors},
         {"method.b", "top.toml:4: method.b", list_of({0.5, 0.5}), &errors}});
    ASSERT_TRUE(heun);
    EXPECT_EQ(heun->sheet.order_attitude, 2);
    EXPECT_TRUE(errors.unless(0));
}

TEST(MethodSetting, RefusesWithThePlace) {
    FirstError errors;
    EXPECT_EQ(read_method({{"method.kicks", "top.toml:3: method.kicks", list_of({0.5, 0.5}), &errors}}),
              nullptr);
    ASSERT_FALSE(errors.unless(0));
    EXPECT_EQ(errors.unless(0).error().message,
              "top.toml:3: method.kicks: method.name is missing, expected a name of your own");
}

}  // namespace
}  // namespace polhode::test
