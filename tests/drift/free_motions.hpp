/// Seeded samples of free motions, generic and degenerate: what the tests of the exact flow run over.
#pragma once

#include "polhode/mechanics/inertia.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

namespace polhode::test {

using Vec = core::Vector3<double>;

struct Motion {
    Vec moments, momentum;
    double time;
};

/// A kind of motion, and how far off the flow in double may be: momentum relative to |Π|, attitude in the
/// Frobenius norm. Errors grow as ε |Π|t/I_least: a last bit of a moment or of t does as much.
struct Row {
    std::string name;
    double momentum_bound, attitude_bound;
    std::function<Motion(std::mt19937_64&)> sample;
};

namespace draw {

inline double uniform(std::mt19937_64& random, double low = 0, double high = 1) {
    return std::uniform_real_distribution<double>(low, high)(random);
}
inline double sign(std::mt19937_64& random) { return random() % 2 == 0 ? 1 : -1; }

inline Vec direction(std::mt19937_64& random) {
    std::normal_distribution<double> normal;
    const Vec v{normal(random), normal(random), normal(random)};
    return (1 / norm(v)) * v;
}

/// Moments of a real body, in any order; the second moments of its mass span `decades`.
inline Vec moments(std::mt19937_64& random, double decades = 0.5) {
    const auto second_moment = [&] { return std::pow(10, -decades * uniform(random)); };
    const double a = second_moment(), b = second_moment(), c = second_moment();
    return {b + c, a + c, a + b};
}

/// A signed time with |ω|t around `angle`, within a factor of 6.
inline double time(std::mt19937_64& random, const Vec& moments, const Vec& momentum, double angle) {
    const double speed = norm(core::Inertia<double>(moments).solve(momentum));
    return sign(random) * angle * std::pow(6, uniform(random, -1, 1)) / speed;
}

/// The same for |Π|t/I_least, the angle at the fastest rotation that |Π| allows.
inline double fastest_time(std::mt19937_64& random, const Vec& moments, const Vec& momentum, double angle) {
    const double speed = norm(momentum) / std::min({moments.x, moments.y, moments.z});
    return sign(random) * angle * std::pow(6, uniform(random, -1, 1)) / speed;
}

inline int middle_axis(const Vec& I) {
    for (int i = 0; i < 3; ++i)
        if ((I[i] - I[(i + 1) % 3]) * (I[i] - I[(i + 2) % 3]) <= 0) return i;
    return 1;
}

/// A momentum whose polhode passes the separatrix at a relative distance: p Π₃² = q Π₁² (1 + distance).
inline Vec near_separatrix(std::mt19937_64& random, const Vec& I, double distance) {
    const int j = middle_axis(I), i = (j + 2) % 3, k = (j + 1) % 3;
    const double p = std::abs(1 / I[k] - 1 / I[j]), q = std::abs(1 / I[j] - 1 / I[i]);
    Vec v = direction(random);
    v[k] = std::copysign(std::sqrt(q / p * (1 + sign(random) * distance)) * v[i], v[k]);
    return (1 / norm(v)) * v;
}

}  // namespace draw

inline Row generic(const std::string& name, double angle, double momentum_bound, double attitude_bound) {
    return {name, momentum_bound, attitude_bound, [angle](std::mt19937_64& random) {
                const Vec I = draw::moments(random), m = draw::direction(random);
                return Motion{I, m, draw::time(random, I, m, angle)};
            }};
}

inline Row separatrix(const std::string& name, double distance, double momentum_bound,
                      double attitude_bound) {
    return {name, momentum_bound, attitude_bound, [distance](std::mt19937_64& random) {
                const Vec I = draw::moments(random), m = draw::near_separatrix(random, I, distance);
                return Motion{I, m, draw::time(random, I, m, 10)};
            }};
}

/// Rotation about one principal axis (0: least moment … 2: largest), off it by `tilt`.
inline Row about_axis(const std::string& name, int rank, double tilt, double momentum_bound,
                      double attitude_bound) {
    return {name, momentum_bound, attitude_bound, [rank, tilt](std::mt19937_64& random) {
                const Vec I = draw::moments(random);
                std::array<int, 3> axis{0, 1, 2};
                std::sort(axis.begin(), axis.end(), [&](int a, int b) { return I[a] < I[b]; });
                Vec m = tilt * draw::direction(random);
                m[axis[static_cast<std::size_t>(rank)]] = draw::sign(random);
                return Motion{I, m, draw::time(random, I, m, 10)};
            }};
}

/// Two moments equal up to `difference`; the momentum along the third axis reduced to the part `axial`.
inline Row symmetric(const std::string& name, double difference, double axial, double momentum_bound,
                     double attitude_bound) {
    return {name, momentum_bound, attitude_bound, [difference, axial](std::mt19937_64& random) {
                const double across = draw::uniform(random, 1, 2), along = draw::uniform(random, 0.7, 2);
                const int axis = static_cast<int>(random() % 3);
                Vec I{across, across, across}, m = draw::direction(random);
                I[(axis + 1) % 3] *= 1 + draw::sign(random) * difference;
                I[axis] = along;
                m[axis] *= axial;
                return Motion{I, m, draw::time(random, I, m, 10)};
            }};
}

inline Row spherical(const std::string& name, double difference, double momentum_bound,
                     double attitude_bound) {
    return {name, momentum_bound, attitude_bound, [difference](std::mt19937_64& random) {
                const double size = draw::uniform(random, 0.5, 2);
                Vec I = draw::direction(random), m = draw::direction(random);
                I = size * (Vec{1, 1, 1} + difference * I);
                return Motion{I, m, draw::time(random, I, m, 10)};
            }};
}

inline Row scaled(const std::string& name, double size, double momentum_bound, double attitude_bound) {
    return {name, momentum_bound, attitude_bound, [size](std::mt19937_64& random) {
                const Vec I = draw::moments(random), m = size * draw::direction(random);
                return Motion{I, m, draw::time(random, I, m, 3)};
            }};
}

inline std::vector<Row> free_motion_rows() {
    return {
        generic("generic, |ω|t ~ 0.1", 0.1, 7e-16, 1.5e-15),
        generic("generic, |ω|t ~ 1", 1, 2.1e-15, 6.3e-15),
        generic("generic, |ω|t ~ 10", 10, 2.8e-14, 9e-14),
        generic("generic, |ω|t ~ 1000", 1000, 2.4e-12, 4.8e-12),
        generic("generic, |ω|t to 10000", 1666, 4e-12, 8e-12),
        separatrix("separatrix, off by 1e-4", 1e-4, 1.5e-12, 1.5e-12),
        separatrix("separatrix, off by 1e-8", 1e-8, 1.5e-10, 1.5e-10),
        separatrix("separatrix, off by 1e-12", 1e-12, 2.1e-8, 2.1e-8),
        separatrix("separatrix, to round-off", 0, 1.8e-10, 1.8e-10),
        about_axis("unstable axis, off by 1e-8", 1, 1e-8, 7e-16, 3.3e-14),
        about_axis("unstable axis", 1, 0, 0, 1e-13),
        symmetric("symmetric", 0, 1, 1.2e-14, 3.6e-14),
        symmetric("symmetric up to 1e-10", 1e-10, 1, 2.4e-14, 7.5e-14),
        symmetric("symmetric, near the equator", 0, 1e-9, 7e-16, 4.8e-14),
        symmetric("symmetric up to 1e-10, near the equator", 1e-10, 1e-9, 7e-16, 4.8e-14),
        symmetric("symmetric, on the equator", 0, 0, 7e-16, 4.8e-14),
        spherical("spherical", 0, 0, 5.4e-14),
        spherical("spherical up to 1e-12", 1e-12, 7e-16, 2.4e-14),
        about_axis("stable axis, largest moment", 2, 0, 7e-16, 3.3e-14),
        about_axis("stable axis, least moment", 0, 0, 7e-16, 3.3e-14),
        about_axis("stable axis, off by 1e-8", 2, 1e-8, 7e-16, 3.3e-14),
        about_axis("stable axis, off by 1e-100", 0, 1e-100, 7e-16, 3.3e-14),
        {"inertia ratios to 1000", 3.9e-14, 1.05e-13,
         [](std::mt19937_64& random) {
             const Vec I = draw::moments(random, 3), m = draw::direction(random);
             return Motion{I, m, draw::fastest_time(random, I, m, 10)};
         }},
        {"flat body", 3.9e-14, 1.05e-13,
         [](std::mt19937_64& random) {
             const double a = draw::uniform(random, 0.1, 1), b = draw::uniform(random, 0.1, 1);
             const Vec I{a, a + b, b}, m = draw::direction(random);
             return Motion{I, m, draw::fastest_time(random, I, m, 10)};
         }},
        scaled("|Π| = 1e-60", 1e-60, 5e-15, 1.3e-14),
        scaled("|Π| = 1e60", 1e60, 5e-15, 1.3e-14),
    };
}

}  // namespace polhode::test
