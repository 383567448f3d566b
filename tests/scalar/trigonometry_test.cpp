/// Sine, cosine and arc tangent of our own, against many digits.
#include "polhode/scalar/trigonometry.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/pack.hpp"
#include "support/ulps.hpp"

#include <gtest/gtest.h>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace polhode::test {
namespace {

namespace mp = boost::multiprecision;
using Wide = mp::cpp_bin_float_quad;
using Precise = long double;
using Huge =
    mp::number<mp::cpp_bin_float<400>>;  // an argument of 1e308 loses 308 digits to its multiples of π

template <class Exact>
double worst_of_sin_cos(int count, const std::function<double()>& draw) {
    double worst = 0;
    for (int i = 0; i < count; ++i) {
        const double x = draw();
        const core::SinCos<double> t = core::sin_cos(x);
        worst = std::max({worst, ulps(t.sin, Exact(sin(Exact(x)))), ulps(t.cos, Exact(cos(Exact(x))))});
    }
    return worst;
}

TEST(Trigonometry, SineAndCosineAreWithinAnUlp) {
    std::mt19937_64 random(4);
    std::uniform_real_distribution<double> uniform(-1, 1);
    EXPECT_LT(worst_of_sin_cos<Wide>(20000, [&] { return 0.8 * uniform(random); }), 0.8);
    EXPECT_LT(worst_of_sin_cos<Wide>(20000, [&] { return 20 * uniform(random); }), 0.8);
    EXPECT_LT(worst_of_sin_cos<Wide>(5000, [&] { return 1e6 * uniform(random); }), 0.8);
    EXPECT_LT(worst_of_sin_cos<Wide>(
                  5000, [&] { return std::ldexp(uniform(random), -static_cast<int>(random() % 1000)); }),
              0.8);
}

TEST(Trigonometry, NextToMultiplesOfHalfPi) {
    std::mt19937_64 random(5);
    const double half_pi = 1.57079632679489661923;
    EXPECT_LT(worst_of_sin_cos<Huge>(50, [&] { return static_cast<double>(random() % 600000) * half_pi; }),
              0.8);
    EXPECT_LT(worst_of_sin_cos<Huge>(50, [&] { return static_cast<double>(random() >> 13) * half_pi; }), 0.8);
    // the double that comes nearest to one: 2⁻⁶² away
    EXPECT_LT(worst_of_sin_cos<Huge>(1, [] { return std::ldexp(6381956970095103.0, 797); }), 0.8);
}

TEST(Trigonometry, LargeArguments) {
    std::mt19937_64 random(6);
    std::uniform_real_distribution<double> uniform(1, 2);
    EXPECT_LT(worst_of_sin_cos<Huge>(100,
                                     [&] {
                                         const double x = std::ldexp(uniform(random),
                                                                     19 + static_cast<int>(random() % 1000));
                                         return random() % 2 == 0 ? x : -x;
                                     }),
              0.8);
    EXPECT_LT(worst_of_sin_cos<Huge>(1, [] { return std::numeric_limits<double>::max(); }), 0.8);
}

TEST(Trigonometry, OfWhatIsNoNumberIsNone) {
    for (const double x : {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
                           std::numeric_limits<double>::quiet_NaN()}) {
        EXPECT_TRUE(std::isnan(core::sin_cos(x).sin));
        EXPECT_TRUE(std::isnan(core::sin_cos(x).cos));
    }
    EXPECT_TRUE(std::isnan(core::arc_tangent(std::numeric_limits<double>::quiet_NaN())));
    EXPECT_DOUBLE_EQ(core::arc_tangent(std::numeric_limits<double>::infinity()), 1.57079632679489661923);
}

TEST(Trigonometry, ArcTangentIsWithinAnUlp) {
    std::mt19937_64 random(7);
    std::uniform_real_distribution<double> uniform(0, 1);
    double worst = 0;
    for (int i = 0; i < 20000; ++i) {
        const double x = std::ldexp(uniform(random), static_cast<int>(random() % 12) - 6);
        worst = std::max(worst, ulps(core::arc_tangent(x), Wide(atan(Wide(x)))));
    }
    EXPECT_LT(worst, 1);
}

/// Points of every direction and size, also where the quotient of the coordinates is subnormal or beyond all
/// numbers.
TEST(Trigonometry, ArcTangentOfTwoIsWithinAnUlp) {
    std::mt19937_64 random(9);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (const int spread : {1, 8, 60, 2000}) {
        double worst = 0;
        for (int i = 0; i < 50000; ++i) {
            const auto exponent = [&] { return static_cast<int>(random() % static_cast<unsigned>(spread)); };
            const double y = std::ldexp(uniform(random), exponent() - spread / 2),
                         x = std::ldexp(uniform(random), exponent() - spread / 2);
            worst = std::max(worst, ulps(core::arc_tangent(y, x), std::atan2(Precise(y), Precise(x))));
        }
        EXPECT_LT(worst, 0.85) << spread;
    }
}

TEST(Trigonometry, ArcTangentOfTwoKeepsSignsAndInfinities) {
    const double infinity = std::numeric_limits<double>::infinity(),
                 none = std::numeric_limits<double>::quiet_NaN(), tiny = 5e-324, huge = 1.7e308;
    const std::vector<double> numbers{0., 1., 3., tiny, 1e-310, huge, infinity};
    for (const double sign_y : {1., -1.})
        for (const double sign_x : {1., -1.})
            for (const double a : numbers)
                for (const double b : numbers) {
                    const double y = sign_y * a, x = sign_x * b;
                    const Precise exact = std::atan2(Precise(y), Precise(x));
                    EXPECT_LT(ulps(core::arc_tangent(y, x), exact), 0.85) << y << ' ' << x;
                    EXPECT_EQ(std::signbit(core::arc_tangent(y, x)), std::signbit(y)) << y << ' ' << x;
                }
    for (const double x : {0., -1., infinity, none}) {
        EXPECT_TRUE(std::isnan(core::arc_tangent(none, x)));
        EXPECT_TRUE(std::isnan(core::arc_tangent(x, none)));
    }
}

/// Neighbours far apart: every lane has the bits it has alone.
TEST(Trigonometry, OnLanesHasTheSameBits) {
    using Two = core::Pack<2, struct TrigonometryTest>;
    using Lanes = core::Pair<Two, Two>;
    std::mt19937_64 random(8);
    std::uniform_real_distribution<double> uniform(-1, 1);
    for (int round = 0; round < 5000; ++round) {
        Lanes x(0);
        for (int i = 0; i < Lanes::lanes; ++i)
            x.set_lane(i, std::ldexp(uniform(random), static_cast<int>(random() % 80) - 40));
        const core::SinCos<Lanes> together = core::sin_cos(x);
        const Lanes y(uniform(random)), arc = core::arc_tangent(abs(x)), angle = core::arc_tangent(x, y);
        for (int i = 0; i < Lanes::lanes; ++i) {
            const core::SinCos<double> alone = core::sin_cos(x.lane(i));
            ASSERT_EQ(together.sin.lane(i), alone.sin);
            ASSERT_EQ(together.cos.lane(i), alone.cos);
            ASSERT_EQ(arc.lane(i), core::arc_tangent(std::abs(x.lane(i))));
            ASSERT_EQ(angle.lane(i), core::arc_tangent(x.lane(i), y.lane(i)));
        }
    }
}

TEST(Trigonometry, CarriesDerivatives) {
    core::Dual<double, 1> x(0.7);
    x.slope[0] = 2;
    const auto t = core::sin_cos(x);
    EXPECT_EQ(t.sin.value, core::sin_cos(0.7).sin);
    EXPECT_DOUBLE_EQ(t.sin.slope[0], 2 * std::cos(0.7));
    EXPECT_DOUBLE_EQ(t.cos.slope[0], -2 * std::sin(0.7));
    EXPECT_DOUBLE_EQ(core::arc_tangent(x).slope[0], 2 / (1 + 0.49));
    const core::Dual<double, 1> angle = core::arc_tangent(x, core::Dual<double, 1>(-3.0));
    EXPECT_EQ(angle.value, core::arc_tangent(0.7, -3.0));
    EXPECT_DOUBLE_EQ(angle.slope[0], -3.0 * 2 / (9 + 0.49));
}

}  // namespace
}  // namespace polhode::test
