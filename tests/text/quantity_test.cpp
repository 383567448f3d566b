#include "text/quantity.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace polhode {
namespace {

TEST(Quantity, DurationInTheUnitThatFits) {
    EXPECT_EQ(duration(0), "0 ns");
    EXPECT_EQ(duration(4.56e-7), "456 ns");
    EXPECT_EQ(duration(1.5e-6), "1.5 µs");
    EXPECT_EQ(duration(0.01234), "12.3 ms");
    EXPECT_EQ(duration(2), "2 s");
    EXPECT_EQ(duration(125), "2 min 5 s");
}

TEST(Quantity, ClockTimeInWholeUnits) {
    EXPECT_EQ(clock_time(0.2), "1 s");
    EXPECT_EQ(clock_time(59), "59 s");
    EXPECT_EQ(clock_time(185), "3 min 5 s");
    EXPECT_EQ(clock_time(7800), "2 h 10 min");
    EXPECT_EQ(clock_time(std::numeric_limits<double>::infinity()), "very long");
}

TEST(Quantity, LargeNumbersHaveAWord) {
    EXPECT_EQ(large_number(0), "0");
    EXPECT_EQ(large_number(999), "999");
    EXPECT_EQ(large_number(1234), "1.23 thousand");
    EXPECT_EQ(large_number(31.2e6), "31.2 million");
    EXPECT_EQ(large_number(1e11), "100 billion");
}

}  // namespace
}  // namespace polhode
