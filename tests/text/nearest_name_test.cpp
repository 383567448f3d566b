#include "text/nearest_name.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

const std::vector<std::string_view> problems{"free-body", "slow-top", "fast-top", "soft-wall",
                                             "soft-wall-repulsive"};

TEST(NearestName, FindsTheNameBehindATypingError) {
    EXPECT_EQ(nearest_name("slow-topp", problems), "slow-top");  // one too many
    EXPECT_EQ(nearest_name("slw-top", problems), "slow-top");    // one missing
    EXPECT_EQ(nearest_name("slow-tap", problems), "slow-top");   // one wrong
    EXPECT_EQ(nearest_name("solw-top", problems), "slow-top");   // two swapped
    EXPECT_EQ(nearest_name("Slow_Top", problems), "slow-top");   // another spelling
    EXPECT_EQ(nearest_name("soft-wal", problems), "soft-wall");
}

TEST(NearestName, PrefersTheSmallestDistance) {
    EXPECT_EQ(nearest_name("fast-tp", problems), "fast-top");
    EXPECT_EQ(nearest_name("mr2-124", {"mr2-132", "mr2-123", "mr4-123"}), "mr2-123");
}

TEST(NearestName, TakesTheBeginningOfALongName) { EXPECT_EQ(nearest_name("free", problems), "free-body"); }

TEST(NearestName, IsSilentWhenNothingIsNear) {
    EXPECT_EQ(nearest_name("pendulum", problems), "");
    EXPECT_EQ(nearest_name("", problems), "");
    EXPECT_EQ(nearest_name("x", {"a", "b"}), "");
    EXPECT_EQ(nearest_name("slow-top", {}), "");
}

TEST(NearestName, Phrase) {
    EXPECT_EQ(did_you_mean("slow-topp", problems), "; did you mean \"slow-top\"?");
    EXPECT_EQ(did_you_mean("pendulum", problems), "");
}

}  // namespace
}  // namespace polhode
