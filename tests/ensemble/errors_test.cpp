/// What cannot be drawn or stepped is said by a value, for callers that cannot catch; what a hook or a torque
/// of the user's throws comes through.
#include "ensemble/certificate.hpp"
#include "ensemble/ranks_in_threads.hpp"
#include "polhode/ensemble/run.hpp"
#include "polhode/error.hpp"

#include <gtest/gtest.h>
#include <array>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace polhode {
namespace {

using Kind = Distribution::Kind;

EnsembleSetup setup_of(std::size_t count) {
    EnsembleSetup setup{.problem = problem("slow-top"), .count = count, .seed = 3};
    setup.rotation.distribution.mean = setup.problem.initial.momentum;
    return setup;
}

EnsemblePlan plan_of(long steps) {
    return {
        .stepping = {.method = "se", .step = 0.01}, .end = 0.01 * static_cast<double>(steps), .steps = steps};
}

std::string error_of(const EnsembleSetup& setup) {
    const auto drawn = try_draw_ensemble(setup, {0, setup.count}, 2);
    return drawn ? "" : drawn.error().message;
}

TEST(TryDrawEnsemble, ReturnsItsErrors) {
    EXPECT_EQ(error_of(setup_of(0)), "count: 0 bodies, expected at least one");
    EnsembleSetup setup = setup_of(2);
    setup.problem.initial.attitude = Eigen::Quaterniond(2, 0, 0, 0);
    EXPECT_NE(error_of(setup).find("length 2"), std::string::npos);
    setup = setup_of(2);
    setup.inertia = Distribution{
        .kind = Kind::normal, .mean = {1, 1, 9}, .sigma = Eigen::Vector3d::Zero(), .origin = "inertia"};
    EXPECT_NE(error_of(setup).find("inertia: 1000 draws for body 0"), std::string::npos) << error_of(setup);
    setup = setup_of(2);
    setup.attitude = {.kind = Kind::file, .file = "q.csv", .origin = "attitude"};
    EXPECT_EQ(error_of(setup),
              "attitude: \"q.csv\": expected no file, since nothing was given that reads it");
    setup.read_rows = [](const std::string&, const RowsWanted&) { return input_error("cannot use it"); };
    EXPECT_EQ(error_of(setup), "attitude: cannot use it");
}

TEST(TryMakeEnsemble, RefusesAbsurdCounts) {
    const Problem p = problem("slow-top");
    for (const std::size_t count : {std::numeric_limits<std::size_t>::max(), std::size_t{1} << 60}) {
        const auto made = Ensemble::try_make(count, p.body, p.torque, p.initial);
        ASSERT_FALSE(made);
        EXPECT_NE(made.error().message.find("expected at most 2^53"), std::string::npos);
    }
}

/// Whichever thread finds one first.
TEST(TryDrawEnsemble, TellsOfTheFirstBodyThatIsWrong) {
    EnsembleSetup setup = setup_of(100'000);
    setup.attitude = {.kind = Kind::file, .file = "q.csv"};
    setup.read_rows = [](const std::string&, const RowsWanted& wanted) {
        std::vector<double> rows(4 * wanted.count, 0.0);
        for (std::size_t k = 0; k < wanted.count; ++k) rows[4 * k + 3] = k % 1000 == 7 ? 2 : 1;
        return rows;
    };
    EXPECT_EQ(error_of(setup), "row 8 has length 2, expected a unit quaternion x, y, z, w");
}

TEST(Ensemble, ReturnsItsErrorsAndStaysAsItWas) {
    const Problem& top = problem("slow-top");
    auto ensemble = Ensemble::try_make(2, top.body, top.torque, top.initial);
    ASSERT_TRUE(ensemble.ok());
    const Eigen::Vector3d before = ensemble->state(1).momentum;
    State wrong = top.initial;
    wrong.momentum.x() = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(ensemble->try_set_state(1, wrong)->field, "momentum");
    EXPECT_EQ(ensemble->try_set_state(2, top.initial)->message, "body: 2, expected less than 2");
    EXPECT_TRUE(ensemble->try_set_moments(1, {1, 1, 3}));
    EXPECT_TRUE(ensemble->try_set_parameters(1, std::array{1.0, 2.0}));
    EXPECT_EQ(ensemble->state(1).momentum, before);
    EXPECT_EQ(ensemble->body(1).moments(), top.body.moments());
    EXPECT_FALSE(ensemble->try_set_moments(1, {1, 1, 1.5}));
    EXPECT_EQ(ensemble->body(1).moments(), Eigen::Vector3d(1, 1, 1.5));
}

TEST(EnsembleIntegrator, ReturnsItsErrors) {
    const Problem& top = problem("slow-top");
    Ensemble ensemble(2, top.body, top.torque, top.initial);
    const auto field = [&](const SteppingPlan& plan) {
        const auto made = EnsembleIntegrator::try_make(ensemble, plan);
        return made ? "none" : made.error().field;
    };
    EXPECT_EQ(field({.step = 0.1}), "none");
    EXPECT_EQ(field({.method = "nonsense", .step = 0.1}), "method");
    EXPECT_EQ(field({.method = "liemid", .step = 0.1}), "method");
    EXPECT_EQ(field({.method = "se+energy", .step = 0.1}), "method");
    EXPECT_EQ(field({.step = 0}), "step");
    EXPECT_EQ(field({.step = 0.1, .start = std::numeric_limits<double>::infinity()}), "start");
    EXPECT_EQ(field({.step = 0.1, .threads = -1}), "threads");
    EXPECT_EQ(field({.method = "trap", .step = 0.1, .target = Target::baseline}), "target");
}

/// The momentum of a ball stays as it is, whatever becomes of an attitude that turns faster than can be counted.
TEST(EnsembleIntegrator, NoBodyIsLeftWithAnAttitudeThatIsNone) {
    const Body ball = Body::from_moments({1, 1, 1});
    for (const Target target : available_targets())
        for (const char* method : {"se", "mr2-123", "se4-rkn", "liemid", "multistep-8"}) {
            const State slow{Eigen::Quaterniond::Identity(), {0, 0, 1}};
            Ensemble ensemble(3, ball, problem("free-body").torque, slow);
            ensemble.set_state(1, {Eigen::Quaterniond::Identity(), {1e200, 0, 1e200}});
            EnsembleIntegrator bodies(ensemble, {.method = method, .step = 1e-3, .target = target});
            bodies.advance(40);
            std::vector<bool> failed(ensemble.count());
            for (const BodyFailure& failure : bodies.failures()) failed[failure.body] = true;
            EXPECT_FALSE(failed[0] || failed[2]) << method << name(target);
            for (std::size_t k = 0; k < ensemble.count(); ++k) {
                const State state = ensemble.state(k);
                EXPECT_TRUE(failed[k] || (state.attitude.coeffs().allFinite() && state.momentum.allFinite()))
                    << method << " on " << name(target);
            }
        }
}

TEST(TryRunEnsemble, ReturnsItsErrors) {
    EnsemblePlan plan = plan_of(1);
    plan.stepping.method = "nonsense";
    const auto unknown = try_run_ensemble(setup_of(2), plan, {}, *alone());
    ASSERT_FALSE(unknown.ok());
    EXPECT_EQ(unknown.error().field, "method");
    for (const double t : {-1.0, 0.02, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        EnsemblePlan seen = plan_of(1);
        seen.snapshots = {0, t};
        const auto refused = try_run_ensemble(setup_of(2), seen, {}, *alone());
        ASSERT_FALSE(refused.ok()) << t;
        EXPECT_EQ(refused.error().field, "snapshots");
    }
    EXPECT_FALSE(certify_ensemble(setup_of(0), plan_of(1), [] { return true; }).ok());
    EXPECT_TRUE(try_run_ensemble(setup_of(2), plan_of(3), {}, *alone()).ok());
}

/// More than any machine has, and more than can be counted.
TEST(TryRunEnsemble, SaysWhenThereIsNoMemory) {
    for (const std::size_t count : {std::size_t{1} << 55, std::size_t{1} << 62}) {
        const auto result = try_run_ensemble(setup_of(count), plan_of(1), {}, *alone());
        ASSERT_FALSE(result.ok());
        EXPECT_EQ(result.error().kind, Error::Kind::run);
        EXPECT_NE(result.error().message.find("not enough memory"), std::string::npos);
    }
}

TEST(TryTogether, AllGoOnOrNoneDoes) {
    std::atomic<int> told = 0, silent = 0;
    test::with_ranks(3, [&](Communicator& communicator) {
        EXPECT_FALSE(communicator.try_together([] { return std::nullopt; }));
        const auto failure = communicator.try_together([&]() -> std::optional<Error> {
            if (communicator.rank() > 0) return input_error("the second");
            return std::nullopt;
        });
        ASSERT_TRUE(failure);
        EXPECT_EQ(failure->kind, Error::Kind::input);
        EXPECT_EQ(failure->message, communicator.rank() == 1 ? "the second" : "");
        ++(failure->message.empty() ? silent : told);
    });
    EXPECT_EQ(told, 1);
    EXPECT_EQ(silent, 2);
}

TEST(TryRunEnsemble, LetsThroughWhatTheUserThrows) {
    EnsembleHooks hooks;
    hooks.on_end = [](const StatesSeen&) { throw std::logic_error("mine"); };
    EXPECT_THROW((void)try_run_ensemble(setup_of(2), plan_of(1), hooks, *alone()), std::logic_error);
    EnsembleSetup setup = setup_of(200);
    setup.problem.torque = body_torque([](double t, const Eigen::Quaterniond&) -> Eigen::Vector3d {
        if (t > 0.015) throw std::logic_error("mine");
        return {0, 0, 0};
    });
    EnsemblePlan plan = plan_of(5);
    plan.stepping.threads = 3;
    EXPECT_THROW((void)try_run_ensemble(setup, plan, {}, *alone()), std::logic_error);
}

}  // namespace
}  // namespace polhode
