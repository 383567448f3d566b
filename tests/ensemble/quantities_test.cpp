/// What ensembles are watched by: the same bits on all lanes and body by body, and what their names say.
#include "polhode/ensemble/quantities.hpp"

#include "support/random_torque.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>

namespace polhode::test {
namespace {

const Pointing pointing{Eigen::Vector3d(1, -2, 2) / 3, Eigen::Vector3d(2, 3, 6) / 7};

/// Bodies at random, alike or each with its own moments and torque parameters.
Ensemble bodies(const Problem& p, bool different, std::size_t count) {
    std::mt19937_64 random(7);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0.9, 1.1);
    Ensemble ensemble(count, p.body, p.torque, p.initial);
    for (std::size_t k = 0; k < count; ++k) {
        State state;
        state.attitude =
            Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
        state.momentum = Eigen::Vector3d(normal(random), normal(random), normal(random));
        if (k == 3) state.momentum.setZero();
        if (k == 4) state = p.initial;
        ensemble.set_state(k, state);
        if (!different) continue;
        ensemble.set_moments(k, uniform(random) * p.body.moments());
        std::vector<double> numbers = parameters_of(p.torque);
        for (double& x : numbers) x *= uniform(random);
        if (!numbers.empty()) ensemble.set_parameters(k, numbers);
    }
    return ensemble;
}

struct Values {
    std::vector<Quantity> quantities;
    std::vector<double> numbers;
};

/// After some steps. Body 5 counts as failed.
Values values(const Problem& p, Ensemble& ensemble, Target target, int threads) {
    EnsembleIntegrator integrator(
        ensemble, {.method = "liemid-ea", .step = 0.01, .threads = 1, .target = Target::one_by_one});
    const Quantities quantities(integrator, ensemble, p, pointing, threads);
    integrator.advance(20);
    std::vector<std::uint8_t> failed(ensemble.count());
    if (failed.size() > 5) failed[5] = 1;
    Values v{quantities.all(), std::vector<double>(quantities.all().size() * ensemble.count())};
    quantities.evaluate(integrator.time(), failed, v.numbers, target);
    return v;
}

std::vector<std::uint64_t> bits(const std::vector<double>& numbers) {
    std::vector<std::uint64_t> all;
    for (const double x : numbers) all.push_back(std::bit_cast<std::uint64_t>(x));
    return all;
}

std::vector<std::pair<std::string, Problem>> problems() {
    const Body body = Body::from_moments({1, 2, 2.5});
    State initial;
    initial.momentum = {0.4, -0.3, 0.5};
    std::vector<std::pair<std::string, Problem>> all;
    const auto add = [&](const std::string& what, const Body& b, const Torque& torque) {
        Problem p = problem("free-body");
        p.body = b;
        p.torque = torque;
        p.initial = initial;
        all.emplace_back(what, p);
    };
    Random<double> random(11);
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        add(TorqueNames::GetName<Model>(0), body, random_torque<Model>(random));
    });
    add("sum", body,
        TorqueSum{{{random_torque<core::HeavyTop>(random), "top"},
                   {random_torque<core::HeavyTop>(random), "other"}}});
    add("rotor", body.with_rotor({{0.1, 0.2, 0.3}, {0.01, 0, 0}, 0}), random_torque<core::HeavyTop>(random));
    return all;
}

TEST(Quantities, HaveTheSameBitsOnAllLanesAndThreads) {
    for (const auto& [what, p] : problems())
        for (const bool different : {false, true})
            for (const std::size_t count : {1UL, 7UL, 33UL}) {
                Ensemble one = bodies(p, different, count);
                const Values expected = values(p, one, Target::one_by_one, 1);
                for (const Target target : available_targets())
                    for (const int threads : {1, 3}) {
                        Ensemble again = bodies(p, different, count);
                        const Values v = values(p, again, target, threads);
                        EXPECT_EQ(v.quantities, expected.quantities);
                        EXPECT_EQ(bits(v.numbers), bits(expected.numbers))
                            << what << (different ? ", different bodies, " : ", ") << name(target);
                    }
            }
}

/// Against the public functions of single bodies and Eigen.
TEST(Quantities, AreWhatTheirNamesSay) {
    for (const auto& [what, p] : problems()) {
        constexpr std::size_t count = 33;
        Ensemble ensemble = bodies(p, true, count);
        std::vector<double> energy_before;
        std::vector<Eigen::Vector3d> momentum_before;
        for (std::size_t k = 0; k < count; ++k) {
            energy_before.push_back(ensemble.energy(k, 0).value_or(0));
            momentum_before.push_back(ensemble.state(k).attitude * ensemble.state(k).momentum);
        }
        const Values v = values(p, ensemble, Target::best, 1);
        for (std::size_t i = 0; i < v.quantities.size(); ++i)
            for (std::size_t k = 0; k < count; ++k) {
                const double x = v.numbers[i * count + k], t = 0.2;
                const State s = ensemble.state(k);
                if (k == 5) {
                    EXPECT_TRUE(std::isnan(x));
                    continue;
                }
                const Eigen::Vector3d change = s.attitude * s.momentum - momentum_before[k];
                switch (v.quantities[i]) {
                    case Quantity::pointing_error: {
                        const Eigen::Vector3d axis = s.attitude * pointing.axis;
                        EXPECT_NEAR(x,
                                    std::atan2(axis.cross(pointing.target).norm(), axis.dot(pointing.target)),
                                    1e-14);
                        break;
                    }
                    case Quantity::energy_error:
                        EXPECT_EQ(x, *ensemble.energy(k, t) - energy_before[k]) << what;
                        break;
                    case Quantity::momentum_error: {
                        const double whole = change.norm();
                        EXPECT_LE(std::abs(x), whole + 1e-14) << what;
                        if (is_free(p.torque)) {
                            EXPECT_NEAR(x, whole, 1e-14);
                        }
                        break;
                    }
                    case Quantity::rate:
                        EXPECT_NEAR(x, ensemble.body(k).angular_velocity(s.momentum, t).norm(), 1e-14)
                            << what;
                        break;
                    case Quantity::attitude_error: ADD_FAILURE() << "there is no control"; break;
                }
            }
    }
}

/// A function of the user has no lanes: its energy is found body by body, and everything else on lanes.
TEST(Quantities, OfAUsersTorqueAreTheSameOnAllTargets) {
    Problem p = problem("free-body");
    p.body = Body::from_moments({1, 2, 2.5});
    // a weight at the end of the third axis
    CustomTorque weight = body_torque([](double, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
        return Eigen::Vector3d::UnitZ().cross(q.conjugate() * Eigen::Vector3d(0, 0, -0.3));
    });
    weight.potential = [](double, const Eigen::Quaterniond& q) {
        return 0.3 * (q * Eigen::Vector3d::UnitZ()).z();
    };
    p.torque = weight;
    Ensemble one = bodies(p, false, 33);
    const Values expected = values(p, one, Target::one_by_one, 1);
    EXPECT_NE(std::ranges::find(expected.quantities, Quantity::energy_error), expected.quantities.end());
    for (const Target target : available_targets()) {
        Ensemble again = bodies(p, false, 33);
        EXPECT_EQ(bits(values(p, again, target, 2).numbers), bits(expected.numbers)) << name(target);
    }
}

}  // namespace
}  // namespace polhode::test
