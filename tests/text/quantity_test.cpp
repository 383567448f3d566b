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

TEST(Quantity, DurationsAreReadWithTheirUnit) {
    EXPECT_EQ(seconds_in("50us"), 50 * 1e-6);
    EXPECT_EQ(seconds_in("50µs"), 50 * 1e-6);
    EXPECT_EQ(seconds_in("1.5 s"), std::nullopt);
    EXPECT_EQ(seconds_in("0s"), 0);
    EXPECT_EQ(seconds_in("1e3ns"), 1e3 * 1e-9);
    for (const char* wrong : {"", "s", "5", "-1s", "nans", "infs", "1e9s", "3 ms", "3m", "3mss"})
        EXPECT_EQ(seconds_in(wrong), std::nullopt) << wrong;
    EXPECT_EQ(seconds_in("5min"), 300);
    EXPECT_EQ(seconds_in("2h"), 7200);
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
