/// The integrals of the herpolhode against Boost's.
#include "simulate/elliptic_integrals.hpp"

#include <gtest/gtest.h>
#include <boost/math/special_functions/ellint_rf.hpp>
#include <boost/math/special_functions/ellint_rj.hpp>
#include <cmath>
#include <random>

namespace polhode {
namespace {

class Arguments {
public:
    /// From 1 down to 1e-30, any size as likely as the others.
    double at_most(double largest) { return largest * std::pow(10, -30 * part_(random_) * part_(random_)); }

private:
    std::mt19937_64 random_{7};
    std::uniform_real_distribution<double> part_{0, 1};
};

TEST(EllipticIntegrals, CarlsonsAreThoseOfBoost) {
    Arguments any;
    for (int i = 0; i < 5000; ++i) {
        const double z = 1, y = any.at_most(z), p = any.at_most(y), x = i % 10 == 0 ? 0 : any.at_most(p);
        const double rf = boost::math::ellint_rf(x, y, z), rj = boost::math::ellint_rj(x, y, z, p);
        ASSERT_NEAR(elliptic::carlson_rf(x, y, z) / rf, 1, 1e-14) << x << ' ' << y;
        ASSERT_NEAR(elliptic::carlson_rj(x, y, z, p) / rj, 1, 2e-14) << x << ' ' << y << ' ' << p;
    }
}

/// ∫ sin²/(cos² + n sin²) is a third of R_J(0, k'², 1, n), ∫ 1 is R_F(0, k'², 1).
TEST(EllipticIntegrals, TheCompleteOneIsCarlsonsAtARightAngle) {
    Arguments any;
    for (int i = 0; i < 5000; ++i) {
        const double k2 = any.at_most(1), n = any.at_most(k2), k = std::sqrt(k2);
        const double rf = boost::math::ellint_rf(0.0, k2, 1.0), rj = boost::math::ellint_rj(0.0, k2, 1.0, n);
        ASSERT_NEAR(elliptic::complete(k, 1, 1, 1) / rf, 1, 1e-14) << k;
        ASSERT_NEAR(elliptic::complete(k, n, 1, n) / rf, 1, 1e-14) << k << ' ' << n;
        ASSERT_NEAR(elliptic::complete(k, n, 0, 1) / (rj / 3), 1, 2e-14) << k << ' ' << n;
    }
}

}  // namespace
}  // namespace polhode
