/// Torques that are given all bodies at once.
#include "polhode/ensemble/interaction.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <random>

namespace polhode::test {
namespace {

Ensemble some_bodies(std::size_t count, const Torque& torque) {
    std::mt19937_64 random(3);
    std::normal_distribution<double> normal;
    Ensemble ensemble(count, Body::from_moments({1, 2, 2.5}), torque);
    for (std::size_t k = 0; k < count; ++k) {
        Eigen::Quaterniond q;
        q.coeffs() =
            Eigen::Vector4d(normal(random), normal(random), normal(random), normal(random)).normalized();
        Eigen::Vector3d p;
        for (double& x : p) x = normal(random);
        ensemble.set_state(k, {q, p});
    }
    return ensemble;
}

/// What the bodies' own torque would be, computed from outside.
TEST(Interaction, OfBodiesThatDoNotInteractIsTheirOwnTorque) {
    core::HeavyTop top;
    top.weight_moment = 2;
    const AllTorques torques = [&](double t, const Attitudes& q, const Torques& torque) {
        for (std::size_t k = 0; k < q.count(); ++k) {
            const core::Vector3<double> T =
                top(t, core::Quaternion<double>(q.x[k], q.y[k], q.z[k], q.w[k]), {});
            torque.x[k] = T.x;
            torque.y[k] = T.y;
            torque.z[k] = T.z;
        }
    };
    for (const char* method :
         {"se", "se4-rkn", "se-gauss4", "liemid-ea", "liemid-e2", "mr2-auto", "mr4-321"}) {
        Ensemble alone = some_bodies(37, top), together = some_bodies(37, core::NoTorque{});
        EnsembleIntegrator own(alone, {.method = method, .step = 0.1});
        InteractingIntegrator from_outside(together, {.method = method, .step = 0.1, .threads = 2}, torques);
        own.advance(20);
        from_outside.advance(20);
        EXPECT_EQ(from_outside.steps(), 20);
        EXPECT_DOUBLE_EQ(from_outside.time(), 2);
        for (std::size_t k = 0; k < alone.count(); ++k) {
            EXPECT_EQ(alone.state(k).attitude.coeffs(), together.state(k).attitude.coeffs()) << method;
            EXPECT_EQ(alone.state(k).momentum, together.state(k).momentum) << method;
        }
    }
}

TEST(Interaction, TakesOneEvaluationPerKick) {
    const AllTorques none = [](double, const Attitudes& q, const Torques& torque) {
        for (std::size_t k = 0; k < q.count(); ++k) torque.x[k] = torque.y[k] = torque.z[k] = 0;
    };
    for (const auto& [method, per_step, once] :
         {std::tuple("se", 1, 1), {"se4-rkn", 6, 1}, {"se-gauss2", 2, 0}}) {
        Ensemble ensemble = some_bodies(3, core::NoTorque{});
        InteractingIntegrator integrator(ensemble, {.method = method, .step = 0.1}, none);
        integrator.advance(4);
        integrator.advance(6);
        EXPECT_EQ(integrator.torque_evaluations(), 10 * per_step + 2 * once) << method;
    }
}

/// Two bodies that turn each other by a spring between their axes: L₁ + L₂ is conserved, and the energy
/// nearly.
TEST(Interaction, ConservesWhatActionAndReactionConserve) {
    const AllTorques spring = [](double, const Attitudes& q, const Torques& torque) {
        const auto axis = [&](std::size_t k) -> Eigen::Vector3d {
            return Eigen::Quaterniond(q.w[k], q.x[k], q.y[k], q.z[k]) * Eigen::Vector3d::UnitZ();
        };
        const Eigen::Vector3d T = 3 * axis(0).cross(axis(1));  // V = −3 a₀·a₁
        for (std::size_t k = 0; k < 2; ++k) {
            const double sign = k == 0 ? 1 : -1;
            torque.x[k] = sign * T.x();
            torque.y[k] = sign * T.y();
            torque.z[k] = sign * T.z();
        }
    };
    Ensemble ensemble = some_bodies(2, core::NoTorque{});
    const auto energy = [&] {
        const Eigen::Vector3d a = ensemble.state(0).attitude * Eigen::Vector3d::UnitZ(),
                              b = ensemble.state(1).attitude * Eigen::Vector3d::UnitZ();
        return *ensemble.energy(0) + *ensemble.energy(1) - 3 * a.dot(b);
    };
    const auto momentum = [&] {
        return Eigen::Vector3d(ensemble.state(0).spatial_momentum() + ensemble.state(1).spatial_momentum());
    };
    const double H = energy();
    const Eigen::Vector3d L = momentum();
    InteractingIntegrator integrator(ensemble, {.method = "se4-rkn", .step = 0.05}, spring, Frame::space);
    double worst = 0;
    for (int i = 0; i < 100; ++i) {
        integrator.advance(20);
        worst = std::max(worst, std::abs(energy() - H));
    }
    EXPECT_LT(worst, 2e-6);
    EXPECT_LT((momentum() - L).norm(), 1e-13 * 100);
}

TEST(Interaction, RefusesWhatItCannotDo) {
    Ensemble free = some_bodies(2, core::NoTorque{}), heavy = some_bodies(2, core::HeavyTop{});
    const AllTorques bad = [](double, const Attitudes& q, const Torques& torque) {
        for (std::size_t k = 0; k < q.count(); ++k)
            torque.x[k] = torque.y[k] = torque.z[k] = std::numeric_limits<double>::quiet_NaN();
    };
    EXPECT_THROW(InteractingIntegrator(free, {.method = "trap", .step = 0.1}, bad), InputError);
    EXPECT_THROW(InteractingIntegrator(free, {.method = "buss4", .step = 0.1}, bad), InputError);
    EXPECT_THROW(InteractingIntegrator(heavy, {.method = "se", .step = 0.1}, bad), InputError);
    EXPECT_THROW(InteractingIntegrator(free, {.method = "se", .step = 0}, bad), InputError);
    EXPECT_THROW(InteractingIntegrator(free, {.method = "se", .step = 0.1}, AllTorques{}), InputError);
    InteractingIntegrator integrator(free, {.method = "se", .step = 0.1}, bad);
    EXPECT_THROW(integrator.advance(1), RunError);
    EXPECT_THROW(integrator.advance(-1), InputError);
}

TEST(Interaction, SeesStatesThatWereSetOnTheWay) {
    const AllTorques down = [](double, const Attitudes& q, const Torques& torque) {
        for (std::size_t k = 0; k < q.count(); ++k) {
            torque.x[k] = q.x[k];
            torque.y[k] = q.y[k];
            torque.z[k] = 0;
        }
    };
    Ensemble one = some_bodies(2, core::NoTorque{}), other = one;
    const State start = one.state(1);
    InteractingIntegrator integrator(one, {.method = "se", .step = 0.1}, down);
    integrator.advance(3);
    one.set_state(1, start);
    integrator.advance(1);
    InteractingIntegrator fresh(other, {.method = "se", .step = 0.1}, down);
    fresh.advance(1);
    EXPECT_EQ(one.state(1).momentum, other.state(1).momentum);
}

}  // namespace
}  // namespace polhode::test
