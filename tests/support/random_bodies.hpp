/// Rigid bodies and directions at random.
#pragma once

#include "polhode/mechanics/inertia.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace polhode::test {

inline constexpr double degree = 3.14159265358979323846 / 180;

inline core::Vector3<double> random_direction(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    const core::Vector3<double> v{normal(random), normal(random), normal(random)};
    return (1 / norm(v)) * v;
}

/// Moments of a real body (the second moments of its mass are positive) with ratios up to 20 : 1, in any
/// order, scaled over many decades.
inline core::Inertia<double> random_inertia(std::mt19937_64& random) {
    std::uniform_real_distribution<double> exponent(0, 1);
    const double scale = std::pow(10, 12 * exponent(random) - 6);
    while (true) {
        const auto second_moment = [&] { return scale * std::pow(10, -3 * exponent(random)); };
        const double a = second_moment(), b = second_moment(), c = second_moment();
        const core::Vector3<double> moments{b + c, a + c, a + b};
        const auto [least, most] = std::minmax({moments.x, moments.y, moments.z});
        if (most <= 20 * least) return core::Inertia<double>(moments);
    }
}

}  // namespace polhode::test
