/// Section 5: the series of the product integral on any Lie group.
#include "buss2001/figures.hpp"
#include "polhode/method/product_integral.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>
#include <algorithm>
#include <array>
#include <cmath>

namespace polhode::reproduce::buss {

namespace {

using Matrix = Eigen::Matrix4d;

Matrix bracket(const Matrix& a, const Matrix& b) { return a * b - b * a; }

/// By its series, of a matrix that is small enough.
Matrix exponential(const Matrix& a) {
    Matrix sum = Matrix::Identity(), term = sum;
    for (int k = 1; k < 30; ++k) {
        term = (term * a / k).eval();
        sum += term;
    }
    return sum;
}

/// W(t) = Σ sin(aᵢt + bᵢ) Eᵢ with the six twists Eᵢ of space, its Taylor coefficients at t.
std::vector<Matrix> twists(double t, int order) {
    std::vector<Matrix> W(static_cast<std::size_t>(order), Matrix::Zero());
    for (int i = 0; i < 6; ++i) {
        Matrix generator = Matrix::Zero();
        if (i < 3) {
            generator((i + 2) % 3, (i + 1) % 3) = 1;
            generator((i + 1) % 3, (i + 2) % 3) = -1;
        } else {
            generator(i - 3, 3) = 1;
        }
        const double a = 0.7 + 0.2 * i, x = a * t + 0.4 + i;
        double factor = 1;
        for (int k = 0; k < order; ++k) {
            W[static_cast<std::size_t>(k)] += factor * std::sin(x + k * 1.5707963267948966) * generator;
            factor *= a / (k + 1);
        }
    }
    return W;
}

/// Rotation with translation: y' = W y up to t = 2.
Matrix end_of_run(int order, int steps) {
    const double h = 2.0 / steps;
    Matrix y = Matrix::Identity();
    for (int i = 0; i < steps; ++i)
        y = (exponential(h * product_integral(twists(h * i, order), h, bracket)) * y).eval();
    return y;
}

Claim printed_terms() {
    return {
        .id = "terms",
        .what = "Y₀ to Y₅ of the product integral, as printed",
        .published = "Y₂ = Ẅ + ½[Ẇ, W], Y₃ = W⁗ + [Ẅ, W], Y₄, Y₅",
        .criterion =
            "equal to those of the recursion with Bernoulli's numbers to 1e-13, for twists of space at t = 0.3",
        .examine = [](Lab&) -> Finding {
            const std::vector<Matrix> W = twists(0.3, 6);
            std::array<Matrix, 6> D;
            double factorial = 1;
            for (std::size_t k = 0; k < D.size(); ++k) {
                if (k > 0) factorial *= static_cast<double>(k);
                D[k] = factorial * W[k];
            }
            const auto b2 = [](const Matrix& x, const Matrix& y, const Matrix& z) {
                return bracket(x, bracket(y, z));
            };
            const auto b3 = [&](const Matrix& w, const Matrix& x, const Matrix& y, const Matrix& z) {
                return bracket(w, b2(x, y, z));
            };
            const std::array<Matrix, 6> printed{
                D[0],
                D[1],
                D[2] + 0.5 * bracket(D[1], D[0]),
                D[3] + bracket(D[2], D[0]),
                D[4] + 1.5 * bracket(D[3], D[0]) + bracket(D[2], D[1]) + 0.5 * b2(D[1], D[1], D[0])
                    - 1.0 / 6 * b2(D[0], D[2], D[0]) - 1.0 / 6 * b3(D[0], D[0], D[1], D[0]),
                D[5] + 2.5 * bracket(D[3], D[1]) + 2.0 * bracket(D[4], D[0]) + 2.0 * b2(D[2], D[1], D[0])
                    + 0.5 * b2(D[1], D[2], D[0]) - 0.5 * b2(D[0], D[3], D[0])
                    - 0.5 * b3(D[0], D[0], D[2], D[0]) - b3(D[0], D[1], D[1], D[0])};
            const auto Y = product_integral_series<double>(W, bracket);
            double off = 0;
            factorial = 1;
            for (std::size_t k = 0; k < printed.size(); ++k) {
                factorial *= static_cast<double>(k + 1);
                off = std::max(off, (factorial * Y[k] - printed[k]).norm());
            }
            return {fmt::format("apart by {}", off < 1e-14 ? "round-off" : fmt::format("{:.0e}", off)),
                    measured(off) < 1e-13};
        },
        .quick = true};
}

Claim general_groups() {
    return {
        .id = "general",
        .what =
            "the higher-order methods can be extended from the rotation group to general Lie groups, and to even higher "
            "orders",
        .published = "general Lie groups",
        .criterion =
            "orders within 0.2 of 2, 4 and 6 for rotations with translations, SE(3); up to 8 in the tests, in long double",
        .examine = [](Lab&) -> Finding {
            const Matrix exact = end_of_run(10, 80);
            Finding f{"", true};
            for (const int order : {2, 4, 6}) {
                const int steps = order < 5 ? 40 : 10;
                const double seen = std::log2((end_of_run(order, steps) - exact).norm()
                                              / (end_of_run(order, 2 * steps) - exact).norm());
                f.ours += fmt::format("{}{:.2f}", f.ours.empty() ? "" : ", ", seen);
                f.holds = f.holds && measured(std::abs(seen - order)) < 0.2;
            }
            return f;
        },
        .quick = true};
}

}  // namespace

Figure section5() {
    return {"section5", "Higher-order methods over Lie algebras", {printed_terms(), general_groups()}};
}

}  // namespace polhode::reproduce::buss
