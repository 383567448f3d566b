/// The tables of the small-angle functions are made in long double, whose width depends on the machine. In
/// double they are the nearest numbers to the true coefficients, which do not.
#include "polhode/so3/small_angle.hpp"
#include "support/wide.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cstddef>

namespace polhode::test {
namespace {

template <std::size_t N, class Exact>
void expect_nearest(const std::array<long double, N>& table, Exact exact) {
    for (std::size_t k = 0; k < N; ++k)
        EXPECT_EQ(static_cast<double>(table[k]), static_cast<double>(Wide(exact(k)))) << k;
}

Wide factorial(std::size_t n) { return n < 2 ? Wide(1) : Wide(n * factorial(n - 1)); }
Wide sign(std::size_t k) { return k % 2 == 0 ? 1 : -1; }

TEST(SeriesTables, AreRoundedToTheNearestDoubles) {
    namespace series = core::series;
    expect_nearest(series::sin_table, [](std::size_t k) { return sign(k) / factorial(2 * k + 1); });
    expect_nearest(series::cos_table, [](std::size_t k) { return sign(k) / factorial(2 * k); });
    expect_nearest(series::sin_tail_table, [](std::size_t k) { return sign(k) / factorial(2 * k + 3); });
    expect_nearest(series::atan_table, [](std::size_t k) { return sign(k) / (2 * k + 1); });
    expect_nearest(series::atan_slope_table,
                   [](std::size_t k) { return -sign(k) * (2 * k + 2) / (2 * k + 3); });
    std::array<Wide, 26> cot{Wide(1) / 12};
    for (std::size_t k = 1; k < cot.size(); ++k) {
        for (std::size_t j = 0; j < k; ++j) cot[k] += cot[j] * cot[k - 1 - j];
        cot[k] /= 2 * k + 3;
    }
    expect_nearest(series::cot_tail_table, [&](std::size_t k) { return cot[k]; });
}

}  // namespace
}  // namespace polhode::test
