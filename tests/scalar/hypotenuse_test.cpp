/// The hypotenuse, against the C library in long double.
#include "polhode/scalar/hypotenuse.hpp"
#include "support/ulps.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <random>

namespace polhode::test {
namespace {

TEST(Hypotenuse, IsWithinAnUlp) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(-1, 1);
    double worst = 0;
    const auto see = [&](double x, double y) {
        worst = std::max(worst, ulps(core::hypotenuse(x, y),
                                     std::hypot(static_cast<long double>(x), static_cast<long double>(y))));
    };
    for (int i = 0; i < 100000; ++i) {
        const double x = uniform(random), y = uniform(random);
        see(x, y);
        see(x, std::ldexp(y, -static_cast<int>(random() % 60)));
        const int e = static_cast<int>(random() % 2000) - 1000;
        see(std::ldexp(x, e), std::ldexp(y, e));
    }
    EXPECT_LT(worst, 0.6);  // the unfused variant is not always rounded correctly
}

TEST(Hypotenuse, OfItsEnds) {
    const double infinity = std::numeric_limits<double>::infinity(),
                 none = std::numeric_limits<double>::quiet_NaN(),
                 smallest = std::numeric_limits<double>::denorm_min(),
                 largest = std::numeric_limits<double>::max();
    for (const double x : {0., -0., 1., -3., smallest, 1e-310, largest, -largest, infinity, -infinity, none})
        for (const double y : {0., -0., 1., 4., smallest, 1e-310, largest, infinity, -infinity, none}) {
            const long double exact = std::hypot(static_cast<long double>(x), static_cast<long double>(y));
            EXPECT_TRUE(same(core::hypotenuse(x, y), static_cast<double>(exact))) << x << ' ' << y;
        }
}

}  // namespace
}  // namespace polhode::test
