/// The drifts whose equations are solved in the Gibbs vector: Moser–Veselov and the two readings of
/// Lewis–Simo.
#include "polhode/drift/gibbs.hpp"

#include "polhode/drift/lewis_simo.hpp"
#include "polhode/drift/moser_veselov.hpp"
#include "support/random_bodies.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::core {
namespace {

using test::degree, test::random_direction, test::random_inertia;

using Extended = long double;

// hΠ by the defining equations, for a given incremental rotation F = exp(ψ)

Vector3<Extended> moser_veselov(const Inertia<Extended>& I, const Matrix3<Extended>& F) {
    const Vector3<Extended> m = I.moments;
    const Extended half = (m.x + m.y + m.z) / 2;
    const auto J = Matrix3<Extended>::diagonal({half - m.x, half - m.y, half - m.z});
    return vee(F * J - J * transpose(F));
}

Vector3<Extended> lewis_simo_energy(const Inertia<Extended>& I, const Matrix3<Extended>& F,
                                    const Vector3<Extended>& psi) {
    const Extended theta = norm(psi), mean = (I.moments.x + I.moments.y + I.moments.z) / 3;
    const Vector3<Extended> n = (1 / theta) * psi;
    const Extended other = std::acos(1 - (1 - std::cos(theta)) * dot(n, I * n) / mean);
    return (other / std::sin(other)) * moser_veselov(I, F);
}

Vector3<Extended> lewis_simo_momentum(const Inertia<Extended>& I, const Vector3<Extended>& psi) {
    const Vector3<Extended> hW = (2 * std::tan(norm(psi) / 2) / norm(psi)) * psi, IW = I * hW;
    return IW + Extended(0.5) * cross(hW, IW) + (dot(hW, IW) / 4) * hW;
}

template <class Drift>
void expect_rotation(const Inertia<Extended>& I, const Vector3<Extended>& h_momentum,
                     const Vector3<Extended>& psi) {
    State<Extended> s;
    s.momentum = h_momentum;
    ASSERT_TRUE(Drift{}(I, s, Extended(1)).ok());
    EXPECT_LE(norm(log(s.attitude) - psi), 2e-17L * norm(psi));
    EXPECT_LE(norm(s.momentum - to_body(exp(psi), h_momentum)), 2e-17L * norm(h_momentum));
}

TEST(GibbsDrift, SolvesTheDefiningEquationsOfTheThreeDrifts) {
    std::mt19937_64 random(1991);
    for (const Extended angle : {0.5L, 5.0L, 30.0L, 60.0L, 80.0L})
        for (int i = 0; i < 20; ++i) {
            const Inertia<Extended> I(Vector3<Extended>(random_inertia(random).moments));
            const Vector3<Extended> psi =
                (angle * Extended(degree)) * Vector3<Extended>(random_direction(random));
            const Matrix3<Extended> F = to_matrix(exp(psi));
            expect_rotation<MoserVeselovDrift>(I, moser_veselov(I, F), psi);
            expect_rotation<LewisSimoEnergyDrift>(I, lewis_simo_energy(I, F, psi), psi);
            expect_rotation<LewisSimoMomentumDrift>(I, lewis_simo_momentum(I, psi), psi);
        }
}

/// Random rotations are found again from b; `factor` is what stands before b in the equation.
template <class Drift>
void expect_found_up_to(double most_degrees, double (*factor)(double x2)) {
    std::mt19937_64 random(2005);
    std::uniform_real_distribution<double> angle(0, most_degrees * degree);
    for (int i = 0; i < 20000; ++i) {
        const Inertia<double> I = random_inertia(random);
        const Vector3<double> x = std::tan(0.5 * angle(random)) * random_direction(random), no_b;
        Vector3<double> found;
        const Status status = Drift::find(I, (1 / factor(norm2(x))) * Drift::residual(I, x, no_b), found);
        ASSERT_TRUE(status.ok()) << "case " << i;
        ASSERT_LE(norm(found - x), 1e-12 * norm(x)) << "case " << i;
        ASSERT_LE(status.iterations, 12) << "case " << i;
    }
}

TEST(GibbsDrift, FindsTheRotationForInertiaRatiosUpTo20) {
    expect_found_up_to<MoserVeselovDrift>(88, [](double x2) { return 1 + x2; });
    expect_found_up_to<LewisSimoEnergyDrift>(80, [](double x2) { return 1 + x2; });
    expect_found_up_to<LewisSimoMomentumDrift>(140, [](double) { return 1.0; });
}

TEST(MoserVeselov, HasNoSolutionBeyondARadian) {
    // a body that spins about a principal axis turns by asin(h|ω|)
    const Inertia<double> I({1, 2, 3});
    for (const double h_omega : {0.1, 0.9, 0.9999}) {
        State<double> s{{}, {0, 0, 3 * h_omega}};
        ASSERT_TRUE(MoserVeselovDrift{}(I, s, 1.0).ok()) << h_omega;
        EXPECT_NEAR(norm(log(s.attitude)), std::asin(h_omega), 1e-13);
    }
    for (const double h_omega : {1.0001, 1.1, 2.0, 50.0}) {
        State<double> s{{}, {0, 0, 3 * h_omega}};
        EXPECT_EQ(MoserVeselovDrift{}(I, s, 1.0).outcome, Outcome::rotation_too_big) << h_omega;
    }
}

TEST(GibbsDrift, ABodyAtRestStaysAndNotANumberFails) {
    const Inertia<double> I({1, 2, 3});
    State<double> rest;
    rest.momentum = {0, 0, 0};
    EXPECT_TRUE(MoserVeselovDrift{}(I, rest, 0.1).ok());
    EXPECT_EQ(norm(rest.attitude.vector()), 0);
    State<double> broken{{}, {NAN, 0, 1}};
    EXPECT_EQ(LewisSimoEnergyDrift{}(I, broken, 0.1).outcome, Outcome::no_convergence);
}

}  // namespace
}  // namespace polhode::core
