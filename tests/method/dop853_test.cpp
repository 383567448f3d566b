/// DOP853: the conditions of order of its coefficients, its steps, their errors, and the dense output.
#include "polhode/method/dop853.hpp"

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/method/butcher.hpp"
#include "polhode/method/concept.hpp"
#include "polhode/method/taylor.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/torque/heavy_top.hpp"
#include "polhode/torque/none.hpp"
#include "support/asymmetric_top.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <vector>

namespace polhode::test {
namespace {

using Long = long double;
using core::Dop853, core::Dop853Flow, core::HeavyTop, core::Inertia, core::NoTorque, core::Quaternion,
    core::State, core::System, core::Vector3;
namespace dop853 = core::dop853;

static_assert(core::DataMethod<Dop853> && core::SteppingMethod<Dop853Flow>);

using Top = AsymmetricTop;

// --- coefficients ------------------------------------------------------------------------------------------

/// The first n stages with weights b, of a step that ends at the part x: everything in units of x.
Tableau tableau(const dop853::Row<Long>& b, std::size_t n, Long x = 1) {
    Tableau t;
    for (std::size_t i = 0; i < n; ++i) {
        std::vector<Long> row;
        for (std::size_t j = 0; j < n; ++j) row.push_back(dop853::a[i][j] / x);
        t.a.push_back(row);
        t.b.push_back(b[i] / x);
        t.c.push_back(dop853::c[i] / x);
    }
    return t;
}

TEST(Dop853Tables, HaveTheirOrders) {
    EXPECT_EQ(order(tableau(dop853::b, dop853::stages)), 8);
    EXPECT_EQ(order(tableau(dop853::b3, dop853::stages)), 3);
    dop853::Row<Long> fifth = dop853::b;
    for (std::size_t j = 0; j < fifth.size(); ++j) fifth[j] -= dop853::e5[j];
    EXPECT_EQ(order(tableau(fifth, dop853::stages)), 5);
    EXPECT_TRUE(tableau(dop853::b, dop853::dense_stages).is_explicit());
}

/// The dense output at the part x is a formula of its own: its weights are the values for unit vectors as rates.
TEST(Dop853Tables, HaveADenseOutputOfOrderSeven) {
    System<Long, NoTorque> system{Inertia<Long>({1, 1, 1}), {}};
    const dop853::Motion<Long, NoTorque> motion(system, Long(1));
    for (const Long x : {0.15L, 0.4L, 0.5L, 0.85L}) {
        dop853::Row<Long> weights{};
        for (std::size_t j = 0; j < dop853::dense_stages; ++j) {
            dop853::Step<Long> step;
            step.f[j].of[0] = 1;
            step.y1.of[0] = dop853::b[j];
            for (std::size_t n = 0; n < 4; ++n) step.dense[n + 3].of[0] = dop853::d[n][j];
            step.dense[0].of[0] = dop853::b[j];
            step.dense[1].of[0] = step.f[0].of[0] - dop853::b[j];
            step.dense[2].of[0] = (dop853::b[j] - step.f[dop853::end_of_step].of[0]) - step.dense[1].of[0];
            step.is_dense = true;
            weights[j] = step.at(x, motion).of[0];
        }
        EXPECT_EQ(order(tableau(weights, dop853::dense_stages, x)), 7) << x;
    }
}

// --- steps of a given length -------------------------------------------------------------------------------

TEST(Dop853, HasAnErrorOfOrderNineInAStep) {
    const Top top;
    const auto error = [&](Long h) {
        System<Long, HeavyTop> system{top.inertia<Long>(), top.torque};
        State<Long> s = top.start<Long>();
        auto memory = Dop853::start(system, s, h);
        EXPECT_TRUE(Dop853{}.step(system, s, memory, Long(0), h).ok());
        return error_of(s, true_state(top, top.start<Long>(), 0, h));
    };
    EXPECT_NEAR(std::log2(error(0.1L) / error(0.05L)), 9, 0.4);
}

TEST(Dop853, GivesUnitQuaternionsAtAnyStep) {
    const Top top;
    for (const double h : {0.1, 0.5, 1.0, 2.0}) {
        System<double, HeavyTop> system{top.inertia<double>(), top.torque};
        State<double> s = top.first;
        auto memory = Dop853::start(system, s, h);
        ASSERT_TRUE(Dop853{}.step(system, s, memory, 0.0, h).ok());
        EXPECT_NEAR(norm2(s.attitude), 1, 4e-16) << h;
    }
}

// --- steps to a tolerance ----------------------------------------------------------------------------------

using FlowStepper = core::MethodStepper<Dop853Flow, double, HeavyTop>;

/// Each step by itself, from where it begins.
TEST(Dop853Flow, KeepsTheErrorOfEachStepBelowTheTolerance) {
    const Top top;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10, 1e-12}) {
        System<double, HeavyTop> system{top.inertia<double>(), top.torque};
        const Dop853Flow flow{tolerance};
        State<double> s = top.first;
        auto memory = flow.start(system, s, 0.0);
        double worst = 0, worst_between = 0;
        for (int n = 0; n < 2000; ++n) {
            const double h = 0.005;
            const auto last = memory.own_steps;
            ASSERT_TRUE(flow.step(system, s, memory, n * h, h).ok());
            if (memory.own_steps == last) continue;
            const auto& made = memory.step;
            const core::velocity::Motion<double, HeavyTop> motion(system, made.h);
            const State<double> from = motion.state_of(made.y0, made.time),
                                to = motion.state_of(made.y1, made.time);
            const State<Long> start{core::normalised(Quaternion<Long>(from.attitude)),
                                    Vector3<Long>(from.momentum)};
            worst = std::max(worst, error_of(to, true_state(top, start, made.time, made.h)));
            auto copy = made;
            for (const double x : {0.25, 0.5, 0.75})
                worst_between =
                    std::max(worst_between, error_of(motion.state_of(copy.at(x, motion), made.time),
                                                     true_state(top, start, made.time, x * made.h)));
        }
        EXPECT_LT(worst, tolerance) << tolerance;
        EXPECT_LT(worst_between, 6 * tolerance) << tolerance << ": one order less, between the ends";
        EXPECT_GT(worst, 1e-4 * tolerance) << tolerance << ": the steps are far too short";
    }
}

/// The error at the end of a run follows the tolerance, whether it is read off between the steps or not.
TEST(Dop853Flow, FollowsTheTolerance) {
    const Top top;
    const double end = 5;
    State<Long> exact = top.start<Long>();
    for (int n = 0; n < 10; ++n) exact = true_state(top, exact, n * 0.5L, 0.5L);
    for (const double tolerance : {1e-5, 1e-8, 1e-11})
        for (const int calls : {1, 7, 10000}) {
            FlowStepper stepper({tolerance}, top.inertia<double>(), top.torque);
            State<double> s = top.first;
            const double h = end / calls;
            for (int n = 0; n < calls; ++n) ASSERT_TRUE(stepper.step(s, n * h, h).ok());
            EXPECT_LT(error_of(s, exact), 30 * tolerance) << tolerance << ", " << calls << " calls";
        }
}

TEST(Dop853Flow, TakesTwelveTorquesAStepAndThreeMoreForStatesBetween) {
    const Top top;
    FlowStepper whole({1e-9}, top.inertia<double>(), top.torque),
        parts({1e-9}, top.inertia<double>(), top.torque);
    State<double> s = top.first;
    ASSERT_TRUE(whole.step(s, 0.0, 20.0).ok());
    const long steps = *whole.own_steps();
    EXPECT_GE(whole.torque_evaluations(), 12 * steps + 1);
    EXPECT_LE(whole.torque_evaluations(), 12 * steps + 1 + 12 * (steps / 5)) << "rejected steps are few";
    s = top.first;
    for (int n = 0; n < 20000; ++n) ASSERT_TRUE(parts.step(s, n * 0.001, 0.001).ok());
    EXPECT_LE(parts.torque_evaluations(), 15 * steps + 1 + 12 * (steps / 5));
}

TEST(Dop853Flow, DoesNotLookBeyondACallThatIsLongerThanItsSteps) {
    double latest = 0;
    core::MethodStepper<Dop853Flow, double, NotingTorque> stepper({1e-9}, Inertia<double>({1, 2, 3}),
                                                                  NotingTorque{&latest});
    State<double> s{{0.6, 0, 0, 0.8}, {1, -2, 1.5}};
    for (const double end : {2.0, 4.5, 6.75}) {
        const double from = latest;
        ASSERT_TRUE(stepper.step(s, from, end - from).ok());
        EXPECT_NEAR(latest, end, 1e-14);
    }
}

TEST(Dop853Flow, GoesBack) {
    const Top top;
    FlowStepper stepper({1e-11}, top.inertia<double>(), top.torque);
    State<double> s = top.first;
    ASSERT_TRUE(stepper.step(s, 0.0, 3.0).ok());
    ASSERT_TRUE(stepper.step(s, 3.0, -3.0).ok());
    EXPECT_LT(error_of(s, top.start<Long>()), 1e-9);
}

TEST(Dop853Flow, MovesABodyFromRest) {
    // a pendulum let go, and a body that nothing moves
    core::MethodStepper<Dop853Flow, double, HeavyTop> pendulum({1e-10}, Inertia<double>({1, 1, 1}),
                                                               HeavyTop{1});
    State<double> s{{0.6, 0, 0, 0.8}, {}};
    const double before = *pendulum.invariants(s, 0).energy;
    ASSERT_TRUE(pendulum.step(s, 0.0, 5.0).ok());
    EXPECT_GT(norm(s.momentum), 0.1);
    EXPECT_NEAR(*pendulum.invariants(s, 5).energy, before, 1e-8);
    core::MethodStepper<Dop853Flow, double, NoTorque> still({1e-10}, Inertia<double>({1, 2, 3}), {});
    s = {{0.6, 0, 0, 0.8}, {}};
    ASSERT_TRUE(still.step(s, 0.0, 5.0).ok());
    EXPECT_EQ(norm(s.momentum), 0);
}

/// A torque that is no number from some time on.
struct Broken {
    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>&, const Vector3<Real>&) const {
        using std::sqrt;
        return {sqrt(Real(1) - t), Real(0), Real(0)};
    }
};

TEST(Dop853Flow, EndsWhereTheTorqueDoes) {
    core::MethodStepper<Dop853Flow, double, Broken> stepper({1e-9}, Inertia<double>({1, 2, 3}), {});
    State<double> s{{0.6, 0, 0, 0.8}, {1, 2, 3}};
    stepper.step(s, 0.0, 2.0);
    EXPECT_FALSE(is_finite(s.momentum)) << "which a run reports as an error";
}

}  // namespace
}  // namespace polhode::test
