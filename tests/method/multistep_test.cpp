/// The multistep formulas on bodies: accuracy, price, start, stability, and what they keep.
#include "polhode/method/multistep.hpp"

#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/method/concept.hpp"
#include "polhode/method/taylor.hpp"
#include "polhode/scalar/dual.hpp"
#include "polhode/scalar/pack.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/torque/damping.hpp"
#include "polhode/torque/heavy_top.hpp"
#include "polhode/torque/none.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <array>
#include <cmath>
#include <random>
#include <string_view>
#include <vector>

namespace polhode::test {
namespace {

using Long = long double;
using core::HeavyTop, core::Inertia, core::Multistep, core::NoTorque, core::Outcome, core::Quaternion,
    core::State, core::Status, core::System, core::Vector3;
template <class Model, class Real = double>
using Stepper = core::MethodStepper<Multistep, Real, Model>;

static_assert(core::DataMethod<Multistep>);
static_assert(core::KeepsHistory<Multistep>);

Multistep named(std::string_view name) {
    for (const auto& table : core::multistep::tables)
        if (table.name == name) return {table};
    throw std::invalid_argument(std::string(name));
}

template <class Real>
State<Real> as(const State<double>& s) {
    return {Quaternion<Real>(s.attitude), Vector3<Real>(s.momentum)};
}
State<double> in_double(const State<Long>& s) {
    return {Quaternion<double>(s.attitude), Vector3<double>(s.momentum)};
}
double distance(const State<double>& a, const State<double>& b) {
    return core::attitude_angle(a.attitude, b.attitude) + norm(a.momentum - b.momentum) / norm(b.momentum);
}

/// To the last bit.
bool identical(const State<double>& a, const State<double>& b) {
    const core::multistep::Row<double> x(a.attitude, a.momentum), y(b.attitude, b.momentum);
    return std::ranges::equal(x.of, y.of);
}

/// An asymmetric top that turns by some three radians in a unit of time.
struct Top {
    Vector3<double> moments{1, 1.5, 2};
    HeavyTop torque{2, {0, 0, 1}, {0.6, 0, 0.8}};
    State<double> first{core::normalised(Quaternion<double>{0.1, 0.4, -0.2, 0.9}), {1.5, -2, 4}};

    template <class Real = double>
    Inertia<Real> inertia() const {
        return Inertia<Real>(Vector3<Real>(moments));
    }
    Stepper<HeavyTop> stepper(std::string_view name) const { return {named(name), inertia(), torque}; }
    double speed() const { return norm(inertia().solve(first.momentum)); }
};

/// A torque by time, attitude and angular velocity at once.
struct Everything {
    HeavyTop top{2, {0, 0, 1}, {0.6, 0, 0.8}};
    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>& q, const Vector3<Real>& omega) const {
        using std::sin;
        return sin(t) * top(t, q, omega) + Real(-0.3) * omega;
    }
};

/// A constant torque about an axis.
struct Spinning {
    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>&, const Vector3<Real>&) const {
        return {Real(0), Real(0), Real(1)};
    }
};

/// The same of any size.
struct Push {
    double torque;
    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>&, const Vector3<Real>&) const {
        return {Real(0), Real(0), Real(torque)};
    }
};

/// As of a sum in single precision: rough from the beginning.
struct Noisy {
    HeavyTop top{2, {0, 0, 1}, {0.6, 0, 0.8}};
    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>& q, const Vector3<Real>& omega) const {
        const Vector3<Real> exact = top(t, q, omega);
        return {Real(static_cast<float>(exact.x)), Real(static_cast<float>(exact.y)),
                Real(static_cast<float>(exact.z))};
    }
};

/// By Taylor series in long double; the largest angular velocity on the way too.
struct Reference {
    State<double> end;
    double fastest = 0;
};
Reference reference(const Vector3<double>& moments, const HeavyTop& torque, const State<double>& first,
                    double end, int steps) {
    System<Long, HeavyTop> system{Inertia<Long>(Vector3<Long>(moments)), torque};
    State<Long> s = as<Long>(first);
    s.attitude = core::normalised(s.attitude);
    const core::Taylor series{24};
    auto memory = series.start(system, s, Long(0));
    const Long h = static_cast<Long>(end) / static_cast<Long>(steps);
    Reference result;
    for (int n = 0; n < steps; ++n) {
        EXPECT_TRUE(series.step(system, s, memory, static_cast<Long>(n) * h, h).ok());
        result.fastest =
            std::max(result.fastest, static_cast<double>(norm(system.inertia.solve(s.momentum))));
    }
    result.end = in_double(s);
    return result;
}

template <class Real, class Model>
State<Real> marched(Stepper<Model, Real>& stepper, State<Real> s, double end, long steps) {
    const auto [done, status] =
        stepper.march(s, {Real(0), Real(end) / Real(static_cast<double>(steps))}, 0, steps);
    EXPECT_EQ(done, steps);
    EXPECT_TRUE(status.ok());
    return s;
}

// --- accuracy ----------------------------------------------------------------------------------------------

double median(std::vector<double> values) {
    std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size() / 2), values.end());
    return values[values.size() / 2];
}

/// The median error of tops at random after 15 units of time, 45 radians and more: moments of random mass
/// distributions, some needle-thin, weak and strong weight. The figures are those of docs/multistep.md, from
/// 192 tops. These are fewer, and their errors are decades apart: the median is known up to a factor.
TEST(Multistep, HasItsAccuracyOnTopsAtRandom) {
    struct Expected {
        const char* name;
        double fine, coarse;  ///< at h ω = 0.02 and 0.06
    };
    constexpr std::array<Expected, core::multistep::tables.size()> expected{{
        {"multistep-8", 1e-10, 6e-8},
        {"multistep-12", 1e-12, 1e-9},
        {"multistep-16", 3e-14, 7e-11},
        {"multistep-20", 2e-14, 5e-11},
        {"multistep-24", 2e-14, 2e-11},
        {"multistep-8-wide", 4e-9, 2e-7},
        {"multistep-12-wide", 2e-10, 1e-8},
        {"multistep-16-wide", 2e-11, 8e-10},
        {"multistep-20-wide", 6e-12, 7e-10},
        {"multistep-24-wide", 4e-12, 2e-10},
    }};
    constexpr double factor = 4;
    constexpr int tops = 24;
    constexpr double end = 15;
    std::mt19937 random(1);
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0, 1);
    std::array<std::vector<double>, expected.size()> fine, coarse;
    for (int i = 0; i < tops; ++i) {
        const double a = std::exp(2 * normal(random)), b = std::exp(2 * normal(random)),
                     c = std::exp(2 * normal(random)), scale = 3 / (2 * (a + b + c));
        const Vector3<double> moments{scale * (b + c), scale * (a + c), scale * (a + b)};
        const Quaternion<double> q = core::normalised(
            Quaternion<double>{normal(random), normal(random), normal(random), normal(random)});
        const Vector3<double> direction{normal(random), normal(random), normal(random)};
        const Vector3<double> omega = (3 / norm(direction)) * direction;
        const State<double> first{q, hadamard(moments, omega)};
        const double weight = 4.5 * std::exp(-3 * uniform(random));
        const HeavyTop torque{uniform(random) < 0.5 ? weight : -weight, {0, 0, 1}, {0, 0, 1}};
        const double fastest = reference(moments, torque, first, end, 1000).fastest;
        const State<double> exact =
            reference(moments, torque, first, end, static_cast<int>(end * fastest / 0.12)).end;
        for (std::size_t k = 0; k < expected.size(); ++k) {
            const auto error = [&](double turn) {
                const auto steps = static_cast<long>(end * fastest / turn);
                Stepper<HeavyTop> stepper(named(expected[k].name), Inertia<double>(moments), torque);
                State<double> s = first;
                const auto [done, status] = stepper.march(s, {0, end / static_cast<double>(steps)}, 0, steps);
                EXPECT_TRUE(done == steps || done == 0) << expected[k].name;  // or refused at once
                return done == steps ? distance(s, exact) : 1;
            };
            fine[k].push_back(error(0.02));
            coarse[k].push_back(error(0.06));
        }
    }
    for (std::size_t k = 0; k < expected.size(); ++k) {
        EXPECT_LT(median(fine[k]), factor * expected[k].fine) << expected[k].name;
        EXPECT_LT(median(coarse[k]), factor * expected[k].coarse) << expected[k].name;
        EXPECT_GT(median(coarse[k]), expected[k].coarse / factor) << expected[k].name;
    }
}

TEST(Multistep, ConvergesForEveryKindOfTorque) {
    // against the classical Runge–Kutta formula at tiny steps
    const Top top;
    const core::Rotor<double> rotor{true, {0.2, -0.5, 1}, {0.1, 0.3, -0.2}, 0.5};
    const double end = 2;

    const auto rates = [&](const State<Long>& s, Long t) {
        const Vector3<Long> omega = top.inertia<Long>().solve(s.momentum - rotor.at(t));
        const Quaternion<Long> turn = s.attitude * Quaternion<Long>(Long(0.5) * omega, 0);
        return State<Long>{turn, cross(s.momentum, omega) + Everything{}(t, s.attitude, omega)};
    };
    const auto plus = [](const State<Long>& s, Long h, const State<Long>& f) {
        const Quaternion<Long>&q = s.attitude, &d = f.attitude;
        return State<Long>{{q.x + h * d.x, q.y + h * d.y, q.z + h * d.z, q.w + h * d.w},
                           s.momentum + h * f.momentum};
    };
    State<Long> exact = as<Long>(top.first);
    constexpr int fine = 20000;
    const Long h = static_cast<Long>(end) / fine;
    for (int n = 0; n < fine; ++n) {
        const Long t = static_cast<Long>(n) * h;
        const auto k1 = rates(exact, t), k2 = rates(plus(exact, h / 2, k1), t + h / 2),
                   k3 = rates(plus(exact, h / 2, k2), t + h / 2), k4 = rates(plus(exact, h, k3), t + h);
        exact = plus(plus(exact, h / 6, k1), h / 3, k2);
        exact = plus(plus(exact, h / 3, k3), h / 6, k4);
    }
    for (const auto& table : core::multistep::tables) {
        Stepper<Everything> stepper({table}, top.inertia(), Everything{}, {}, rotor);
        EXPECT_LT(distance(marched(stepper, top.first, end, 400), in_double(exact)),
                  table.taps == 8 ? 2e-9 : 2e-10)
            << table.name;
        Stepper<Everything> finer({table}, top.inertia(), Everything{}, {}, rotor);
        EXPECT_LT(distance(marched(finer, top.first, end, 1600), in_double(exact)),
                  table.taps == 8 ? 1e-11 : 2e-12)
            << table.name;
    }
}

TEST(Multistep, IsTheStartAloneInShortRuns) {
    const Top top;
    const double h = 0.02 / top.speed();
    for (const char* name : {"multistep-8", "multistep-16", "multistep-24"}) {
        const int taps = named(name).table.taps;
        for (int steps = 1; steps <= taps; ++steps) {
            auto stepper = top.stepper(name);
            const double end = h * steps;
            EXPECT_LT(distance(marched(stepper, top.first, end, steps),
                               reference(top.moments, top.torque, top.first, end, 10).end),
                      3e-15)
                << name << ", " << steps << " steps";
        }
    }
}

TEST(Multistep, StartsWithOrderTen) {
    const Top top;
    const auto error = [&](double h) {
        System<Long, HeavyTop> system{top.inertia<Long>(), top.torque};
        State<Long> s = as<Long>(top.first);
        s.attitude = core::normalised(s.attitude);
        State<Long> exact = s;
        const Multistep method = named("multistep-16-wide");
        auto memory = method.start(system, s, Long(0));
        EXPECT_TRUE(method.step(system, s, memory, Long(0), Long(h)).ok());
        const core::Taylor series{24};
        auto terms = series.start(system, exact, Long(0));
        EXPECT_TRUE(series.step(system, exact, terms, Long(0), Long(h)).ok());
        return norm(s.momentum - exact.momentum);
    };
    const double h = 0.1 / top.speed();
    // ten in the limit, from above
    EXPECT_NEAR(static_cast<double>(std::log2(error(h / 2) / error(h / 4))), 10.25, 0.35);
}

TEST(Multistep, GoesBackwards) {
    const Top top;
    auto there = top.stepper("multistep-16"), back = top.stepper("multistep-16");
    const State<double> end = marched(there, top.first, 3, 600);
    EXPECT_LT(distance(marched(back, end, -3, 600), top.first), 1e-12);
}

// --- price -------------------------------------------------------------------------------------------------

TEST(Multistep, TakesOneTorqueEvaluationAStep) {
    const Top top;
    for (const auto& table : core::multistep::tables) {
        auto stepper = top.stepper(table.name);
        State<double> s = top.first;
        const double h = 0.02 / top.speed();
        const core::TimeGrid<double> grid{0, h};
        stepper.march(s, grid, 0, 100);
        const long start = stepper.torque_evaluations() - 100;
        EXPECT_LT(start, 50 + 50 * ((table.taps + 6) / 8)) << table.name;
        stepper.march(s, grid, 100, 1000);
        EXPECT_EQ(stepper.torque_evaluations(), start + 1100) << table.name;
    }
}

// --- long runs ---------------------------------------------------------------------------------------------

TEST(Multistep, KeepsTheInvariantsToRoundOffAtFineSteps) {
    const Top top;
    auto stepper = top.stepper("multistep-20");
    const core::TimeGrid<double> grid{0, 0.012 / top.speed()};
    const core::Inertia<double> inertia = top.inertia();
    const auto energy = [&](const State<double>& s) {
        return inertia.kinetic_energy(s.momentum) + top.torque.potential(0.0, s.attitude);
    };
    State<double> s = top.first;
    const double before = energy(s), vertical = to_space(s.attitude, s.momentum).z;
    const auto [done, status] = stepper.march(s, grid, 0, 500000);
    EXPECT_EQ(done, 500000);
    EXPECT_NEAR(energy(s) / before, 1, 2e-14);
    EXPECT_NEAR(to_space(s.attitude, s.momentum).z / vertical, 1, 5e-14);
    EXPECT_NEAR(norm2(s.attitude), 1, 1e-15);
}

// --- stability ---------------------------------------------------------------------------------------------

TEST(Multistep, RefusesStepsBeyondItsBound) {
    // about the axis of a free symmetric body λ = iω/2 is the attitude's, and iω(I₃ − I₁)/I₁ the momentum's
    for (const auto& table : core::multistep::tables)
        for (const double longest : {1.2, 2.0}) {
            const double omega = 3, fastest = omega * std::max(0.5, longest - 1);
            Stepper<NoTorque> stepper({table}, Inertia<double>({1, 1, longest}), {});
            const State<double> first{{}, {0, 0, longest * omega}};
            State<double> s = first;
            const Status status = stepper.step(s, 0.0, 1.06 * table.bound / fastest);
            EXPECT_EQ(status.outcome, Outcome::step_too_long) << table.name;
            EXPECT_NEAR(status.residual, 1.06, 0.05) << table.name;
            EXPECT_TRUE(identical(s, first)) << table.name;
            EXPECT_TRUE(stepper.step(s, 0.0, 0.94 * table.bound / fastest).ok()) << table.name;
        }
}

TEST(Multistep, SeesTheRatesOfTorques) {
    // a pendulum at rest: λ² = −weight/I, and damping λ = −D/I
    const double weight = 400, h = 0.06 / std::sqrt(weight);
    const State<double> hanging{{1, 0, 0, 0}, {}};
    for (const auto& [factor, outcome] : {std::pair(0.93, Outcome::done), {1.07, Outcome::step_too_long}}) {
        Stepper<HeavyTop> pendulum(named("multistep-16"), Inertia<double>({1, 1, 1}),
                                   {weight, {0, 0, 1}, {0, 0, 1}});
        State<double> s = hanging;
        EXPECT_EQ(pendulum.step(s, 0.0, factor * h).outcome, outcome);
        core::Damping damping;
        for (int i = 0; i < 3; ++i)
            damping.coefficient.row[i] = std::sqrt(weight) * damping.coefficient.row[i];
        Stepper<core::Damping> damped(named("multistep-16"), Inertia<double>({1, 1, 1}), damping);
        s = {{}, {0.1, 0.2, 0.3}};
        EXPECT_EQ(damped.step(s, 0.0, factor * h).outcome, outcome);
    }
}

TEST(Multistep, NoticesThatTheMotionHasBecomeTooFast) {
    Stepper<Spinning> stepper(named("multistep-16"), Inertia<double>({1, 1, 1}), {});
    State<double> s;
    const auto [done, status] = stepper.march(s, {0, 0.02}, 0, 100000);
    EXPECT_EQ(status.outcome, Outcome::step_too_long);
    EXPECT_GT(0.5 * 0.02 * static_cast<double>(done) * 0.02, 0.06);  // not before h|ω|/2 is at the bound
    EXPECT_LT(0.5 * 0.02 * static_cast<double>(done) * 0.02, 0.18);
    EXPECT_TRUE(is_finite(s.momentum));
}

/// On one lane, or on a number.
template <class Real>
std::pair<long, State<double>> spun_up(long cut, double torque, long most) {
    System<Real, Push> system{Inertia<Real>(Vector3<Real>(Vector3<double>{1, 1, 1})), Push{torque}};
    const Multistep method = named("multistep-16");
    State<Real> s{}, last = s;
    auto memory = method.start(system, s, Real(0.0));
    const core::TimeGrid<Real> grid{Real(0.0), Real(0.02)};
    long done = 0;
    for (; done < most; done = std::min(done + cut, most)) {
        const auto [made, status] = method.march(system, s, memory, grid, done, std::min(cut, most - done));
        if (!status.ok()) {
            if constexpr (!core::is_pack<Real>) done += made, last = s;
            break;
        }
        last = s;
    }
    if constexpr (core::is_pack<Real>) {
        const auto& [q, p] = last;
        return {
            done,
            {{q.x.lane(0), q.y.lane(0), q.z.lane(0), q.w.lane(0)}, {p.x.lane(0), p.y.lane(0), p.z.lane(0)}}};
    } else {
        return {done, last};
    }
}

/// Whether a run fails, and where, does not depend on how many of its steps are made at a time.
TEST(Multistep, IsJudgedAfterTheSameStepsHoweverARunIsCut) {
    struct Here {};
    constexpr long most = 6000;
    bool some_fail = false, some_end = false;
    for (int i = 0; i < 47; ++i) {
        const double torque = 0.04 * std::pow(1.21, i);  // up to 257
        const auto alone = spun_up<double>(most, torque, most);
        (alone.first < most ? some_fail : some_end) = true;
        for (const long cut : {1L, 3L, 8L, 50L, 97L}) {
            const auto in_parts = spun_up<double>(cut, torque, most);
            EXPECT_EQ(in_parts.first, alone.first) << torque << ", " << cut << " steps at a time";
            EXPECT_TRUE(identical(in_parts.second, alone.second)) << torque << ", " << cut;
        }
        const auto on_lane = spun_up<core::Pack<2, Here>>(1, torque, most);
        EXPECT_EQ(on_lane.first, alone.first) << torque;
        EXPECT_TRUE(identical(on_lane.second, alone.second)) << torque;
    }
    EXPECT_TRUE(some_fail && some_end);
}

/// Parasitic roots that grow slowly are seen before the motion shows them: a body that is spun up until the formula
/// is just unstable loses nothing but the last digits before the run ends.
TEST(Multistep, NoticesParasiticRootsWhileTheyAreSmall) {
    for (const auto& table : core::multistep::tables) {
        // h|λ| grows from half the bound, by a thousandth of the bound in a hundred steps
        const double bound = table.bound, h = 0.01, spin = 0.5 * bound / (0.5 * h),
                     push = 0.5 * bound / (0.5 * h) / (50000 * h);
        Stepper<Push> stepper({table}, Inertia<double>({1, 1, 1}), Push{push});
        State<double> s{{}, {0, 0, spin}};
        const core::TimeGrid<double> grid{0, h};
        const auto [done, status] = stepper.march(s, grid, 0, 200000);
        EXPECT_EQ(status.outcome, Outcome::step_too_long) << table.name;
        EXPECT_GT(done, 40000) << table.name << ": well within the bound";
        EXPECT_LT(done, 200000) << table.name;
        // the spin is exact: what the formula has of it is the time
        const double t = grid.at(done), angle = spin * t + 0.5 * push * t * t;
        EXPECT_NEAR(s.momentum.z, spin + push * t, 1e-9 * spin) << table.name;
        const Quaternion<double> exact{0, 0, std::sin(angle / 2), std::cos(angle / 2)};
        EXPECT_LT(core::attitude_angle(s.attitude, exact), 3e-6 * angle) << table.name;
    }
}

TEST(Multistep, TakesATorqueWithNoise) {
    const Top top;
    for (const auto& table : core::multistep::tables) {
        Stepper<Noisy> stepper({table}, top.inertia(), Noisy{});
        const State<double> end = marched(stepper, top.first, 10, 4000);
        EXPECT_LT(distance(end, reference(top.moments, top.torque, top.first, 10, 200).end), 1e-5)
            << table.name;
    }
}

TEST(Multistep, LosesEnergyAtCoarseSteps) {
    const Top top;
    auto stepper = top.stepper("multistep-8-wide");
    const auto energy = [&](const State<double>& s) {
        return top.inertia().kinetic_energy(s.momentum) + top.torque.potential(0.0, s.attitude);
    };
    const State<double> end = marched(stepper, top.first, 400, 24000);
    EXPECT_GT(std::abs(energy(end) / energy(top.first) - 1), 1e-8);
}

// --- history -----------------------------------------------------------------------------------------------

TEST(Multistep, BeginsAnewWhereTheStepOrTheStateChanges) {
    const Top top;
    const double h = 0.02 / top.speed();
    auto stepper = top.stepper("multistep-12");
    State<double> s = marched(stepper, top.first, 50 * h, 50);
    auto fresh = top.stepper("multistep-12");
    State<double> other = s;
    for (int n = 0; n < 30; ++n) {
        EXPECT_TRUE(stepper.step(s, (50 + 0.5 * n) * h, 0.5 * h).ok());
        EXPECT_TRUE(fresh.step(other, (50 + 0.5 * n) * h, 0.5 * h).ok());
        EXPECT_TRUE(identical(s, other));
    }
    s.momentum.x += 0.1;
    other = s;
    auto third = top.stepper("multistep-12");
    EXPECT_TRUE(stepper.step(s, 65 * h, 0.5 * h).ok());
    EXPECT_TRUE(third.step(other, 65 * h, 0.5 * h).ok());
    EXPECT_TRUE(identical(s, other));
}

TEST(Multistep, GoesOnWithItsHistoryFromAStateCloseBy) {
    // as where a run is brought back to its energy after every step: the start is not made anew either
    const Top top;
    const double h = 0.02 / top.speed();
    auto stepper = top.stepper("multistep-12");
    State<double> s = top.first;
    long evaluations = 0;
    for (int n = 0; n < 60; ++n) {
        const State<double> from = s;
        EXPECT_TRUE(stepper.step(s, n * h, h).ok());
        EXPECT_LT(distance(s, reference(top.moments, top.torque, from, h, 2).end), 1e-12);
        s.momentum.x += 1e-13;
        stepper.moved(s);
        if (n == 20) evaluations = stepper.torque_evaluations();
    }
    EXPECT_EQ(stepper.torque_evaluations(), evaluations + 39);
    EXPECT_LT(evaluations, 2 * 8 * 20);
}

// --- scalars -----------------------------------------------------------------------------------------------

TEST(Multistep, IsMoreAccurateInLongDouble) {
    const Top top;
    Stepper<HeavyTop, Long> stepper(named("multistep-24"), top.inertia<Long>(), top.torque);
    const State<Long> end = marched(stepper, as<Long>(top.first), 3, 1500);
    const Long energy = top.inertia<Long>().kinetic_energy(end.momentum)
                      + top.torque.potential(Long(0), end.attitude),
               first = top.inertia<Long>().kinetic_energy(Vector3<Long>(top.first.momentum))
                     + top.torque.potential(Long(0), Quaternion<Long>(top.first.attitude));
    // the formula's own error, which is below the rounding of double
    EXPECT_LT(std::abs(energy / first - 1), 1e-16L);
}

TEST(Multistep, CarriesDerivatives) {
    using Dual = core::Dual<double, 6>;
    const Top top;
    State<Dual> s{Quaternion<Dual>(top.first.attitude), Vector3<Dual>(top.first.momentum)};
    s.momentum.y = Dual::variable(top.first.momentum.y, 2);
    Stepper<HeavyTop, Dual> stepper(named("multistep-16"), top.inertia<Dual>(), top.torque);
    const State<Dual> end = marched(stepper, s, 2, 500);
    const double delta = 1e-4;
    const auto shifted = [&](double by) {
        State<double> first = top.first;
        first.momentum.y += by;
        auto plain = top.stepper("multistep-16");
        return marched(plain, first, 2, 500);
    };
    const State<double> up = shifted(delta), down = shifted(-delta), here = shifted(0);
    EXPECT_NEAR(end.momentum.x.value, here.momentum.x, 1e-14);  // its start takes more sweeps
    EXPECT_NEAR(end.attitude.w.value, here.attitude.w, 1e-14);
    EXPECT_NEAR(end.momentum.x.slope[2], (up.momentum.x - down.momentum.x) / (2 * delta), 1e-6);
    EXPECT_NEAR(end.attitude.z.slope[2], (up.attitude.z - down.attitude.z) / (2 * delta), 1e-6);
    EXPECT_EQ(end.momentum.x.slope[1], 0);
}

TEST(Multistep, RunsOnLanes) {
    struct Here {};
    using Pack = core::Pack<2, Here>;
    const Top top;
    const Multistep method = named("multistep-12");
    System<Pack, HeavyTop> system{top.inertia<Pack>(), top.torque};
    State<Pack> s{Quaternion<Pack>(top.first.attitude), Vector3<Pack>(top.first.momentum)};
    s.momentum.x.set_lane(1, 0.5);
    auto memory = method.start(system, s, Pack(0.0));
    for (int n = 0; n < 400; ++n)
        EXPECT_TRUE(method.step(system, s, memory, Pack(n * 0.005), Pack(0.005)).ok());
    for (const int lane : {0, 1}) {
        State<double> first = top.first;
        if (lane == 1) first.momentum.x = 0.5;
        auto plain = top.stepper("multistep-12");
        const State<double> alone = marched(plain, first, 2, 400);
        EXPECT_NEAR(s.momentum.x.lane(lane), alone.momentum.x, 1e-13);
        EXPECT_NEAR(s.attitude.w.lane(lane), alone.attitude.w, 1e-13);
    }
    // a lane alone may be too fast
    s.momentum.z.set_lane(1, 1e4);
    auto anew = method.start(system, s, Pack(0.0));
    const Status status = method.step(system, s, anew, Pack(0.0), Pack(0.005));
    EXPECT_EQ(status.outcome, Outcome::step_too_long);
    EXPECT_EQ(status.lanes, 2u);
}

}  // namespace
}  // namespace polhode::test
