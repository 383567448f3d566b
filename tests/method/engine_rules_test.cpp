/// The update rules of game engines: the equations that their descriptions state, and what becomes of a free body.
#include "polhode/so3/normalised.hpp"
#include "support/property_problems.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <array>
#include <cmath>
#include <string_view>

namespace polhode::test {
namespace {

using core::cross, core::dot, core::norm, core::norm2, core::to_body, core::to_space;

constexpr double round_off = 2e-17;
constexpr std::array names{"engine-euler", "engine-clamped", "engine-implicit", "engine-stabilised"};

struct Case {
    const Problem& problem;
    ExtendedState start;
    Extended h;
};

std::vector<Case> cases() {
    std::vector<Case> all;
    std::mt19937 random(2015);
    for (const auto& [name, h] : {std::pair("free-body", 0.4), {"free-543", 0.3}, {"slow-top", 0.15}})
        for (int i = 0; i < 5; ++i)
            all.push_back({problem(name), random_state<Extended>(problem(name), random), Extended(h)});
    return all;
}

ExtendedVector velocity(const Case& c, const ExtendedVector& momentum) {
    const Eigen::Vector3d m = c.problem.body.moments();
    return {momentum.x / m.x(), momentum.y / m.y(), momentum.z / m.z()};
}
ExtendedVector inertia_times(const Case& c, const ExtendedVector& w) {
    const Eigen::Vector3d m = c.problem.body.moments();
    return {w.x * m.x(), w.y * m.y(), w.z * m.z()};
}
ExtendedVector torque(const Case& c) {
    return method("liemid-ea").on_long_double(c.problem.body, c.problem.torque)->torque(0, c.start);
}
ExtendedState after_step(const char* name, const Case& c) {
    return stepped(name, c.problem, c.start, 0, c.h);
}
double relative(const ExtendedVector& difference, const ExtendedVector& to) {
    return static_cast<double>(norm(difference) / norm(to));
}
/// Π after the gyroscopic term alone.
ExtendedVector coasted(const char* name, const Case& c) {
    return after_step(name, c).momentum - c.h * torque(c);
}

/// g(ω) = Iω + hω×Iω − Iω₀ is quadratic: after one Newton step Δ from ω₀ what is left of it is hΔ×IΔ, and after
/// nothing else.
TEST(EngineRules, ImplicitIsOneNewtonStepOfTheImplicitEquation) {
    for (const Case& c : cases()) {
        const ExtendedVector after = coasted("engine-implicit", c), w1 = velocity(c, after);
        const ExtendedVector change = w1 - velocity(c, c.start.momentum);
        const ExtendedVector left = after + c.h * cross(w1, after) - c.start.momentum;
        EXPECT_LE(relative(left - c.h * cross(change, inertia_times(c, change)), c.start.momentum),
                  round_off);
    }
}

/// Iω₁ = Iω₀ + hΠ₀×ω₁
TEST(EngineRules, StabilisedSolvesTheEquationLinearInTheNewVelocity) {
    for (const Case& c : cases()) {
        const ExtendedVector after = coasted("engine-stabilised", c);
        const ExtendedVector expected = c.start.momentum + c.h * cross(c.start.momentum, velocity(c, after));
        EXPECT_LE(relative(after - expected, c.start.momentum), round_off);
    }
}

TEST(EngineRules, ClampedHasTheLengthOfBeforeAndTheDirectionOfTheExplicitTerm) {
    for (const Case& c : cases()) {
        const ExtendedVector after = coasted("engine-clamped", c), step = coasted("engine-euler", c);
        EXPECT_LE(std::abs(static_cast<double>(norm(after) / norm(c.start.momentum) - 1)), round_off);
        EXPECT_LE(relative(cross(after, step), norm(after) * step), round_off);
        EXPECT_GT(dot(after, step), 0);
    }
}

TEST(EngineRules, ExplicitAddsTheGyroscopicTermOfTheStart) {
    for (const Case& c : cases()) {
        const ExtendedVector expected =
            c.start.momentum + c.h * cross(c.start.momentum, velocity(c, c.start.momentum));
        EXPECT_LE(relative(coasted("engine-euler", c) - expected, c.start.momentum), round_off);
    }
}

/// As engines do it: the velocity in space axes does not change while the body is turned at it, and the
/// quaternion is q₀ + ½h ω q₀, normalised, or exp(hω) q₀.
TEST(EngineRules, TurnsTheBodyAtTheNewVelocityKeptInSpace) {
    for (const Case& c : cases())
        for (const char* name : names) {
            const ExtendedState end = after_step(name, c);
            const ExtendedVector w = to_space(end.attitude, velocity(c, end.momentum));
            core::Quaternion<Extended> turn = core::exp(c.h * w);
            if (name == names.front()) turn = {c.h / 2 * w, 1};
            const core::Quaternion<Extended> q = core::normalised(turn * c.start.attitude);
            EXPECT_LE(attitude_angle(end.attitude, q), round_off) << name;
            // in the axes of before, too: the turn is about ω
            EXPECT_LE(relative(to_body(c.start.attitude, w) - velocity(c, end.momentum), w), round_off)
                << name;
        }
}

TEST(EngineRules, LeaveABodyAtRestAtRest) {
    const Problem& p = problem("free-body");
    for (const char* name : names) {
        ExtendedState s = initial_state(p);
        s.momentum = {};
        EXPECT_EQ(norm(stepped(name, p, s, 0, 0.1L).momentum), 0) << name;
    }
}

// --- energy --------------------------------------------------------------------------------------------------

double energy_ratio(const char* name, const ExtendedState& s, Extended h) {
    const Problem& p = problem("free-543");
    const auto energy = [&](const ExtendedVector& m) {
        const Eigen::Vector3d i = p.body.moments();
        return m.x * m.x / i.x() + m.y * m.y / i.y() + m.z * m.z / i.z();
    };
    return static_cast<double>(energy(stepped(name, p, s, 0, h).momentum) / energy(s.momentum));
}

/// However long the step: ω₁·I(ω₁ − ω₀) = 0, so that by Cauchy and Schwarz ω₁·Iω₁ ≤ ω₀·Iω₀.
TEST(EngineRules, StabilisedNeverGainsEnergy) {
    std::mt19937 random(2006);
    for (int i = 0; i < 100; ++i) {
        const auto s = random_state<Extended>(problem("free-543"), random);
        for (const Extended h : {0.01L, 0.3L, 10.0L, 1000.0L})
            EXPECT_LE(energy_ratio("engine-stabilised", s, h), 1 + 1e-15);
    }
}

/// In every step of usual length.
TEST(EngineRules, ATumblingBodyGainsEnergyByTheExplicitFormAndLosesItByTheImplicitOnes) {
    const Problem& p = problem("free-543");
    ExtendedState s = initial_state(p);
    s.momentum = {2, 2, 2};
    ExtendedState now = s;
    for (int n = 0; n < 100; ++n) {
        EXPECT_GT(energy_ratio("engine-euler", now, 0.01L), 1);
        now = stepped("engine-euler", p, now, 0, 0.01L);
    }
    for (const char* name : {"engine-implicit", "engine-stabilised"}) {
        now = s;
        for (int n = 0; n < 100; ++n) {
            EXPECT_LT(energy_ratio(name, now, 0.01L), 1) << name;
            now = stepped(name, p, now, 0, 0.01L);
        }
        if (name == std::string_view("engine-implicit")) {
            EXPECT_LT(norm(now.momentum), (1 - 1e-6L) * norm(s.momentum));
        }
    }
}

/// Explicit steps spiral away from the stable axes on either side: whatever the start, the body comes to tumble with the
/// energy |Π|²/2I₂ of the separatrix.
TEST(EngineRules, ClampedBringsAFreeBodyToTheSeparatrix) {
    const Problem& p = problem("free-543");
    const Eigen::Vector3d moments = p.body.moments();
    for (const ExtendedVector& start : {ExtendedVector{3, 0.1L, 0.1L}, {0.1L, 0.1L, 3}, {2, 2, 1}}) {
        const auto stepper = method("engine-clamped").on_long_double(p.body, p.torque);
        ExtendedState s = initial_state(p);
        s.momentum = start;
        const auto above = [&] {  // the energy, beside that of the separatrix
            const Extended separatrix = norm2(s.momentum) / (2 * Extended(moments.y()));
            return std::abs(static_cast<double>(*stepper->invariants(s, 0).energy / separatrix - 1));
        };
        EXPECT_GT(above(), 0.02);
        for (int n = 0; n < 200'000; ++n) ASSERT_TRUE(stepper->step(s, 0, 0.05L).ok());
        EXPECT_LT(above(), 2e-3);
        EXPECT_NEAR(static_cast<double>(norm(s.momentum) / norm(start)), 1, 1e-14);
    }
}

}  // namespace
}  // namespace polhode::test
