#include "io/table.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

TEST(Table, ColumnsLineUpAlsoWithAccents) {
    EXPECT_EQ(table({{"name", "what"}, {"Säfström", "x"}, {"b", "y"}}, 80),
              "name      what\n"
              "Säfström  x\n"
              "b         y\n");
}

TEST(Table, LastColumnIsWrapped) {
    const std::string text = "one two three four five six seven eight nine ten";
    EXPECT_EQ(table({{"n", "text"}, {"1", text}}, 30),
              "n  text\n"
              "1  one two three four five six\n"
              "   seven eight nine ten\n");
}

TEST(Table, LastColumnIsLeftOutWhereThereIsNoRoom) {
    const std::string text = "one two three four five six seven eight nine ten";
    EXPECT_EQ(table({{"n", "text"}, {"1", text}}, 20), "n\n1\n");
}

TEST(Wrapped, KeepsWordsLongerThanALine) {
    const std::string word(50, 'x');
    EXPECT_EQ(wrapped("a " + word + " b", 30), "a\n" + word + "\nb");
    EXPECT_EQ(wrapped("", 30), "");
}

TEST(Facts, ValuesStandInOneColumn) {
    EXPECT_EQ(facts({{"a", "1"}, {"long name", "2"}}, 80), "  a          1\n  long name  2\n");
}

}  // namespace
}  // namespace polhode
