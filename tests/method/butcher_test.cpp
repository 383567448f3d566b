#include "polhode/method/butcher.hpp"

#include "polhode/error.hpp"
#include "support/wide.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace polhode::test {
namespace {

constexpr long double eps = std::numeric_limits<long double>::epsilon();

// --- Gauss ------------------------------------------------------------------------------------------------------

TEST(Gauss, HasTheKnownNodesAndWeights) {
    // Abramowitz and Stegun, table 25.4, on [−1, 1]
    const std::vector<std::pair<long double, long double>> ten{
        {0.148874338981631210884826001130L, 0.295524224714752870173815619189L},
        {0.433395394129247190799265943166L, 0.269266719309996355091226921569L},
        {0.679409568299024406234327365115L, 0.219086362515982043995534934228L},
        {0.865063366688984510732096688423L, 0.149451349150580593145863396958L},
        {0.973906528517171720077964012084L, 0.066671344308688137593568809893L}};
    const Tableau t = butcher::gauss(10);
    for (std::size_t i = 0; i < ten.size(); ++i) {
        const auto [x, weight] = ten[i];
        EXPECT_NEAR(static_cast<double>((t.c[5 + i] - (1 + x) / 2) / eps), 0, 2);
        EXPECT_NEAR(static_cast<double>((t.c[4 - i] - (1 - x) / 2) / eps), 0, 2);
        EXPECT_NEAR(static_cast<double>((t.b[5 + i] - weight / 2) / eps), 0, 2);
        EXPECT_NEAR(static_cast<double>((t.b[4 - i] - weight / 2) / eps), 0, 2);
    }
}

long double largest_difference(const Tableau& x, const Tableau& y) {
    long double most = 0;
    for (std::size_t i = 0; i < x.stages(); ++i) {
        most = std::max({most, std::abs(x.b[i] - y.b[i]), std::abs(x.c[i] - y.c[i])});
        for (std::size_t j = 0; j < x.stages(); ++j) most = std::max(most, std::abs(x.a[i][j] - y.a[i][j]));
    }
    return most;
}

TEST(Gauss, AgreesWithTheClosedForms) {
    EXPECT_LE(largest_difference(butcher::gauss(1), butcher::midpoint()), 0);
    const long double r = std::sqrt(3.0L) / 6, q = 0.25L;
    EXPECT_LE(
        largest_difference(butcher::gauss4(), {{{q, q - r}, {q + r, q}}, {0.5L, 0.5L}, {0.5L - r, 0.5L + r}}),
        2 * eps);
    const long double u = std::sqrt(15.0L), v = 5 / 36.0L, w = 2 / 9.0L;
    EXPECT_LE(largest_difference(
                  butcher::gauss6(),
                  {{{v, w - u / 15, v - u / 30}, {v + u / 24, w, v - u / 24}, {v + u / 30, w + u / 15, v}},
                   {2 * v, 2 * w, 2 * v},
                   {0.5L - u / 10, 0.5L, 0.5L + u / 10}}),
              2 * eps);
}

/// P_n by the recurrence of three terms, and its derivative.
std::pair<Wide, Wide> legendre(int n, const Wide& x) {
    Wide before = 0, now = 1;
    for (int k = 1; k <= n; ++k) {
        const Wide next = ((2 * k - 1) * x * now - (k - 1) * before) / k;
        before = now;
        now = next;
    }
    return {now, n * (x * now - before) / (x * x - 1)};
}

/// In double they are the nearest numbers to the true coefficients, whatever long double is.
TEST(Gauss, IsRoundedToTheNearestDoubles) {
    for (const int stages : {2, 3, 4, 7, 11, 20}) {
        const auto s = static_cast<std::size_t>(stages);
        const Tableau t = butcher::gauss(stages);
        std::vector<Wide> b(s), c(s);
        for (std::size_t i = 0; i < s; ++i) {
            Wide x = 2 * Wide(t.c[i]) - 1;
            for (int round = 0; round < 4; ++round) {
                const auto [value, slope] = legendre(stages, x);
                x -= value / slope;
            }
            const Wide slope = legendre(stages, x).second;
            c[i] = (1 + x) / 2;
            b[i] = 1 / ((1 - x * x) * slope * slope);
            EXPECT_EQ(static_cast<double>(t.c[i]), static_cast<double>(c[i])) << stages << ' ' << i;
            EXPECT_EQ(static_cast<double>(t.b[i]), static_cast<double>(b[i])) << stages << ' ' << i;
        }
        for (std::size_t i = 0; i < s; ++i)
            for (std::size_t j = 0; j < s; ++j) {
                Wide a = 0;
                for (std::size_t m = 0; m < s; ++m) {
                    Wide lagrange = 1;
                    for (std::size_t k = 0; k < s; ++k)
                        if (k != j) lagrange *= (c[i] * c[m] - c[k]) / (c[j] - c[k]);
                    a += c[i] * b[m] * lagrange;
                }
                EXPECT_EQ(static_cast<double>(t.a[i][j]), static_cast<double>(a))
                    << stages << ' ' << i << ' ' << j;
            }
    }
}

TEST(Gauss, SatisfiesTheConditionsThatDefineItToRoundOff) {
    for (int stages = 1; stages <= 10; ++stages) {
        const Tableau t = butcher::gauss(stages);
        EXPECT_NO_THROW(check(t));
        EXPECT_GE(quadrature_order(t, 4 * eps), 2 * stages);
        EXPECT_GE(stage_order(t, 4 * eps), stages);
        // and no more than these: the error of the quadrature is (s!)⁴/((2s + 1) (2s)!²)
        EXPECT_EQ(quadrature_order(t, 1e-14L), 2 * stages);
        EXPECT_EQ(stage_order(t, 1e-14L), stages);
    }
}

TEST(Gauss, RefusesAnImpossibleNumberOfStages) {
    EXPECT_THROW(butcher::gauss(0), InputError);
    EXPECT_THROW(butcher::gauss(33), InputError);
    EXPECT_NO_THROW(check(butcher::gauss(32)));
}

// --- order ------------------------------------------------------------------------------------------------------

const Tableau radau3{{{5 / 12.0L, -1 / 12.0L}, {3 / 4.0L, 1 / 4.0L}}, {3 / 4.0L, 1 / 4.0L}, {1 / 3.0L, 1}};
const Tableau three_eighths{{{0, 0, 0, 0}, {1 / 3.0L, 0, 0, 0}, {-1 / 3.0L, 1, 0, 0}, {1, -1, 1, 0}},
                            {1 / 8.0L, 3 / 8.0L, 3 / 8.0L, 1 / 8.0L},
                            {0, 1 / 3.0L, 2 / 3.0L, 1}};
// as a user writes it: in double
const Tableau dormand_prince{{{0, 0, 0, 0, 0, 0},
                              {1. / 5, 0, 0, 0, 0, 0},
                              {3. / 40, 9. / 40, 0, 0, 0, 0},
                              {44. / 45, -56. / 15, 32. / 9, 0, 0, 0},
                              {19372. / 6561, -25360. / 2187, 64448. / 6561, -212. / 729, 0, 0},
                              {9017. / 3168, -355. / 33, 46732. / 5247, 49. / 176, -5103. / 18656, 0}},
                             {35. / 384, 0, 500. / 1113, 125. / 192, -2187. / 6784, 11. / 84},
                             {0, 1. / 5, 3. / 10, 4. / 5, 8. / 9, 1}};

TEST(Order, IsComputedFromTheCoefficients) {
    EXPECT_EQ(order(butcher::euler()), 1);
    EXPECT_EQ(order(butcher::backward_euler()), 1);
    EXPECT_EQ(order(butcher::midpoint()), 2);
    EXPECT_EQ(order(butcher::trapezoid()), 2);
    EXPECT_EQ(order(butcher::rk4()), 4);
    EXPECT_EQ(order(butcher::gauss4()), 4);
    EXPECT_EQ(order(butcher::gauss6()), 6);
    EXPECT_EQ(order(radau3), 3);
    EXPECT_EQ(order(three_eighths), 4);
    EXPECT_EQ(order(dormand_prince), 5);
}

TEST(Order, OfGaussIsTwiceTheNumberOfStages) {
    for (int stages = 1; stages <= 16; ++stages) EXPECT_EQ(order(butcher::gauss(stages)), 2 * stages);
}

TEST(Order, SeesThatAGoodQuadratureIsNotEnough) {
    Tableau t = butcher::rk4();  // b and c, hence B(4), as before
    t.a[2] = {0.5L, 0, 0, 0};
    EXPECT_EQ(quadrature_order(t, 1e-15L), 4);
    EXPECT_EQ(order(t), 2);
}

TEST(Tableau, KnowsWhetherItIsExplicit) {
    EXPECT_TRUE(butcher::euler().is_explicit());
    EXPECT_TRUE(three_eighths.is_explicit());
    EXPECT_FALSE(butcher::trapezoid().is_explicit());
    EXPECT_FALSE(radau3.is_explicit());
}

// --- bad ones ---------------------------------------------------------------------------------------------------

std::string complaint(const Tableau& t) {
    try {
        check(t);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(Check, AcceptsWhatIsRight) {
    EXPECT_EQ(complaint(radau3), "accepted");
    EXPECT_EQ(complaint(dormand_prince), "accepted");
}

TEST(Check, NamesTheOffendingRowAndValue) {
    Tableau t = three_eighths;
    t.a[2][1] = 0.9L;
    EXPECT_EQ(
        complaint(t),
        "row 3 of the tableau adds up to 0.56666666666666667, expected its node c = 0.66666666666666667");
    t = three_eighths;
    t.b[0] = 0.25L;
    EXPECT_EQ(complaint(t), "the weights b of the tableau add up to 1.125, expected 1");
    t = three_eighths;
    t.a[1].pop_back();
    EXPECT_EQ(complaint(t), "row 2 of the tableau has 3 coefficients, expected 4 (zeros are written out)");
    t = three_eighths;
    t.c.pop_back();
    EXPECT_EQ(complaint(t),
              "the tableau has 4 weights b, 3 nodes c and 4 rows of a, expected as many of each");
    t = three_eighths;
    t.a[3][1] = std::numeric_limits<long double>::quiet_NaN();
    EXPECT_EQ(complaint(t), "coefficient 2 of row 4 of the tableau is nan, expected a finite number");
    t = three_eighths;
    t.a[3] = {1e30L, -1e30L, 0, 0};  // which add up to 0
    EXPECT_EQ(complaint(t),
              "coefficient 1 of row 4 of the tableau is 1e+30, expected a number from -1000 to 1000");
    t = three_eighths;
    t.b = {1e16L, -1e16L, 0, 0};
    EXPECT_EQ(complaint(t),
              "weight b of stage 1 of the tableau is 1e+16, expected a number from -1000 to 1000");
    EXPECT_EQ(complaint({}), "the tableau has no weights b, expected at least one");
}

}  // namespace
}  // namespace polhode::test
