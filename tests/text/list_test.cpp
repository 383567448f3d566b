#include "text/list.hpp"

#include <gtest/gtest.h>
#include <tuple>

namespace polhode {
namespace {

using Names = std::vector<std::string>;

TEST(List, PartsStandBetweenCommasWithoutSpaces) {
    EXPECT_EQ(parts_in("se"), Names{"se"});
    EXPECT_EQ(parts_in("se,vexp"), (Names{"se", "vexp"}));
    EXPECT_EQ(parts_in(" se , kl6(mr2-auto)\t,vexp "), (Names{"se", "kl6(mr2-auto)", "vexp"}));
    for (const char* wrong : {"", " ", ",", "se,", ",se", "se,,vexp", "se, ,vexp"})
        EXPECT_FALSE(parts_in(wrong)) << wrong;
}

TEST(List, NumbersAreWholeParts) {
    EXPECT_EQ(numbers_in("0.1, 5e-2,+2."), (std::vector<double>{0.1, 0.05, 2}));
    for (const char* wrong : {"", "0.1,zero", "0.1x", "0.1 0.2", "0.1,"})
        EXPECT_FALSE(numbers_in(wrong)) << wrong;
}

TEST(List, RangesOfWholeNumbers) {
    for (const auto& [text, inside, outside] :
         {std::tuple("4", 4, 5), std::tuple("4..6", 6, 7), std::tuple("4..6", 4, 3),
          std::tuple("4..", 1000, 3), std::tuple("..6", 0, 7), std::tuple(" 4 ", 4, 3)}) {
        const auto range = whole_numbers_in(text);
        ASSERT_TRUE(range) << text;
        EXPECT_TRUE(range->contain(inside)) << text;
        EXPECT_FALSE(range->contain(outside)) << text;
    }
    for (const char* wrong :
         {"", "..", "four", "4.5", "-1", "6..4", "4...6", "4..6..8", "99999999999999999999"})
        EXPECT_FALSE(whole_numbers_in(wrong)) << wrong;
}

}  // namespace
}  // namespace polhode
