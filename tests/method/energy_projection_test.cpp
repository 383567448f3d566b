/// The projection onto an energy: the kernel against the formulas as they are printed, what it keeps, where
/// it has no solution and says so; then as a part of any method.
#include "polhode/method/energy_projection.hpp"

#include "io/run_summary.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/so3/rotation.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <random>
#include <string>

namespace polhode::test {
namespace {

using Vec = core::Vector3<double>;
using State = core::State<double>;

/// Buss (2001), section 4, step by step: ρ on the inertia ellipsoid, its squares along n, a rotation by an
/// arc.
State by_the_book(const core::Inertia<double>& inertia, const State& state, double energy) {
    const Vec J = inertia.moments, P = state.momentum, nu = inertia.solve(P);
    const double size = std::sqrt(dot(nu, P));
    const Vec rho = (1 / size) * nu;
    const double a = rho.x * rho.x, b = rho.y * rho.y, c = rho.z * rho.z;
    const Vec alpha{J.y * J.z * (J.z - J.y) * b * c, J.x * J.z * (J.x - J.z) * a * c,
                    J.x * J.y * (J.y - J.x) * a * b};
    const Vec n = cross(alpha, J), J2 = hadamard(J, J);
    const double t = (norm2(P) / (2 * energy) - dot(J2, Vec(a, b, c))) / dot(J2, n);
    const Vec moved{std::copysign(std::sqrt(a + t * n.x), rho.x),
                    std::copysign(std::sqrt(b + t * n.y), rho.y),
                    std::copysign(std::sqrt(c + t * n.z), rho.z)};
    const Vec tau = inertia * moved, u = cross(tau, P);
    const double angle = std::atan2(norm(u), dot(tau, P));
    const core::Quaternion<double> f = core::exp((angle / norm(u)) * u);
    return {state.attitude * f, to_body(f, P)};
}

struct Case {
    core::Inertia<double> inertia;
    State state;
};

Case random_case(std::mt19937& random) {
    std::normal_distribution<double> normal;
    std::uniform_real_distribution<double> uniform(0.1, 1);
    const double x = uniform(random), y = uniform(random), z = uniform(random);
    const auto vector = [&] { return Vec{normal(random), normal(random), normal(random)}; };
    return {core::Inertia<double>({y + z, x + z, x + y}), {core::exp(vector()), vector()}};
}

TEST(EnergyProjection, IsBussFormulaInShorterForm) {
    std::mt19937 random(1);
    int solved = 0;
    for (int i = 0; i < 2000; ++i) {
        const Case c = random_case(random);
        const double K = c.inertia.kinetic_energy(c.state.momentum),
                     missing = (i % 2 == 0 ? 0.01 : -0.03) * K;
        State s = c.state;
        const State book = by_the_book(c.inertia, c.state, K + missing);
        if (!turn_to_kinetic_energy(c.inertia, s, missing)) {
            EXPECT_FALSE(std::isfinite(book.momentum.x + book.momentum.y + book.momentum.z));
            continue;
        }
        ++solved;
        EXPECT_NEAR(c.inertia.kinetic_energy(s.momentum), K + missing, 1e-14 * K);
        EXPECT_LT(norm(to_space(s.attitude, s.momentum) - to_space(c.state.attitude, c.state.momentum)),
                  2e-15 * norm(s.momentum));
        // the book's form loses digits where the body rotates nearly about a principal axis
        EXPECT_LT(norm(s.momentum - book.momentum), 1e-9 * norm(s.momentum));
        EXPECT_LT(attitude_angle(book.attitude, s.attitude), 1e-9);
    }
    EXPECT_GT(solved, 1500);
}

TEST(EnergyProjection, TurnsByTheSmallestRotation) {
    std::mt19937 random(2);
    for (int i = 0; i < 200; ++i) {
        const Case c = random_case(random);
        State s = c.state;
        if (!turn_to_kinetic_energy(c.inertia, s, 0.01 * c.inertia.kinetic_energy(s.momentum))) continue;
        const Vec turned = core::log(core::conjugate(c.state.attitude) * s.attitude);
        EXPECT_LT(std::abs(dot(turned, s.momentum)), 1e-14 * norm(s.momentum));
    }
}

/// A correction far below the rounding of the momentum's squares is still made in the right direction, not
/// lost.
TEST(EnergyProjection, LosesNothingOfASmallCorrection) {
    const core::Inertia<long double> inertia({5, 4, 3});
    const core::State<long double> start{{}, {-1, 0.5L, 2}};
    core::State<long double> big = start, small = start;
    ASSERT_TRUE(turn_to_kinetic_energy(inertia, big, 1e-6L));
    ASSERT_TRUE(turn_to_kinetic_energy(inertia, small, 1e-12L));
    const auto first = core::log(big.attitude), second = core::log(small.attitude);
    EXPECT_LT(norm(first - 1e6L * second), 1e-5L * norm(first));
}

TEST(EnergyProjection, KeepsZerosAndSigns) {
    const core::Inertia<double> inertia({5, 4, 3});
    State s{{}, {-1, 0, 2}};
    const double K = inertia.kinetic_energy(s.momentum);
    ASSERT_TRUE(turn_to_kinetic_energy(inertia, s, 0.01 * K));
    EXPECT_EQ(s.momentum.y, 0);
    EXPECT_LT(s.momentum.x, 0);
    EXPECT_GT(s.momentum.z, 0);
    EXPECT_NEAR(inertia.kinetic_energy(s.momentum), 1.01 * K, 1e-15);
}

/// Bodies with two equal moments, in every place: the energy depends on the component along the axis alone.
TEST(EnergyProjection, WorksOnSymmetricBodies) {
    for (const Vec& moments : {Vec{5, 5, 1}, Vec{5, 3, 5}, Vec{2, 3, 3}}) {
        const core::Inertia<double> inertia(moments);
        State s{core::exp(Vec{0.1, 0.2, 0.3}), {0.3, -0.7, 0.5}};
        const double K = inertia.kinetic_energy(s.momentum);
        ASSERT_TRUE(turn_to_kinetic_energy(inertia, s, -0.01 * K));
        EXPECT_NEAR(inertia.kinetic_energy(s.momentum), 0.99 * K, 1e-15);
    }
}

/// Where there is no such attitude: it says so, and the state stays as it is, bit for bit.
TEST(EnergyProjection, SaysWhereThereIsNoSolution) {
    const core::Quaternion<double> q = core::exp(Vec{0.1, 0.2, 0.3});
    const auto refuses = [&](const Vec& moments, const Vec& momentum, double change) {
        const core::Inertia<double> inertia(moments);
        const State before{q, momentum};
        State s = before;
        const bool turned = turn_to_kinetic_energy(inertia, s, change * inertia.kinetic_energy(momentum));
        return !turned && s.attitude.x == q.x && s.attitude.w == q.w && norm(s.momentum - momentum) == 0;
    };
    EXPECT_TRUE(refuses({2, 2, 2}, {1, 2, 3}, 1e-3))
        << "a spherical body: its energy is that of its momentum";
    EXPECT_TRUE(refuses({5, 4, 3}, {0, 0, 2}, 1e-3))
        << "rotation about a principal axis: no direction to turn";
    EXPECT_TRUE(refuses({5, 4, 3}, {0, 0, 0}, 1e-3)) << "at rest";
    EXPECT_TRUE(refuses({5, 4, 3}, {1, 0.5, 2}, 0.5)) << "more than |L|²/2I with the smallest moment";
    EXPECT_TRUE(refuses({5, 4, 3}, {1, 0.5, 2}, -0.5)) << "less than with the largest";
    EXPECT_TRUE(refuses({5, 5, 1}, {0, 0, 2}, -1e-3)) << "a symmetric body about its axis";
}

// --- the tilt, where Buss' line has no solution -------------------------------------------------------------

/// Every energy that an attitude with this L has is met, from every direction; the plane of the tilt is that of Π
/// and of the axis it is tilted to.
TEST(EnergyTilt, MeetsEveryEnergyThatThereIs) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> part(0, 1);
    for (int i = 0; i < 2000; ++i) {
        const Case c = random_case(random);
        const Vec &I = c.inertia.moments, P = c.state.momentum;
        const double P2 = norm2(P), K = c.inertia.kinetic_energy(P),
                     least = P2 / (2 * std::max({I.x, I.y, I.z})),
                     most = P2 / (2 * std::min({I.x, I.y, I.z})),
                     energy = least + part(random) * (most - least);
        State s = c.state;
        ASSERT_TRUE(tilt_to_kinetic_energy(c.inertia, s, energy - K));
        EXPECT_NEAR(c.inertia.kinetic_energy(s.momentum), energy, 4e-15 * most);
        EXPECT_LT(norm(to_space(s.attitude, s.momentum) - to_space(c.state.attitude, P)), 4e-15 * norm(P));
        int axis = 0;
        for (int j = 1; j < 3; ++j)
            if (energy > K ? I[j] < I[axis] : I[j] > I[axis]) axis = j;
        Vec e;
        e[axis] = 1;
        EXPECT_LT(std::abs(dot(s.momentum, cross(P, e))), 1e-14 * P2) << "out of the plane";
        EXPECT_GT(std::abs(s.momentum[axis]), std::abs(P[axis])) << "away from the axis";
        EXPECT_GE(s.momentum[axis] * P[axis], 0) << "the other end of the axis";
    }
}

/// Where the line has none: about a principal axis, and where a square would be negative.
TEST(EnergyTilt, MeetsEnergiesThatBussLineDoesNot) {
    const core::Inertia<double> inertia({5, 4, 3});
    for (const auto& [momentum, part] : {std::pair(Vec{2, 0, 0}, 0.3),
                                         {Vec{0, 2, 0}, 0.1},
                                         {Vec{0, 2, 0}, -0.1},
                                         {Vec{0, 0, -2}, -0.2},
                                         {Vec{1, 0.5, 1}, 0.255},
                                         {Vec{1, -0.5, 1}, -0.24}}) {
        const State before{core::exp(Vec{0.1, 0.2, 0.3}), momentum};
        const double missing = part * inertia.kinetic_energy(momentum);
        State s = before;
        EXPECT_FALSE(turn_to_kinetic_energy(inertia, s, missing));
        EXPECT_TRUE(tilt_to_kinetic_energy(inertia, s, missing));
        EXPECT_NEAR(inertia.kinetic_energy(s.momentum), (1 + part) * inertia.kinetic_energy(momentum), 1e-15);
        EXPECT_NEAR(norm(s.momentum), norm(momentum), 1e-15);
    }
}

TEST(EnergyTilt, SaysWhereThereIsNoSuchEnergy) {
    for (const auto& [momentum, part] : {std::pair(Vec{1, 0.5, 2}, 0.5),
                                         {Vec{1, 0.5, 2}, -0.5},
                                         {Vec{0, 0, 2}, 1e-3},
                                         {Vec{2, 0, 0}, -1e-3},
                                         {Vec{}, 0.1}}) {
        const core::Inertia<double> inertia({5, 4, 3});
        State s{{}, momentum};
        const double missing = norm(momentum) > 0 ? part * inertia.kinetic_energy(momentum) : part;
        EXPECT_FALSE(tilt_to_kinetic_energy(inertia, s, missing));
        EXPECT_EQ(norm(s.momentum - momentum), 0);
        EXPECT_EQ(s.attitude.w, 1);
    }
    State s{{}, {1, 2, 3}};
    EXPECT_FALSE(tilt_to_kinetic_energy(core::Inertia<double>({2, 2, 2}), s, 1e-3)) << "a sphere";
}

// --- with a potential --------------------------------------------------------------------------------------------

/// H = K + z: what a heavy top's energy lacks of a target.
struct Top {
    core::Inertia<double> inertia{{1, 2, 3}};
    double energy(const State& s) const {
        return inertia.kinetic_energy(s.momentum) + to_body(s.attitude, Vec{0, 0, 1}).z;
    }
    Vec rate(const State& s) const {
        return cross(s.momentum, inertia.solve(s.momentum))
             + cross(to_body(s.attitude, Vec{0, 0, 1}), Vec{0, 0, 1});
    }
    bool turn_to(State& s, double target, double most = 1) const {
        return turn_to_energy(s, rate(s), [&](const State& x) { return target - energy(x); }, 1e-15, most);
    }
};

TEST(EnergyProjection, MeetsTheTotalEnergyUnderATorque) {
    std::mt19937 random(3);
    std::normal_distribution<double> normal;
    const Top top;
    int solved = 0;
    for (int i = 0; i < 500; ++i) {
        const State before = random_case(random).state;
        const double target = top.energy(before) + 0.01 * normal(random);
        State s = before;
        if (!top.turn_to(s, target)) continue;
        ++solved;
        EXPECT_NEAR(top.energy(s), target, 16e-15);
        EXPECT_LT(norm(to_space(s.attitude, s.momentum) - to_space(before.attitude, before.momentum)),
                  2e-15 * norm(s.momentum));
    }
    EXPECT_GT(solved, 480);
}

/// A top that stands still upside down, and one that rotates about the vertical: turning changes nothing to
/// first order.
TEST(EnergyProjection, SaysWhereTurningDoesNotHelp) {
    const Top top;
    for (const Vec& momentum : {Vec{0, 0, 0}, Vec{0, 0, 3}}) {
        const State before{{}, momentum};
        State s = before;
        EXPECT_FALSE(top.turn_to(s, top.energy(before) + 1e-3));
        EXPECT_EQ(norm(s.momentum - momentum), 0);
        EXPECT_EQ(s.attitude.w, 1);
        EXPECT_TRUE(top.turn_to(s, top.energy(before))) << "nothing to do";
    }
    State s{core::exp(Vec{0.3, 0.1, 0}), {1, 2, 3}};
    EXPECT_FALSE(top.turn_to(s, top.energy(s) + 0.05, 1e-4)) << "further than allowed";
}

// --- after every step of a method ----------------------------------------------------------------------------------

std::string complaint(const std::function<void()>& action) {
    try {
        action();
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(ProjectedMethods, KeepTheTotalEnergyOfATorquedBody) {
    for (const char* problem_name : {"slow-top", "fast-top", "soft-wall", "heavy-top-123", "satellite"})
        for (const char* name : {"mr2-123+energy", "rkmk-rk4+energy", "liemid-ea+energy", "abm4-naive+energy",
                                 "euler-forward-m+energy", "rkn4(mr2-231)+energy"}) {
            const Problem& p = problem(problem_name);
            const Result r =
                simulate(p, {.method = name, .steps = StepCount{500}, .end = 500 * p.defaults.step});
            EXPECT_EQ(r.missed_projections, 0) << name << " on " << p.name;
            EXPECT_LE(r.conservation.energy->max_error,
                      1e-14 * (p.body.kinetic_energy(p.initial) + std::abs(*r.energy_initial)))
                << name << " on " << p.name;
        }
}

/// The first-order method that spirals outwards keeps the energy with it, over a long run too, and with it
/// the momentum.
TEST(ProjectedMethods, DoNotDrift) {
    const Problem& p = problem("free-body");
    const Result plain = simulate(p, {.method = "euler-forward-m", .steps = FixedStep{0.01}, .end = 1000}),
                 kept =
                     simulate(p, {.method = "euler-forward-m+energy", .steps = FixedStep{0.01}, .end = 1000});
    EXPECT_GT(plain.conservation.energy->max_error, 1e-2);
    EXPECT_LT(kept.conservation.energy->max_error, 2e-15);
    EXPECT_LT(kept.conservation.momentum->max_error, 1e-12);
    EXPECT_EQ(kept.missed_projections, 0);
}

/// The energy is that of the run's start, not of the step before, however the run is taken: by steps or
/// marched, observed or not; another state starts another run.
TEST(ProjectedMethods, RememberTheEnergyOfTheStart) {
    const Problem& p = problem("slow-top");
    const Method& m = method("mr2-123+energy");
    const core::TimeGrid<double> grid{0, 0.02};
    const auto seen = m.on_double(p.body, p.torque), unseen = m.on_double(p.body, p.torque);
    core::State<double> a = core::to_principal(p.initial, {}), b = a;
    const double start = *seen->invariants(a, 0).energy;
    core::Watch<double> watch(seen->invariants(a, 0), {});
    EXPECT_EQ(seen->march(a, grid, 0, 300, watch).first, 300);
    EXPECT_EQ(unseen->march(b, grid, 0, 300).first, 300);
    EXPECT_EQ(norm(a.momentum - b.momentum), 0);
    EXPECT_LT(watch.max_energy_error, 1e-13);
    EXPECT_NEAR(*unseen->invariants(b, 0).energy, start, 1e-13);

    b.momentum.x += 0.1;
    const double other = *unseen->invariants(b, 0).energy;
    EXPECT_GT(std::abs(other - start), 1e-4);
    ASSERT_TRUE(unseen->step(b, grid.at(300), grid.step).ok());
    EXPECT_NEAR(*unseen->invariants(b, 0).energy, other, 1e-13);
}

/// A multi-step method keeps its history: three steps to start, in the whole run.
TEST(ProjectedMethods, KeepTheHistoryOfAMultiStepMethod) {
    const Problem& p = problem("slow-top");
    const Result r = simulate(p, {.method = "abm4-naive+energy", .steps = StepCount{1000}});
    EXPECT_EQ(r.torque_evaluations, 1000 * (2 + 1) + 3 * 2);
}

/// Bodies for which nothing can be done, and nothing needs to be: no step is counted as missed.
TEST(ProjectedMethods, HaveNothingToDoOnASphereOrAPrincipalAxis) {
    for (const Eigen::Vector3d& moments : {Eigen::Vector3d(2, 2, 2), Eigen::Vector3d(3, 4, 5)}) {
        Integrator body("mr2-123+energy", Body::from_moments(moments));
        polhode::State s{Eigen::Quaterniond(0.8, 0, 0.6, 0), {0, 0, 2}};
        if (moments.x() == moments.z()) s.momentum = {1, 2, 3};
        for (int n = 0; n < 1000; ++n) body.step(s, n * 0.1, 0.1);
        EXPECT_EQ(body.missed_projections(), 0);
    }
}

/// Far too large steps: energies that no attitude has. They are counted, and the run says so.
TEST(ProjectedMethods, CountTheStepsTheyMiss) {
    const Result r =
        simulate(problem("slow-top"), {.method = "euler-forward-m+energy", .steps = FixedStep{0.1}});
    EXPECT_GT(r.missed_projections, 0);
    EXPECT_TRUE(std::isfinite(r.final_state.momentum.norm()));
    EXPECT_NE(projection_note(r).find("had no solution in "), std::string::npos);
    EXPECT_NE(projection_note(r).find(" of 200 steps"), std::string::npos);
    EXPECT_EQ(projection_note(simulate(problem("slow-top"), {.method = "mr2-123+energy"})), "");
}

/// Free bodies in steps of more than a radian: Buss' line has no solution in some of them, and the body is tilted.
/// Energy and momentum are kept in all of them.
TEST(ProjectedMethods, TiltAFreeBodyWhereBussLineHasNoSolution) {
    struct Row {
        const char* name;
        Eigen::Vector3d moments, momentum;
    };
    for (const Row& row :
         {Row{"buss2+energy", {1, 2, 3}, {0.3, 2, 0.2}}, Row{"buss3+energy", {1, 2, 3}, {1, 1, 1}},
          Row{"buss1+energy", {3, 2, 1.2}, {0.3, 2, 0.2}},
          Row{"euler-forward-m+energy", {3, 2, 1.2}, {0.3, 2, 0.2}}}) {
        const Problem p{"",
                        "",
                        Body::from_moments(row.moments),
                        core::NoTorque{},
                        {Eigen::Quaterniond::Identity(), row.momentum},
                        {600, 2},
                        {}};
        const Result r = simulate(p, {.method = row.name, .steps = StepCount{300}, .end = 600});
        EXPECT_GT(r.missed_projections, 10) << row.name;
        EXPECT_LT(r.missed_projections, 300) << row.name;
        EXPECT_LT(r.conservation.energy->max_error, 1e-14 * *r.energy_initial) << row.name;
        EXPECT_LT(r.conservation.momentum->max_error, 1e-13) << row.name;
    }
}

TEST(ProjectedMethods, RefuseAPotentialThatDependsOnTime) {
    const Body body = Body::from_moments({3, 4, 5});
    CustomTorque driven =
        body_torque([](double, const Eigen::Quaterniond&) -> Eigen::Vector3d { return {0, 0, 0}; });
    driven.potential = [](double t, const Eigen::Quaterniond&) { return t; };
    Integrator stepped("se+energy", body, driven);
    polhode::State s{Eigen::Quaterniond::Identity(), {1, 2, 3}};
    EXPECT_NE(complaint([&] { stepped.step(s, 0, 0.1); }).find("changes with time"), std::string::npos);
}

TEST(ProjectedMethods, RefuseATorqueWithoutPotentialBeyondTheOrderOfTheWork) {
    const Body body = Body::from_moments({3, 4, 5});
    const core::ConstantBodyTorque push{{1, 0, 0}};
    EXPECT_EQ(
        complaint([&] { Integrator("gauss-16+energy", body, push); }),
        "method \"gauss-16+energy\" keeps the energy, and its torque has no potential: its work is found to "
        "order 10, less than the method's; use \"gauss-16\"");
    EXPECT_EQ(complaint([&] { Integrator("rkmk-gauss8+energy", body, push); }), "accepted");
}

/// A function of the user's own is counted once per call.
TEST(ProjectedMethods, CountTheCallsOfAFunction) {
    long calls = 0;
    CustomTorque weight = space_torque([&](double, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
        ++calls;
        return -(q * Eigen::Vector3d::UnitZ()).cross(Eigen::Vector3d::UnitZ());
    });
    weight.potential = [](double, const Eigen::Quaterniond& q) { return (q * Eigen::Vector3d::UnitZ()).z(); };
    const Problem& p = problem("heavy-top-123");
    Integrator own("rkmk-rk4+energy", p.body, weight), built_in("rkmk-rk4+energy", p.body, p.torque);
    polhode::State a = p.initial, b = a;
    for (int n = 0; n < 50; ++n) {
        own.step(a, n * 0.05, 0.05);
        built_in.step(b, n * 0.05, 0.05);
    }
    EXPECT_EQ(own.torque_evaluations(), calls);
    EXPECT_EQ(built_in.torque_evaluations(), 50 * (4 + 1));
    EXPECT_LT((a.momentum - b.momentum).norm(), 1e-11);
    EXPECT_NEAR(*own.energy(a), *own.energy(p.initial), 1e-13);
}

TEST(ProjectedMethods, HaveNames) {
    EXPECT_EQ(method("newmark-so3+energy").sheet.name, "liemid-ea+energy");
    EXPECT_EQ(method("rkmk-gauss8+energy").sheet.order_attitude, 8);
    EXPECT_EQ(&method("se+energy"), &method("se+energy"));
    EXPECT_NE(complaint([] { method("se+energy+energy"); }).find("has +energy twice"), std::string::npos);
    EXPECT_EQ(complaint([] {
                  method("liemid-eb+energy");
              }).rfind("method \"liemid-eb\" is not in the catalogue", 0),
              0U);
    EXPECT_NE(complaint([] { method("+energy"); }), "accepted");
}

}  // namespace
}  // namespace polhode::test
