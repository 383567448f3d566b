/// The coefficients of the schemes, as written out: what defines them holds to their last digit, and in
/// double they are the same on every machine.
#include "polhode/method/processed_schemes.hpp"
#include "polhode/method/schemes.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

namespace polhode::test {
namespace {

using core::Scheme;
using namespace core::schemes;

constexpr long double eps = std::numeric_limits<long double>::epsilon();

std::vector<const Scheme*> all_schemes() {
    return {&drift_only(),   &drift_kick(),        &kick_drift(),     &two_half_drifts(), &strang(),
            &yoshida4(),     &suzuki4(),           &yoshida6(),       &kahan_li6(),       &kahan_li8(),
            &blanes_moan4(), &nystrom4(),          &nystrom6(),       &gauss2(),          &gauss4(),
            &aba1064(),      &processed6().kernel, &processed6().pre, &processed6().post};
}

/// A few units in the last place of long double more or less, by how wide it is or how a sum was rounded, do
/// not change the double.
TEST(Coefficients, AreTheSameDoublesInEveryPrecision) {
    for (const Scheme* scheme : all_schemes())
        for (const auto* list : {&scheme->kick, &scheme->drift})
            for (const long double x : *list)
                for (const long double by : {-4 * eps, 4 * eps})
                    EXPECT_EQ(static_cast<double>(x * (1 + by)), static_cast<double>(x)) << scheme->name;
}

/// A torque that depends on time alone is integrated by quadrature, with the weights bᵢ at the nodes cᵢ that
/// the drifts have reached: Σ bᵢ cᵢᵏ = 1/(k + 1) for k < order.
long double quadrature_defect(const std::vector<const Scheme*>& one_after_the_other, int order) {
    long double worst = 0;
    for (int k = 0; k < order; ++k) {
        long double sum = 0, node = 0;
        for (const Scheme* scheme : one_after_the_other)
            for (std::size_t i = 0; i < scheme->kick.size(); ++i) {
                sum += scheme->kick[i] * std::pow(node, k);
                if (i < scheme->drift.size()) node += scheme->drift[i];
            }
        worst = std::max(worst, std::abs(sum - 1.0L / (k + 1)));
    }
    return worst;
}

TEST(Coefficients, SatisfyTheConditionsOfQuadrature) {
    struct Case {
        const Scheme* scheme;
        int order;
        long double digits;  ///< the last of the source
    };
    for (const auto& [scheme, order, digits] : {Case{&yoshida4(), 4, eps},
                                                {&suzuki4(), 4, eps},
                                                {&yoshida6(), 6, 1e-20L},
                                                {&kahan_li6(), 6, 1e-20L},
                                                {&kahan_li8(), 8, 1e-20L},
                                                {&blanes_moan4(), 4, 1e-15L},
                                                {&nystrom4(), 4, 1e-15L},
                                                {&nystrom6(), 6, 1e-15L},
                                                {&gauss2(), 4, eps},
                                                {&gauss4(), 8, eps},
                                                {&aba1064(), 10, eps}})
        EXPECT_LT(quadrature_defect({scheme}, order), 8 * std::max(digits, eps)) << scheme->name;
    const core::ProcessedScheme& p = processed6();
    EXPECT_LT(quadrature_defect({&p.pre, &p.kernel, &p.post}, 6), 1e-17L);  // as it was solved
}

/// Σ γᵢ = 1 and Σ γᵢᵏ = 0 for odd k below the order, of Strang steps of sizes γᵢ.
TEST(Coefficients, OfStrangStepsSatisfyTheConditionsOfTheirPowers) {
    for (const Scheme* scheme : {&yoshida4(), &suzuki4(), &yoshida6(), &kahan_li6(), &kahan_li8()}) {
        EXPECT_TRUE(scheme->of_strang_steps);
        for (int k = 1; k < scheme->order; k += 2) {
            long double sum = 0, size = 0;
            for (const long double gamma : scheme->drift) {
                sum += std::pow(gamma, k);
                size += std::abs(std::pow(gamma, k));
            }
            EXPECT_NEAR(static_cast<double>((sum - (k == 1 ? 1 : 0)) / (size * eps)), 0, 4)
                << scheme->name << k;
        }
    }
}

TEST(Coefficients, AreTheirFormulas) {
    const auto expect = [](const std::vector<long double>& list, std::size_t i, long double formula) {
        EXPECT_NEAR(static_cast<double>((list[i] - formula) / eps), 0, 4);
    };
    const long double y = 1 / (2 - std::cbrt(2.0L)), s = 1 / (4 - std::cbrt(4.0L)), two = std::sqrt(3.0L) / 6;
    expect(yoshida4().drift, 0, y);
    expect(yoshida4().drift, 1, 1 - 2 * y);
    expect(suzuki4().drift, 1, s);
    expect(suzuki4().drift, 2, 1 - 4 * s);
    expect(gauss2().drift, 0, 0.5L - two);
    expect(gauss2().drift, 1, 2 * two);
    const long double root = 2 * std::sqrt(1.2L), inner = std::sqrt((3 - root) / 7),
                      outer = std::sqrt((3 + root) / 7);
    expect(gauss4().drift, 0, (1 - outer) / 2);
    expect(gauss4().drift, 1, (outer - inner) / 2);
    expect(gauss4().drift, 2, inner);
    expect(gauss4().kick, 1, (18 - std::sqrt(30.0L)) / 72);
    expect(gauss4().kick, 2, (18 + std::sqrt(30.0L)) / 72);
}

/// To the last digit that is printed: nothing is left over.
TEST(Coefficients, AddUpToAStep) {
    for (const Scheme* scheme : all_schemes()) {
        const long double drifts = std::accumulate(scheme->drift.begin(), scheme->drift.end(), 0.0L);
        EXPECT_NEAR(static_cast<double>((drifts - scheme->span) / eps), 0, 4) << scheme->name;
        if (scheme->kicks() == 0) continue;
        const long double kicks = std::accumulate(scheme->kick.begin(), scheme->kick.end(), 0.0L);
        EXPECT_NEAR(static_cast<double>((kicks - scheme->span) / eps), 0, 4) << scheme->name;
    }
}

}  // namespace
}  // namespace polhode::test
