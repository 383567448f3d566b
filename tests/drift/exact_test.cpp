/// The exact flow: degenerate motions by name, and the properties of a flow.
#include "drift/flow_errors.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

using core::EulerTop;
using core::ExactDrift;
using core::Quaternion;
using Inertia = core::Inertia<double>;
using State = core::State<double>;

constexpr double epsilon = 2.2e-16;

State after(const Vec& moments, const Vec& momentum, double t) {
    return moved<double>({moments, momentum, t});
}

double distance(const Quaternion<double>& a, const Quaternion<double>& b) {
    return std::sqrt(norm2(Quaternion<double>{a.x - b.x, a.y - b.y, a.z - b.z, a.w - b.w}));
}

/// |Π|t/I_least, the angle by which errors are measured.
double angle(const Motion& m) {
    return std::abs(m.time) * core::norm(m.momentum) / std::min({m.moments.x, m.moments.y, m.moments.z});
}

template <class Check>
void for_every_motion(int samples, Check&& check) {
    for (const Row& row : free_motion_rows()) {
        std::mt19937_64 random(7);
        for (int i = 0; i < samples; ++i) {
            SCOPED_TRACE(row.name + ", sample " + std::to_string(i));
            check(row.sample(random));
            if (testing::Test::HasFatalFailure()) return;
        }
    }
}

// ------------------------------------------------------------------------------------------------ degenerate motions

/// Rotation about a principal axis: F = exp(tω), whichever axis, whichever way.
TEST(ExactDegenerate, PrincipalAxes) {
    for (int axis = 0; axis < 3; ++axis)
        for (const double size : {1.0, -1.0, 1e-30, -1e30})
            for (const double turn : {0.0, 1e-9, 0.3, -2.0, 40.0, 1e4}) {
                const Vec I{3, 1, 2};
                Vec P;
                P[axis] = size;
                const double t = turn * I[axis] / std::abs(size);
                const State end = after(I, P, t);
                EXPECT_EQ(end.momentum[axis], size);
                EXPECT_EQ(core::norm2(end.momentum), size * size);
                Vec v;
                v[axis] = t * size / I[axis];
                EXPECT_LE(distance(end.attitude, core::exp(v)), epsilon * (2 + 3 * std::abs(turn)));
            }
}

/// p = q and Π = (a, 0, a) lie on the separatrix to the last bit; then Π = (a/cosh, √2 a tanh, a/cosh). The
/// decaying components keep their relative accuracy.
TEST(ExactDegenerate, Separatrix) {
    const Vec I{12, 15, 20}, P{3, 0, 3};
    const double lambda = std::sqrt(2.0) * 3 / 60;
    for (const double u : {-30.0, -3.0, -0.1, 1e-5, 0.7, 5.0, 30.0, 150.0}) {
        const State end = after(I, P, u / lambda);
        const double tolerance = 1e-15 * (4 + 4 * std::abs(u));
        EXPECT_NEAR(end.momentum.x * std::cosh(u) / 3, 1, tolerance) << u;
        EXPECT_NEAR(end.momentum.z * std::cosh(u) / 3, 1, tolerance) << u;
        EXPECT_NEAR(end.momentum.y / std::sqrt(18.0), std::tanh(u), 1e-15) << u;
        EXPECT_NEAR(core::norm(core::to_space(end.attitude, end.momentum) - P), 0, 1e-14) << u;
    }
}

/// Dzhanibekov's nut: rotation about the middle axis, disturbed by 1e-8, turns over and back within one
/// period.
TEST(ExactDegenerate, DzhanibekovTurnsOver) {
    const Vec I{1, 2, 2.5}, P{1e-8, 1, 0};
    double least = 1;
    for (int i = 0; i < 800; ++i) least = std::min(least, after(I, P, 0.5 * i).momentum.y);
    EXPECT_LT(least, -0.999);
}

TEST(ExactDegenerate, SphericalBody) {
    const Vec P{1, -2, 0.5};
    for (const double t : {0.1, -3.0, 50.0}) {
        const State end = after({0.7, 0.7, 0.7}, P, t);
        EXPECT_EQ(core::norm(end.momentum - P), 0);
        EXPECT_LE(distance(end.attitude, core::exp((t / 0.7) * P)), epsilon * (2 + 4 * std::abs(t)));
    }
}

/// F = exp(tΠ/I⊥) exp(t(1/Iₐ − 1/I⊥)Πₐeₐ), by the general code too, whichever the axis, prolate or oblate.
TEST(ExactDegenerate, SymmetricBodyByTheGeneralCode) {
    double worst = 0;
    for (const Row& row : free_motion_rows()) {
        if (row.name.rfind("symmetric", 0) != 0 && row.name.rfind("spherical", 0) != 0) continue;
        std::mt19937_64 random(11);
        for (int i = 0; i < 400; ++i) {
            const Motion m = row.sample(random);
            const core::Inertia<double> inertia = inertia_of<double>(m);
            if (!core::SymmetricTop<double>::fits(inertia)) continue;
            const auto a = core::symmetric_step(core::SymmetricTop<double>(inertia), m.momentum, m.time);
            const auto b = core::general_step(EulerTop<double>(inertia), m.momentum, m.time);
            const Quaternion<double> F = core::advanced(Quaternion<double>(), b.rotation);
            worst = larger(worst, distance(a.rotation, F) / (1 + angle(m)));
            worst =
                larger(worst, core::norm(a.momentum - b.momentum) / core::norm(m.momentum) / (1 + angle(m)));
        }
    }
    EXPECT_LE(worst, 8e-16);
}

TEST(ExactDegenerate, AtRest) {
    const State end = after({1, 2, 2.5}, {0, 0, 0}, 10);
    EXPECT_EQ(distance(end.attitude, {}), 0);
    EXPECT_EQ(core::norm(end.momentum), 0);
    // what squares to zero is at rest
    EXPECT_LE(distance(after({1, 2, 2.5}, {1e-170, 2e-170, 0}, 10).attitude, {}), 1e-160);
}

TEST(ExactDegenerate, ZeroTime) {
    for_every_motion(20, [](Motion m) {
        m.time = 0;
        const State end = moved<double>(m);
        EXPECT_EQ(core::norm(end.attitude.vector()), 0);
        EXPECT_NEAR(end.attitude.w, 1, epsilon);
        EXPECT_EQ(core::norm(end.momentum - m.momentum), 0);
    });
}

/// No endless loop: there is no answer, and it says so.
TEST(ExactDegenerate, InfiniteTimeGivesNaN) {
    for (const double t : {HUGE_VAL, -HUGE_VAL, std::nan("")}) {
        EXPECT_TRUE(std::isnan(after({1, 2, 2.5}, {1, 1, 1}, t).attitude.w));
        EXPECT_TRUE(std::isnan(after({1, 2, 2}, {1, 1, 1}, t).attitude.w));
        EXPECT_TRUE(std::isnan(after({1, 2, 2.5}, {1, 1, 1}, t).momentum.x));
    }
}

/// The moments may come in any order: the motion is the same, relabelled.
TEST(ExactDegenerate, EveryOrderOfTheMoments) {
    const Vec I{1, 1.5, 2.2};
    for (const Vec& P : {Vec{1, 0.3, -0.2}, {-0.1, 0.4, 1.3}, {0.6, -1.1, 0.5}, {-0.6, 0.2, -1.1}})
        for (const double t : {0.05, 3.0, -8.0}) {
            const State straight = after(I, P, t);
            const auto cyclic = [](const Vec& v) -> Vec { return {v.z, v.x, v.y}; };
            const auto mirror = [](const Vec& v) -> Vec { return {v.y, v.x, -v.z}; };  // a half turn
            const auto expect_same = [&](const State& a, const auto& map) {
                EXPECT_LE(core::norm(a.momentum - map(straight.momentum)), 4e-15);
                EXPECT_LE(core::norm(a.attitude.vector() - map(straight.attitude.vector())), 1e-14);
                EXPECT_NEAR(a.attitude.w, straight.attitude.w, 1e-14);
            };
            const auto twice = [&](const Vec& v) { return cyclic(cyclic(v)); };
            const Vec J{I.y, I.x, I.z};
            expect_same(after(cyclic(I), cyclic(P), t), cyclic);
            expect_same(after(twice(I), twice(P), t), twice);
            expect_same(after(J, mirror(P), t), mirror);
            expect_same(after(cyclic(J), cyclic(mirror(P)), t),
                        [&](const Vec& v) { return cyclic(mirror(v)); });
            expect_same(after(twice(J), twice(mirror(P)), t), [&](const Vec& v) { return twice(mirror(v)); });
        }
}

// ------------------------------------------------------------------------------------------------ properties of a flow

TEST(ExactFlow, ConservesEnergyAndMomentum) {
    for_every_motion(100, [](const Motion& m) {
        const State end = moved<double>(m);
        const Inertia inertia = inertia_of<double>(m);
        const double size = core::norm(m.momentum), E = inertia.kinetic_energy(m.momentum);
        EXPECT_NEAR(core::norm(end.momentum) / size, 1, 3 * epsilon);
        EXPECT_LE(core::norm(core::to_space(end.attitude, end.momentum) - m.momentum), 12 * epsilon * size);
        EXPECT_NEAR(inertia.kinetic_energy(end.momentum) / E, 1, epsilon * (40 + angle(m)));
        EXPECT_NEAR(core::norm2(end.attitude), 1, 4 * epsilon);
    });
}

TEST(ExactFlow, IsUndoneByTheOppositeTime) {
    for_every_motion(50, [](const Motion& m) {
        if (angle(m) > 20) return;  // what the separatrix amplifies comes back amplified
        const State end = moved<double>(m);
        State back = end;
        ExactDrift{}(inertia_of<double>(m), back, -m.time);
        EXPECT_LE(core::norm(back.momentum - m.momentum), 1e-12 * core::norm(m.momentum));
        EXPECT_LE(distance(back.attitude, {}), 1e-12);
    });
}

/// at(t₁ + t₂) = at(t₂) ∘ at(t₁), the signs of the quaternions included.
TEST(ExactFlow, IsAGroup) {
    for_every_motion(50, [](Motion m) {
        if (angle(m) > 20) return;
        const State whole = moved<double>(m);
        State parts{{}, m.momentum};
        ExactDrift{}(inertia_of<double>(m), parts, 0.375 * m.time);
        ExactDrift{}(inertia_of<double>(m), parts, 0.625 * m.time);
        EXPECT_LE(core::norm(parts.momentum - whole.momentum), 1e-11 * core::norm(m.momentum));
        EXPECT_LE(distance(parts.attitude, whole.attitude), 1e-11);
    });
}

/// Of q and −q, the one that continues from the start: no flip along any motion.
TEST(ExactFlow, NeverFlipsTheSignOfTheQuaternion) {
    for_every_motion(4, [](Motion m) {
        const double size = core::norm(m.momentum), least = std::min({m.moments.x, m.moments.y, m.moments.z});
        const double step = (m.time < 0 ? -0.5 : 0.5) * least / size;
        Quaternion<double> before;
        for (int i = 1; i <= 400; ++i) {
            m.time = i * step;
            const Quaternion<double> q = moved<double>(m).attitude;
            ASSERT_GT(q.x * before.x + q.y * before.y + q.z * before.z + q.w * before.w, 0.9) << "step " << i;
            before = q;
        }
    });
}

TEST(ExactFlow, TheMomentumAloneIsTheSame) {
    for_every_motion(50, [](const Motion& m) {
        const EulerTop<double> top(inertia_of<double>(m));
        const Vec alone = core::free_momentum(top, m.momentum, m.time), full = moved<double>(m).momentum;
        const Vec truth{static_cast<double>(moved<Quad>(m).momentum.x),
                        static_cast<double>(moved<Quad>(m).momentum.y),
                        static_cast<double>(moved<Quad>(m).momentum.z)};
        const double size = core::norm(m.momentum);
        EXPECT_LE(core::norm(alone - truth), 4 * core::norm(full - truth) + 1e-15 * (4 + angle(m)) * size);
    });
}

/// Rounding over a million steps: |Π|, L and E stay within a few 1e-13; E somewhat more where, on a periodic
/// orbit, the same rounding comes back at every turn.
TEST(ExactFlow, DoesNotDriftInAMillionSteps) {
    const Inertia inertia(Vec{5, 4, 3});
    for (const auto& [h, energy_bound] : {std::pair{0.4, 5e-13}, {0.1, 7e-12}}) {
        State s{{}, {-1, 0, 2}};
        const Vec L = s.momentum;
        const double M = core::norm(L), E = inertia.kinetic_energy(L);
        double length = 0, energy = 0, momentum = 0;
        for (int i = 0; i < 1000000; ++i) {
            ExactDrift{}(inertia, s, h);
            if (i % 16 != 0) continue;
            length = larger(length, std::abs(core::norm(s.momentum) / M - 1));
            energy = larger(energy, std::abs(inertia.kinetic_energy(s.momentum) / E - 1));
            momentum = larger(momentum, core::norm(core::to_space(s.attitude, s.momentum) - L) / M);
        }
        EXPECT_LE(length, 6e-13) << h;
        EXPECT_LE(momentum, 6e-13) << h;
        EXPECT_LE(energy, energy_bound) << h;
    }
}

/// One step, however long, reaches the states that two high-order integrators agree on.
TEST(ExactFlow, ReachesTheReferenceStatesInOneStep) {
    for (const auto& [name, bound] :
         {std::pair{"free-body", 3e-13}, {"free-543", 1e-12}, {"buss-prism", 3e-13}}) {
        const Problem& p = problem(name);
        for (const ReferenceState& r : p.references) {
            State s = core::to_principal(p.initial, core::from_eigen(p.body.principal_axes()));
            ExactDrift{}(Inertia(core::from_eigen(p.body.moments())), s, r.time);
            const State expected = core::to_principal(r.state, core::from_eigen(p.body.principal_axes()));
            EXPECT_LE(attitude_angle(s.attitude, expected.attitude), bound) << name << " at t = " << r.time;
            EXPECT_LE(core::norm(s.momentum - expected.momentum), bound) << name << " at t = " << r.time;
        }
    }
}

}  // namespace
}  // namespace polhode::test
