/// A function of the user's that throws ends a run with what it throws; the same run can be made again, from its start,
/// from what was kept of it, or by steps from where they were: to the bits of one that nothing has happened to.
#include "polhode/integrator.hpp"
#include "polhode/simulate/restart.hpp"
#include "polhode/torque/custom_torque.hpp"
#include "polhode/torque/generic_torque.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "support/fuse.hpp"

namespace polhode::test {
namespace {

using Eigen::Vector3d;

struct Case {
    std::string name;
    Problem problem;
};

Problem top() {
    return {.name = "top",
            .body = Body::from_moments({1, 2, 2.5}),
            .torque = core::HeavyTop{.weight_moment = 2},
            .initial = {Eigen::Quaterniond(Eigen::AngleAxisd(0.5, Vector3d::UnitX())), {0.3, 0.2, 3}},
            .defaults = {2, 0.01}};
}

Torque torque_with(const std::shared_ptr<Fuse>& fuse) {
    return body_torque([fuse](double t, const Eigen::Quaterniond& attitude) -> Vector3d {
        fuse->burn();
        const Vector3d up = attitude.conjugate() * Vector3d::UnitZ();
        return Vector3d::UnitZ().cross(up) * (2 + std::sin(t));
    });
}

/// Each with a function that burns the fuse.
std::vector<Case> cases(const std::shared_ptr<Fuse>& fuse) {
    std::vector<Case> all;
    const auto add = [&](const char* name) -> Problem& {
        all.push_back({name, top()});
        return all.back().problem;
    };
    add("torque").torque = torque_with(fuse);
    add("target").control = Control{
        0.07, QuaternionPd{.target =
                               [fuse](double t) {
                                   fuse->burn();
                                   return Eigen::Quaterniond(Eigen::AngleAxisd(0.3 * t, Vector3d::UnitX()));
                               },
                           .kp = {1, 2, 3},
                           .kd = {0.5, 0.5, 0.5}}};
    const auto field_at = [](double t) { return Vector3d(std::cos(t), std::sin(t), 0.5); };
    const auto on_moment = uniform_field({1, 0, 0.5}).on_moment;
    add("field").control = Control{0.07, BDot{.gain = 0.3,
                                              .field = {.at =
                                                            [fuse, field_at](double t) {
                                                                fuse->burn();
                                                                return field_at(t);
                                                            },
                                                        .on_moment = on_moment}}};
    add("moment").control = Control{
        0.07, BDot{.gain = 0.3, .field = {.at = field_at, .on_moment = [fuse, on_moment](const Vector3d& m) {
                                              fuse->burn();
                                              return on_moment(m);
                                          }}}};
    Problem& wheels = add("target of wheels");
    wheels.control = all[1].problem.control;
    wheels.wheels = {{.axis = Vector3d::UnitZ(), .limit = 0.05}, {.axis = Vector3d::UnitX()}};
    return all;
}

using Numbers = std::vector<double>;

void add(Numbers& numbers, const State& state) {
    for (const double x : state.attitude.coeffs()) numbers.push_back(x);
    for (const double x : state.momentum) numbers.push_back(x);
}

/// All samples and calls of the control, as they come.
Hooks told_to(Numbers& numbers) {
    return {.on_sample =
                [&](const Sample& sample) {
                    numbers.push_back(sample.time);
                    add(numbers, sample.state);
                },
            .on_control =
                [&](const ControlRecord& record) {
                    numbers.push_back(record.time);
                    for (const double x : record.command.value) numbers.push_back(x);
                    numbers.insert(numbers.end(), record.wheel_momenta.begin(), record.wheel_momenta.end());
                }};
}

Numbers numbers_of(const Result& result) {
    Numbers numbers{result.time, static_cast<double>(result.steps),
                    static_cast<double>(result.torque_evaluations)};
    add(numbers, result.final_state);
    return numbers;
}

constexpr auto kinds = {Fuse::Kind::error, Fuse::Kind::no_memory};
constexpr auto methods = {"se", "se4-rkn", "rkmk-rk4", "dop853", "multistep-12", "gauss-8", "dop853@1e-9"};

TEST(AThrowingFunction, EndsARunThatCanBeMadeAgain) {
    const auto fuse = std::make_shared<Fuse>();
    for (const Case& c : cases(fuse))
        for (const char* method : methods) {
            SCOPED_TRACE(c.name + " by " + method);
            const Plan plan{.method = method};
            Numbers told;
            const Numbers undisturbed = numbers_of(simulate(c.problem, plan, told_to(told)));
            for (const auto kind : kinds)
                for (const long place : {1, 2, 9, 25}) {
                    fuse->kind = kind;
                    Numbers before;
                    EXPECT_TRUE(fuse->ends(place, [&] {
                        (void)try_simulate(c.problem, plan, told_to(before));
                    })) << place;
                    ASSERT_LE(before.size(), told.size());
                    EXPECT_TRUE(std::equal(before.begin(), before.end(), told.begin())) << place;
                    Numbers again;
                    EXPECT_EQ(numbers_of(simulate(c.problem, plan, told_to(again))), undisturbed) << place;
                    EXPECT_EQ(again, told) << place;
                }
        }
}

TEST(AThrowingFunction, LeavesWhatWasKeptOfTheRun) {
    const auto fuse = std::make_shared<Fuse>();
    for (const Case& c : cases(fuse))
        for (const char* method : methods) {
            SCOPED_TRACE(c.name + " by " + method);
            const Resolved run = resolve(c.problem, {.method = method}).or_throw();
            const Numbers undisturbed = numbers_of(carry_out(c.problem, run).or_throw());
            std::vector<std::byte> kept;
            long looks = 0;
            const Restart keeping{.due = [&] { return ++looks == 3; },
                                  .asked_every = std::chrono::milliseconds(0),
                                  .take = [&](const auto& bytes) { kept = Expected(bytes).or_throw(); }};
            Numbers ignored;  // somebody looks, so that there are looks between the steps
            (void)carry_out(c.problem, run, told_to(ignored), keeping).or_throw();
            ASSERT_FALSE(kept.empty());
            const Restart going_on{.from = kept};
            for (const auto kind : kinds)
                for (const long place : {1, 3, 8}) {
                    fuse->kind = kind;
                    EXPECT_TRUE(fuse->ends(place, [&] {
                        (void)carry_out(c.problem, run, told_to(ignored), going_on);
                    })) << place;
                    const Result result = carry_out(c.problem, run, told_to(ignored), going_on).or_throw();
                    Numbers state, expected;
                    add(state, result.final_state);
                    expected.assign(undisturbed.begin() + 3, undisturbed.end());
                    EXPECT_EQ(state, expected) << place;
                }
        }
}

/// The step that failed is made again, from the state before it.
TEST(AThrowingFunction, LeavesTheIntegratorBeforeTheStep) {
    constexpr double step = 0.01;
    constexpr long steps = 400;
    const auto fuse = std::make_shared<Fuse>();
    const Problem p = top();
    for (const char* method : {"se", "se4-rkn", "rkmk-rk4", "dop853", "gauss-8", "liemid-ea", "liemid-i",
                               "multistep-12", "se6-processed", "dop853@1e-9"})
        for (const auto kind : kinds)
            for (const long place : {1, 2, 5, 17}) {
                SCOPED_TRACE(method);
                fuse->kind = kind;
                Integrator calm(method, p.body, torque_with(fuse), p.initial),
                    integrator(method, p.body, torque_with(fuse), p.initial);
                calm.advance(step, steps);
                integrator.advance(step, 10);
                EXPECT_TRUE(fuse->ends(place, [&] { integrator.advance(step, steps - 10); })) << place;
                const long done = std::lround(integrator.time() / step);
                EXPECT_GE(done, 10);
                EXPECT_LT(done, steps);
                integrator.advance(step, steps - done);
                EXPECT_EQ(integrator.time(), calm.time());
                Numbers state, expected;
                add(state, integrator.state());
                add(expected, calm.state());
                EXPECT_EQ(state, expected) << place;
            }
}

/// It throws for as long as it likes, also where a method asks for the torque again to go on from what it has kept.
TEST(AThrowingFunction, MayThrowAgainInTheSameStep) {
    constexpr double step = 0.05;
    const auto broken = std::make_shared<bool>(false);
    const Torque damping = generic_torque([broken](const auto&, const auto&, const auto& w) {
        if (*broken) throw std::runtime_error("a function of the user's");
        return -w;
    });
    const Problem p = top();
    for (const char* method : {"taylor-12@1e-9", "dop853@1e-9", "multistep-12", "se"}) {
        Integrator calm(method, p.body, damping, p.initial), integrator(method, p.body, damping, p.initial);
        calm.advance(step, 40);
        integrator.advance(step, 20);
        *broken = true;
        for (int again = 0; again < 3; ++again)
            EXPECT_THROW(integrator.advance(step, 20), std::runtime_error) << method;
        *broken = false;
        integrator.advance(step, 40 - std::lround(integrator.time() / step));
        Numbers state, expected;
        add(state, integrator.state());
        add(expected, calm.state());
        EXPECT_EQ(state, expected) << method;
    }
}

}  // namespace
}  // namespace polhode::test
