/// Methods that carry the steps before along, in ensembles: the bits of single runs, wherever the run is cut, beside
/// whatever neighbours.
#include "polhode/ensemble/integrator.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/simulate.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "ensemble/drawn_tops.hpp"

namespace polhode {
namespace {

constexpr std::size_t count = 37;
constexpr double step = 0.02;

/// One that depends on the time, whose rounding must not depend on where a run is cut.
Torque shaken_top() {
    return TorqueSum{
        {{core::HeavyTop{.weight_moment = 2}, "top"},
         {formula_torque({.torque = {"0.3*sin(3*t)", "0.1*cos(t)*wz", "0"}}).or_throw(), "shaken"}}};
}

Ensemble tops(const Torque& torque) {
    Ensemble bodies = test::drawn_tops(count, torque, 3);
    for (std::size_t k = 0; k < count; k += 3)
        bodies.set_moments(k, {1.2, 1.5, 2 + 0.01 * static_cast<double>(k)});
    return bodies;
}

Problem alone(const Ensemble& bodies, std::size_t k) {
    return {.body = bodies.body(k), .torque = bodies.torque(k), .initial = bodies.state(k)};
}

void expect_same(const State& a, const State& b, const std::string& what) {
    EXPECT_EQ(a.attitude.coeffs(), b.attitude.coeffs()) << what;
    EXPECT_EQ(a.momentum, b.momentum) << what;
}

TEST(EnsembleHistory, HasTheBitsOfSingleRunsWhereverItIsCut) {
    for (const char* method : {"multistep-8", "multistep-12", "multistep-16-wide", "multistep-24"})
        for (const Torque& torque : {Torque(core::HeavyTop{.weight_moment = 2}), shaken_top()}) {
            const Ensemble start = tops(torque);
            std::vector<State> ends;
            for (std::size_t k = 0; k < count; ++k)
                ends.push_back(
                    simulate(alone(start, k), {.method = method, .steps = StepCount{300}, .end = 300 * step})
                        .final_state);
            for (const Target target : available_targets())
                for (const std::vector<long>& pieces :
                     {std::vector<long>{300}, {1, 1, 6, 1, 2, 5, 9, 100, 64, 1, 110}, {24, 24, 252}}) {
                    Ensemble bodies = start;
                    EnsembleIntegrator integrator(
                        bodies, {.method = method, .step = step, .threads = 2, .target = target});
                    for (const long n : pieces) integrator.advance(n);
                    ASSERT_TRUE(integrator.failures().empty()) << integrator.failures()[0].reason;
                    for (std::size_t k = 0; k < count; ++k)
                        expect_same(bodies.state(k), ends[k],
                                    std::string(method) + " on " + std::string(name(target)));
                }
        }
}

/// Pushed ever faster, bodies leave the bound of stability one after the other.
TEST(EnsembleHistory, ReportsEachBodyWhereItFailsAlone) {
    const Torque push = core::ConstantBodyTorque{.torque = {0.2, 0.1, 3}};
    const Ensemble start = tops(push);
    std::size_t failed = 0;
    for (const Target target : available_targets())
        for (const std::vector<long>& pieces : {std::vector<long>{600}, {7, 250, 343}}) {
            Ensemble bodies = start;
            EnsembleIntegrator integrator(bodies, {.method = "multistep-12", .step = step, .target = target});
            for (const long n : pieces) integrator.advance(n);
            failed = integrator.failures().size();
            EXPECT_GT(failed, 0U);
            for (const BodyFailure& f : integrator.failures()) {
                const auto run = try_simulate(
                    alone(start, f.body), {.method = "multistep-12", .steps = FixedStep{step}, .end = 12});
                ASSERT_FALSE(run) << f.body;
                EXPECT_EQ(run.error().message, f.reason) << name(target);
                Integrator one("multistep-12", start.body(f.body), push, start.state(f.body));
                one.advance(step, f.step - 1);
                expect_same(bodies.state(f.body), one.state(), "body " + std::to_string(f.body));
            }
        }
    EXPECT_GT(failed, 0U);
}

/// What is known of failed bodies, in the order of the bodies.
std::vector<std::pair<std::size_t, long>> steps_of(const std::vector<BodyFailure>& failures) {
    std::vector<std::pair<std::size_t, long>> steps;
    for (const BodyFailure& f : failures) steps.emplace_back(f.body, f.step);
    return steps;
}

/// How many steps are made at a time is chosen by the clock, and which bodies are neighbours by the machine. Neither may
/// decide about a body whose formula becomes unstable fast, or so slowly that only the differences of its rates show it.
TEST(EnsembleHistory, FailsTheSameBodiesAtTheSameStepsHoweverItIsCut) {
    struct Case {
        const char* method;
        double push;
        std::size_t bodies;
        long steps;
        std::vector<long> pieces;
    };
    for (const Case& c : {Case{"multistep-8", 4, 200, 500, {500, 1, 3, 17}},
                          Case{"multistep-12", 4, 200, 500, {500, 1, 3, 17}},
                          Case{"multistep-8", 0.1, 64, 10000, {10000, 50}}}) {
        const Ensemble start =
            test::drawn_tops(c.bodies, core::ConstantBodyTorque{.torque = {0.1 * c.push, 0, c.push}}, 3);
        Ensemble whole = start;
        EnsembleIntegrator reference(whole, {.method = c.method, .step = step, .target = Target::one_by_one});
        reference.advance(c.steps);
        EXPECT_GT(reference.failures().size(), c.bodies / 2) << c.method << ", " << c.push;
        for (const Target target : available_targets())
            for (const long piece : c.pieces) {
                Ensemble bodies = start;
                EnsembleIntegrator integrator(bodies, {.method = c.method, .step = step, .target = target});
                while (integrator.steps() < c.steps)
                    integrator.advance(std::min(piece, c.steps - integrator.steps()));
                const std::string what = std::string(c.method) + " on " + std::string(name(target)) + ", "
                                       + std::to_string(piece) + " steps at a time";
                EXPECT_EQ(steps_of(integrator.failures()), steps_of(reference.failures())) << what;
                for (std::size_t k = 0; k < bodies.count(); ++k)
                    expect_same(bodies.state(k), whole.state(k), what);
            }
    }
}

TEST(EnsembleHistory, RefusesAStepBeyondTheBoundForTheBodyAlone) {
    for (const Target target : available_targets()) {
        Ensemble bodies = tops(core::HeavyTop{.weight_moment = 2});
        const Ensemble start = bodies;
        bodies.set_state(5, {Eigen::Quaterniond::Identity(), {30, 20, 10}});
        EnsembleIntegrator integrator(bodies, {.method = "multistep-12", .step = step, .target = target});
        integrator.advance(50);
        ASSERT_EQ(integrator.failures().size(), 1U);
        EXPECT_EQ(integrator.failures()[0].body, 5U);
        EXPECT_EQ(integrator.failures()[0].step, 1);
        EXPECT_NE(integrator.failures()[0].reason.find("times the longest that it takes there"),
                  std::string::npos);
        expect_same(
            bodies.state(6),
            simulate(alone(start, 6), {.method = "multistep-12", .steps = StepCount{50}, .end = 50 * step})
                .final_state,
            "beside it");
    }
}

TEST(EnsembleHistory, BeginsAnewAtBreakpointsAsSingleRunsDo) {
    const Torque burn{TorqueSum{
        {{core::HeavyTop{.weight_moment = 2}, "top"},
         {core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}}, "burn", {{.from = 1, .to = 2.2}}}}}};
    for (const Target target : available_targets())
        for (const long cut : {75L, 50L}) {
            const Ensemble start = tops(burn);
            Ensemble bodies = start;
            EnsembleIntegrator integrator(bodies, {.method = "multistep-12", .step = step, .target = target});
            integrator.advance(cut);
            integrator.advance(150 - cut);
            for (std::size_t k = 0; k < count; ++k) {
                const State end =
                    simulate(alone(start, k), {.method = "multistep-12", .steps = FixedStep{step}, .end = 3})
                        .final_state;
                EXPECT_LT((bodies.state(k).momentum - end.momentum).norm(), 1e-13) << name(target) << k;
            }
        }
}

/// Pieces of fewer steps than a start makes at once, also where a call ends within one.
TEST(EnsembleHistory, HasTheBitsOfSingleRunsInShortPieces) {
    constexpr double h = 0x1p-6;
    const Torque burn{TorqueSum{
        {{core::HeavyTop{.weight_moment = 2}, "top"},
         {core::ConstantBodyTorque{.torque = {0.3, -0.2, 0.5}}, "burn", {{.from = 10 * h, .to = 22 * h}}}}}};
    for (const char* method : {"multistep-8", "multistep-16-wide"}) {
        const Ensemble start = tops(burn);
        for (const long steps : {80L, 40L})  // the last piece is long, and short
            for (const Target target : available_targets())
                for (const std::vector<long>& cuts : {std::vector<long>{}, {3, 10, 15}, {10, 22, 30}}) {
                    Ensemble bodies = start;
                    EnsembleIntegrator integrator(
                        bodies,
                        {.method = method, .step = h, .threads = 2, .target = target, .steps = steps});
                    for (const long cut : cuts) integrator.advance(cut - integrator.steps());
                    integrator.advance(steps - integrator.steps());
                    ASSERT_TRUE(integrator.failures().empty()) << integrator.failures()[0].reason;
                    for (std::size_t k = 0; k < count; ++k) {
                        const Plan plan{
                            .method = method, .steps = FixedStep{h}, .end = static_cast<double>(steps) * h};
                        expect_same(bodies.state(k), simulate(alone(start, k), plan).final_state,
                                    std::string(method) + " on " + std::string(name(target)));
                    }
                }
    }
}

/// A step that only the method of short runs takes.
TEST(EnsembleHistory, MakesShortRunsAsSingleOnesAre) {
    for (const Target target : available_targets()) {
        const Ensemble start = tops(core::HeavyTop{.weight_moment = 2});
        Ensemble bodies = start;
        EnsembleIntegrator integrator(
            bodies, {.method = "multistep-16-wide", .step = 0.2, .target = target, .steps = 10});
        integrator.advance(10);
        EXPECT_TRUE(integrator.failures().empty());
        for (std::size_t k = 0; k < count; ++k)
            expect_same(
                bodies.state(k),
                simulate(alone(start, k), {.method = "multistep-16-wide", .steps = StepCount{10}, .end = 2})
                    .final_state,
                std::string(name(target)));
    }
}

TEST(EnsembleHistory, BeginsAnewWhereABodyWasSet) {
    for (const Target target : available_targets()) {
        Ensemble bodies = tops(core::HeavyTop{.weight_moment = 2});
        EnsembleIntegrator integrator(bodies, {.method = "multistep-12", .step = step, .target = target});
        integrator.advance(100);
        bodies.set_state(7, {Eigen::Quaterniond::Identity(), {0.1, 0.2, 0.3}});
        bodies.set_moments(8, {1, 1, 1.5});
        const Ensemble then = bodies;
        integrator.advance(100);
        for (const std::size_t k : {7U, 8U, 9U})
            expect_same(bodies.state(k),
                        simulate(alone(then, k),
                                 {.method = "multistep-12", .steps = StepCount{100}, .end = 100 * step})
                            .final_state,
                        "body " + std::to_string(k));
    }
}

}  // namespace
}  // namespace polhode
