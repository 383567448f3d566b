/// The coefficients of the multistep formulas: sums, order, error and stability as the tables state them. The
/// design itself (scripts/design-multistep) is not needed for any of this.
#include "polhode/method/multistep_tables.hpp"

#include "support/quad.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <complex>
#include <numbers>
#include <random>
#include <vector>

namespace polhode::test {
namespace {

using core::multistep::Table, core::multistep::tables, core::multistep::shown_angles;

std::size_t taps(const Table& table) { return static_cast<std::size_t>(table.taps); }

// --- sums --------------------------------------------------------------------------------------------------

/// Σ jᵏ bⱼ − its value in a formula of order k + 1, in units of the grid. The sums are of whole numbers below
/// 2¹¹³ and exact.
double defect(const Table& table, int k) {
    Quad sum(0);
    for (std::size_t j = 0; j < taps(table); ++j) {
        Quad term(std::ldexp(table.b[j], 47));
        for (int i = 0; i < k; ++i) term *= Quad(j);
        sum += term;
    }
    const Quad times = Quad(k + 1) * sum;
    return static_cast<double>(k % 2 == 0 ? times - Quad(0x1p47) : times + Quad(0x1p47)) / (k + 1);
}

TEST(MultistepTables, AreOnAGridWithExactSums) {
    for (const Table& table : tables) {
        for (const double b : table.b)
            EXPECT_EQ(std::ldexp(b, 47), std::trunc(std::ldexp(b, 47))) << table.name;
        for (std::size_t j = taps(table); j < table.b.size(); ++j) EXPECT_EQ(table.b[j], 0) << table.name;
        EXPECT_EQ(defect(table, 0), 0) << table.name;
        EXPECT_EQ(defect(table, 1), 0) << table.name;
        // what no grid has exactly: to the nearest that second and third differences reach
        EXPECT_LE(std::abs(defect(table, 2)), 1) << table.name;
        EXPECT_LE(std::abs(defect(table, 3)), 3) << table.name;
        EXPECT_GT(std::abs(defect(table, 4)), 1000) << table.name;  // and no order beyond
    }
}

TEST(MultistepTables, AreOrderedByTapsAndHaveTheirNames) {
    for (const Table& table : tables) {
        const bool wide = table.name.ends_with("-wide");
        EXPECT_EQ(table.name, "multistep-" + std::to_string(table.taps) + (wide ? "-wide" : ""));
        EXPECT_EQ(table.bound, wide ? 0.12 : 0.06);
    }
    for (std::size_t i = 1; i < tables.size(); ++i)  // more taps, a smaller error where the formula is used
        if (tables[i].taps > tables.front().taps) {
            EXPECT_GT(tables[i].taps, tables[i - 1].taps);
            EXPECT_LT(tables[i].error[2], tables[i - 1].error[2]);
        }
}

// --- error -------------------------------------------------------------------------------------------------

/// Complex numbers of 113 bits: the smallest errors of the tables are below the rounding of long double.
struct ComplexQuad {
    Quad re, im;
    friend ComplexQuad operator+(const ComplexQuad& a, const ComplexQuad& b) {
        return {a.re + b.re, a.im + b.im};
    }
    friend ComplexQuad operator*(const ComplexQuad& a, const ComplexQuad& b) {
        return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
    }
};
ComplexQuad turned(Quad angle) { return {cos(angle), sin(angle)}; }
double distance(const ComplexQuad& a, const ComplexQuad& b) {
    return std::hypot(static_cast<double>(a.re - b.re), static_cast<double>(a.im - b.im));
}

/// |y − exp(iφn)| after n steps of y' = iωy from exact values, per radian.
double error_per_radian(const Table& table, double angle, int steps) {
    const Quad phi(angle);
    std::vector<ComplexQuad> y;
    for (int j = table.taps - 1; j >= 0; --j) y.push_back(turned(-(Quad(j) * phi)));
    for (int n = 0; n < steps; ++n) {
        ComplexQuad next = y.back();
        for (std::size_t j = 0; j < taps(table); ++j)
            next = next + ComplexQuad{Quad(0), phi * Quad(table.b[j])} * y[y.size() - 1 - j];
        y.push_back(next);
    }
    return distance(y.back(), turned(Quad(steps) * phi)) / (steps * angle);
}

TEST(MultistepTables, HaveTheErrorsThatTheyState) {
    for (const Table& table : tables)
        for (std::size_t i = 0; i < shown_angles.size(); ++i) {
            // of one step to all digits that are stated; the error of a run is that of its steps
            EXPECT_NEAR(error_per_radian(table, shown_angles[i], 1) / table.error[i], 1, 0.006)
                << table.name << " at " << shown_angles[i];
            if (shown_angles[i] < table.bound) {
                EXPECT_NEAR(error_per_radian(table, shown_angles[i], 4000) / table.error[i], 1, 0.1)
                    << table.name << " at " << shown_angles[i];
            }
        }
}

// --- stability ---------------------------------------------------------------------------------------------

using Complex = std::complex<double>;

/// What random first values of y' = λy leave beside the solution, after many steps over before: yₙ − z yₙ₋₁
/// with the principal root z, relative to the solution where that grows.
double parasitic_growth(const Table& table, Complex mu, int steps) {
    std::mt19937 random(7);
    std::normal_distribution<double> normal;
    const std::size_t m = taps(table);
    Complex z = std::exp(mu);
    for (int i = 0; i < 8; ++i) {  // z = 1 + μ Σ bⱼ z⁻ʲ, a contraction here
        Complex sum = 0;
        for (std::size_t j = m; j-- > 0;) sum = sum / z + table.b[j];
        z = 1.0 + mu * sum;
    }
    std::vector<Complex> y(m);
    for (Complex& value : y) value = {normal(random), normal(random)};
    double before = 0, after = 0;
    for (int n = 0; n < steps; ++n) {
        Complex next = y.back();
        for (std::size_t j = 0; j < m; ++j) next += mu * table.b[j] * y[y.size() - 1 - j];
        y.push_back(next);
        const double parasitic =
            std::abs(y.back() - z * y[y.size() - 2]) / std::pow(std::max(1.0, std::abs(z)), n);
        if (n < 100) before = std::max(before, parasitic);
        if (n >= steps - 100) after = std::max(after, parasitic);
    }
    return after / before;
}

TEST(MultistepTables, AreStableUpToTheirBound) {
    for (const Table& table : tables) {
        for (const double part : {0.2, 0.5, 0.8, 0.97})
            for (int degrees = 0; degrees <= 180; degrees += 15) {
                const Complex mu = std::polar(part * table.bound, degrees * std::numbers::pi / 180);
                EXPECT_LT(parasitic_growth(table, mu, 6000), 0.5)
                    << table.name << " at " << part << " of its bound, " << degrees << " degrees";
            }
        double worst = 0;  // and not far beyond it
        for (int degrees = 0; degrees <= 180; degrees += 15)
            worst = std::max(
                worst, parasitic_growth(
                           table, std::polar(1.3 * table.bound, degrees * std::numbers::pi / 180), 2000));
        EXPECT_GT(worst, 1e3) << table.name;
    }
}

/// Adams' formula of as many taps: Σ γₙ∇ⁿ.
Table adams(int count) {
    Table table{"Adams", count, 0, 0, {}, {}};
    std::vector<double> gamma;
    for (int n = 0; n < count; ++n) {
        double g = 1, binomial = 1;
        for (int k = 0; k < n; ++k) g -= gamma[static_cast<std::size_t>(k)] / (n + 1 - k);
        gamma.push_back(g);
        for (int j = 0; j <= n; ++j) {
            table.b[static_cast<std::size_t>(j)] += (j % 2 == 0 ? g : -g) * binomial;
            binomial = binomial * (n - j) / (j + 1);
        }
    }
    return table;
}

TEST(MultistepTables, AreStableWhereAdamsFormulasAreNot) {
    EXPECT_NEAR(adams(4).b[1], -59.0 / 24, 1e-15);
    for (const auto& [count, bound] : {std::pair(8, 0.024), {12, 0.0017}}) {
        EXPECT_LT(parasitic_growth(adams(count), -0.97 * bound, 6000), 0.5) << count;
        EXPECT_GT(parasitic_growth(adams(count), -1.1 * bound, 2000), 1e3) << count;
    }
}

// --- start -------------------------------------------------------------------------------------------------

/// Σ weight · nodeᵏ against ∫₀ⁱ xᵏ dx, for every power that the rule has nodes for.
template <class Weights>
void expect_exact_on_powers(const Weights& weights, int first_node) {
    for (std::size_t i = 0; i < weights.size(); ++i)
        for (std::size_t k = 0; k < weights[i].size(); ++k) {
            long double sum = 0, size = 0;
            for (std::size_t j = 0; j < weights[i].size(); ++j) {
                const long double term =
                    weights[i][j] * std::pow(static_cast<long double>(first_node + static_cast<int>(j)), k);
                sum += term;
                size += std::abs(term);
            }
            const auto end = static_cast<long double>(i + 1);
            const long double exact = std::pow(end, k + 1) / static_cast<long double>(k + 1);
            EXPECT_NEAR(static_cast<double>((sum - exact) / size), 0, 1e-18) << i << ' ' << k;
        }
}

TEST(MultistepStart, IntegratesPowersExactly) {
    expect_exact_on_powers(core::multistep::first_guess, 0);
    expect_exact_on_powers(core::multistep::later_guess, -core::multistep::block);
    expect_exact_on_powers(core::multistep::first_block, 0);
    expect_exact_on_powers(core::multistep::later_block, -core::multistep::block);
}

}  // namespace
}  // namespace polhode::test
