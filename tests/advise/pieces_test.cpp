// Certificates, tolerances and advice for runs in pieces: torques switched on and off, impulses.
#include "advise/pairs.hpp"
#include "advise/yardstick.hpp"
#include "polhode/advise/advise.hpp"
#include "polhode/advise/certify.hpp"
#include "polhode/advise/choose.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "support/switched_problems.hpp"
#include "support/true_motion.hpp"

#include <gtest/gtest.h>

namespace {

using namespace polhode;
using Eigen::Quaterniond;
using test::distance;

const core::ConstantBodyTorque burn{.torque = {0.4, 0.3, -0.2}};

/// A thruster that burns twice, and an impulse in each frame.
Problem switched() {
    Problem p{.name = "switched", .body = Body::from_moments({1, 2, 2.5})};
    p.torque = TorqueSum{{{burn, "burn", {{0.3, 2}, {3, 3.1}}}}};
    p.initial = {Quaterniond(0.8, 0.6, 0, 0), {0.3, 0.2, 0.4}};
    p.impulses = {{.time = 0, .momentum = {0.1, 0, 0}, .frame = Frame::space},
                  {.time = 2.5, .momentum = {0.1, 0.2, 0.1}},
                  {.time = 5, .momentum = {0, 0, -0.3}, .frame = Frame::space}};
    p.defaults = {5, 0.1};
    return p;
}

/// By series of high order under one torque after the other; knows nothing of pieces.
State end_of_switched() {
    const Problem p = switched();
    State state = p.initial;
    const auto move = [&](const Torque& torque, double from, double to) {
        Integrator(taylor_flow(24, 1e-17), p.body, torque).step(state, from, to - from);
    };
    const auto push = [&](const Impulse& i) { state = momentum_change(i.momentum, i.frame)(state); };
    push(p.impulses[0]);
    move(core::NoTorque{}, 0, 0.3);
    move(burn, 0.3, 2);
    move(core::NoTorque{}, 2, 2.5);
    push(p.impulses[1]);
    move(core::NoTorque{}, 2.5, 3);
    move(burn, 3, 3.1);
    move(core::NoTorque{}, 3.1, 5);
    push(p.impulses[2]);
    return state;
}

TEST(CertificateOfPieces, MeasuresTheError) {
    const Problem p = switched();
    for (const StepChoice& steps : {StepChoice(FixedStep{0.1}), StepChoice(ErrorPerStep{1e-7})}) {
        const Plan plan{.method = "se", .steps = steps};
        const Result result = simulate(p, plan);
        const Certificate certificate = certify(p, plan, result);
        const double off = distance(result.final_state, end_of_switched());
        ASSERT_TRUE(certificate.error);
        EXPECT_TRUE(certificate.whole);
        EXPECT_GT(*certificate.error, 0.2 * off);
        EXPECT_LT(*certificate.error, 2 * off);
        EXPECT_LT(*certificate.round_off, 1e-13);
        ASSERT_TRUE(certificate.reversibility_defect);
        EXPECT_LT(*certificate.reversibility_defect, 1e-13);
    }
}

/// Its pieces have fewer steps than the start of a multistep formula makes at once.
TEST(CertificateOfPieces, IsOfWhatMakesThem) {
    const Problem p = switched();
    const Plan plan{.method = "multistep-16-wide", .steps = FixedStep{0.1}};
    const Certificate certificate = certify(p, plan, simulate(p, plan));
    ASSERT_TRUE(certificate.error && certificate.round_off);
    EXPECT_LT(*certificate.error, 1e-8);
    EXPECT_LT(*certificate.round_off, 1e-13);
}

/// Trial runs make the steps of the run that they are made for.
TEST(PairsOfRuns, TakeTheMethodOfShortPieces) {
    const Problem p = switched();
    const core::State<double> start =
        core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
    const std::function<bool()> go_on;
    const Method &wide = method("multistep-16-wide"), &dop853 = method("dop853");
    Pairs ours(p, start, 5, {wide, wide, 1}, go_on), same(p, start, 5, {dop853, dop853, 1}, go_on);
    const Pairs::Measured trial = ours.measure(50, 1), expected = same.measure(50, 1);
    EXPECT_LT(trial.error, 1e-8);
    EXPECT_EQ(trial.evaluations, expected.evaluations);
    EXPECT_EQ(ours.magnification(50), same.magnification(50));
}

/// Where a formula jumps at known times alone, series hold from jump to jump, and the reference is theirs.
TEST(Yardstick, ExpandsAFormulaBetweenItsJumps) {
    const test::SwitchedProblem& p = test::timed_formula_top();
    ASSERT_TRUE(Yardstick::has_series(p.problem.torque));
    const Yardstick yardstick = Yardstick::along(p.problem, p.end, 1e-12).or_throw();
    Walker walker = yardstick.walker();
    EXPECT_LT(test::distance(*walker.at(p.end).or_throw(), p.reference), 1e-15);
    EXPECT_FALSE(Yardstick::has_series(formula_torque({.torque = {"abs(wx)", "0", "0"}}).or_throw()));
}

TEST(CertificateOfPieces, OfAFunctionIsFoundByHalvedSteps) {
    Problem p = switched();
    CustomTorque f = body_torque([](double t, const Quaterniond&) {
        const bool on = (t > 0.3 && t < 2) || (t > 3 && t < 3.1);
        return on ? Eigen::Vector3d(0.4, 0.3, -0.2) : Eigen::Vector3d(0, 0, 0);
    });
    f.breakpoints = {0.3, 2, 3, 3.1};
    p.torque = f;
    const Plan plan{.method = "rkmk-rk4", .steps = FixedStep{0.1}};
    const Result result = simulate(p, plan);
    const Certificate certificate = certify(p, plan, result);
    ASSERT_TRUE(certificate.error) << certificate.error_by;
    const double off = distance(result.final_state, end_of_switched());
    EXPECT_GT(*certificate.error, 0.2 * off);
    EXPECT_LT(*certificate.error, 2 * off);
}

TEST(CertificateOfPieces, EndsBeforeAnEventThatChangesTheState) {
    Problem p{.name = "", .body = Body::from_moments({1, 1.5, 2})};
    p.initial.momentum = {0.1, 0, 2};
    Plan plan{.method = "rkmk-rk4", .steps = FixedStep{0.1}, .end = 3};
    plan.events = {{.name = "stop",
                    .function = axis_cone({1, 0, 0}, {1, 0, 0}, 0.55),
                    .crossing = Crossing::rising,
                    .change = reflection(p.body, {0, 0, 1})}};
    const Result result = simulate(p, plan);
    ASSERT_GE(result.events.size(), 2U);
    const Certificate certificate = certify(p, plan, result);
    EXPECT_FALSE(certificate.whole);
    EXPECT_EQ(certificate.steps, 5);
    EXPECT_NEAR(certificate.time, 0.5, 1e-12);
    EXPECT_LT(*certificate.error, 1e-6);
    EXPECT_GT(*certificate.error, 1e-12);
}

TEST(ToleranceOfPieces, IsMet) {
    const Problem p = switched();
    for (const double tolerance : {1e-4, 1e-9}) {
        const Choice choice = choose(p, {.error = tolerance});
        EXPECT_LE(choice.estimate, tolerance);
        EXPECT_LT(distance(simulate(p, plan_of(choice)).final_state, end_of_switched()), 2 * tolerance)
            << choice.method;
    }
    const Choice given = choose(p, {.error = 1e-7, .method = "rkmk-rk4"});
    EXPECT_LT(distance(simulate(p, plan_of(given)).final_state, end_of_switched()), 2e-7);
}

TEST(ToleranceOfPieces, ReportsTheLongestStepThatIsMade) {
    const Problem p = switched();
    for (const char* method : {"", "se6-rkn"}) {
        const Choice choice = choose(p, {.error = 1e-2, .method = method});
        EXPECT_NEAR(choice.step, simulate(p, plan_of(choice)).step, 1e-12) << choice.method;
    }
}

TEST(AdviceOfPieces, CoversTheWholeRun) {
    const Advice advice = advise(switched(), {.tolerance = 1e-6});
    EXPECT_EQ(advice.piece, 5);
    EXPECT_TRUE(advice.recommended);
}

}  // namespace
