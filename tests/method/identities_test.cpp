/// What the papers prove or claim about the relations between their methods, to round-off of long double.
/// Sources: Krysl (2004), Krysl (2005), Krysl (2006) as in the method files.
#include "support/property_problems.hpp"
#include "support/steps.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <functional>

namespace polhode::test {
namespace {

using core::cross, core::exp, core::norm, core::to_body;

constexpr double round_off = 2e-17;  // of a few steps: some hundred units of long double

/// The largest defect of an identity over problems, steps and random states.
double worst(const std::function<double(const Problem&, const ExtendedState&, Extended)>& defect) {
    double most = 0;
    for (const auto& [name, h] : {std::pair("free-body", 0.4),
                                  {"slow-top", 0.15},
                                  {"soft-wall", 0.4},
                                  {"satellite", 0.01},
                                  {"heavy-top-123", 0.1}}) {
        std::mt19937 random(2006);
        for (int i = 0; i < 5; ++i)
            most = std::max(
                most, defect(problem(name), random_state<Extended>(problem(name), random), Extended(h)));
    }
    return most;
}

/// A body's inertia in long double; the built-in problems are given in principal axes.
core::Inertia<Extended> inertia(const Problem& p) {
    const Eigen::Vector3d m = p.body.moments();
    return core::Inertia<Extended>({m.x(), m.y(), m.z()});
}
ExtendedVector omega(const Problem& p, const ExtendedVector& momentum) {
    const Eigen::Vector3d m = p.body.moments();
    return {momentum.x / m.x(), momentum.y / m.y(), momentum.z / m.z()};  // not by I⁻¹ rounded beforehand
}
ExtendedVector torque(const Problem& p, const ExtendedState& s, Extended t = 0) {
    return method("liemid-ea").on_long_double(p.body, p.torque)->torque(t, s);
}
double relative(const ExtendedVector& difference, const ExtendedVector& to) {
    return static_cast<double>(norm(difference) / norm(to));
}

// --- adjoint pairs ------------------------------------------------------------------------------------------

struct Pair {
    const char *first, *second;
};
const Pair adjoint_pairs[] = {
    {"liemid-e1", "liemid-e2"}, {"euler-forward", "euler-backward"}, {"euler-forward-m", "euler-backward-m"}};

TEST(AdjointPair, EachUndoesTheOtherBackwardsInTime) {
    for (const Pair& pair : adjoint_pairs)
        for (const auto& [there, back] : {pair, Pair{pair.second, pair.first}})
            EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                          return distance(s, stepped(back, p, stepped(there, p, s, 0, h), h, -h));
                      }),
                      round_off)
                << there << ", then " << back;
}

/// The torque at the right time: a torque of the user's own is in double, so to its round-off.
TEST(AdjointPair, UndoesTheOtherUnderATorqueThatDependsOnTime) {
    for (const auto& [there, back] : adjoint_pairs) {
        const ExtendedState s = initial_state(driven_body());
        const ExtendedState e = stepped(there, driven_body(), s, 0.3L, 0.2L);
        EXPECT_LE(distance(s, stepped(back, driven_body(), e, 0.5L, -0.2L)), 1e-14) << there;
    }
}

// --- compositions and conjugacy (Krysl 2006, sections 3.3–3.7) ----------------------------------------------

struct Rule {
    const char *name, *first, *second;
};

TEST(HalfStepComposition, IsTheRule) {
    for (const auto& [rule, first, second] : {Rule{"trap", "euler-forward", "euler-backward"},
                                              {"imid", "euler-backward", "euler-forward"},
                                              {"trapm", "euler-forward-m", "euler-backward-m"},
                                              {"imidm", "euler-backward-m", "euler-forward-m"},
                                              {"liemid-ea", "liemid-e2", "liemid-e1"}})
        EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                      const ExtendedState middle = stepped(first, p, s, 0, h / 2);
                      return distance(stepped(rule, p, s, 0, h), stepped(second, p, middle, h / 2, h / 2));
                  }),
                  round_off)
            << rule;
}

TEST(Conjugacy, TrapezoidalAndMidpointRulesDifferByHalfABackwardStep) {
    for (const auto& [trapezoid, midpoint, backward] :
         {Rule{"trap", "imid", "euler-backward"}, {"trapm", "imidm", "euler-backward-m"}})
        EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                      return distance(stepped(trapezoid, p, stepped(backward, p, s, 0, h / 2), h / 2, h),
                                      stepped(backward, p, stepped(midpoint, p, s, 0, h), h, h / 2));
                  }),
                  round_off)
            << trapezoid;
}

/// LIEMID[E1] and [E2] are Strang's splitting with one drift, conjugated by half a kick.
TEST(Conjugacy, ExplicitMidpointLieVariantsAreStrangUpToHalfAKick) {
    const auto kick = [](const Problem& p, ExtendedState s, Extended h) {
        s.momentum += h * torque(p, s);
        return s;
    };
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState strang = stepped("kdk-liemid", p, kick(p, s, -h / 2), 0, h);
                  return distance(stepped("liemid-e1", p, s, 0, h), kick(p, strang, h / 2));
              }),
              round_off);
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState strang = stepped("kdk-liemid", p, kick(p, s, h / 2), 0, h);
                  return distance(stepped("liemid-e2", p, s, 0, h), kick(p, strang, -h / 2));
              }),
              round_off);
}

// --- the printed equations ----------------------------------------------------------------------------------

TEST(PrintedFormula, TrapezoidalRules) {
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("trap", p, s, 0, h);
                  const ExtendedVector w0 = omega(p, s.momentum), w1 = omega(p, e.momentum);
                  const ExtendedVector rates =
                      torque(p, s) - cross(w0, s.momentum) + torque(p, e) - cross(w1, e.momentum);
                  return distance(
                      e, {s.attitude * exp(h / 2 * w0) * exp(h / 2 * w1), s.momentum + h / 2 * rates});
              }),
              round_off)
        << "(14)";
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("trapm", p, s, 0, h);
                  const core::Quaternion<Extended> f =
                      exp(h / 2 * omega(p, s.momentum)) * exp(h / 2 * omega(p, e.momentum));
                  return distance(e, {s.attitude * f,
                                      to_body(f, s.momentum + h / 2 * torque(p, s)) + h / 2 * torque(p, e)});
              }),
              round_off)
        << "(20)";
}

TEST(PrintedFormula, MidpointRules) {
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("imid", p, s, 0, h);
                  const ExtendedVector B = Extended(0.5) * (s.momentum + e.momentum), w = omega(p, B);
                  const ExtendedVector rate = torque(p, {s.attitude * exp(h / 2 * w), {}}) - cross(w, B);
                  return distance(e, {s.attitude * exp(h * w), s.momentum + h * rate});
              }),
              round_off)
        << "IMID";
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("liemid-i", p, s, 0, h);
                  const ExtendedVector psi = core::log(core::conjugate(s.attitude) * e.attitude);
                  const core::Quaternion<Extended> half = exp(Extended(0.5) * psi);
                  const ExtendedVector torque_m = torque(p, {s.attitude * half, {}});
                  const ExtendedVector middle = to_body(half, s.momentum) + h / 2 * torque_m;
                  return relative(psi - h * omega(p, middle), psi)
                       + relative(e.momentum - to_body(exp(psi), s.momentum) - h * to_body(half, torque_m),
                                  e.momentum);
              }),
              round_off)
        << "LIEMID[I], IMIDM";
}

TEST(PrintedFormula, ReferenceMethods) {
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("akw", p, s, 0, h);
                  const ExtendedVector mean = Extended(0.5) * (s.momentum + e.momentum), w = omega(p, mean);
                  return distance(e,
                                  {s.attitude * core::cayley(h * w),
                                   s.momentum - h * cross(w, mean) + h / 2 * (torque(p, s) + torque(p, e))});
              }),
              round_off)
        << "AKW";
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("swc1", p, s, 0, h);
                  const ExtendedVector psi = h / 2 * (omega(p, s.momentum) + omega(p, e.momentum));
                  const core::Quaternion<Extended> half = exp(Extended(0.5) * psi);
                  return distance(e, {s.attitude * exp(psi),
                                      to_body(exp(psi), s.momentum)
                                          + h * to_body(half, torque(p, {s.attitude * half, {}}))});
              }),
              round_off)
        << "SWC1";
    for (const char* name : {"bbtrap", "bbtrapwd"})
        EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                      const ExtendedState e = stepped(name, p, s, 0, h);
                      const ExtendedVector psi = core::log(core::conjugate(s.attitude) * e.attitude),
                                           w1 = omega(p, e.momentum);
                      const ExtendedVector last =
                          std::string_view(name) == "bbtrap" ? w1 : core::dexp_inverse(-psi, w1);
                      return relative(psi - h / 2 * (omega(p, s.momentum) + last), psi)
                           + relative(e.momentum - to_body(exp(psi), s.momentum + h / 2 * torque(p, s))
                                          - h / 2 * torque(p, e),
                                      e.momentum);
                  }),
                  round_off)
            << name;
    EXPECT_LE(worst([&](const Problem& p, const ExtendedState& s, Extended h) {
                  const ExtendedState e = stepped("nmb", p, s, 0, h);
                  const ExtendedVector w0 = omega(p, s.momentum),
                                       rate0 = torque(p, s) - cross(w0, s.momentum);
                  const ExtendedVector rate1 = torque(p, e) - cross(omega(p, e.momentum), e.momentum);
                  return distance(e, {s.attitude * exp(h * w0 + h * h / 2 * omega(p, rate0)),
                                      s.momentum + h / 2 * (rate0 + rate1)});
              }),
              round_off)
        << "NMB";
}

TEST(SimoWong, ImplicitIsBottassoBorriWhenFreeOnly) {
    const auto difference = [](const char* name, Extended h) {
        const ExtendedState s = initial_state(problem(name));
        return distance(stepped("swc1", problem(name), s, 0, h), stepped("bbtrap", problem(name), s, 0, h));
    };
    EXPECT_LE(difference("free-body", 0.5L), round_off);
    EXPECT_GE(difference("slow-top", 0.1L), 1e-6);
}

// --- energy ---------------------------------------------------------------------------------------------------

/// The largest change of the kinetic energy of a free body over 200 steps, after a map of the state.
double kinetic_drift(const char* name,
                     const std::function<ExtendedState(const ExtendedState&, Extended)>& seen) {
    const Problem& p = problem("free-body");
    const Extended h = 0.5L;
    ExtendedState s = initial_state(p);
    const core::Inertia<Extended> I = inertia(p);
    const Extended start = I.kinetic_energy(seen(s, h).momentum);
    Extended most = 0;
    for (int n = 0; n < 200; ++n) {
        s = stepped(name, p, s, 0, h);
        most = std::max(most, std::abs(I.kinetic_energy(seen(s, h).momentum) / start - 1));
    }
    return static_cast<double>(most);
}

ExtendedState as_is(const ExtendedState& s, Extended) { return s; }
ExtendedState half_step_ahead(const ExtendedState& s, Extended h) {
    return stepped("euler-forward", problem("free-body"), s, 0, h / 2);
}

TEST(KineticEnergy, MidpointRuleConservesItAndTrapezoidalRuleThatOfTheMidpoint) {
    EXPECT_LE(kinetic_drift("imid", as_is), 1e-16);
    EXPECT_GE(kinetic_drift("imid", half_step_ahead), 1e-4);
    for (const char* name : {"trap", "nmb"}) {
        EXPECT_LE(kinetic_drift(name, half_step_ahead), 1e-16) << name;
        EXPECT_GE(kinetic_drift(name, as_is), 1e-4) << name;
    }
}

TEST(Hamiltonian, AkwConservesThatOfBothTops) {
    for (const auto& [name, h] : {std::pair("slow-top", 0.125L), {"fast-top", 0.01L}}) {
        const Problem& p = problem(name);
        const auto stepper = method("akw").on_long_double(p.body, p.torque);
        ExtendedState s = initial_state(p);
        const Extended start = *stepper->invariants(s, 0).energy;
        for (int n = 0; n < 1000; ++n) {
            ASSERT_TRUE(stepper->step(s, Extended(n) * h, h).ok());
            ASSERT_LE(std::abs(*stepper->invariants(s, 0).energy / start - 1), 1e-16L)
                << name << ", step " << n;
        }
    }
}

// --- what unites SWC1, AKW and DMV --------------------------------------------------------------------------

/// A free body turns about the mean ωₘ of the angular velocities at both ends: the three methods differ in
/// the angle only.
TEST(MeanVelocity, IsTheAxisOfSimoWongAustinKrishnaprasadWangAndMoserVeselov) {
    struct Case {
        const char* name;
        Extended (*angle)(Extended h_omega);
    };
    for (const auto& [name, angle] : {Case{"swc1", [](Extended x) { return x; }},
                                      {"akw", [](Extended x) { return 2 * std::atan(x / 2); }},
                                      {"dmv2", [](Extended x) { return std::asin(x); }}})
        for (const auto& [problem_name, h] :
             {std::pair("free-body", 0.4L), {"free-543", 0.5L}, {"buss-prism", 0.005L}}) {
            const Problem& p = problem(problem_name);
            const ExtendedState s = initial_state(p), e = stepped(name, p, s, 0, h);
            const ExtendedVector mean = Extended(0.5) * (omega(p, s.momentum) + omega(p, e.momentum));
            const ExtendedVector turned = core::log(core::conjugate(s.attitude) * e.attitude);
            const ExtendedVector expected = (angle(h * norm(mean)) / norm(mean)) * mean;
            EXPECT_LE(relative(turned - expected, expected), round_off) << name << " on " << p.name;
        }
}

}  // namespace
}  // namespace polhode::test
