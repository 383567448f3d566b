/// A function of the user's that throws leaves all bodies where they were, and the call can be made again: to the same
/// bits as if nothing had happened.
#include "polhode/ensemble/interaction.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <cstring>
#include <limits>
#include <memory>
#include <utility>

#include "ensemble/drawn_tops.hpp"
#include "support/fuse.hpp"

namespace polhode {
namespace {

constexpr std::size_t count = 64;
constexpr double step = 0.01;

using test::Fuse;

Torque top_with(const std::shared_ptr<Fuse>& fuse) {
    return body_torque([fuse](double t, const Eigen::Quaterniond& attitude) -> Eigen::Vector3d {
        fuse->burn();
        const Eigen::Vector3d up = attitude.conjugate() * Eigen::Vector3d::UnitZ();
        return Eigen::Vector3d::UnitZ().cross(up) * (2 + std::sin(t));
    });
}

Ensemble bodies_with(const Torque& torque) { return test::drawn_tops(count, torque, 5); }

std::vector<core::StateBlock> states_of(const Ensemble& bodies) {
    return {bodies.blocks().begin(), bodies.blocks().end()};
}
bool same(const std::vector<core::StateBlock>& a, const std::vector<core::StateBlock>& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof a[0]) == 0;
}

/// 70 steps in three calls, in the second of which the function throws at several places.
void expect_exact_retry(const Torque& torque, const SteppingPlan& plan, const std::shared_ptr<Fuse>& fuse,
                        std::initializer_list<long> places) {
    constexpr long first = 17, second = 40, third = 13;
    Ensemble calm = bodies_with(torque);
    EnsembleIntegrator undisturbed(calm, plan);
    for (const long steps : {first, second, third}) undisturbed.advance(steps);

    Ensemble bodies = bodies_with(torque);
    EnsembleIntegrator integrator(bodies, plan);
    integrator.advance(first);
    const std::vector<core::StateBlock> before = states_of(bodies);
    for (const long place : places) {
        EXPECT_TRUE(fuse->ends(place, [&] { integrator.advance(second); })) << place;
        EXPECT_TRUE(same(states_of(bodies), before)) << place;
        EXPECT_EQ(integrator.steps(), first);
        EXPECT_TRUE(integrator.failures().empty());
    }
    integrator.advance(second);
    integrator.advance(third);
    EXPECT_EQ(integrator.steps(), first + second + third);
    EXPECT_TRUE(same(states_of(bodies), states_of(calm)))
        << plan.method << ", " << plan.threads << " threads";
}

class Throwing : public testing::TestWithParam<const char*> {};

TEST_P(Throwing, TorqueLeavesTheBodiesAndCanBeTriedAgain) {
    for (const auto& [threads, kind] : {std::pair(1, Fuse::Kind::error), std::pair(3, Fuse::Kind::error),
                                        std::pair(2, Fuse::Kind::no_memory)}) {
        const auto fuse = std::make_shared<Fuse>(kind);
        expect_exact_retry(top_with(fuse), {.method = GetParam(), .step = step, .threads = threads}, fuse,
                           {1, 2, 100, 2000});
    }
}

TEST_P(Throwing, TorqueInALaterPieceDoesSo) {
    const auto fuse = std::make_shared<Fuse>();
    SteppingPlan plan{.method = GetParam(), .step = step, .threads = 2};
    // within the first call and twice within the second
    for (const double t : {10 * step, 37 * step, 55 * step}) {
        Impulse impulse{.time = t};
        impulse.momentum = {0.1, -0.2, 0.05};
        plan.impulses.push_back(impulse);
    }
    expect_exact_retry(top_with(fuse), plan, fuse, {1, 1000, 2400});
}

// one that evaluates a torque and goes on with it, two that do not, and one that carries the steps before along
INSTANTIATE_TEST_SUITE_P(, Throwing, testing::Values("se", "rkmk-rk4", "liemid-ea", "multistep-8"));

TEST(ThrowingControl, LeavesTheBodiesAndItsOwnMemory) {
    const auto fuse = std::make_shared<Fuse>();
    for (const Target target : {Target::best, Target::one_by_one})
        for (const char* method : {"se", "multistep-8"}) {
            SteppingPlan plan{.method = method, .step = step, .threads = 2, .target = target};
            plan.control = sampled_control(
                8 * step, [fuse, calls = 0](double, const State&, const Eigen::Vector3d& omega) mutable {
                    fuse->burn();
                    return Eigen::Vector3d(-0.1 * ++calls * omega);
                });
            expect_exact_retry(core::HeavyTop{.weight_moment = 2}, plan, fuse, {1, 50, 200});
        }
}

/// A law of the library's, with a function of the user's inside.
TEST(ThrowingControl, OfATargetOrAFieldDoesSo) {
    const auto fuse = std::make_shared<Fuse>();
    const QuaternionPd to_target{
        .target =
            [fuse](double t) {
                fuse->burn();
                return Eigen::Quaterniond(Eigen::AngleAxisd(0.3 * t, Eigen::Vector3d::UnitX()));
            },
        .kp = {1, 2, 3},
        .kd = {0.5, 0.5, 0.5}};
    const auto field_at = [](double t) { return Eigen::Vector3d(std::cos(t), std::sin(t), 0.5); };
    const BDot measured{.gain = 0.3,
                        .field = {.at =
                                      [fuse, field_at](double t) {
                                          fuse->burn();
                                          return field_at(t);
                                      },
                                  .on_moment = uniform_field({1, 0, 0.5}).on_moment}};
    const BDot acting{.gain = 0.3, .field = {.at = field_at, .on_moment = [fuse](const Eigen::Vector3d& m) {
                                                 fuse->burn();
                                                 return uniform_field({1, 0, 0.5}).on_moment(m);
                                             }}};
    for (const auto kind : {Fuse::Kind::error, Fuse::Kind::no_memory})
        for (const Target target : {Target::best, Target::one_by_one})
            for (const char* method : {"se", "multistep-8"}) {
                fuse->kind = kind;
                SteppingPlan plan{.method = method, .step = step, .threads = 2, .target = target};
                std::vector<Control> laws{{8 * step, to_target}, {8 * step, measured}};
                // on lanes nothing but the start asks for it
                if (target == Target::one_by_one) laws.push_back({8 * step, acting});
                for (const Control& law : laws) {
                    SCOPED_TRACE(name_of(law));
                    plan.control = law;
                    expect_exact_retry(core::HeavyTop{.weight_moment = 2}, plan, fuse, {1, 7, 200});
                }
            }
}

TEST(ThrowingControl, LeavesTheWheels) {
    const auto fuse = std::make_shared<Fuse>();
    SteppingPlan plan{.method = "se", .step = step, .threads = 2};
    plan.control = sampled_control(8 * step, [](double, const State&, const Eigen::Vector3d& omega) {
        return Eigen::Vector3d(-2 * omega);
    });
    plan.wheels = {{.axis = Eigen::Vector3d::UnitZ(), .limit = 0.05}};
    expect_exact_retry(top_with(fuse), plan, fuse, {1, 100, 2000});
}

TEST(ThrowingInteraction, LeavesTheBodiesAndCanBeTriedAgain) {
    const auto fuse = std::make_shared<Fuse>();
    const AllTorques torques = [&](double t, const Attitudes& q, const Torques& torque) {
        fuse->burn();
        for (std::size_t k = 0; k < q.count(); ++k) {
            torque.x[k] = q.x[(k + 1) % q.count()];
            torque.y[k] = std::sin(t);
            torque.z[k] = q.w[k];
        }
    };
    for (const char* method : {"se", "se4-rkn", "liemid-e2"}) {
        const SteppingPlan plan{.method = method, .step = step, .threads = 2};
        Ensemble calm = bodies_with(core::NoTorque{}), bodies = calm;
        InteractingIntegrator undisturbed(calm, plan, torques), integrator(bodies, plan, torques);
        undisturbed.advance(5);
        undisturbed.advance(20);
        integrator.advance(5);
        const std::vector<core::StateBlock> before = states_of(bodies);
        for (const long place : {1, 2, 13}) {
            EXPECT_TRUE(fuse->ends(place, [&] { integrator.advance(20); })) << place;
            EXPECT_TRUE(same(states_of(bodies), before)) << method;
            EXPECT_EQ(integrator.steps(), 5);
        }
        integrator.advance(20);
        EXPECT_TRUE(same(states_of(bodies), states_of(calm))) << method;
    }
}

TEST(EnsembleIntegrator, RefusesMoreStepsThanCanBeCounted) {
    Ensemble bodies = bodies_with(core::NoTorque{});
    EnsembleIntegrator integrator(bodies, {.step = step});
    integrator.advance(1);
    EXPECT_THROW(integrator.advance(std::numeric_limits<long>::max()), InputError);
    EXPECT_EQ(integrator.steps(), 1);
}

/// It is at no step that can be counted, and never comes.
TEST(EnsembleIntegrator, TakesAnImpulseBeyondAllSteps) {
    SteppingPlan plan{.step = 0.125};
    Impulse impulse{.time = 1e300};
    impulse.momentum = {1, 1, 1};
    plan.impulses = {impulse};
    Ensemble bodies = bodies_with(core::NoTorque{}), free = bodies;
    EnsembleIntegrator integrator(bodies, plan), other(free, {.step = 0.125});
    integrator.advance(10);
    other.advance(10);
    for (std::size_t k = 0; k < count; ++k) EXPECT_EQ(bodies.state(k).momentum, free.state(k).momentum);
}

}  // namespace
}  // namespace polhode
