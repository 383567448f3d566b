/// Criteria that know how near their thresholds are.
#include "reproduce/check.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace polhode::reproduce {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Thresholds 2, 3 and 5 times as far away as what is measured.
const Check met2 = measured(1) < 2, met3 = measured(1) < 3, failed3 = measured(3) < 1,
            failed5 = measured(5) < 1;

TEST(Check, KeepsTheThresholdThatDecides) {
    const auto factor = [](const Check& c) { return c.margin().factor(); };
    EXPECT_TRUE((met2 && met3).met());
    EXPECT_EQ(factor(met2 && met3), 2);  // the first to fail
    EXPECT_EQ(factor(met3 && met2), 2);
    EXPECT_FALSE((met2 && failed3).met());
    EXPECT_EQ(factor(met2 && failed3), 3);  // the one that fails
    EXPECT_EQ(factor(failed5 && met2), 5);
    EXPECT_EQ(factor(failed3 && failed5), 5);  // both have to change
    EXPECT_TRUE((met2 || failed3).met());
    EXPECT_EQ(factor(met2 || met3), 3);
    EXPECT_EQ(factor(met2 || failed3), 2);
    EXPECT_EQ(factor(failed3 || failed5), 3);
    EXPECT_FALSE((!met2).met());
    EXPECT_EQ(factor(!met2), 2);
}

TEST(Check, ABoolIsInfinitelyFarFromAnyThreshold) {
    EXPECT_EQ(Check(true).margin().factor(), infinity);
    EXPECT_EQ((Check(true) && met2).margin().factor(), 2);
    EXPECT_EQ((Check(false) && met2).margin().factor(), infinity);
    EXPECT_EQ((Check(true) || met2).margin().factor(), infinity);
    EXPECT_EQ((met2 && failed3 && Check(true)).thresholds(), 2);
    EXPECT_TRUE((measured(1) <= 1 && measured(1) >= 1).met());
}

TEST(Check, AFactorCountsInBothDirections) {
    EXPECT_DOUBLE_EQ((Margin{2, 1}.factor()), 2);
    EXPECT_DOUBLE_EQ((Margin{1, 2}.factor()), 2);
    EXPECT_DOUBLE_EQ((Margin{-1, -2}.factor()), 2);
    EXPECT_EQ((Margin{-1, 2}.factor()), infinity);
    EXPECT_EQ((Margin{0, 1}.factor()), infinity);
    EXPECT_EQ((Margin{infinity, 1}.factor()), infinity);
}

TEST(Check, ARangeIsMeasuredFromItsMiddle) {
    const Check inside = lies_between(3.9, 4.02, 4.1), outside = lies_between(3.9, 4.3, 4.1);
    EXPECT_TRUE(inside.met());
    EXPECT_NEAR(inside.margin().factor(), 5, 1e-9);
    EXPECT_FALSE(outside.met());
    EXPECT_NEAR(outside.margin().factor(), 3, 1e-9);
    EXPECT_NEAR(lies_between(0, 0.1, 1).margin().factor(), 10, 1e-9);
    EXPECT_NEAR(lies_between(30, 31.5, infinity).margin().factor(), 1.05, 1e-9);
    EXPECT_TRUE(lies_between(1, 2, 2).met());
}

}  // namespace
}  // namespace polhode::reproduce
