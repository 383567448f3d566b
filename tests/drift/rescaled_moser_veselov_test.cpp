/// Free motion by rescaled Moser–Veselov and by Jacobi–Magnus: the orders of momentum and attitude, what is
/// conserved, and the limits. The exact drift is the reference.
#include "polhode/drift/rescaled_moser_veselov.hpp"
#include "drift/free_motions.hpp"
#include "polhode/drift/exact.hpp"
#include "polhode/drift/jacobi_magnus.hpp"
#include "polhode/mechanics/attitude_distance.hpp"

#include <gtest/gtest.h>
#include <optional>

namespace polhode::test {
namespace {

using Real = long double;

struct Error {
    double momentum, attitude;
};

Error distance(const core::State<Real>& a, const core::State<Real>& b) {
    return {static_cast<double>(norm(a.momentum - b.momentum) / norm(b.momentum)),
            static_cast<double>(attitude_angle(a.attitude, b.attitude))};
}

/// After a few radians of a generic motion, against one exact step.
template <class Drift>
Error error_after(const core::Inertia<Real>& inertia, const core::Vector3<Real>& momentum, Real end,
                  long steps) {
    core::State<Real> state{{}, momentum}, exact = state;
    for (long n = 0; n < steps; ++n)
        EXPECT_TRUE(Drift{}(inertia, state, end / static_cast<Real>(steps)).ok());
    EXPECT_TRUE(core::ExactDrift{}(inertia, exact, end).ok());
    return distance(state, exact);
}

/// Orders on bodies with their moments in every order, so that each axis is the middle one somewhere.
template <class Drift>
void expect_orders(std::optional<double> momentum_order, double attitude_order) {
    for (const core::Vector3<Real>& moments :
         {core::Vector3<Real>(5, 4, 3), {3, 5, 4}, {4, 3, 5}, {1, 2, 2.5L}, {2.5L, 1, 2}, {2, 2, 3}})
        for (const core::Vector3<Real>& velocity :
             {core::Vector3<Real>(0.3L, -0.5L, 0.7L), {-0.8L, 0.2L, 0.1L}}) {
            const core::Inertia<Real> inertia(moments);
            const core::Vector3<Real> momentum = inertia * velocity;
            const Error coarse = error_after<Drift>(inertia, momentum, 4, 40),
                        fine = error_after<Drift>(inertia, momentum, 4, 80);
            EXPECT_NEAR(std::log2(coarse.attitude / fine.attitude), attitude_order, 0.1)
                << moments.x << moments.y;
            if (momentum_order)
                EXPECT_NEAR(std::log2(coarse.momentum / fine.momentum), *momentum_order, 0.1)
                    << moments.x << moments.y;
            else
                EXPECT_LT(coarse.momentum, 1e-17) << moments.x << moments.y;
        }
}

TEST(RescaledMoserVeselov, FourthOrder) { expect_orders<core::MoserVeselov4Drift>(4.0, 4.0); }
TEST(RescaledMoserVeselov, SixthOrderInTheMomentum) { expect_orders<core::MoserVeselov6Drift>(6.0, 4.0); }
TEST(RescaledMoserVeselov, ExactMomentum) { expect_orders<core::ExactMomentumMoserVeselovDrift>({}, 4.0); }
TEST(JacobiMagnus, SecondOrder) { expect_orders<core::JacobiMagnusDrift<2>>({}, 2.0); }
TEST(JacobiMagnus, FourthOrder) { expect_orders<core::JacobiMagnusDrift<4>>({}, 4.0); }
TEST(JacobiMagnus, SixthOrder) { expect_orders<core::JacobiMagnusDrift<6>>({}, 6.0); }

/// All motions, also degenerate ones: a step of some 17° has the exact momentum, forwards and backwards.
TEST(RescaledMoserVeselov, ExactMomentumOfEveryMotion) {
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(3);
        for (int i = 0; i < 50; ++i) {
            const Motion m = row.sample(random);
            const core::Inertia<double> inertia(m.moments);
            core::State<double> state{{}, m.momentum}, exact = state;
            const double h = std::copysign(0.3, m.time) * std::min({m.moments.x, m.moments.y, m.moments.z})
                           / norm(m.momentum);
            ASSERT_TRUE(core::ExactMomentumMoserVeselovDrift{}(inertia, state, h).ok()) << row.name;
            core::ExactDrift{}(inertia, exact, h);
            EXPECT_LT(norm(state.momentum - exact.momentum) / norm(m.momentum), 2e-15) << row.name;
        }
    }
}

TEST(RescaledMoserVeselov, BodyAtRest) {
    const core::Inertia<double> inertia({1, 2, 2.5});
    core::State<double> state{{}, {0, 0, 0}};
    ASSERT_TRUE(core::ExactMomentumMoserVeselovDrift{}(inertia, state, 0.1).ok());
    EXPECT_EQ(norm(state.momentum), 0);
    EXPECT_EQ(norm(state.attitude.vector()), 0);
}

/// Beyond a quarter turn h' would fall again and the equation would have the wrong solution: that must not
/// pass.
TEST(RescaledMoserVeselov, SaysSoBeyondAQuarterTurn) {
    const core::Inertia<double> inertia({5, 4, 3});
    for (const double h : {3.5, 5.0, 9.0, 20.0}) {
        core::State<double> state{{}, {-1, 0.3, 2}};
        EXPECT_EQ(core::ExactMomentumMoserVeselovDrift{}(inertia, state, h).outcome,
                  core::Outcome::rotation_too_big)
            << h;
    }
}

}  // namespace
}  // namespace polhode::test
