/// Jacobi's functions and the integral of the third kind by doubling, against Boost.Math and closed forms.
#include "polhode/drift/scaled_jacobi.hpp"

#include "support/quad.hpp"

#include <gtest/gtest.h>
#include <boost/math/special_functions/ellint_3.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <random>

namespace polhode::core::jacobi {
namespace {

using test::Quad;

struct Values {
    double sn, cn, dn;
};

/// sn, cn, dn of (u|k²) through the scaled functions at a rate λ of our choice.
template <class Real = double>
Values ours(const Real& u, const Real& k2, const Real& k2_complement, double lambda = 1) {
    const Real l(lambda);
    const Functions<Real> f = functions<Real>({l * l, k2 * l * l, k2_complement * l * l}, u / l);
    return {static_cast<double>(l * f.s / f.e), static_cast<double>(f.c / f.e),
            static_cast<double>(f.d / f.e)};
}

TEST(ScaledJacobi, AgreesWithBoost) {
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform;
    double worst = 0;
    for (int i = 0; i < 2000; ++i) {
        const double k = uniform(random), u = 6 * uniform(random) - 3;
        long double cn = 0, dn = 0;
        const long double sn = boost::math::jacobi_elliptic<long double>(k, u, &cn, &dn);
        const Values v = ours(u, k * k, (1 - k) * (1 + k), std::exp2(20 * uniform(random) - 10));
        worst =
            std::max({worst, std::abs(static_cast<double>(v.sn - sn)),
                      std::abs(static_cast<double>(v.cn - cn)), std::abs(static_cast<double>(v.dn - dn))});
    }
    EXPECT_LE(worst, 4e-15);
}

TEST(ScaledJacobi, IsTrigonometryAtZeroModulus) {
    for (const double u : {1e-12, 0.3, -2.0, 20.0, 300.0}) {
        const Values v = ours(u, 0.0, 1.0);
        EXPECT_NEAR(v.sn, std::sin(u), 1e-15 * (1 + std::abs(u)));
        EXPECT_NEAR(v.cn, std::cos(u), 1e-15 * (1 + std::abs(u)));
        EXPECT_EQ(v.dn, 1);
    }
}

/// At k = 1, cn = dn = 1/cosh: small, and still accurate relative to itself.
TEST(ScaledJacobi, KeepsRelativeAccuracyAtModulusOne) {
    for (const double u : {1e-12, 0.3, -2.0, 10.0, 50.0, 90.0}) {
        const Values v = ours(u, 1.0, 0.0);
        EXPECT_NEAR(v.sn, std::tanh(u), 1e-15);
        EXPECT_NEAR(v.cn * std::cosh(u), 1, 2e-15 * (1 + std::abs(u)));
        EXPECT_EQ(v.cn, v.dn);
    }
    // beyond any use, small but not zero: ratios of them must exist
    const Values v = ours(1e6, 1.0, 0.0);
    EXPECT_LT(v.cn, 1e-50);
    EXPECT_GT(v.cn * v.cn * v.dn * v.dn, 0);
    EXPECT_EQ(v.cn, v.dn);
}

/// Near k = 1 the complement carries the digits; given it, nothing is lost over many periods.
TEST(ScaledJacobi, TakesTheComplementOfTheModulus) {
    for (const double complement : {1e-4, 1e-8, 1e-16, 1e-30})
        for (const double u : {5.0, 30.0, 60.0}) {
            const Quad k2_complement(complement);
            const Values exact = ours<Quad>(Quad(u), Quad(1) - k2_complement, k2_complement);
            const Values v = ours(u, 1 - complement, complement);
            // the functions change fastest, by u·ε, where cn and dn are smallest
            EXPECT_NEAR(v.cn, exact.cn, 2e-15 * (1 + u)) << complement << ", " << u;
            EXPECT_NEAR(v.dn / exact.dn, 1, 2e-15 * (1 + u)) << complement << ", " << u;
        }
}

TEST(ScaledJacobi, IsPlainTimeAtRateZero) {
    const Functions<double> f = functions<double>({0, 0, 0}, 12.5);
    EXPECT_EQ(f.s / f.e, 12.5);
    EXPECT_EQ(f.c / f.e, 1);
    EXPECT_EQ(f.d / f.e, 1);
}

/// exp(igJ) with J = Π(n; λt|k²)/λ, n = −κ/λ², for |λt| < K, where Boost has the integral.
TEST(ScaledJacobi, IntegralOfTheThirdKindAgreesWithBoost) {
    std::mt19937_64 random(2);
    std::uniform_real_distribution<double> uniform;
    double worst = 0;
    for (int i = 0; i < 500; ++i) {
        const double k = uniform(random), lambda = std::exp2(4 * uniform(random) - 2),
                     phi = 1.5 * uniform(random);
        const double kappa = lambda * lambda * std::exp2(10 * uniform(random) - 5), mu = k * lambda;
        const double g = std::sqrt((kappa + lambda * lambda) * (kappa + mu * mu) / kappa);
        // the time at which am(λt) = φ, and the integral up to there
        const long double t = boost::math::ellint_1<long double>(k, phi) / lambda;
        const long double J =
            boost::math::ellint_3<long double, long double, long double>(k, -kappa / (lambda * lambda), phi)
            / lambda;
        const Modulus<double> m{lambda * lambda, k * k * lambda * lambda,
                                (1 - k) * (1 + k) * lambda * lambda};
        const double time = static_cast<double>(t);
        // J solves J' = 1/(1 + κs²); the rounding of t to double is accounted for
        const long double s = std::sin(static_cast<long double>(phi)) / lambda;
        const long double angle = g * (J + (static_cast<long double>(time) - t) / (1 + kappa * s * s));
        const WithIntegral<double> r = with_integral(m, kappa, g, time);
        const double plain = g * time * (1 + r.excess);
        const Complex<double> z = r.w * r.w * r.a * Complex<double>{std::cos(plain), std::sin(plain)};
        const auto c = static_cast<double>(std::cos(angle)), sine = static_cast<double>(std::sin(angle));
        worst = std::max(
            worst, std::abs(z.im * c - z.re * sine) / std::sqrt(norm2(z)));  // sine of the angle between
        ASSERT_GT(z.re * c + z.im * sine, 0);
    }
    EXPECT_LE(worst, 4e-15);
}

/// Fewer terms for fewer bits.
TEST(ScaledJacobi, TermsFollowThePrecision) {
    EXPECT_EQ(terms<float>, 3U);
    EXPECT_EQ(terms<double>, 6U);
    EXPECT_EQ(terms<long double>, 7U);
    EXPECT_EQ(terms<Quad>, 12U);
}

}  // namespace
}  // namespace polhode::core::jacobi
