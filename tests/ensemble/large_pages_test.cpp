/// Memory of ensembles on large pages.
#include "ensemble/large_pages.hpp"

#include <gtest/gtest.h>
#include <algorithm>

namespace polhode::test {
namespace {

TEST(LargePages, AreZerosOfAnyNumber) {
    for (const std::size_t count :
         {std::size_t{0}, std::size_t{1}, std::size_t{1000}, std::size_t{1} << 20U}) {
        std::vector<double> numbers;
        resize_on_large_pages(numbers, count);
        EXPECT_EQ(numbers.size(), count);
        EXPECT_TRUE(std::ranges::all_of(numbers, [](double x) { return x == 0; }));
    }
}

}  // namespace
}  // namespace polhode::test
