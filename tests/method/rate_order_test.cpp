/// Torques that depend on the angular velocity, and bodies with rotors, in every method of the catalogue: the
/// orders that the sheets state.
#include "support/rate_problems.hpp"
#include "support/tested_methods.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <optional>

namespace polhode {
/// What gtest prints for a parameter.
static void PrintTo(const Method& m, std::ostream* out) { *out << m.sheet.name; }
}  // namespace polhode

namespace polhode::test {
namespace {

class ByRate : public testing::TestWithParam<Method> {
protected:
    const Method& method() const { return GetParam(); }
    const Sheet& sheet() const { return GetParam().sheet; }

    bool takes(const RateProblem& p) const {
        return !sheet().free_only && !refusal(sheet(), p.problem.torque);
    }

    /// Nothing where a step is too long for the method.
    std::optional<double> error(const RateProblem& p, long steps) const {
        const auto stepper = method().on_long_double(p.problem.body, p.problem.torque);
        ExtendedState state = initial_state(p.problem);
        const Extended h = static_cast<Extended>(p.end) / static_cast<Extended>(steps);
        for (long n = 0; n < steps; ++n)
            if (!stepper->step(state, static_cast<Extended>(n) * h, h).ok()) return std::nullopt;
        return distance(state, p.reference);
    }

    /// log₂ of the last ratio of errors that are neither large nor at round-off, once it agrees with the one
    /// before.
    std::optional<double> order_on(const RateProblem& p, int expected) const {
        const long most = expected == 1 ? 1L << 17 : expected == 2 ? 1L << 13 : 1L << 10;
        const double floor = 1e-16;
        double last = 1, last_ratio = 0;
        std::optional<double> order;
        for (long steps = expected <= 2 ? 64 : 4; steps <= most; steps *= 2) {
            const auto e = error(p, steps);
            if (!e) continue;
            if (*e < floor) break;
            const double ratio = std::log2(last / *e);
            if (last < 0.05 && std::abs(ratio - last_ratio) < 0.1) order = ratio;
            last = *e;
            last_ratio = ratio;
        }
        return order;
    }

    void expect_order(const RateProblem& p, int expected) const {
        if (expected > 8) {  // too steep to be read off
            const auto e = error(p, 64);
            ASSERT_TRUE(e);
            EXPECT_LT(*e, 1e-15) << p.name;
            return;
        }
        const auto order = order_on(p, expected);
        ASSERT_TRUE(order) << p.name << ": no steps at which the order could be read off";
        EXPECT_NEAR(*order, expected, expected > 4 ? 0.5 : 0.2) << p.name;
    }
};

TEST_P(ByRate, HasTheStatedOrderUnderDamping) {
    if (takes(damped_top())) expect_order(damped_top(), sheet().order_by_rate);
}

TEST_P(ByRate, HasTheStatedOrderUnderDrag) {
    if (takes(top_with_drag())) expect_order(top_with_drag(), sheet().order_by_rate);
}

TEST_P(ByRate, HasItsOrderWithRotors) {
    if (!takes(gyrostat()) || sheet().needs_potential) return;  // the energy of this one changes
    const int stated = std::min(sheet().order_attitude, sheet().order_momentum);
    if (stated > 8) return expect_order(gyrostat(), stated);
    // it may be higher: what composes a drift with rotors composes its error away
    const auto order = order_on(gyrostat(), stated);
    ASSERT_TRUE(order);
    EXPECT_GT(*order, stated - (stated > 4 ? 0.5 : 0.2));
}

/// From a state alone a run goes on to the last bit, if the sheet says so.
TEST_P(ByRate, GoesOnFromItsState) {
    if (!sheet().goes_on_from_state()) return;
    for (const RateProblem* p : {&damped_top(), &top_with_drag()}) {
        if (!takes(*p)) continue;
        const auto through = method().on_double(p->problem.body, p->problem.torque);
        core::State<double> a{{0.6, 0, 0, 0.8}, {1, -2, 1.5}}, b = a;
        const double h = 0.0625;
        for (int n = 0; n < 8; ++n) {
            ASSERT_TRUE(through->step(a, n * h, h).ok());
            const auto fresh = method().on_double(p->problem.body, p->problem.torque);
            ASSERT_TRUE(fresh->step(b, n * h, h).ok());
        }
        EXPECT_EQ(norm(a.momentum - b.momentum), 0) << p->name;
    }
}

// --- a free body with rotors: H and L stay ------------------------------------------------------------------

TEST_P(ByRate, KeepsTheMomentumOfAFreeGyrostatAsStated) {
    const Body body = rates::body().with_rotor_momentum({0.3, -0.2, 0.5});
    const auto stepper = method().on_double(body, core::NoTorque{});
    core::State<double> state{{0.6, 0, 0, 0.8}, {1, -2, 1.5}};
    const auto first = stepper->invariants(state, 0);
    const double h = 0.05;
    double momentum = 0, early = 0, late = 0;
    for (int n = 0; n < 2000; ++n) {
        ASSERT_TRUE(stepper->step(state, n * h, h).ok()) << n;
        const auto now = stepper->invariants(state, (n + 1) * h);
        momentum = std::max(momentum, norm(now.spatial_momentum - first.spatial_momentum));
        double& energy = n < 500 ? early : late;
        energy = std::max(energy, std::abs(*now.energy - *first.energy));
    }
    if (sheet().keeps_momentum_with_rotor) {
        EXPECT_LT(momentum, 1e-12);
    } else if (std::min(sheet().order_attitude, sheet().order_momentum) < 6) {
        EXPECT_GT(momentum, 1e-10) << "denied on the sheet, but it holds";
    }
    if (sheet().symplectic) {
        EXPECT_LT(late, 1.5 * early + 1e-12);
    }
}

std::string test_name(const testing::TestParamInfo<Method>& info) {
    std::string name(info.param.sheet.name);
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(Catalogue, ByRate, testing::ValuesIn(tested_methods()), test_name);

}  // namespace
}  // namespace polhode::test
