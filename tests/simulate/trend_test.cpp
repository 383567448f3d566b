#include "polhode/step/trend.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <random>
#include <vector>

namespace polhode::core {
namespace {

/// Slope and its error by the textbook formulas, for values that are independent.
struct Textbook {
    double mean, slope, slope_error;
};
Textbook textbook(const std::vector<double>& t, const std::vector<double>& y) {
    const auto n = static_cast<long double>(t.size());
    long double mt = 0, my = 0, tt = 0, ty = 0, squares = 0;
    for (std::size_t i = 0; i < t.size(); ++i) mt += t[i] / n, my += y[i] / n;
    for (std::size_t i = 0; i < t.size(); ++i)
        tt += (t[i] - mt) * (t[i] - mt), ty += (t[i] - mt) * (y[i] - my);
    for (std::size_t i = 0; i < t.size(); ++i) squares += std::pow(y[i] - my - ty / tt * (t[i] - mt), 2.0L);
    return {static_cast<double>(my), static_cast<double>(ty / tt),
            static_cast<double>(std::sqrt(squares / (n - 2) / tt))};
}

TEST(Trend, MeanAndSlopeAreThoseOfAllValues) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> noise;
    for (const int count : {1, 2, 3, 17, 63, 64, 65, 1000, 12345}) {
        Trend<double> trend;
        std::vector<double> t, y;
        for (int i = 0; i < count; ++i) {
            // unequal distances, far from the origin
            t.push_back(1e3 + 0.01 * i + 0.003 * std::sin(i));
            y.push_back(5 + 0.2 * t.back() + noise(random));
            trend.see(t.back(), y.back());
        }
        if (count == 1) {
            EXPECT_EQ(trend.slope(), 0);
            EXPECT_EQ(trend.mean(), y[0]);
            continue;
        }
        const Textbook expected = textbook(t, y);
        EXPECT_NEAR(trend.mean(), expected.mean, 1e-12 * std::abs(expected.mean)) << count;
        EXPECT_NEAR(trend.slope(), expected.slope, 1e-9 * std::abs(expected.slope)) << count;
        EXPECT_EQ(trend.slope_error().has_value(), count >= 16) << count;
    }
}

TEST(Trend, ErrorOfIndependentValuesIsTheTextbooks) {
    std::mt19937_64 random(1);
    std::normal_distribution<double> noise;
    double ratio = 0;
    constexpr int tries = 50;
    for (int k = 0; k < tries; ++k) {
        Trend<double> trend;
        std::vector<double> t, y;
        for (int i = 0; i < 5000; ++i) {
            t.push_back(i);
            y.push_back(noise(random));
            trend.see(t.back(), y.back());
        }
        ratio += *trend.slope_error() / textbook(t, y).slope_error / tries;
    }
    EXPECT_NEAR(ratio, 1, 0.1);
}

TEST(Trend, ErrorOfCorrelatedValuesIsTheirScatter) {
    // an autoregressive sequence with a memory of a hundred values: the textbook's error is too small by far
    std::mt19937_64 random(2);
    std::normal_distribution<double> noise;
    constexpr int tries = 200, length = 20000;
    double slopes = 0, claimed = 0, naive = 0;
    for (int k = 0; k < tries; ++k) {
        Trend<double> trend;
        std::vector<double> t, y;
        double value = 0;
        for (int i = 0; i < length; ++i) {
            value = 0.99 * value + noise(random);
            t.push_back(i);
            y.push_back(value);
            trend.see(i, value);
        }
        slopes += trend.slope() * trend.slope() / tries;
        claimed += *trend.slope_error() * *trend.slope_error() / tries;
        if (k == 0) naive = textbook(t, y).slope_error;
    }
    EXPECT_NEAR(std::sqrt(claimed / slopes), 1, 0.25);
    EXPECT_GT(std::sqrt(slopes) / naive, 8);
}

}  // namespace
}  // namespace polhode::core
