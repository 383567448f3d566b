/// Random numbers by counting: the published vectors, and the distributions made of them.
#include "ensemble/philox.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <bit>
#include <vector>

namespace polhode {
namespace {

// kat_vectors of Random123 (Salmon et al.), philox4x32 10.
TEST(Philox, HasThePublishedValues) {
    using Four = std::array<std::uint32_t, 4>;
    EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}), (Four{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
    EXPECT_EQ(philox({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}),
              (Four{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
    EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
              (Four{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(Draws, DependOnSeedBodyAndQuantityAlone) {
    const auto first = Draws(7, 5, 1).uniform2();
    Draws other(7, 4, 1);
    (void)other.uniform3();
    EXPECT_EQ(Draws(7, 5, 1).uniform2(), first);
    EXPECT_NE(Draws(8, 5, 1).uniform2(), first);
    EXPECT_NE(Draws(7, 6, 1).uniform2(), first);
    EXPECT_NE(Draws(7, 5, 2).uniform2(), first);
    // all 64 bits of seed and body count
    EXPECT_NE(Draws(7 + (1ULL << 32), 5, 1).uniform2(), first);
    EXPECT_NE(Draws(7, 5 + (1ULL << 32), 1).uniform2(), first);
    Draws again(7, 5, 1);
    (void)again.uniform2();
    EXPECT_NE(again.uniform2(), first) << "the next numbers are others";
}

constexpr int bodies = 100'000;

// The largest distance between the empirical and the given distribution function stays below 1.95/√n with
// probability 0.999 (Kolmogorov).
template <class Distribution>
void expect_distributed(std::vector<double> values, const Distribution& distribution) {
    std::sort(values.begin(), values.end());
    double distance = 0;
    const double n = static_cast<double>(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        distance = std::max(distance, std::abs((static_cast<double>(i) + 0.5) / n - distribution(values[i])));
    EXPECT_LT(distance, 1.95 / std::sqrt(n));
}

TEST(Draws, UniformNumbersAreUniform) {
    std::vector<double> first, second, third;
    for (int k = 0; k < bodies; ++k) {
        const auto [a, b, c] = Draws(1, static_cast<std::uint64_t>(k), 0).uniform3();
        first.push_back(a), second.push_back(b), third.push_back(c);
    }
    for (const auto& values : {first, second, third}) {
        EXPECT_GE(*std::ranges::min_element(values), 0);
        EXPECT_LT(*std::ranges::max_element(values), 1);
        expect_distributed(values, [](double x) { return x; });
    }
}

TEST(Draws, NormalNumbersAreNormalAndIndependent) {
    std::vector<double> first, second, third;
    double products = 0;
    for (int k = 0; k < bodies; ++k) {
        const auto [a, b, c] = Draws(2, static_cast<std::uint64_t>(k), 0).normal3();
        first.push_back(a), second.push_back(b), third.push_back(c);
        products += a * b + b * c + c * a;
    }
    for (const auto& values : {first, second, third})
        expect_distributed(values, [](double x) { return 0.5 * std::erfc(-x / std::sqrt(2)); });
    EXPECT_LT(std::abs(products), 4 * std::sqrt(3.0 * bodies));
}

// The angle of a uniform rotation has the density (1 − cos θ)/π on [0, π]; the direction of a body axis is
// uniform on the sphere, each component uniform on [−1, 1].
TEST(Draws, UniformRotationsAreUniform) {
    std::vector<double> angles, x, y, z;
    for (int k = 0; k < bodies; ++k) {
        Draws draws(3, static_cast<std::uint64_t>(k), 0);
        const auto q = uniform_rotation(draws);
        EXPECT_NEAR(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3], 1, 1e-15);
        angles.push_back(2 * std::acos(std::min(1.0, std::abs(q[3]))));
        x.push_back(2 * (q[0] * q[2] + q[3] * q[1]));
        y.push_back(2 * (q[1] * q[2] - q[3] * q[0]));
        z.push_back(1 - 2 * (q[0] * q[0] + q[1] * q[1]));
    }
    expect_distributed(angles, [](double a) { return (a - std::sin(a)) / std::numbers::pi; });
    for (const auto& component : {x, y, z})
        expect_distributed(component, [](double c) { return 0.5 * (1 + c); });
}

/// The bits of what ensembles start from, whatever the compiler and the C library: a hash (FNV-1a, by words)
/// on record.
TEST(Draws, HaveTheBitsOnRecord) {
    std::uint64_t hash = 0xcbf29ce484222325;
    const auto see = [&](double x) { hash = (hash ^ std::bit_cast<std::uint64_t>(x)) * 0x100000001b3; };
    for (std::uint64_t k = 0; k < 20000; ++k) {
        Draws draws(7, k, 1);
        for (const double x : draws.normal3()) see(x);
        for (const double x : uniform_rotation(draws)) see(x);
    }
    EXPECT_EQ(hash, 0x5d7b1fff8134b973);
}

}  // namespace
}  // namespace polhode
