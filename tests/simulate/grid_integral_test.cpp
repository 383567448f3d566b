#include "simulate/grid_integral.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode {
namespace {

TEST(GridIntegral, HasTheKnownWeights) {
    const GridIntegral four(4), six(6);
    const double middle[] = {-1, 13, 13, -1}, first[] = {9, 19, -5, 1},
                 of_six[] = {11, -93, 802, 802, -93, 11};
    for (std::size_t j = 0; j < 4; ++j) {
        EXPECT_NEAR(four.weight(1, j), middle[j] / 24, 1e-15);
        EXPECT_NEAR(four.weight(0, j), first[j] / 24, 1e-15);
    }
    for (std::size_t j = 0; j < 6; ++j) EXPECT_NEAR(six.weight(2, j), of_six[j] / 1440, 1e-15);
}

TEST(GridIntegral, IsExactForPolynomialsOfItsOrder) {
    const GridIntegral ten(10);
    for (std::size_t i = 0; i < 9; ++i) {
        double sum = 0;
        for (std::size_t j = 0; j < 10; ++j)
            sum += ten.weight(i, j) * std::pow(static_cast<double>(j) / 9, 9);
        const double a = static_cast<double>(i) / 9, b = static_cast<double>(i + 1) / 9;
        EXPECT_NEAR(sum / 9, (std::pow(b, 10) - std::pow(a, 10)) / 10, 1e-14) << i;
    }
}

}  // namespace
}  // namespace polhode
