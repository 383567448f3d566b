/// The multistep formulas with steps that they choose: accuracy, price, where they look, and when they refuse.
#include "polhode/method/multistep_flow.hpp"

#include "method/registers/kernels.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/method/concept.hpp"
#include "polhode/method/taylor.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/bind.hpp"
#include "support/asymmetric_top.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>

namespace polhode::test {
namespace {

using Long = long double;
using core::HeavyTop, core::Inertia, core::MultistepFlow, core::Quaternion, core::State, core::Vector3;

static_assert(core::DataMethod<MultistepFlow>);

State<double> first_state(const Problem& p) {
    return core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
}

/// By Taylor series in 80-bit arithmetic.
State<double> truth(const Body& body, const Torque& torque, const State<double>& first, double end) {
    State<Long> s{core::normalised(Quaternion<Long>(first.attitude)), Vector3<Long>(first.momentum)};
    EXPECT_TRUE(taylor_flow(30, 1e-20).on_long_double(body, torque, {})->step(s, 0, end).ok());
    return {Quaternion<double>(s.attitude), Vector3<double>(s.momentum)};
}
double error_of(const State<double>& s, const State<double>& exact) {
    return std::max(core::attitude_angle(s.attitude, exact.attitude),
                    norm(s.momentum - exact.momentum) / norm(exact.momentum));
}

struct Ended {
    State<double> state;
    long evaluations = 0, own_steps = 0;
};
Ended fly(const std::string& name, const Body& body, const Torque& torque, const State<double>& first,
          double end, long calls) {
    const auto stepper = method(name).on_double(body, torque, {});
    State<double> s = first;
    const auto made = stepper->march(s, {0, end / static_cast<double>(calls)}, 0, calls);
    EXPECT_EQ(made.first, calls) << name;
    return {s, stepper->torque_evaluations(), stepper->own_steps().value_or(0)};
}

/// Walls, tops and a satellite: the errors of some hundred steps add up, and the motion magnifies them.
TEST(MultistepFlow, FollowsTheToleranceHoweverOftenItIsLookedAt) {
    for (const char* problem_name :
         {"slow-top", "heavy-top-123", "soft-wall", "soft-wall-repulsive", "satellite"}) {
        const Problem& p = problem(problem_name);
        const double end = std::min(p.defaults.end, 10.0);
        const State<double> first = first_state(p), exact = truth(p.body, p.torque, first, end);
        for (const char* formula : {"multistep-8", "multistep-12", "multistep-16-wide", "multistep-24"})
            for (const double tolerance : {1e-6, 1e-9, 1e-12})
                for (const long calls : {1L, 37L, 3000L}) {
                    const std::string name = fmt::format("{}@{:.0e}", formula, tolerance);
                    const Ended ended = fly(name, p.body, p.torque, first, end, calls);
                    EXPECT_LT(error_of(ended.state, exact), 1e4 * tolerance)
                        << p.name << ", " << name << ", " << calls << " calls";
                }
    }
}

/// Bodies and fields at random, to the end of a call and to a time between two calls.
TEST(MultistepFlow, FollowsTheToleranceOnRandomTops) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> part(0.2, 1), signed_part(-1, 1);
    for (int n = 0; n < 24; ++n) {
        const double a = part(random), b = part(random), c = part(random);
        const Body body = Body::from_moments({a + b, b + c, c + a});
        const HeavyTop top{3 * part(random), {0, 0.6, 0.8}, {signed_part(random), 0.3, 0.9}};
        const State<double> first{
            core::normalised(Quaternion<double>{signed_part(random), signed_part(random), 0.3, 1}),
            {2 * signed_part(random), 2 * signed_part(random), 3}};
        const State<double> exact = truth(body, top, first, 7);
        for (const long calls : {1L, 500L}) {
            EXPECT_LT(error_of(fly("multistep-12@1e-7", body, top, first, 7, calls).state, exact), 1e-4) << n;
            EXPECT_LT(error_of(fly("multistep-20@1e-11", body, top, first, 7, calls).state, exact), 1e-8)
                << n;
        }
    }
}

TEST(MultistepFlow, TakesShortStepsOnlyWhereTheMotionAsksForThem) {
    const Problem& wall = problem("soft-wall-repulsive");
    const Ended ended =
        fly("multistep-12@1e-8", wall.body, wall.torque, first_state(wall), wall.defaults.end, 1);
    EXPECT_LT(ended.evaluations, 1200);
    EXPECT_LE(ended.own_steps, ended.evaluations);
    const Ended looked_at =
        fly("multistep-12@1e-8", wall.body, wall.torque, first_state(wall), wall.defaults.end, 5000);
    EXPECT_LT(looked_at.evaluations, 2 * ended.evaluations) << "states between steps take no torque";
}

TEST(MultistepFlow, NeverLooksBeyondItsFirstCallNorBeyondOneThatIsLong) {
    for (std::size_t which = 0; which < core::multistep::tables.size(); ++which)
        for (const double call : {1e-3, 0.1, 10.0}) {
            double latest = 0;
            core::MethodStepper<MultistepFlow, double, NotingTorque> stepper(
                {which, nullptr, 1e-9}, Inertia<double>({1, 2, 3}), NotingTorque{&latest});
            State<double> s{{0, 0, 0, 1}, {1, 2, 3}};
            ASSERT_TRUE(stepper.step(s, 0, call).ok());
            EXPECT_LE(latest, call * (1 + 1e-14)) << core::multistep::tables[which].name;
        }
}

TEST(MultistepFlow, GoesBackInTime) {
    const Problem& p = problem("slow-top");
    const State<double> first = first_state(p);
    const auto stepper = method("multistep-16@1e-11").on_double(p.body, p.torque, {});
    State<double> s = first;
    ASSERT_TRUE(stepper->step(s, 0, 2).ok());
    ASSERT_TRUE(stepper->step(s, 2, -2).ok());
    EXPECT_LT(error_of(s, first), 1e-8);
}

/// After a call so short that the units of its steps cannot be counted up to the next one.
TEST(MultistepFlow, GoesFarAfterTheShortestCall) {
    const Problem& p = problem("free-body");
    for (const double first_call : {1e-9, 1e-15, 1e-300}) {
        const auto stepper = method("multistep-16@1e-9").on_double(p.body, p.torque, {});
        State<double> s = first_state(p);
        ASSERT_TRUE(stepper->step(s, 0, first_call).ok()) << first_call;
        ASSERT_TRUE(stepper->step(s, first_call, 500).ok()) << first_call;
        EXPECT_LT(error_of(s, truth(p.body, p.torque, first_state(p), 500 + first_call)), 1e-4) << first_call;
    }
}

/// Rough on every scale: no step is short enough, and that is said soon.
struct Rough {
    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>&, const Vector3<Real>&) const {
        const double x = static_cast<double>(core::value_of(t)) * 1e9;
        return {Real(x - std::floor(x)), Real(0), Real(1)};
    }
};
TEST(MultistepFlow, RefusesATorqueThatNoStepResolves) {
    core::MethodStepper<MultistepFlow, double, Rough> stepper({2, nullptr, 1e-13}, Inertia<double>({1, 2, 3}),
                                                              {});
    State<double> s{{0, 0, 0, 1}, {1, 2, 3}};
    EXPECT_FALSE(stepper.step(s, 0, 10).ok());
    EXPECT_LT(stepper.torque_evaluations(), 3'000'000);
}

TEST(MultistepFlow, SaysThatNoStepIsShortEnough) {
    Problem p = problem("slow-top");
    p.torque = body_torque([](double t, const Eigen::Quaterniond&) {
        return Eigen::Vector3d(1e9 * t - std::floor(1e9 * t), 0, 1);
    });
    Plan plan;
    plan.method = "multistep-16@1e-13";
    try {
        simulate(p, plan);
        FAIL() << "nothing was refused";
    } catch (const RunError& error) {
        EXPECT_NE(std::string(error.what()).find("short enough for its tolerance after t = "),
                  std::string::npos)
            << error.what();
    }
}

TEST(MultistepFlow, EndsAtRoundOffWhateverIsAskedFor) {
    const Problem& p = problem("heavy-top-123");
    const State<double> first = first_state(p), exact = truth(p.body, p.torque, first, 3);
    const Ended ended = fly("multistep-16@1e-19", p.body, p.torque, first, 3, 1);
    EXPECT_LT(error_of(ended.state, exact), 1e-12);
    EXPECT_LT(ended.evaluations, 20000);
}

/// Where the body is slow its rates are small, and so is their rounding; that of its attitude is not.
TEST(MultistepFlow, TakesNoMoreStepsForWhatNoStepCanReach) {
    const Problem& p = problem("slow-top");
    for (const char* formula : {"multistep-8", "multistep-16", "multistep-24", "multistep-24-wide"})
        for (const char* tolerance : {"@1e-15", "@1e-16", "@1e-17", "@1e-18", "@1e-19"}) {
            const std::string name = std::string(formula) + tolerance;
            const Ended ended = fly(name, p.body, p.torque, first_state(p), 2, 1);
            EXPECT_LT(ended.evaluations, name.starts_with("multistep-8") ? 50000 : 5000) << name;
        }
}

/// As the projection to an energy does after every call.
TEST(MultistepFlow, GoesOnFromAStateThatWasMoved) {
    const Problem& p = problem("slow-top");
    const State<double> first = first_state(p);
    for (const double call : {0.001, 0.01, 0.7}) {  // within a step, and of many
        const auto stepper = method("multistep-16@1e-12").on_double(p.body, p.torque, {});
        State<double> s = first;
        double t = 0;
        for (int n = 0; n < 40; ++n, t += call) ASSERT_TRUE(stepper->step(s, t, call).ok());
        s.momentum.x += 1e-6;
        stepper->moved(s);
        State<double> fresh = s;
        ASSERT_TRUE(stepper->step(s, t, call).ok());
        ASSERT_TRUE(method("dop853@1e-15").on_double(p.body, p.torque, {})->step(fresh, t, call).ok());
        EXPECT_LT(error_of(s, fresh), 1e-7) << call;
    }
}

TEST(MultistepFlow, KeepsTheEnergyToWhichItIsProjected) {
    const Problem& p = problem("slow-top");
    const State<double> first = first_state(p);
    for (const long calls : {50L, 5000L}) {
        const auto stepper = method("multistep-16@1e-6+energy").on_double(p.body, p.torque, {}),
                   plain = method("multistep-16@1e-6").on_double(p.body, p.torque, {});
        const auto energy_of = [&](const State<double>& s) { return *stepper->invariants(s, 0).energy; };
        State<double> s = first, loose = first;
        const core::TimeGrid<double> grid{0, 20 / static_cast<double>(calls)};
        EXPECT_EQ(stepper->march(s, grid, 0, calls).first, calls);
        EXPECT_EQ(plain->march(loose, grid, 0, calls).first, calls);
        EXPECT_NEAR(energy_of(s), energy_of(first), 1e-13 * std::abs(energy_of(first)));
        EXPECT_GT(std::abs(energy_of(loose) - energy_of(first)), 1e-11);
        EXPECT_EQ(stepper->missed_projections(), 0);
        EXPECT_LT(error_of(s, truth(p.body, p.torque, first, 20)), 1e-2);
    }
}

TEST(MultistepFlow, HasTheSameBitsInEveryInstructionSet) {
    const Problem& p = problem("soft-wall-repulsive");
    const auto bound = bound_torque<double>(p.body, p.torque);
    using Erased = core::ErasedTorque<double>;
    const auto run = [&](std::size_t which, const core::multistep::Kernels* kernels) {
        core::MethodStepper<MultistepFlow, double, Erased> stepper(
            {which, kernels, 1e-9}, core::inertia_of<double>(p.body), Erased(*bound));
        State<double> s = first_state(p);
        const auto made = stepper.march(s, {0, 0.3}, 0, 30);
        EXPECT_EQ(made.first, 30);
        return std::pair(core::multistep::Row<double>(s.attitude, s.momentum), stepper.torque_evaluations());
    };
    for (std::size_t which = 0; which < core::multistep::tables.size(); ++which) {
        const auto plain = run(which, nullptr);
        for (const char* target : {"avx512", "avx2", "baseline"}) {
            const auto* kernels = core::multistep::kernels_for(target);
            if (!kernels) continue;
            const auto fast = run(which, kernels);
            EXPECT_TRUE(std::ranges::equal(fast.first.of, plain.first.of))
                << core::multistep::tables[which].name << ", " << target;
            EXPECT_EQ(fast.second, plain.second);
        }
    }
}

TEST(MultistepFlow, BeginsAnewAtABreakpoint) {
    Problem p = problem("slow-top");
    p.impulses = {{2.5, Eigen::Vector3d(1, 0, 0)}};
    Plan plan;
    plan.end = 5;
    plan.method = "multistep-16@1e-11";
    const Result ours = simulate(p, plan);
    plan.method = "taylor-20";
    const Result series = simulate(p, plan);
    EXPECT_EQ(ours.pieces, 2);
    EXPECT_LT((ours.final_state.momentum - series.final_state.momentum).norm(), 1e-7);
}

TEST(MultistepFlow, IsRefusedWithASentenceIfItsNameIsWrong) {
    for (const char* name :
         {"multistep-9@1e-9", "multistep-16@2", "multistep-16@", "multistep-16-narrow@1e-9"})
        EXPECT_FALSE(find_method(name)) << name;
}

// --- weights -----------------------------------------------------------------------------------------------

TEST(MultistepWeights, AreExactForPolynomials) {
    for (const int nodes : {8, 12, 13})
        for (int power = 0; power < nodes; ++power) {
            Long value = 0, integral = 0;
            const auto v = core::multistep::value_weights<Long>(nodes, -1.5L);
            const auto w = core::multistep::integral_weights<Long>(nodes, -1, 0);
            for (int j = 0; j < nodes; ++j) {
                value += v[static_cast<std::size_t>(j)] * std::pow(Long(-j), power);
                integral += w[static_cast<std::size_t>(j)] * std::pow(Long(-j), power);
            }
            const Long size = std::pow(Long(nodes), power);
            EXPECT_NEAR(static_cast<double>((value - std::pow(-1.5L, power)) / size), 0, 1e-14);
            EXPECT_NEAR(static_cast<double>((integral + std::pow(-1.0L, power + 1) / (power + 1)) / size), 0,
                        1e-14);
        }
}

// --- speed -------------------------------------------------------------------------------------------------

/// The fastest rate of a motion does not depend on the step with which it is asked for.
TEST(MultistepSpeed, IsRightForStepsOfAnyLength) {
    const HeavyTop top{2, {0, 0, 1}, {0.6, 0, 0.8}};
    core::System<double, HeavyTop> system{Inertia<double>({1, 1.5, 2}), top};
    const State<double> s{core::normalised(Quaternion<double>{0.1, 0.4, -0.2, 0.9}), {1.5, -2, 4}};
    const auto rate = [&](double h) {
        const core::multistep::Loops<double, HeavyTop> loops(system, core::multistep::tables[0], nullptr, h);
        return loops.speed(loops.motion().row_of(s, 0), 0).fastest / h;
    };
    const double usual = rate(0.3), omega = norm(system.inertia.solve(s.momentum));
    EXPECT_GT(usual, 0.5 * omega);
    EXPECT_LT(usual, 3 * omega);
    for (double h = 1e-9; h < 100; h *= 3.7) EXPECT_NEAR(rate(h) / usual, 1, 0.05) << h;
}

}  // namespace
}  // namespace polhode::test
