/// Section 3: the elliptic formulation with the constants as printed, and where it has no need of elliptic functions.
#include "celledoni2006/figures.hpp"
#include "polhode/drift/agm.hpp"
#include "reproduce/round_off.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::celledoni {

namespace {

/// How (12) may be read: E of (2) is twice the energy; b₁² is printed as I₂(I₃ − I₁).
struct Reading {
    bool energy_as_printed, b1_as_printed;
};

/// By how much ω of (13), with I = (1, 2, 3) and the E and G of ω₀ = (1, 0.3, 2), misses Euler's equations (1) and the
/// energy and momentum that it is made of; the largest at ten times.
double misses(const Reading& reading) {
    const Eigen::Vector3d I(1, 2, 3), w0(1, 0.3, 2);
    const double of_2 = w0.dot(I.cwiseProduct(w0)), G2 = I.cwiseProduct(w0).squaredNorm(),
                 E = reading.energy_as_printed ? of_2 : of_2 / 2;
    const double a1 = std::sqrt(std::abs(2 * E * I[2] - G2)), a3 = std::sqrt(std::abs(G2 - 2 * E * I[0])),
                 b1 = std::sqrt(I[1] * (reading.b1_as_printed ? I[2] - I[0] : I[2] - I[1])),
                 b3 = std::sqrt(I[1] * (I[1] - I[0])), k = b3 * a1 / (b1 * a3),
                 lambda = b1 * a3 / (I[1] * std::sqrt(I[0] * I[2]));
    if (!(k < 1)) return INFINITY;
    const core::ArithmeticGeometricMean<double> mean(k, std::sqrt(1 - k * k));
    double most = 0;
    for (int i = 0; i < 10; ++i) {
        const double phi = mean.amplitude(0.7 * i), sn = std::sin(phi), cn = std::cos(phi),
                     dn = std::sqrt(1 - k * k * sn * sn);
        const Eigen::Vector3d scale(a1 / std::sqrt(I[0] * (I[2] - I[0])), a1 / b1,
                                    a3 / std::sqrt(I[2] * (I[2] - I[0]))),
            w = scale.cwiseProduct(Eigen::Vector3d(cn, sn, dn)),
            rate = lambda * scale.cwiseProduct(Eigen::Vector3d(-sn * dn, cn * dn, -k * k * sn * cn));
        const Eigen::Vector3d euler((I[1] - I[2]) * w[1] * w[2], (I[2] - I[0]) * w[2] * w[0],
                                    (I[0] - I[1]) * w[0] * w[1]);
        most = std::max({most, (I.cwiseProduct(rate) - euler).norm(),
                         std::abs(w.dot(I.cwiseProduct(w)) / of_2 - 1),
                         std::abs(I.cwiseProduct(w).squaredNorm() / G2 - 1)});
    }
    return most;
}

std::string said(double miss) { return std::isfinite(miss) ? or_round_off(miss) : "k ≥ 1, no solution"; }

Claim constants() {
    return {
        .id = "constants-as-printed",
        .what = "(13) with the constants (12) and E and G of (2) solves the Euler equations",
        .published = "E = Σ Iω², b₁² = I₂(I₃ − I₁)",
        .criterion = "it satisfies (1), and has the energy and momentum it is made of, to 1e-12",
        .examine = [](Lab&) -> Finding {
            const double printed = misses({true, true}), energy = misses({true, false}),
                         b1 = misses({false, true}), right = misses({false, false});
            return {fmt::format(
                        "misses by {}; with E halved alone {}, with b₁² = I₂(I₃ − I₂) alone {}, with both {}",
                        said(printed), said(b1), said(energy), said(right)),
                    measured(printed) < 1e-12,
                    measured(std::min({printed, energy, b1})) > 1e-3 && measured(right) < 1e-12};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "Two misprints: E of (2) is twice the energy that (12) needs, and b₁² must be I₂(I₃ − I₂). The paper's "
            "program must have had both right.",
        .quick = true};
}

Claim explicit_cases() {
    return {
        .id = "explicit",
        .what = "the amplitude can be found explicitly for k² = 0 and k² = 1",
        .published = "k² = 1 or k² = 0",
        .criterion =
            "F(φ | 0) = φ and F(φ | 1) = artanh(sin φ), by the arithmetic-geometric mean to 1e-14 for k = 0, and "
            "to 1e-12 for k' = 1e-8, φ up to 1.5",
        .examine = [](Lab&) -> Finding {
            const core::ArithmeticGeometricMean<double> zero(0, 1), one(std::sqrt(1 - 1e-16), 1e-8);
            double circle = 0, line = 0;
            for (const double phi : {0.1, 0.5, 1.0, 1.5}) {
                circle = std::max(circle, std::abs(zero.integral(phi) / phi - 1));
                line = std::max(line, std::abs(one.integral(phi) / std::atanh(std::sin(phi)) - 1));
            }
            return {fmt::format("{:.0e}, {:.0e}", circle, line),
                    measured(circle) < 1e-14 && measured(line) < 1e-12};
        },
        .quick = true};
}

}  // namespace

Figure section3() {
    return {.id = "section3",
            .title = "the solution of the Euler equations as printed",
            .claims = {constants(), explicit_cases()}};
}

}  // namespace polhode::reproduce::celledoni
