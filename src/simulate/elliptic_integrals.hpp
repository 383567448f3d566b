/// Elliptic integrals as the herpolhode needs them. Every sum is one of positive terms, so that all digits
/// are kept up to k = 1.
#pragma once

#include "polhode/so3/small_angle.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace polhode::elliptic {

/// The complete integral, for k' > 0 and n > 0:
///
///     ∫₀^(π/2) (a cos²φ + b sin²φ)/(cos²φ + n sin²φ) dφ/√(cos²φ + k'² sin²φ)
///
/// R. Bulirsch, Numerical calculation of elliptic integrals and elliptic functions III, Numer. Math. 13
/// (1969), cel.
inline double complete(double k_prime, double n, double a, double b) {
    constexpr double root_of_epsilon =
        1e-8;  // the mean converges quadratically: the next step would change nothing
    double p = std::sqrt(n), geometric = k_prime, product = k_prime, arithmetic = 1;  // means in units of 2ⁿ
    b /= p;
    while (true) {
        const double before = a, ratio = product / p, last = arithmetic;
        a += b / p;
        b = 2 * (b + before * ratio);
        p += ratio;
        arithmetic += geometric;
        if (std::abs(last - geometric) <= root_of_epsilon * last) break;
        geometric = 2 * std::sqrt(product);
        product = geometric * arithmetic;
    }
    return 0.5 * std::numbers::pi * (b + a * arithmetic) / (arithmetic * (arithmetic + p));
}

/// The three arguments of Carlson's integrals of the first and the third kind, halved in distance again and
/// again. B. C. Carlson, Numerical computation of real or complex elliptic integrals, Numer. Algorithms 10
/// (1995).
struct Duplication {
    double x, y, z;

    double step() const {  // √x√y + √y√z + √z√x, which every argument approaches
        const double rx = std::sqrt(x), ry = std::sqrt(y), rz = std::sqrt(z);
        return rx * ry + rx * rz + ry * rz;
    }
    void advance(double by) {
        x = 0.25 * (x + by);
        y = 0.25 * (y + by);
        z = 0.25 * (z + by);
    }
    double spread(double mean) const {
        return std::max({std::abs(mean - x), std::abs(mean - y), std::abs(mean - z)});
    }
};

/// So near to each other, relative to their mean, the series of the arguments are exact to the last bit.
inline constexpr double near_enough = 1e-3;

/// R_F(x, y, z), at most one of the arguments 0.
inline double carlson_rf(double x, double y, double z) {
    Duplication d{x, y, z};
    double mean = (x + y + z) / 3;
    while (d.spread(mean) > near_enough * mean) {
        d.advance(d.step());
        mean = (d.x + d.y + d.z) / 3;
    }
    const double X = 1 - d.x / mean, Y = 1 - d.y / mean, Z = -X - Y, E2 = X * Y - Z * Z, E3 = X * Y * Z;
    return (1 - E2 / 10 + E3 / 14 + E2 * E2 / 24 - 3 * E2 * E3 / 44) / std::sqrt(mean);
}

/// R_J(x, y, z, p) for x ≤ p ≤ y ≤ z, at most x of them 0: the case of a herpolhode, in which nothing
/// cancels.
inline double carlson_rj(double x, double y, double z, double p) {
    Duplication d{x, y, z};
    const double product = (p - x) * (p - y) * (p - z);
    double mean = (x + y + z + 2 * p) / 5, power = 1, sum = 0;  // power = 4⁻ⁿ
    while (std::max(d.spread(mean), std::abs(mean - p)) > near_enough * mean) {
        const double rp = std::sqrt(p);
        const double D = (rp + std::sqrt(d.x)) * (rp + std::sqrt(d.y)) * (rp + std::sqrt(d.z));
        const double e = std::max(0.0, power * power * power * product / D / D);
        sum += power / D * core::atanc(e);  // R_C(1, 1 + e)
        const double by = d.step();
        d.advance(by);
        p = 0.25 * (p + by);
        mean = (d.x + d.y + d.z + 2 * p) / 5;
        power *= 0.25;
    }
    const double X = 1 - d.x / mean, Y = 1 - d.y / mean, Z = 1 - d.z / mean, P = -(X + Y + Z) / 2,
                 XYZ = X * Y * Z;
    const double E2 = X * Y + X * Z + Y * Z - 3 * P * P, E3 = XYZ + 2 * E2 * P + 4 * P * P * P;
    const double E4 = (2 * XYZ + E2 * P + 3 * P * P * P) * P, E5 = XYZ * P * P;
    const double series =
        1 - 3 * E2 / 14 + E3 / 6 + 9 * E2 * E2 / 88 - 3 * E4 / 22 - 9 * E2 * E3 / 52 + 3 * E5 / 26;
    return power * series / (mean * std::sqrt(mean)) + 6 * sum;
}

}  // namespace polhode::elliptic
