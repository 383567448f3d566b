/// Kicks of torques that depend on the angular velocity.
#include "polhode/method/kick.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/method/butcher.hpp"
#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/processed_schemes.hpp"
#include "polhode/method/schemes.hpp"
#include "support/random_rotation.hpp"
#include "support/rate_problems.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>
#include <cmath>
#include <complex>

namespace polhode::test {
namespace {

using V = core::Vector3<double>;
using M = core::Matrix3<double>;

/// φ₁ by the eigenvalues of a matrix that has three different ones.
Eigen::Vector3d phi1_by_eigenvalues(const M& m, const V& v) {
    Eigen::Matrix3d a;
    for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) a(i, j) = m(i, j);
    const Eigen::EigenSolver<Eigen::Matrix3d> eigen(a);
    Eigen::Vector3cd values = eigen.eigenvalues();
    for (int i = 0; i < 3; ++i)
        values[i] = std::abs(values[i]) < 1e-3 ? 1.0 + values[i] / 2.0 + values[i] * values[i] / 6.0
                                               : (std::exp(values[i]) - 1.0) / values[i];
    const Eigen::Matrix3cd vectors = eigen.eigenvectors();
    return (vectors * values.asDiagonal() * vectors.inverse() * Eigen::Vector3d(v.x, v.y, v.z)).real();
}

TEST(LinearFlow, IsThatOfTheEigenvalues) {
    Random<double> random(5);
    for (const double size : {1e-6, 1e-3, 0.02, 0.04, 0.3, 1.0, 10.0, 200.0})
        for (int k = 0; k < 20; ++k) {
            M m{{random.vector(size), random.vector(size), random.vector(size)}};
            for (int i = 0; i < 3; ++i) m(i, i) -= 2 * size;  // decays
            const V v = random.vector(1), got = core::phi1(m, v);
            const Eigen::Vector3d expected = phi1_by_eigenvalues(m, v);
            EXPECT_LT((Eigen::Vector3d(got.x, got.y, got.z) - expected).norm(), 1e-12 * expected.norm())
                << size;
        }
}

TEST(LinearFlow, OfASingularMatrixIsFiniteAndExact) {
    const M nilpotent{{{0, 3, 0}, {0, 0, 5}, {0, 0, 0}}};  // φ₁ = 1 + N/2 + N²/6
    const V got = core::phi1(nilpotent, V{1, 2, 4});
    EXPECT_DOUBLE_EQ(got.x, 1 + 3 * 2 / 2.0 + 15 * 4 / 6.0);
    EXPECT_DOUBLE_EQ(got.y, 2 + 5 * 4 / 2.0);
    EXPECT_DOUBLE_EQ(got.z, 4);
    const V none = core::phi1(M{}, V{1, 2, 4});
    EXPECT_EQ(none.y, 2);
}

TEST(GaussTables, AreThoseOfButcher) {
    for (const auto& table : core::gauss_tables) {
        const Tableau expected = butcher::gauss(static_cast<int>(table.stages));
        for (std::size_t i = 0; i < table.stages; ++i) {
            EXPECT_NEAR(static_cast<double>(table.b[i] - expected.b[i]), 0, 1e-19);
            for (std::size_t j = 0; j < table.stages; ++j)
                EXPECT_NEAR(static_cast<double>(table.a[i][j] - expected.a[i][j]), 0, 1e-19);
        }
    }
}

TEST(Schemes, StateTheOrderThatIsLeftForTorquesByRate) {
    using namespace core::schemes;
    for (const core::Scheme* s : {&drift_kick(), &kick_drift(), &strang(), &two_half_drifts(), &gauss2(),
                                  &gauss4(), &yoshida4(), &suzuki4(), &blanes_moan4(), &nystrom4(),
                                  &aba1064(), &yoshida6(), &kahan_li6(), &nystrom6(), &kahan_li8()})
        EXPECT_EQ(order(SplittingCoefficients{s->kick, s->drift}, OrderFor::any_splitting), s->order_by_rate)
            << s->name;
    EXPECT_EQ(method("se6-processed").sheet.order_by_rate, 4);
}

/// A body whose moments are equal does not change ω by turning: damping alone, Π' = −D ω, for any step.
TEST(AffineKick, IsExactForAnyStep) {
    const Body body = Body::from_moments({2, 2, 2});
    for (const double h : {0.1, 3.0, 400.0}) {
        const auto stepper = method("se").on_double(body, core::Damping{M::diagonal({0.5, 0.5, 0.5})});
        core::State<double> state{{0, 0, 0, 1}, {1, -2, 3}};
        ASSERT_TRUE(stepper->step(state, 0, h).ok());
        EXPECT_NEAR(norm(state.momentum) / std::sqrt(14), std::exp(-0.25 * h), 1e-15) << h;
    }
}

/// The number of evaluations of a model that knows its slope is that of one that has none.
TEST(AffineKick, TakesOneEvaluation) {
    for (const char* name : {"se", "se4-rkn", "se6-rkn"}) {
        const auto stepper = method(name).on_double(rates::body(), core::Damping{rates::damping});
        core::State<double> state{{0, 0, 0, 1}, {1, -2, 3}};
        for (int n = 0; n < 10; ++n) ASSERT_TRUE(stepper->step(state, 0.1 * n, 0.1).ok());
        const Sheet& sheet = method(name).sheet;
        EXPECT_EQ(stepper->torque_evaluations(),
                  10 * sheet.torque_evaluations + (sheet.memory == Memory::torque ? 1 : 0))
            << name;
    }
}

/// Forwards and backwards again, in 80-bit arithmetic.
TEST(KickByRate, IsTimeSymmetric) {
    for (const RateProblem* p : {&damped_top(), &top_with_drag()})
        for (const char* name : {"se", "se4-rkn", "se6-kl", "liemid-ea", "mr2-123", "dmv2"}) {
            const auto stepper = method(name).on_long_double(p->problem.body, p->problem.torque);
            const ExtendedState before = initial_state(p->problem);
            ExtendedState state = before;
            ASSERT_TRUE(stepper->step(state, 0, 0.2L).ok());
            ASSERT_TRUE(stepper->step(state, 0.2L, -0.2L).ok());
            EXPECT_LT(distance(before, state), 1e-17) << name << ", " << p->name;
        }
}

/// What is carried is the torque at the end.
TEST(KickByRate, KnowsTheTorqueAtTheEnd) {
    for (const RateProblem* p : {&damped_top(), &top_with_drag()}) {
        const auto stepper = method("se").on_double(p->problem.body, p->problem.torque);
        core::State<double> state{{0.6, 0, 0, 0.8}, {1, -2, 1.5}};
        for (int n = 0; n < 3; ++n) ASSERT_TRUE(stepper->step(state, 0.1 * n, 0.1).ok());
        const auto known = stepper->torque_at_end();
        ASSERT_TRUE(known);
        const V there = stepper->torque(0.3, state);
        EXPECT_LT(norm(*known - there), 1e-14 * norm(there)) << p->name;
    }
}

/// Strong drag over a long step: no solution is found, and the step says so.
TEST(KickByRate, SaysSoIfItDoesNotConverge) {
    const Torque drag = generic_torque([](const auto&, const auto&, const auto& w) {
        using Real = std::decay_t<decltype(w.x)>;
        return -(Real(1e4) * norm(w)) * w;
    });
    const auto stepper = method("se").on_double(rates::body(), drag);
    core::State<double> state{{0, 0, 0, 1}, {1, -2, 3}};
    EXPECT_EQ(stepper->step(state, 0, 1).outcome, core::Outcome::no_convergence);
}

/// An affine function that is not announced as such gives the same motion at a higher price.
TEST(KickByRate, OfAnAffineFunctionIsTheSameEitherWay) {
    const auto f = [](double, const Eigen::Quaterniond&, const Eigen::Vector3d& w) -> Eigen::Vector3d {
        return {-0.5 * w.x() + 0.1 * w.z() + 0.2, -0.3 * w.y(), -0.2 * w.z() + 0.1 * w.x()};
    };
    const Body body = Body::from_tensor(Eigen::Matrix3d{{2, 0.1, 0}, {0.1, 2.5, 0.2}, {0, 0.2, 3}});
    const auto general = method("se8-kl").on_double(body, body_torque(f)),
               affine = method("se8-kl").on_double(body, body_torque(f).affine());
    core::State<double> a{{0, 0, 0, 1}, {1, -2, 3}}, b = a;
    for (int n = 0; n < 20; ++n) {
        ASSERT_TRUE(general->step(a, 0.05 * n, 0.05).ok());
        ASSERT_TRUE(affine->step(b, 0.05 * n, 0.05).ok());
    }
    EXPECT_LT(norm(a.momentum - b.momentum), 1e-13);
    EXPECT_GT(general->torque_evaluations(), affine->torque_evaluations());
}

}  // namespace
}  // namespace polhode::test
