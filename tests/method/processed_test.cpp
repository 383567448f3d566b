/// Processed methods show true states only, however they are stepped.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "support/property_problems.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

const Method& processed() { return method("se6-processed"); }

core::State<double> first_state(const Problem& p) {
    return core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
}

double difference(const core::State<double>& a, const core::State<double>& b) {
    return attitude_angle(a.attitude, b.attitude) + norm(a.momentum - b.momentum) / norm(b.momentum);
}

/// A torque that depends on time is among the problems: the processor must use the right times too.
TEST(Processed, StepsUnseenEndWhereStepsSeenDo) {
    for (const Problem& p : {problem("slow-top"), problem("heavy-top-123"), driven_body()}) {
        const long steps = 100;
        const core::TimeGrid<double> grid{0, p.defaults.step};
        const auto seen = processed().on_double(p.body, p.torque),
                   unseen = processed().on_double(p.body, p.torque);
        core::State<double> a = first_state(p), b = a;
        for (long n = 0; n < steps; ++n) ASSERT_TRUE(seen->step(a, grid.at(n), grid.step).ok());
        const auto [done, status] = unseen->march(b, grid, 0, steps);
        EXPECT_EQ(done, steps);
        EXPECT_TRUE(status.ok());
        EXPECT_EQ(difference(a, b), 0) << p.name;
        EXPECT_EQ(unseen->torque_evaluations(), 6 + 7 * steps + 6);
        EXPECT_EQ(seen->torque_evaluations(), 6 + 13 * steps);
    }
}

TEST(Processed, GoesOnFromSeenToUnseenAndBack) {
    const Problem& p = problem("slow-top");
    const core::TimeGrid<double> grid{0, p.defaults.step};
    const auto stepper = processed().on_double(p.body, p.torque),
               whole = processed().on_double(p.body, p.torque);
    core::State<double> a = first_state(p), b = a;
    EXPECT_EQ(stepper->march(a, grid, 0, 10).first, 10);
    EXPECT_TRUE(stepper->step(a, grid.at(10), grid.step).ok());
    EXPECT_EQ(stepper->march(a, grid, 11, 0).first, 0);
    EXPECT_EQ(stepper->march(a, grid, 11, 9).first, 9);
    EXPECT_EQ(whole->march(b, grid, 0, 20).first, 20);
    EXPECT_EQ(difference(a, b), 0);
    EXPECT_EQ(stepper->torque_evaluations(), whole->torque_evaluations() + 2 * 6);
}

/// The processor belongs to one step size: another one needs another kernel state, a change of the state too.
TEST(Processed, NoticesANewStepAndANewState) {
    const Problem& p = problem("slow-top");
    const auto stepper = processed().on_double(p.body, p.torque);
    const auto fresh = [&](core::State<double> s, double t, double h) {
        EXPECT_TRUE(processed().on_double(p.body, p.torque)->step(s, t, h).ok());
        return s;
    };
    core::State<double> s = first_state(p);
    ASSERT_TRUE(stepper->step(s, 0, 0.1).ok());
    const core::State<double> shorter = fresh(s, 0.1, 0.05);
    ASSERT_TRUE(stepper->step(s, 0.1, 0.05).ok());
    EXPECT_EQ(difference(s, shorter), 0);
    s.momentum.x += 0.1;
    const core::State<double> changed = fresh(s, 0.15, 0.05);
    ASSERT_TRUE(stepper->step(s, 0.15, 0.05).ok());
    EXPECT_EQ(difference(s, changed), 0);
}

/// Other methods take such steps as well.
TEST(Unseen, IsTheSameForEveryMethod) {
    const Problem& p = problem("slow-top");
    for (const Method& m : catalogue()) {
        if (m.sheet.free_only) continue;
        const core::TimeGrid<double> grid{0, p.defaults.step};
        const auto seen = m.on_double(p.body, p.torque), unseen = m.on_double(p.body, p.torque);
        core::State<double> a = first_state(p), b = a;
        for (long n = 0; n < 20; ++n) ASSERT_TRUE(seen->step(a, grid.at(n), grid.step).ok());
        EXPECT_EQ(unseen->march(b, grid, 0, 20).first, 20);
        EXPECT_EQ(difference(a, b), 0) << m.sheet.name;
    }
}

}  // namespace
}  // namespace polhode::test
