/// Gauss' collocation: its coefficients, what it keeps, orders beyond ten, long runs, and steps that are too long.
/// The claims of the sheets are tested in properties_test.cpp.
#include "polhode/method/gauss.hpp"

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/method/concept.hpp"
#include "polhode/method/taylor.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/torque/heavy_top.hpp"
#include "polhode/torque/none.hpp"
#include "support/asymmetric_top.hpp"
#include "support/long_run.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>

namespace polhode::test {
namespace {

using Long = long double;
using core::HeavyTop, core::Inertia, core::NoTorque, core::Outcome, core::Quaternion, core::State,
    core::Status, core::System, core::Vector3;
using Canonical = core::Gauss<core::gauss::Canonical>;
using ByRate = core::Gauss<core::gauss::ByRate>;

static_assert(core::DataMethod<Canonical> && core::DataMethod<ByRate>);

constexpr int fewest = 2, most = static_cast<int>(core::gauss::most_stages);

using Top = AsymmetricTop;

// --- coefficients ------------------------------------------------------------------------------------------

template <class Number>
void expect_exact_sums() {
    for (int stages = fewest; stages <= most; ++stages) {
        const core::gauss::Weights<Number> w(stages);
        const auto s = static_cast<std::size_t>(stages);
        Number total = s % 2 == 0 ? Number(0) : w.b[s / 2];  // sums of pairs have fewer digits
        for (std::size_t j = 0; j < s / 2; ++j) total += w.b[j] + w.b[s - 1 - j];
        for (std::size_t j = 0; j < s; ++j) {
            EXPECT_EQ(w.b[j], w.b[s - 1 - j]) << stages << " stages";
            for (std::size_t i = 0; i < s; ++i)
                EXPECT_EQ(w.a[j][i] + w.a[s - 1 - j][s - 1 - i], w.b[j]) << stages << " stages";
        }
        EXPECT_EQ(total, Number(1)) << stages << " stages";
    }
}

TEST(GaussWeights, HaveExactSums) {
    expect_exact_sums<double>();
    expect_exact_sums<Long>();
}

TEST(GaussWeights, AreThoseOfTheTableau) {
    for (int stages = fewest; stages <= most; ++stages) {
        const core::gauss::Weights<double> w(stages);
        const Tableau exact = butcher::gauss(stages);
        for (std::size_t j = 0; j < exact.stages(); ++j) {
            EXPECT_NEAR(w.b[j], static_cast<double>(exact.b[j]), 5e-16) << stages;
            for (std::size_t i = 0; i < exact.stages(); ++i)
                EXPECT_NEAR(w.a[j][i], static_cast<double>(exact.a[i][j]), 5e-16) << stages;
        }
    }
}

TEST(GaussWeights, ExtendPolynomials) {
    for (int stages = fewest; stages <= most; ++stages) {
        const core::gauss::Weights<double> w(stages);
        for (std::size_t i = 0; i < w.stages; ++i)
            for (int k = 0; k < stages; ++k) {
                double sum = 0, size = 0;
                for (std::size_t j = 0; j < w.stages; ++j) {
                    sum += w.ahead[j][i] * std::pow(w.c[j], k);
                    size += std::abs(w.ahead[j][i]);
                }
                EXPECT_NEAR(sum, (std::pow(1 + w.c[i], k + 1) - 1) / (k + 1), 1e-14 * size) << stages;
            }
    }
}

// --- what is quadratic is kept -----------------------------------------------------------------------------

/// In the variables of the method itself, before a state is made of them: the length of q is not restored there.
TEST(Gauss, KeepsTheSphereAndTheCotangent) {
    const Top top;
    for (int stages = fewest; stages <= most; ++stages) {
        System<double, HeavyTop> system{top.inertia<double>(), top.torque};
        const Canonical method(stages);
        State<double> s = top.first;
        auto memory = method.start(system, s, 0.0);
        const double h = 0.2;
        for (int n = 0; n < 100; ++n) {
            ASSERT_TRUE(method.step(system, s, memory, n * h, h).ok()) << stages;
            const auto& y = memory.y;
            EXPECT_NEAR(y[0] * y[0] + y[1] * y[1] + y[2] * y[2] + y[3] * y[3], 1, 5e-15) << stages;
            EXPECT_NEAR(y[0] * y[4] + y[1] * y[5] + y[2] * y[6] + y[3] * y[7], 0, 5e-15) << stages;
        }
    }
}

TEST(Gauss, ByRateKeepsTheSphereAndTheLengthOfAFreeMomentum) {
    const Top top;
    for (int stages = fewest; stages <= most; ++stages) {
        System<double, NoTorque> system{top.inertia<double>(), {}};
        const ByRate method(stages);
        State<double> s = top.first;
        auto memory = method.start(system, s, 0.0);
        const double h = 0.2, length = norm(s.momentum), energy = system.inertia.kinetic_energy(s.momentum);
        const Vector3<double> spatial = to_space(s.attitude, s.momentum);
        double off = 0;
        for (int n = 0; n < 100; ++n) {
            ASSERT_TRUE(method.step(system, s, memory, n * h, h).ok()) << stages;
            EXPECT_NEAR(norm2(ByRate::row_of(memory).attitude()) / 2, 1, 5e-15) << stages;  // of √2 q
            EXPECT_NEAR(norm(s.momentum) / length, 1, 5e-15) << stages;
            EXPECT_NEAR(system.inertia.kinetic_energy(s.momentum) / energy, 1, 5e-15) << stages;
            off = std::max(off, norm(to_space(s.attitude, s.momentum) - spatial) / length);
        }
        if (stages <= 4) {
            EXPECT_GT(off, 1e-13) << stages << ": the momentum in space is not";
        }
    }
}

// --- order -------------------------------------------------------------------------------------------------

/// Against Taylor series, in long double. (Orders up to eight: high_order_test.cpp too.)
template <class Method>
double measured_order(int stages, Long h, int steps) {
    const Top top;
    const auto error = [&](Long step, int count) {
        System<Long, HeavyTop> system{top.inertia<Long>(), top.torque};
        const Method method(stages);
        const core::Taylor series{30};
        State<Long> s = top.start<Long>(), exact = s;
        auto memory = method.start(system, s, Long(0));
        auto terms = series.start(system, exact, Long(0));
        for (int n = 0; n < count; ++n) EXPECT_TRUE(method.step(system, s, memory, n * step, step).ok());
        const Long end = step * count, fine = end / 64;
        for (int n = 0; n < 64; ++n) EXPECT_TRUE(series.step(system, exact, terms, n * fine, fine).ok());
        return core::attitude_angle(s.attitude, exact.attitude)
             + norm(s.momentum - exact.momentum) / norm(exact.momentum);
    };
    const Long coarse = error(h, 2 * steps), fine = error(h / 3 * 2, 3 * steps);
    EXPECT_GT(fine, 1e-17L) << stages;
    return static_cast<double>(std::log(coarse / fine) / std::log(1.5L));
}

TEST(Gauss, HasTwiceAsManyOrdersAsStages) {
    for (int stages = fewest; stages <= most; ++stages) {
        const Long h = 0.04L + 0.0065L * stages * stages;
        EXPECT_NEAR(measured_order<Canonical>(stages, h, 2), 2 * stages, 0.5) << stages;
        EXPECT_NEAR(measured_order<ByRate>(stages, h, 2), 2 * stages, 0.5) << stages;
    }
}

// --- the iteration -----------------------------------------------------------------------------------------

TEST(Gauss, TakesFewerSweepsWithTheStepBeforeInSight) {
    const Top top;
    core::MethodStepper<Canonical, double, HeavyTop> stepper(Canonical(most), top.inertia<double>(),
                                                             top.torque);
    State<double> s = top.first;
    const double h = 0.02;
    const int first = stepper.step(s, 0.0, h).iterations, second = stepper.step(s, h, h).iterations;
    EXPECT_LE(second, first - 3);
}

TEST(Gauss, SaysThatAStepIsTooLong) {
    const Top top;
    for (int stages = fewest; stages <= most; ++stages) {
        core::MethodStepper<Canonical, double, HeavyTop> stepper(Canonical(stages), top.inertia<double>(),
                                                                 top.torque);
        State<double> s = top.first;
        ASSERT_TRUE(stepper.step(s, 0.0, 0.05).ok()) << stages;
        const State<double> before = s;
        const Status status = stepper.step(s, 0.05, 20);
        EXPECT_EQ(status.outcome, Outcome::no_convergence) << stages;
        EXPECT_FALSE(status.residual < 1e-10) << stages;
        EXPECT_EQ(norm(s.momentum - before.momentum), 0) << stages << ": the state is as it was";
        EXPECT_TRUE(stepper.step(s, 0.05, 0.05).ok()) << stages;
    }
}

/// No step that is said to be solved has stages that do not solve it: at steps up to the longest that it takes, the
/// momentum in space of a free body is kept, which what is left of an iteration would show.
TEST(Gauss, IsSolvedOrRefusedAtAnyStep) {
    const Top top;
    for (int stages = fewest; stages <= most; ++stages) {
        int solved = 0;
        for (double h = 0.1; h < 6; h *= 1.1) {
            core::MethodStepper<Canonical, double, NoTorque> stepper(Canonical(stages), top.inertia<double>(),
                                                                     {});
            State<double> s = top.first;
            const Vector3<double> spatial = to_space(s.attitude, s.momentum);
            for (int n = 0; n < 5; ++n) {
                const Status status = stepper.step(s, n * h, h);
                if (!status.ok()) break;
                ++solved;
                EXPECT_LT(norm(to_space(s.attitude, s.momentum) - spatial) / norm(spatial), 1e-12)
                    << stages << ", " << h;
            }
        }
        EXPECT_GT(solved, 20) << stages;
    }
}

TEST(Gauss, LeavesABodyAtRestAndAStepOfZero) {
    core::MethodStepper<Canonical, double, NoTorque> still(Canonical(3), Inertia<double>({1, 2, 3}), {});
    State<double> s{{0.6, 0, 0, 0.8}, {}};
    ASSERT_TRUE(still.step(s, 0.0, 0.1).ok());
    EXPECT_EQ(norm(s.momentum), 0);
    EXPECT_NEAR(s.attitude.x, 0.6, 1e-16);
    const Top top;
    core::MethodStepper<ByRate, double, HeavyTop> stepper(ByRate(3), top.inertia<double>(), top.torque);
    s = top.first;
    ASSERT_TRUE(stepper.step(s, 0.0, 0.0).ok());
    EXPECT_EQ(norm(s.momentum - top.first.momentum), 0);
}

// --- steps to a tolerance ----------------------------------------------------------------------------------

/// Each step by itself, from where it begins: within it, and at its end, which is of twice the order.
template <class Variables>
void expect_errors_within_steps_below_tolerance(int stages, double tolerance) {
    using Flow = core::GaussFlow<Variables>;
    const Top top;
    System<double, HeavyTop> system{top.inertia<double>(), top.torque};
    const Flow flow{tolerance, {core::Gauss<Variables>(stages)}};
    State<double> s = top.first;
    auto memory = flow.start(system, s, 0.0);
    double worst = 0, worst_end = 0;
    for (int n = 0; n < 400; ++n) {
        const double h = 0.005;
        const long last = memory.own_steps;
        ASSERT_TRUE(flow.step(system, s, memory, n * h, h).ok());
        if (memory.own_steps == last) continue;
        const auto& made = memory.step;
        const typename Flow::template Motion<double, HeavyTop> motion(system, made.h);
        const auto state_at = [&](double x) {
            return motion.state_of(flow.core.at(made, x, motion), made.time + x * made.h);
        };
        const State<double> from = state_at(0);
        const State<Long> start{core::normalised(Quaternion<Long>(from.attitude)),
                                Vector3<Long>(from.momentum)};
        for (const double x : {0.1, 0.3, 0.5, 0.7, 0.9})
            worst = std::max(worst, error_of(state_at(x), true_state(top, start, made.time, x * made.h)));
        const State<double> end = motion.state_of(flow.core.end(made), made.time + made.h);
        worst_end = std::max(worst_end, error_of(end, true_state(top, start, made.time, made.h)));
    }
    EXPECT_LT(worst, tolerance) << stages;
    EXPECT_GT(worst, 1e-4 * tolerance) << stages << ": the steps are far too short";
    EXPECT_LT(worst_end, std::max(1e-2 * tolerance, 3e-15)) << stages;
}

TEST(GaussFlow, KeepsTheErrorWithinEachStepBelowTheTolerance) {
    for (const int stages : {4, 6, 8})
        for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
            expect_errors_within_steps_below_tolerance<core::gauss::Canonical>(stages, tolerance);
            expect_errors_within_steps_below_tolerance<core::gauss::ByRate>(stages, tolerance);
        }
}

using RateFlow = core::GaussFlow<core::gauss::ByRate>;

/// The error at the end of a run follows the tolerance, whether it is read off between the steps or not.
TEST(GaussFlow, FollowsTheTolerance) {
    const Top top;
    const double end = 5;
    State<Long> exact = top.start<Long>();
    for (int n = 0; n < 20; ++n) exact = true_state(top, exact, n * 0.25L, 0.25L);
    for (const double tolerance : {1e-5, 1e-8, 1e-11})
        for (const int calls : {1, 7, 2000}) {
            core::MethodStepper<RateFlow, double, HeavyTop> stepper({tolerance, {ByRate(most)}},
                                                                    top.inertia<double>(), top.torque);
            State<double> s = top.first;
            const double h = end / calls;
            for (int n = 0; n < calls; ++n) ASSERT_TRUE(stepper.step(s, n * h, h).ok());
            EXPECT_LT(error_of(s, exact), 10 * tolerance) << tolerance << ", " << calls << " calls";
        }
}

TEST(GaussFlow, GoesBackAndFromRest) {
    const Top top;
    core::MethodStepper<RateFlow, double, HeavyTop> stepper({1e-10, {ByRate(most)}}, top.inertia<double>(),
                                                            top.torque);
    State<double> s = top.first;
    ASSERT_TRUE(stepper.step(s, 0.0, 3.0).ok());
    ASSERT_TRUE(stepper.step(s, 3.0, -3.0).ok());
    EXPECT_LT(error_of(s, top.start<Long>()), 1e-9);
    core::MethodStepper<RateFlow, double, HeavyTop> pendulum({1e-10, {ByRate(most)}},
                                                             Inertia<double>({1, 1, 1}), HeavyTop{1});
    s = {{0.6, 0, 0, 0.8}, {}};
    const double before = *pendulum.invariants(s, 0).energy;
    ASSERT_TRUE(pendulum.step(s, 0.0, 5.0).ok());
    EXPECT_GT(norm(s.momentum), 0.1);
    EXPECT_NEAR(*pendulum.invariants(s, 5).energy, before, 1e-9);
    core::MethodStepper<RateFlow, double, NoTorque> still({1e-10, {ByRate(most)}}, Inertia<double>({1, 2, 3}),
                                                          {});
    s = {{0.6, 0, 0, 0.8}, {}};
    ASSERT_TRUE(still.step(s, 0.0, 5.0).ok());
    EXPECT_EQ(norm(s.momentum), 0);
}

/// A length is kept while it will do, so that the stages of the step after are foreseen.
TEST(GaussFlow, KeepsTheLengthOfItsSteps) {
    const Top top;
    System<double, HeavyTop> system{top.inertia<double>(), top.torque};
    const RateFlow flow{1e-10, {ByRate(most)}};
    State<double> s = top.first;
    auto memory = flow.start(system, s, 0.0);
    int lengths = 0;
    double last = 0;
    for (int n = 0; n < 4000; ++n) {
        ASSERT_TRUE(flow.step(system, s, memory, n * 0.01, 0.01).ok());
        if (memory.step.h < last || memory.step.h > last) ++lengths;
        last = memory.step.h;
    }
    EXPECT_GT(memory.own_steps, 100);
    EXPECT_LT(lengths, memory.own_steps / 4);
}

// --- long runs ---------------------------------------------------------------------------------------------

struct Case {
    const char* problem;
    double h;
};
constexpr Case cases[] = {{"slow-top", 0.0606}, {"heavy-top-123", 0.125}};

/// At steps of 17° and some 30°, two hundred thousand of them: the error of the energy walks among the last digits.
TEST(Gauss, KeepsTheEnergyAtRoundOff) {
    for (const char* name : {"gauss-16", "gauss-16-rate"})
        for (const auto& [problem_name, h] : cases) {
            const LongRun run = long_run(method(name), problem(problem_name), h, 200'000, {0, 0, 1});
            EXPECT_LT(run.most_energy_error, 6e-14) << name << ", " << problem_name;
            EXPECT_LT(std::abs(run.drift), 6e-14) << name << ", " << problem_name;
            EXPECT_LT(run.most_momentum_error, 6e-14) << name << ", " << problem_name;
        }
}

/// A trend would have one sign at all steps of nearly one length; the ends of walks have a mean that is zero within
/// its uncertainty.
TEST(Gauss, HasNoTrendOfTheEnergy) {
    for (const char* name : {"gauss-16", "gauss-16-rate"}) {
        constexpr int runs = 10;
        double sum = 0, squares = 0;
        for (int k = 0; k < runs; ++k) {
            const double end =
                long_run(method(name), problem("heavy-top-123"), 0.12 + 0.001 * k, 40'000, {0, 0, 1}).drift;
            sum += end;
            squares += end * end;
        }
        const double mean = sum / runs, scatter = std::sqrt(squares / runs);
        EXPECT_LT(scatter, 3e-14) << name;
        EXPECT_LT(std::abs(mean), 3 * scatter / std::sqrt(runs)) << name;
    }
}

}  // namespace
}  // namespace polhode::test
