/// Elliptic integral and amplitude against Boost.Math.
#include "polhode/drift/agm.hpp"

#include <gtest/gtest.h>
#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>

namespace polhode::test {
namespace {

/// Boost takes k and forms 1 − k² itself, in long double: nearer to k = 1 it is the less accurate one.
TEST(Agm, GivesTheIntegralOfTheFirstKind) {
    for (const double k : {0.0, 1e-9, 0.1, 0.5, 0.9, 0.999, 1 - 1e-6})
        for (const double phi : {-40.0, -3.2, -1.6, -0.3, 0.0, 1e-8, 0.7, 1.57, 1.58, 3.1, 3.2, 10.0, 99.0}) {
            const core::ArithmeticGeometricMean<double> mean(k, std::sqrt((1 - k) * (1 + k)));
            const double expected = boost::math::ellint_1(k, phi);
            EXPECT_NEAR(mean.integral(phi), expected, 2e-14 * (1 + std::abs(expected))) << k << ' ' << phi;
        }
}

TEST(Agm, GivesTheAmplitude) {
    for (const double k : {0.0, 1e-9, 0.1, 0.5, 0.9, 0.999})
        for (const double u : {-20.0, -1.0, 0.0, 1e-8, 0.4, 1.9, 5.0, 33.0}) {
            const core::ArithmeticGeometricMean<double> mean(k, std::sqrt((1 - k) * (1 + k)));
            EXPECT_NEAR(std::sin(mean.amplitude(u)), boost::math::jacobi_sn(k, u), 1e-13) << k << ' ' << u;
            EXPECT_NEAR(mean.integral(mean.amplitude(u)), u, 2e-13) << k << ' ' << u;
        }
}

}  // namespace
}  // namespace polhode::test
