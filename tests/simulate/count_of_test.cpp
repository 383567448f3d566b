#include "simulate/count_of.hpp"

#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <limits>

namespace polhode {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(CountOf, WhatCanBeCountedIsItself) {
    for (const double n : {0.0, 1.0, 17.0, 1e9, 8e15 + 1}) EXPECT_EQ(static_cast<double>(count_of(n)), n);
}

TEST(CountOf, WhatCannotStaysWithinBounds) {
    const auto most = static_cast<long>(countable_steps);
    for (const double n : {9.1e15, 1e19, 1e308, infinity}) EXPECT_EQ(count_of(n), most) << n;
    for (const double n : {-1.0, -1e308, -infinity, std::numeric_limits<double>::quiet_NaN()})
        EXPECT_EQ(count_of(n), 0) << n;
}

/// The first step is so small that the end is more steps away than there are numbers for.
TEST(CountOf, ARunThatHardlyMovesExpectsManySteps) {
    const Plan plan{.method = "se", .steps = ReversibleSteps{5e-324}, .end = 3};
    long steps = 0, expected = 0;
    Hooks hooks;
    hooks.on_progress = [&](long done, long all) {
        steps = done;
        expected = all;
        return false;
    };
    EXPECT_FALSE(simulate(problem("soft-wall"), plan, hooks).complete);
    EXPECT_GT(steps, 0);
    EXPECT_EQ(expected, static_cast<long>(countable_steps));
}

}  // namespace
}  // namespace polhode
