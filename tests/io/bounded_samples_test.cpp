#include "io/bounded_samples.hpp"

#include <gtest/gtest.h>

namespace polhode {
namespace {

std::vector<Sample> kept_of(long count, std::size_t capacity) {
    BoundedSamples samples(capacity);
    for (long n = 0; n < count; ++n) samples.add({n, static_cast<double>(n), {}, {}, {}, {}});
    return samples.take();
}

TEST(BoundedSamples, KeepsAllOfAFew) {
    EXPECT_EQ(kept_of(0, 100).size(), 0U);
    EXPECT_EQ(kept_of(1, 100).size(), 1U);
    EXPECT_EQ(kept_of(99, 100).size(), 99U);
}

TEST(BoundedSamples, IsBoundedAndEvenlySpread) {
    for (const long count : {100L, 101L, 1000L, 1001L, 123456L}) {
        const std::vector<Sample> kept = kept_of(count, 100);
        EXPECT_LE(kept.size(), 101U) << count;
        EXPECT_GE(kept.size(), 50U) << count;
        EXPECT_EQ(kept.front().step, 0);
        EXPECT_EQ(kept.back().step, count - 1);
        const long stride = kept[1].step - kept[0].step;
        for (std::size_t i = 1; i + 1 < kept.size(); ++i) EXPECT_EQ(kept[i].step - kept[i - 1].step, stride);
        EXPECT_LE(kept.back().step - kept[kept.size() - 2].step, stride);
    }
}

}  // namespace
}  // namespace polhode
