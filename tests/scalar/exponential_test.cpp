/// Exponential, logarithm and power of our own, against the C library in long double.
#include "polhode/scalar/exponential.hpp"
#include "support/ulps.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

namespace polhode::test {
namespace {

using Precise = long double;
constexpr double infinity = std::numeric_limits<double>::infinity(),
                 none = std::numeric_limits<double>::quiet_NaN(),
                 smallest = std::numeric_limits<double>::denorm_min(),
                 largest = std::numeric_limits<double>::max();

TEST(Exponential, IsWithinAnUlp) {
    std::mt19937_64 random(1);
    for (const double range : {1e-10, 0.3, 1.0, 20.0, 745.0}) {
        std::uniform_real_distribution<double> uniform(-range, std::min(range, 709.7));
        double worst = 0;
        for (int i = 0; i < 50000; ++i) {
            const double x = uniform(random);
            worst = std::max(worst, ulps(core::exponential(x), std::exp(Precise(x))));
        }
        EXPECT_LT(worst, 0.95) << range;
    }
}

TEST(Exponential, OfItsEnds) {
    for (const double x : {0., -0., 709.782712893384, 709.782712893385, -745.133219101941, -745.2, 1e300,
                           -1e300, infinity, -infinity, none, smallest, -smallest})
        EXPECT_TRUE(same(core::exponential(x), static_cast<double>(std::exp(Precise(x))))) << x;
}

TEST(Logarithm, IsWithinAnUlp) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform(0, 1), near_one(0.5, 2), nearer(1 - 1e-9, 1 + 1e-9);
    double worst = 0;
    const auto see = [&](double x) {
        worst = std::max(worst, ulps(core::logarithm(x), std::log(Precise(x))));
    };
    for (int i = 0; i < 50000; ++i) {
        see(uniform(random));
        see(near_one(random));
        see(nearer(random));
        see(std::ldexp(uniform(random), static_cast<int>(random() % 2090) - 1070));
    }
    EXPECT_LT(worst, 0.51);
}

TEST(Logarithm, OfItsEnds) {
    for (const double x : {0., -0., 1., smallest, 1e-310, largest, infinity, -1., -infinity, none})
        EXPECT_TRUE(same(core::logarithm(x), static_cast<double>(std::log(Precise(x))))) << x;
}

TEST(Power, IsWithinAnUlp) {
    std::mt19937_64 random(3);
    std::uniform_real_distribution<double> uniform(-1, 1);
    double worst = 0;
    int finite = 0;
    const auto see = [&](double x, double y) {
        const Precise exact = std::pow(Precise(x), Precise(y));
        if (exact > Precise(largest) || exact < Precise(smallest)) return;
        ++finite;
        worst = std::max(worst, ulps(core::power(x, y), exact));
    };
    for (int i = 0; i < 100000; ++i) {
        const double x = std::ldexp(1 + uniform(random), static_cast<int>(random() % 2000) - 1000);
        see(x, 1.0 / (1 + static_cast<double>(random() % 40)));  // the roots that steps are chosen by
        see(x, uniform(random));
        see(x, 40 * uniform(random));
        see(1 + 0.5 * uniform(random), 1500 * uniform(random));  // exponents of many bits
        see(1 + 1e-6 * uniform(random), 7e8 * uniform(random));
    }
    EXPECT_GT(finite, 300000);
    EXPECT_LT(worst, 0.95);
}

/// Every pair of special and plain arguments, as the C standard's annex F.10.4.4 has them.
TEST(Power, OfItsEnds) {
    const std::vector<double> numbers{0.,  0.5,  1., 2.,    3.,       4.,      0.25,     1e300,
                                      2.5, 1e17, 9., 1e-17, smallest, largest, infinity, none};
    for (const double sign_x : {1., -1.})
        for (const double sign_y : {1., -1.})
            for (const double a : numbers)
                for (const double b : numbers) {
                    const double x = sign_x * a, y = sign_y * b;
                    const Precise exact = std::pow(Precise(x), Precise(y));
                    const double got = core::power(x, y), rounded = static_cast<double>(exact);
                    if (std::isfinite(rounded) && rounded != 0) {
                        EXPECT_LT(ulps(got, exact), 0.95) << x << ' ' << y;
                    } else {
                        EXPECT_TRUE(same(got, rounded)) << x << ' ' << y << ' ' << got << ' ' << rounded;
                    }
                }
}

TEST(Power, OfSmallWholeNumbersIsExact) {
    for (double x = -12; x <= 12; ++x) {
        double product = 1;
        for (double y = 0; y <= 12; ++y, product *= x) EXPECT_EQ(core::power(x, y), product);
    }
}

}  // namespace
}  // namespace polhode::test
