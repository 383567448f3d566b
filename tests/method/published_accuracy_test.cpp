/// How accurate the splittings over the exact motion are where a figure can be named: errors against the
/// stored end states, orders on the heavy top of Celledoni and Säfström (2006).
#include "polhode/simulate/simulate.hpp"

#include "polhode/mechanics/attitude_distance.hpp"
#include "support/property_problems.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <cmath>

namespace polhode::test {
namespace {

/// The angle between the end of a run and the stored state.
double angle_error(const Problem& p, const char* method, double end, long steps) {
    const State reached = simulate(p, {.method = method, .steps = StepCount{steps}, .end = end}).final_state;
    for (const ReferenceState& r : p.references)
        if (r.time == end) return attitude_angle(reached, r.state);
    throw std::logic_error("no reference state");
}

TEST(ExactSplittings, AFreeBodyTakesOneStep) {
    EXPECT_LT(angle_error(problem("free-body"), "se", 100, 1), 3e-13);
}

/// The torque is weak beside the rotation: ten steps of 1.7 radians.
TEST(ExactSplittings, AFastTopTakesTenStepsOfGaussKicks) {
    EXPECT_LT(angle_error(problem("heavy-top-big"), "se-gauss4", 1, 10), 1e-8);
}

/// h = 0.05: 1.3 radians a step, over 83 turns.
TEST(ExactSplittings, ASatelliteAtLargeSteps) {
    EXPECT_LT(angle_error(problem("satellite"), "se4-rkn", 20, 400), 1e-5);
}

/// At steps of 0.05 to 0.0125, in long double: from the differences between runs at halved steps.
TEST(ExactSplittings, OrdersOnTheHeavyTop) {
    const Problem& p = problem("heavy-top-123");
    const auto end_of = [&](const char* name, long steps) {
        const auto stepper = method(name).on_long_double(p.body, p.torque);
        ExtendedState s = initial_state(p);
        const core::TimeGrid<Extended> grid{0, 1 / static_cast<Extended>(steps)};
        EXPECT_EQ(stepper->march(s, grid, 0, steps).first, steps) << name;
        return s;
    };
    for (const auto& [name, order] : {std::pair("se", 2),
                                      {"se4-yoshida", 4},
                                      {"se4-suzuki", 4},
                                      {"se4-bm", 4},
                                      {"se4-rkn", 4},
                                      {"se6-yoshida", 6},
                                      {"se6-kl", 6},
                                      {"se6-rkn", 6},
                                      {"se6-processed", 6},
                                      {"se8-kl", 8}}) {
        const ExtendedState coarse = end_of(name, 20), middle = end_of(name, 40), fine = end_of(name, 80);
        EXPECT_NEAR(std::log2(distance(coarse, middle) / distance(middle, fine)), order, 0.25) << name;
    }
}

}  // namespace
}  // namespace polhode::test
