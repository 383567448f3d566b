/// Bodies on lanes: the bits that each has alone, for every target, any neighbours, any number of threads.
#include "polhode/catalogue.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "support/random_torque.hpp"

#include <gtest/gtest.h>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

using Bits = std::array<std::uint64_t, 7>;

Bits bits(const core::State<double>& s) {
    const auto& q = s.attitude;
    const auto& p = s.momentum;
    const std::array<double, 7> numbers{q.x, q.y, q.z, q.w, p.x, p.y, p.z};
    return std::bit_cast<Bits>(numbers);
}

std::vector<Bits> all_bits(const Ensemble& ensemble) {
    std::vector<Bits> all;
    for (std::size_t k = 0; k < ensemble.count(); ++k) all.push_back(bits(ensemble.principal_state(k)));
    return all;
}

enum class Bodies { alike, alike_and_symmetric, different };

/// Slow and fast, symmetric and not, at rest: neighbours that need different branches.
Ensemble mixed(const Torque& torque, Bodies bodies, std::size_t count) {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0, 1);
    const Eigen::Vector3d moments =
        bodies == Bodies::alike_and_symmetric ? Eigen::Vector3d(1.5, 1, 1) : Eigen::Vector3d(1, 2, 2.5);
    Ensemble ensemble(count, Body::from_moments(moments), torque);
    for (std::size_t k = 0; k < count; ++k) {
        const double speed = k % 17 == 5 ? 0 : std::pow(10.0, 4 * uniform(random) - 2.5);
        State state;
        state.attitude =
            Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
        state.momentum = speed * Eigen::Vector3d(normal(random), normal(random), normal(random));
        ensemble.set_state(k, state);
        if (bodies != Bodies::different) continue;
        const double a = 1 + uniform(random), b = 1 + uniform(random);
        const std::array<Eigen::Vector3d, 5> kinds{{{a, b, 1.5}, {a, a, b}, {b, a, a}, {a, b, a}, {a, a, a}}};
        ensemble.set_moments(k, kinds[random() % kinds.size()]);
        std::vector<double> numbers = parameters_of(torque);
        for (double& x : numbers) x *= 0.5 + uniform(random);
        if (!numbers.empty()) ensemble.set_parameters(k, numbers);
    }
    return ensemble;
}

struct Case {
    std::string method;
    std::string torque;
    Torque model;
};

std::vector<Case> cases() {
    std::vector<std::pair<std::string, Torque>> torques;
    Random<double> random(11);
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        torques.emplace_back(TorqueNames::GetName<Model>(0), random_torque<Model>(random));
    });
    // the steps below go from t = 0.25 to 0.85
    torques.emplace_back("table",
                         TableTorque({{0.3, 1, 2, 3}, {0.5, -1, 0, 2}, {0.6, 2, 1, 1}, {0.7, 1, 0, 0}}));
    torques.emplace_back(
        "sum", TorqueSum{{{random_torque<core::HeavyTop>(random), "top"},
                          {random_torque<core::ConstantBodyTorque>(random), "burn", {{0.3, 0.45}, {0.7, 9}}},
                          {random_torque<core::MagneticDipole>(random), "coil"},
                          {torques.back().second, "table"}},
                         {0.25, 0.85}});
    // one that no kick can be exact for
    torques.emplace_back("drag", formula_torque({.torque = {"-c*wx*sqrt(wx^2 + wy^2 + wz^2) + 0.1*wy*wz",
                                                            "-c*wy*wy*wy", "0.2*wx^2 - c*wz"},
                                                 .parameters = {{"c", 0.3}}})
                                     .or_throw());
    std::vector<Case> all;
    for (const std::string method :
         {"se", "se4-rkn", "se8-kl", "liemid-ea", "kdk-liemid", "mr2-123", "mr2-321", "mr2-auto",
          "mr2-231-cayley", "mr4-213", "mr4-auto", "rkn4(mr2-132)", "buss3", "buss3-plain", "buss4",
          "rkmk-rk4", "multistep-8", "multistep-12", "multistep-24-wide"})
        for (const auto& [name, model] : torques) all.push_back({method, name, model});
    return all;
}

class Lanes : public testing::TestWithParam<Case> {};

TEST_P(Lanes, GiveEveryBodyTheBitsItHasAlone) {
    const Case& c = GetParam();
    ASSERT_TRUE(runs_on_lanes(c.method));
    for (const Bodies bodies : {Bodies::alike, Bodies::alike_and_symmetric, Bodies::different}) {
        const Ensemble start = mixed(c.model, bodies, 83);
        const auto after = [&](Target target, int threads, std::vector<long> pieces,
                               std::vector<BodyFailure>* failures = nullptr) {
            Ensemble ensemble = start;
            EnsembleIntegrator integrator(ensemble, {c.method, 0.05, 0.25, threads, target});
            EXPECT_EQ(integrator.target(), target);
            for (const long steps : pieces) integrator.advance(steps);
            if (failures) *failures = integrator.failures();
            return all_bits(ensemble);
        };
        std::vector<BodyFailure> expected_failures;
        const std::vector<Bits> expected = after(Target::one_by_one, 1, {12}, &expected_failures);
        for (const Target target : available_targets()) {
            std::vector<BodyFailure> failures;
            const std::vector<Bits> got = after(target, 1, {12}, &failures);
            for (std::size_t k = 0; k < expected.size(); ++k)
                ASSERT_EQ(got[k], expected[k]) << "body " << k << " on " << name(target);
            ASSERT_EQ(failures.size(), expected_failures.size()) << name(target);
            for (std::size_t i = 0; i < failures.size(); ++i) {
                EXPECT_EQ(failures[i].body, expected_failures[i].body);
                EXPECT_EQ(failures[i].step, expected_failures[i].step);
                EXPECT_EQ(failures[i].reason, expected_failures[i].reason);
            }
        }
        const Target best = available_targets().front();
        for (const int threads : {2, 3})
            EXPECT_EQ(after(best, threads, {12}), expected) << threads << " threads";
        EXPECT_EQ(after(best, 1, {1, 4, 7}), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(EveryKernel, Lanes, testing::ValuesIn(cases()), [](const auto& parameter) {
    std::string text = parameter.param.method + "_" + parameter.param.torque;
    for (char& c : text)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return text;
});

TEST(EnsembleIntegrator, SeesMomentsThatWereSetOnTheWay) {
    const Body symmetric = Body::from_moments({1, 1, 1.5});
    const State start{Eigen::Quaterniond::Identity(), {1, 2, 0.5}};
    Ensemble late(5, symmetric, core::NoTorque{}, start), early = late;
    EnsembleIntegrator integrator(late, {.method = "se", .step = 0.3});
    late.set_moments(3, {1, 1.7, 2});
    early.set_moments(3, {1, 1.7, 2});
    EnsembleIntegrator fresh(early, {.method = "se", .step = 0.3});
    integrator.advance(10);
    fresh.advance(10);
    EXPECT_EQ(all_bits(late), all_bits(early));
}

TEST(EnsembleIntegrator, RunsBodiesWithRotorsOneByOne) {
    const Body body = Body::from_moments({1, 2, 2.5}).with_rotor_momentum({0.1, -0.2, 0.3});
    const State start{Eigen::Quaterniond::Identity(), {1, 2, 0.5}};
    Ensemble ensemble(5, body, core::NoTorque{}, start);
    EnsembleIntegrator integrator(ensemble, {.method = "se", .step = 0.1});
    EXPECT_EQ(integrator.target(), Target::one_by_one);
    integrator.advance(10);
    Integrator one("se", body, core::NoTorque{}, start);
    one.advance(0.1, 10);
    EXPECT_EQ(ensemble.state(3).momentum, one.state().momentum);
    EXPECT_THROW(EnsembleIntegrator(ensemble, {.method = "se", .step = 0.1, .target = Target::baseline}),
                 InputError);
}

TEST(EnsembleIntegrator, RunsOnMoreThreadsThanThereIsWork) {
    Ensemble few = mixed(core::NoTorque{}, Bodies::alike, 40), same = few;
    EnsembleIntegrator many(few, {.method = "se", .step = 0.1, .threads = 5000});
    EnsembleIntegrator one(same, {.method = "se", .step = 0.1, .threads = 1});
    many.advance(3);
    one.advance(3);
    EXPECT_EQ(all_bits(few), all_bits(same));
}

TEST(EnsembleIntegrator, RefusesWhatItCannotDo) {
    const Body body = Body::from_moments({1, 2, 2.5});
    EXPECT_THROW(Ensemble(0, body), InputError);
    Ensemble one(1, body);
    EXPECT_THROW((void)one.state(1), InputError);
    EXPECT_THROW(one.set_state(1, {}), InputError);
    EXPECT_THROW(one.set_moments(0, {1, 1, 3}), InputError);
    EXPECT_THROW(one.set_parameters(0, std::array{1.0}), InputError);
    EXPECT_THROW(EnsembleIntegrator(one, {.method = "se", .step = -0.1}), InputError);
    EXPECT_THROW(EnsembleIntegrator(one, {.method = "se", .step = 0.1, .threads = -1}), InputError);
    EXPECT_THROW(EnsembleIntegrator(one, {.method = "trap", .step = 0.1, .target = Target::baseline}),
                 InputError);
    EXPECT_THROW((void)target_named("avx"), InputError);
    EnsembleIntegrator integrator(one, {.method = "trap", .step = 0.1});
    EXPECT_EQ(integrator.target(), Target::one_by_one);
    EXPECT_THROW(integrator.advance(-1), InputError);
}

}  // namespace
}  // namespace polhode::test
