/// Taylor series of any order, with a given step and with steps that they choose.
#include "polhode/method/taylor.hpp"

#include "polhode/advise/compare.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/property_problems.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::test {
namespace {

double error(const Result& result, const Problem& p) {
    return attitude_distance(result.final_state, reference_at_end(p))
         + (result.final_state.momentum - reference_at_end(p).momentum).norm()
               / reference_at_end(p).momentum.norm();
}

// --- order -----------------------------------------------------------------------------------------------------------

TEST(Taylor, HasAnyOrder) {
    const Problem& p = problem("slow-top");
    const auto end = [&](const char* name, long steps) {
        const auto stepper = method(name).on_long_double(p.body, p.torque);
        ExtendedState s = initial_state(p);
        const Extended h = 4 / static_cast<Extended>(steps);
        for (long n = 0; n < steps; ++n) EXPECT_TRUE(stepper->step(s, static_cast<Extended>(n) * h, h).ok());
        return s;
    };
    const ExtendedState exact = end("rkmk-gauss20", 256);
    EXPECT_LT(distance(end("taylor-40", 64), exact), 5e-17);
    for (const auto& [name, order, steps] : {std::tuple("taylor-2", 2, 2048L),
                                             {"taylor-5", 5, 256L},
                                             {"taylor-8", 8, 128L},
                                             {"taylor-12", 12, 24L}}) {
        const double measured =
            std::log2(distance(end(name, steps), exact) / distance(end(name, 2 * steps), exact));
        EXPECT_NEAR(measured, order, 0.35) << name;
        EXPECT_EQ(method(name).sheet.order_attitude, order);
        EXPECT_EQ(method(name).sheet.torque_evaluations, order);
    }
}

TEST(Taylor, NumbersOfTheFamily) {
    for (const char* name :
         {"taylor-0", "taylor-1", "taylor-41", "taylor-", "taylor-08", "taylor-2x", "taylor-7@1e-9",
          "taylor-12@", "taylor-12@0", "taylor-12@1", "taylor-12@1e-9x", "taylor-12@nan"})
        EXPECT_THROW(method(name), InputError) << name;
    EXPECT_THROW(taylor_flow(7), InputError);  // would take steps of 1e-3 and less for round-off
    EXPECT_THROW(taylor_flow(41), InputError);
    EXPECT_FALSE(simulate(problem("slow-top"), {.method = "taylor-7"}).own_steps);
    EXPECT_TRUE(simulate(problem("slow-top"), {.method = "taylor-8"}).own_steps);
    EXPECT_THROW(taylor_flow(20, 0), InputError);
    EXPECT_THROW(taylor_flow(20, 1), InputError);
}

// --- internal steps ----------------------------------------------------------------------------------------

TEST(TaylorToATolerance, IsAsGoodAsItSays) {
    // the error of a series adds up over the run, and is not far above that of one
    const Problem& p = problem("heavy-top-123");
    const ReferenceState& reference = p.references.back();
    double last = 1;
    for (const char* name : {"taylor-10@1e-5", "taylor-12@1e-8", "taylor-16@1e-11", "taylor-20@1e-14"}) {
        const Result result = simulate(p, {.method = name, .end = reference.time});
        EXPECT_TRUE(result.own_steps) << name;
        EXPECT_EQ(result.method, name);
        const double error = attitude_distance(result.final_state, reference.state);
        EXPECT_LT(error, last) << name;
        last = 1e-2 * error;
    }
    EXPECT_LT(last, 1e-14);
}

TEST(TaylorFlow, ReachesTheReferencesOfAllProblems) {
    std::vector<Problem> all = order_problems();
    for (const char* name : {"free-body", "free-543", "buss-prism"}) all.push_back(problem(name));
    for (const Problem& p : all) {
        const Result result = simulate(p, {.method = "taylor-20"});
        double agreement = 0;
        for (const ReferenceState& r : p.references)
            if (r.time == p.defaults.end) agreement = r.agreement;
        EXPECT_LT(error(result, p), 3 * agreement + 1e-11) << p.name;
        ASSERT_TRUE(result.own_steps) << p.name;
        EXPECT_GT(*result.own_steps, 1) << p.name;
        EXPECT_EQ(result.steps, std::lround(p.defaults.end / p.defaults.step)) << p.name;
        EXPECT_EQ(result.torque_evaluations, is_free(p.torque) ? 0 : 20 * *result.own_steps) << p.name;
        if (is_free(p.torque)) {
            EXPECT_LT(result.conservation.momentum->max_error, 1e-12 * p.initial.momentum.norm()) << p.name;
        }
    }
}

TEST(TaylorFlow, FollowsTheTolerance) {
    const Problem& p = problem("slow-top");
    const auto run = [&](double tolerance) { return simulate(taylor_flow(16, tolerance), p, {}); };
    const Result loose = run(1e-8), tight = run(1e-13);
    EXPECT_LT(error(tight, p), 1e-11);
    EXPECT_LT(error(loose, p), 1e-5);
    EXPECT_GT(error(loose, p), error(tight, p));
    EXPECT_LT(*loose.own_steps, *tight.own_steps);
}

/// There is no end of a step at which to turn the body: with +energy the problem's own steps are taken.
TEST(TaylorFlow, IsNotProjected) {
    const Result kept = simulate(problem("slow-top"), {.method = "taylor-8+energy"});
    EXPECT_FALSE(kept.own_steps);
    EXPECT_LT(kept.conservation.energy->max_error, 1e-12);
}

/// The series of the momentum knows no axis: kept to the tolerance, so not claimed.
TEST(TaylorFlow, ClaimsNoAxisMomentum) {
    EXPECT_FALSE(taylor_flow(20).sheet.conserves_axis_momentum);
    EXPECT_TRUE(method("taylor-20").sheet.conserves_axis_momentum);
}

TEST(TaylorFlow, AGivenStepIsTaken) {
    const Problem& p = problem("slow-top");
    const Result given = simulate(p, {.method = "taylor-8", .steps = FixedStep{p.defaults.step}});
    EXPECT_FALSE(given.own_steps);
    EXPECT_EQ(given.torque_evaluations, 8 * given.steps);
}

TEST(TaylorFlow, LooksBetweenItsStepsAndAtTheEndAgree) {
    const Problem& p = problem("soft-wall");
    Integrator one(taylor_flow(), p.body, p.torque), many(taylor_flow(), p.body, p.torque);
    State at_once = p.initial, looked = p.initial;
    one.step(at_once, 0, 3);
    for (int n = 0; n < 300; ++n) many.step(looked, 0.01 * n, 0.01);
    EXPECT_LT(attitude_distance(at_once, looked), 1e-13);
    EXPECT_EQ(one.torque_evaluations(), many.torque_evaluations());
    // and back again
    one.step(at_once, 3, -3);
    EXPECT_LT(attitude_distance(at_once, p.initial), 1e-12);
}

/// From rest, and far from our units: the first series knows nothing of the time scale.
TEST(TaylorFlow, FindsTheTimeScaleOfItsMotion) {
    const Body body = Body::from_moments({1, 2, 2.5});
    for (const double rate : {1e-9, 1.0, 1e9}) {
        const core::HeavyTop top{3 * rate * rate, {0, 0, 1}, {0.6, 0, 0.8}};  // frequencies of about `rate`
        State s, slow;
        Integrator(taylor_flow(), body, top).step(s, 0, 2 / rate);
        Integrator reference("rkmk-gauss12", body, core::HeavyTop{3, {0, 0, 1}, {0.6, 0, 0.8}});

        for (int n = 0; n < 64; ++n) reference.step(slow, n / 32.0, 1 / 32.0);
        EXPECT_LT(attitude_distance(s, slow), 1e-12) << rate;
        EXPECT_LT((s.momentum / rate - slow.momentum).norm(), 1e-12) << rate;
    }
    State still;
    Integrator(taylor_flow(), body).step(still, 0, 1e6);
    EXPECT_EQ(still.momentum.norm(), 0);
    EXPECT_LT(attitude_distance(still, State{}), 1e-16);
}

TEST(TaylorFlow, FollowsAFreeBodyForAThousandTurns) {
    const Body body = Body::from_moments({1, 2, 2.5});
    const State start{Eigen::Quaterniond(0.8, 0.6, 0, 0), {0.9, -1.3, 1.1}};
    State s = start;
    Integrator(taylor_flow(), body).step(s, 0, 6000);
    const State exact = free_motion(body, start).at(6000);
    EXPECT_LT(attitude_distance(s, exact), 1e-10);
    EXPECT_LT((s.spatial_momentum() - start.spatial_momentum()).norm(), 1e-12);
}

TEST(TaylorFlow, ATorqueThatIsNotFiniteStopsTheRun) {
    Problem p = problem("slow-top");
    p.torque = generic_torque([](const auto& t, const auto&) {
        using Real = std::decay_t<decltype(t)>;
        using std::sqrt;
        return core::Vector3<Real>(sqrt(Real(1) - t), Real(0), Real(0));
    });
    EXPECT_THROW(simulate(p, {.method = "taylor-12"}), RunError);
    EXPECT_THROW(simulate(p, {.method = "taylor-12", .steps = FixedStep{0.1}}), RunError);
}

}  // namespace
}  // namespace polhode::test
