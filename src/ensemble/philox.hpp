/// Random numbers by counting: the n-th number is a function of n and a key, so that any part of a sequence
/// can be made anywhere, in any order.
#pragma once

#include "polhode/scalar/exponential.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

namespace polhode {

/// Philox4x32-10. J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel random numbers: as easy as 1,
/// 2, 3, SC'11 (2011).
inline std::array<std::uint32_t, 4> philox(std::array<std::uint32_t, 4> counter,
                                           std::array<std::uint32_t, 2> key) {
    constexpr std::uint64_t multiplier0 = 0xD2511F53, multiplier1 = 0xCD9E8D57;
    constexpr std::uint32_t weyl0 = 0x9E3779B9, weyl1 = 0xBB67AE85;
    const auto high = [](std::uint64_t x) { return static_cast<std::uint32_t>(x >> 32); };
    const auto low = [](std::uint64_t x) { return static_cast<std::uint32_t>(x); };
    for (int round = 0; round < 10; ++round) {
        const std::uint64_t a = multiplier0 * counter[0], b = multiplier1 * counter[2];
        counter = {high(b) ^ counter[1] ^ key[0], low(b), high(a) ^ counter[3] ^ key[1], low(a)};
        key = {key[0] + weyl0, key[1] + weyl1};
    }
    return counter;
}

/// The random numbers of one quantity of one body: the same whatever else is drawn, and in which order.
class Draws {
public:
    Draws(std::uint64_t seed, std::uint64_t body, std::uint32_t quantity)
        : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
          body_(body),
          quantity_(quantity) {}

    /// Two numbers, uniform in [0, 1), of 53 bits each.
    std::array<double, 2> uniform2() {
        const auto x = philox(
            {static_cast<std::uint32_t>(body_), static_cast<std::uint32_t>(body_ >> 32), quantity_, draw_++},
            key_);
        const auto unit = [](std::uint32_t high, std::uint32_t low) {
            const std::uint64_t bits = (static_cast<std::uint64_t>(high) << 32 | low) >> 11;
            return static_cast<double>(bits) * 0x1p-53;
        };
        return {unit(x[0], x[1]), unit(x[2], x[3])};
    }

    /// Two independent standard normal numbers. G. E. P. Box, M. E. Muller, Ann. Math. Stat. 29 (1958)
    /// 610–611.
    std::array<double, 2> normal2() {
        const auto [u, v] = uniform2();
        const double radius = std::sqrt(-2 * core::logarithm(1 - u));  // 1 − u: never 0
        const core::SinCos<double> angle = core::sin_cos(2 * std::numbers::pi * v);
        return {radius * angle.cos, radius * angle.sin};
    }

    std::array<double, 3> uniform3() {
        const auto [a, b] = uniform2();
        return {a, b, uniform2()[0]};
    }
    std::array<double, 3> normal3() {
        const auto [a, b] = normal2();
        return {a, b, normal2()[0]};
    }

private:
    std::array<std::uint32_t, 2> key_;
    std::uint64_t body_;
    std::uint32_t quantity_, draw_ = 0;
};

/// A unit quaternion x, y, z, w, uniform on the rotation group. K. Shoemake, Uniform random rotations, in
/// Graphics Gems III (1992) 124–132.
inline std::array<double, 4> uniform_rotation(Draws& draws) {
    const auto [u1, u2, u3] = draws.uniform3();
    const double r1 = std::sqrt(1 - u1), r2 = std::sqrt(u1);
    const core::SinCos<double> a = core::sin_cos(2 * std::numbers::pi * u2),
                               b = core::sin_cos(2 * std::numbers::pi * u3);
    return {r1 * a.sin, r1 * a.cos, r2 * b.sin, r2 * b.cos};
}

}  // namespace polhode
