/// The midpoint-Lie equation I Ψ = exp(−Ψ/2) b, solved in the half-angle variable.
#include "polhode/drift/midpoint_equation.hpp"

#include "polhode/drift/liemid.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/so3/rotation.hpp"
#include "support/random_bodies.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <random>

namespace polhode::core {
namespace {

using test::degree, test::random_direction, test::random_inertia;

/// b for a known solution: b = exp(Ψ/2) I Ψ.
template <class Real>
Vector3<Real> right_side(const Inertia<Real>& inertia, const Vector3<Real>& psi) {
    return to_space(exp(Real(0.5) * psi), inertia * psi);
}

TEST(MidpointEquation, FindsTheRotationUpTo150DegreesForInertiaRatiosUpTo20) {
    std::mt19937_64 random(2004);
    std::uniform_real_distribution<double> angle(0, 150 * degree);
    int most = 0;
    for (int i = 0; i < 100000; ++i) {
        const Inertia<double> inertia = random_inertia(random);
        const Vector3<double> psi = angle(random) * random_direction(random);
        Vector3<double> u;
        const Status status = midpoint::solve(inertia, right_side(inertia, psi), u);
        ASSERT_TRUE(status.ok()) << "case " << i << ", angle " << norm(psi) / degree << "°";
        ASSERT_LE(norm(midpoint::rotation_vector(u) - psi), 2e-13) << "case " << i;
        most = std::max(most, status.iterations);
    }
    EXPECT_LE(most, 12);
}

TEST(MidpointEquation, SolvesElongatedAndFlatBodies) {
    std::mt19937_64 random(2005);
    for (const Vector3<double>& moments :
         {Vector3<double>{5, 5, 1}, {1, 1, 0.05}, {0.05, 1, 1}, {1, 1, 2}, {1, 2, 3}})
        for (const double angle : {1e-9, 1.0, 10.0, 30.0, 60.0, 90.0, 120.0, 150.0})
            for (int i = 0; i < 200; ++i) {
                const Inertia<double> inertia(moments);
                const Vector3<double> psi = (angle * degree) * random_direction(random);
                Vector3<double> u;
                const Status status = midpoint::solve(inertia, right_side(inertia, psi), u);
                ASSERT_TRUE(status.ok()) << angle << "°";
                ASSERT_LE(norm(midpoint::rotation_vector(u) - psi), 1e-13 * norm(psi)) << angle << "°";
                ASSERT_LE(status.iterations, 7) << angle << "°";
            }
}

TEST(MidpointEquation, ZeroMomentumIsNoRotation) {
    Vector3<double> u;
    const Status status = midpoint::solve(Inertia<double>({1, 2, 3}), Vector3<double>{0, 0, 0}, u);
    EXPECT_TRUE(status.ok());
    EXPECT_EQ(norm(u), 0);
}

TEST(MidpointEquation, TinyAndHugeMomentaOfTinyAndHugeBodies) {
    std::mt19937_64 random(3);
    for (const double scale : {1e-60, 1e-6, 1e60}) {
        const Inertia<double> inertia({2 * scale, 3 * scale, 4.5 * scale});
        const Vector3<double> psi = (20 * degree) * random_direction(random);
        Vector3<double> u;
        EXPECT_TRUE(midpoint::solve(inertia, right_side(inertia, psi), u).ok());
        EXPECT_LE(norm(midpoint::rotation_vector(u) - psi), 1e-15);
    }
}

TEST(MidpointEquation, RefusesRotationsWithoutAUniqueSolution) {
    // a principal-axis rotation solves the equation at any angle, so the refusal is by size alone
    const Inertia<double> inertia({1, 1, 1});
    for (const double angle : {310.0, 350.0, 1000.0}) {
        Vector3<double> u;
        const Status status = midpoint::solve(inertia, Vector3<double>{0, 0, angle * degree}, u);
        EXPECT_FALSE(status.ok()) << angle << "°";
    }
    Vector3<double> u;
    EXPECT_TRUE(midpoint::solve(inertia, Vector3<double>{0, 0, 250 * degree}, u).ok());
}

TEST(MidpointEquation, NotANumberIsAFailure) {
    Vector3<double> u;
    EXPECT_FALSE(midpoint::solve(Inertia<double>({1, 2, 3}), Vector3<double>{NAN, 0, 1}, u).ok());
}

TEST(MidpointEquation, ResidualVanishesAtTheSolution) {
    const Inertia<long double> inertia({2, 3, 4.5L});
    const Vector3<long double> psi{0.7L, -0.9L, 0.4L}, c{0.1L, -0.2L, 0.05L};
    const Vector3<long double> u = (tanl(norm(psi) / 4) / norm(psi)) * psi;
    // with a torque term: I Ψ = exp(−Ψ/2) b + c
    const Vector3<long double> b = to_space(exp(0.5L * psi), inertia * psi - c);
    EXPECT_LE(norm(midpoint::residual(inertia, u, b, c)), 2e-18L);
    EXPECT_LE(norm(midpoint::rotation_vector(u) - psi), 1e-18L);
    EXPECT_LE(norm(log(conjugate(midpoint::rotation(u)) * exp(psi))), 1e-18L);
    EXPECT_LE(norm(log(conjugate(midpoint::half_rotation(u)) * exp(0.5L * psi))), 1e-18L);
}

/// The measured defect of the momentum map from area preservation (Krysl's papers call the family
/// symplectic):
/// det − 1 of the map of the momentum sphere is O(h³), not zero.
TEST(LiemidDrift, DoesNotPreserveAreaOnTheMomentumSphere) {
    using Number = Dual<double, 3>;
    double previous = 0;
    for (const double h : {0.8, 0.4, 0.2, 0.1}) {
        State<Number> s;
        const Vector3<double> start{0.5, -0.6, 0.7};
        for (int i = 0; i < 3; ++i) s.momentum[i] = Number::variable(start[i], i);
        ASSERT_TRUE(
            LiemidDrift{}(Inertia<Number>({Number(0.9144), Number(1.098), Number(1.66)}), s, Number(h)).ok());
        // |Π| is kept exactly and the radial derivative is one, so the determinant in space is that on the sphere
        Matrix3<double> d;
        for (int i = 0; i < 3; ++i)
            for (int j = 0; j < 3; ++j) d(i, j) = s.momentum[i].slope[static_cast<std::size_t>(j)];
        const double defect = std::abs(dot(d.row[0], cross(d.row[1], d.row[2])) - 1);
        EXPECT_GT(defect, 1e-8);
        if (previous > 0) {
            EXPECT_NEAR(std::log2(previous / defect), 3, 0.2);
        }
        previous = defect;
    }
}

}  // namespace
}  // namespace polhode::core
