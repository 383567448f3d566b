// Runs, and pieces of runs, with fewer steps than the start of a multistep formula makes at once.
#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "support/true_motion.hpp"

#include <gtest/gtest.h>
#include <string>

namespace polhode {
namespace {

using Eigen::Vector3d;
using test::distance;

/// A body that is braked every half unit of time.
Problem braked() {
    Problem p = problem("slow-top");
    p.control = sampled_control(0.5, [](double, const State&, const Vector3d& rate) { return -0.2 * rate; });
    return p;
}

TEST(ShortPieces, AreMadeByAMethodThatChoosesItsSteps) {
    for (const Problem& p : {problem("slow-top"), braked()})
        for (const char* name : {"multistep-16@1e-9", "multistep-24-wide@1e-10"}) {
            const Result run = simulate(p, {.method = name, .steps = FixedStep{0.5}, .end = 5});
            const Result exact = simulate(p, {.method = "dop853@1e-14", .steps = FixedStep{0.5}, .end = 5});
            EXPECT_GT(run.own_steps.value_or(0), 100) << name;
            EXPECT_LT(distance(run.final_state, exact.final_state), 1e-5) << name;
        }
}

/// The derivatives are those of the steps that the run makes.
TEST(ShortPieces, HaveTheSensitivitiesOfWhatMakesThem) {
    Problem p = problem("slow-top");
    p.impulses = {{1, Vector3d(0.2, 0, 0)}};
    Plan plan{.method = "multistep-16-wide", .steps = FixedStep{0.2}, .end = 3};
    plan.sensitivity = true;
    plan.parameter_sensitivity = HeldAtStart::momentum;
    const Result run = simulate(p, plan);
    plan.method = "dop853";
    const Result same = simulate(p, plan);
    EXPECT_EQ(distance(run.final_state, same.final_state), 0);
    EXPECT_EQ(*run.transition, *same.transition);
    EXPECT_EQ(run.parameter_sensitivity->matrix, same.parameter_sensitivity->matrix);
}

/// A long piece after a short one is made by the method again.
TEST(ShortPieces, LeaveLongOnesToTheMethod) {
    Problem p = problem("slow-top");
    p.impulses = {{0.1, Vector3d(0.2, 0, 0)}};
    Plan plan{.method = "multistep-16", .steps = FixedStep{0.01}, .end = 3};
    const long plain = simulate(p, plan).torque_evaluations;
    EXPECT_LT(plain, 800);  // dop853 would take 12 a step
    plan.sensitivity = true;
    EXPECT_EQ(simulate(p, plan).torque_evaluations, plain);
}

}  // namespace
}  // namespace polhode
