#include "polhode/method/rkmk.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/list.hpp"
#include "reproduce/symplectic.hpp"
#include "support/property_problems.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <functional>
#include <random>

namespace polhode::test {
namespace {

using core::cross, core::Inertia, core::norm, core::Quaternion, core::Vector3;
using Long = long double;

// --- what the tests run on ----------------------------------------------------------------------------------------

/// An asymmetric top at an angle, in long double: neither its angular velocity nor its torque is ever
/// constant.
struct Top {
    Vector3<double> moments{1, 2, 2.5};
    core::HeavyTop torque{3, {0, 0, 1}, {0.6, 0, 0.8}};

    template <class Real>
    core::System<Real, core::HeavyTop> system() const {
        return {Inertia<Real>(Vector3<Real>(moments)), torque};
    }
    Body body() const { return Body::from_moments(core::to_eigen(moments)); }
    template <class Real>
    static core::State<Real> start() {
        return {core::exp(Vector3<Real>(Real(0.7), Real(-0.4), Real(0.3))),
                {Real(0.9), Real(-1.3), Real(1.1)}};
    }
};

template <class Real>
Real distance(const core::State<Real>& a, const core::State<Real>& b) {
    return attitude_angle(a.attitude, b.attitude) + norm(a.momentum - b.momentum) / norm(b.momentum);
}

/// From 0 to 1.
core::State<Long> run(const Method& m, long steps) {
    const auto stepper = m.on_long_double(Top().body(), Top().torque);
    core::State<Long> s = Top::start<Long>();
    const Long h = 1 / static_cast<Long>(steps);
    for (long n = 0; n < steps; ++n)
        if (!stepper->step(s, static_cast<Long>(n) * h, h).ok()) throw RunError("step failed");
    return s;
}

const core::State<Long>& exact() {
    static const core::State<Long> end = run(method("rkmk-gauss20"), 64);
    return end;
}

/// log₂ of the error ratio between `steps` and twice as many.
double measured_order(const std::function<core::State<Long>(long)>& integrate, long steps) {
    return static_cast<double>(
        std::log2(distance(integrate(steps), exact()) / distance(integrate(2 * steps), exact())));
}

// --- order --------------------------------------------------------------------------------------------------------

TEST(Rkmk, HasTheOrderOfItsTableau) {
    struct Case {
        const char* name;
        Tableau tableau;
        int order;
        long steps;
    };
    for (const auto& [name, tableau, order, steps] : {Case{"Euler", butcher::euler(), 1, 4096},
                                                      {"backward Euler", butcher::backward_euler(), 1, 4096},
                                                      {"midpoint", butcher::midpoint(), 2, 512},
                                                      {"trapezoid", butcher::trapezoid(), 2, 512},
                                                      {"RK4", butcher::rk4(), 4, 128},
                                                      {"Gauss 4", butcher::gauss4(), 4, 128},
                                                      {"Gauss 6", butcher::gauss6(), 6, 64}}) {
        const Method m = rkmk_method(tableau, name);
        EXPECT_EQ(m.sheet.order_attitude, order) << name;
        EXPECT_NEAR(measured_order([&m](long n) { return run(m, n); }, steps), order, 0.05) << name;
    }
}

TEST(Rkmk, OfGaussHasAnyEvenOrder) {
    for (const auto& [name, order, steps] :
         {std::tuple("rkmk-gauss8", 8, 8L), {"rkmk-gauss10", 10, 4L}, {"rkmk-gauss12", 12, 2L}}) {
        const Method& m = method(name);
        EXPECT_EQ(m.sheet.order_momentum, order);
        EXPECT_NEAR(measured_order([&m](long n) { return run(m, n); }, steps), order, 0.3) << name;
    }
    // at order 20 a single halving leads from some digits to all of them
    const Method& twenty = method("rkmk-gauss20");
    EXPECT_GT(distance(run(twenty, 1), exact()), 1e-13L);
    EXPECT_LT(distance(run(twenty, 2), run(method("rkmk-gauss12"), 32)), 1e-17L);
}

TEST(Rkmk, SeesTheTimeOfATorque) {
    const Problem& p = driven_body();
    for (const auto& [name, order] : {std::pair("rkmk-rk4", 4), {"rkmk-gauss4", 4}, {"rkmk-gauss8", 8}}) {
        double error[2];
        for (const int finer : {0, 1}) {
            Plan plan;
            plan.method = name;
            plan.steps = StepCount{(order == 8 ? 8L : 64L) << finer};
            error[finer] = (simulate(p, plan).final_state.momentum - reference_at_end(p).momentum).norm();
        }
        EXPECT_NEAR(std::log2(error[0] / error[1]), order, 0.3) << name;
    }
}

/// RK4 by hand, with K = dexp⁻¹_{−Ψ} ω or, as it is often written, K = ω.
core::State<Long> rk4_by_hand(long steps, bool with_dexp_inverse) {
    auto system = Top().system<Long>();
    core::State<Long> s = Top::start<Long>();
    const Long h = 1 / static_cast<Long>(steps);
    for (long n = 0; n < steps; ++n) {
        Vector3<Long> K[4], kick[4];
        for (int k = 0; k < 4; ++k) {
            const Long a = k == 0 ? 0 : k == 3 ? 1 : 0.5L;
            const Vector3<Long> psi = k == 0 ? Vector3<Long>() : a * h * K[k - 1];
            const Vector3<Long> P = k == 0 ? s.momentum : s.momentum + a * h * kick[k - 1];
            const Quaternion<Long> F = core::exp(psi);
            kick[k] = core::to_space(F, system.torque(Long(0), s.attitude * F, Vector3<Long>()));
            const Vector3<Long> omega = system.inertia.solve(core::to_body(F, P));
            K[k] = with_dexp_inverse ? core::dexp_inverse(-psi, omega) : omega;
        }
        const auto mean = [](const Vector3<Long>* v) {
            return (1 / 6.0L) * (v[0] + 2.0L * v[1] + 2.0L * v[2] + v[3]);
        };
        const Quaternion<Long> F = core::exp(h * mean(K));
        s.momentum = core::to_body(F, s.momentum + h * mean(kick));
        s.attitude = s.attitude * F;
    }
    return s;
}

TEST(Rkmk, IsOfOrderTwoWithoutDexpInverse) {
    EXPECT_LT(distance(rk4_by_hand(64, true), run(method("rkmk-rk4"), 64)), 1e-17L);
    EXPECT_NEAR(measured_order([](long n) { return rk4_by_hand(n, true); }, 128), 4, 0.05);
    EXPECT_NEAR(measured_order([](long n) { return rk4_by_hand(n, false); }, 128), 2, 0.05);
}

// --- identities, to round-off in long double ------------------------------------------------------------------------

/// One step of h from the top's start and from a few random states.
void for_steps(
    const Method& m, Long h,
    const std::function<void(const core::State<Long>& before, const core::State<Long>& after)>& look) {
    std::mt19937 random(5);
    std::normal_distribution<double> normal;
    const auto vector = [&](Long size) {
        return Vector3<Long>(size * normal(random), size * normal(random), size * normal(random));
    };
    for (int sample = 0; sample < 10; ++sample) {
        const core::State<Long> before{core::exp(vector(1)), vector(2)};
        core::State<Long> after = before;
        ASSERT_TRUE(m.on_long_double(Top().body(), Top().torque)->step(after, 0, h).ok());
        look(before, after);
    }
}

constexpr Long round_off = 2e-18L;  // some 20 units in the last place

TEST(Rkmk, OfTheMidpointRuleIsLiemidI) {
    const auto liemid_i = method("liemid-i").on_long_double(Top().body(), Top().torque);
    for_steps(rkmk_method(butcher::midpoint()), 0.1L,
              [&](const core::State<Long>& before, const core::State<Long>& after) {
                  core::State<Long> expected = before;
                  ASSERT_TRUE(liemid_i->step(expected, 0, 0.1L).ok());
                  EXPECT_LT(distance(after, expected), round_off);
              });
}

TEST(Rkmk, OfEulersRuleIsForwardEulerOfKrysl) {
    const Long h = 0.1L;
    for_steps(rkmk_method(butcher::euler()), h,
              [&](const core::State<Long>& before, const core::State<Long>& after) {
                  // Krysl 2006, eq. (18): Ψ = h ω₀, R₁ = R₀ exp(Ψ), Π₁ = exp(−Ψ)(Π₀ + h T₀)
                  auto system = Top().system<Long>();
                  const Quaternion<Long> F = core::exp(h * system.inertia.solve(before.momentum));
                  const Vector3<Long> kicked = before.momentum + h * system.torque(Long(0), before);
                  EXPECT_LT(distance(after, {before.attitude * F, core::to_body(F, kicked)}), round_off);
              });
}

TEST(Rkmk, OfBackwardEulersRuleIsThatOfKrysl) {
    const Long h = 0.1L;
    for_steps(rkmk_method(butcher::backward_euler()), h,
              [&](const core::State<Long>& before, const core::State<Long>& after) {
                  // eq. (19): R₁ = R₀ exp(h ω₁), Π₁ = exp(−h ω₁) Π₀ + h T₁
                  auto system = Top().system<Long>();
                  const Quaternion<Long> F = core::exp(h * system.inertia.solve(after.momentum));
                  const Vector3<Long> torque = system.torque(h, after);
                  EXPECT_LT(
                      distance(after, {before.attitude * F, core::to_body(F, before.momentum) + h * torque}),
                      round_off);
              });
}

TEST(Rkmk, OfTheTrapezoidalRuleIsBbtrapwd) {
    const Long h = 0.1L;
    for_steps(rkmk_method(butcher::trapezoid()), h,
              [&](const core::State<Long>& before, const core::State<Long>& after) {
                  // Ψ = ½h (ω₀ + dexp⁻¹_{−Ψ} ω₁), R₁ = R₀ exp(Ψ), Π₁ = exp(−Ψ)(Π₀ + ½h T₀) + ½h T₁
                  auto system = Top().system<Long>();
                  const Vector3<Long> psi = core::log(core::conjugate(before.attitude) * after.attitude);
                  const Vector3<Long> w0 = system.inertia.solve(before.momentum),
                                      w1 = system.inertia.solve(after.momentum);
                  EXPECT_LT(norm(psi - h / 2 * (w0 + core::dexp_inverse(-psi, w1))), round_off);
                  const Vector3<Long> T0 = system.torque(Long(0), before), T1 = system.torque(h, after);
                  EXPECT_LT(norm(after.momentum - core::to_body(core::exp(psi), before.momentum + h / 2 * T0)
                                 - h / 2 * T1),
                            4 * round_off);
              });
}

// --- conservation and the solver ------------------------------------------------------------------------------------

TEST(Rkmk, KeepsTheMomentumOfAFreeBodyWhateverTheTableau) {
    const Tableau radau{{{5. / 12, -1. / 12}, {3. / 4, 1. / 4}}, {3. / 4, 1. / 4}, {1. / 3, 1}};
    for (const Tableau& tableau : {butcher::euler(), radau, butcher::gauss(6)}) {
        const Result r = [&] {
            Plan plan;
            plan.steps = StepCount{1000};
            return simulate(rkmk_method(tableau), problem("free-body"), plan);
        }();
        EXPECT_LT(r.conservation.momentum->max_error, 1e-13);
        EXPECT_EQ(r.method, "rkmk");
    }
}

/// Free bodies that turn far in one step: the error of the solution found, against many small steps.
TEST(Rkmk, FindsTheRightSolutionOfALargeStep) {
    std::mt19937 random(9);
    std::normal_distribution<double> normal;
    for (const Eigen::Vector3d& moments :
         {Eigen::Vector3d(2, 3, 4.5), Eigen::Vector3d(5, 5, 1), Eigen::Vector3d(1, 1, 0.05)}) {
        const Body body = Body::from_moments(moments);
        const auto large = method("rkmk-gauss20").on_double(body, core::NoTorque{});
        const auto small = method("rkmk-gauss6").on_double(body, core::NoTorque{});
        for (const double angle : {0.01, 0.3, 1.0, 2.0, 2.6})
            for (int sample = 0; sample < 20; ++sample) {
                const Eigen::Vector3d axis =
                    Eigen::Vector3d(normal(random), normal(random), normal(random)).normalized();
                core::State<double> s{{}, core::from_eigen(moments.cwiseProduct(angle * axis))}, fine = s;
                const core::Status status = large->step(s, 0, 1);
                ASSERT_TRUE(status.ok()) << angle;
                EXPECT_LE(status.iterations, 25);
                for (int n = 0; n < 256; ++n) ASSERT_TRUE(small->step(fine, 0, 1 / 256.0).ok());
                EXPECT_LT(distance(s, fine), 1e-12) << angle;
            }
    }
}

/// The derivatives that a step carries along: at this order and step it is the exact flow, which is
/// symplectic.
TEST(Rkmk, CarriesDerivativesThroughItsSolver) {
    for (const auto& [name, h] : {std::pair("slow-top", 0.15), {"soft-wall", 0.4}, {"free-body", 0.4}}) {
        const Problem& p = problem(name);
        const core::State<double> start{core::exp(Vector3<double>(0.4, -0.3, 0.2)), {1.5, -2, 1}};
        const auto defect = reproduce::symplectic_defect(method("rkmk-gauss20"), p, start, h);
        ASSERT_TRUE(defect) << name;
        EXPECT_LT(*defect, 1e-13) << name;
    }
}

/// A step in double against the same in long double: all that the solver leaves is round-off, in the momentum
/// too when most of it comes from the torque of this very step.
TEST(Rkmk, SolvesToRoundOff) {
    const Body body = Body::from_moments({1, 2, 2.5});
    for (const char* name : {"rkmk-gauss4", "rkmk-gauss6", "rkmk-gauss12"})
        for (const double weight : {0.3, 30.0, 3000.0})
            for (const double h : {0.001, 0.003, 0.01, 0.03}) {
                const core::HeavyTop gravity{weight, {0, 0, 1}, {0.6, 0, 0.8}};
                core::State<double> s{core::exp(Vector3<double>(0.7, -0.4, 0.3)), {0.9, -1.3, 1.1}};
                core::State<Long> exact{Quaternion<Long>(s.attitude), Vector3<Long>(s.momentum)};
                ASSERT_TRUE(method(name).on_double(body, gravity)->step(s, 0, h).ok());
                ASSERT_TRUE(method(name).on_long_double(body, gravity)->step(exact, 0, Long(h)).ok());
                const core::State<Long> found{Quaternion<Long>(s.attitude), Vector3<Long>(s.momentum)};
                EXPECT_LT(distance(found, exact), 2e-15L) << name << ' ' << weight << ' ' << h;
            }
}

TEST(Rkmk, SaysWhenAStepIsTooLarge) {
    Plan plan;
    plan.steps = FixedStep{5};
    for (const char* name : {"rkmk-rk4", "rkmk-gauss4", "rkmk-gauss12"}) {
        plan.method = name;
        EXPECT_THROW(simulate(problem("fast-top"), plan), RunError) << name;
    }
}

TEST(Rkmk, StandsStillAtRest) {
    const Body body = Body::from_moments({1, 2, 2.5});
    Integrator integrator("rkmk-gauss4", body);
    State s;
    integrator.step(s, 0, 0.1);
    EXPECT_EQ(s.momentum.norm(), 0);
    EXPECT_EQ(s.attitude.w(), 1);
}

// --- names and users ------------------------------------------------------------------------------------------------

std::string complaint(std::string_view name) {
    try {
        method(name);
    } catch (const InputError& error) {
        return error.what();
    }
    return "accepted";
}

TEST(RkmkFamily, IsFoundByName) {
    const Method& m = method("rkmk-gauss12");
    EXPECT_EQ(m.sheet.name, "rkmk-gauss12");
    EXPECT_EQ(m.sheet.title, "Munthe-Kaas with the Gauss method of 6 stages");
    EXPECT_EQ(m.sheet.torque_evaluations, 6);
    EXPECT_EQ(&m, &method("rkmk-gauss12"));
    EXPECT_EQ(complaint("rkmk-gauss8"), "accepted");
    EXPECT_EQ(complaint("rkmk-gauss40"), "accepted");
}

TEST(RkmkFamily, SaysWhichNumbersThereAre) {
    for (const char* name :
         {"rkmk-gauss2", "rkmk-gauss7", "rkmk-gauss42", "rkmk-gauss", "rkmk-gauss08", "rkmk-gauss8x"})
        EXPECT_EQ(complaint(name),
                  "method \"" + std::string(name)
                      + "\" is not in the catalogue; in rkmk-gaussN, N is an even number from 4 to 40");
    EXPECT_EQ(complaint("rkmk-rk5"),
              "method \"rkmk-rk5\" is not in the catalogue; did you mean \"rkmk-rk4\"?");
}

TEST(RkmkFamily, IsListed) {
    const auto families = method_families();
    ASSERT_FALSE(families.empty());
    for (const MethodFamily& f : families) EXPECT_EQ(method(f.example).sheet.name, f.example);
}

TEST(RkmkMethod, IsCheckedAndSteps) {
    Tableau t = butcher::rk4();
    t.a[1][0] = 0.4L;
    EXPECT_THROW(rkmk_method(t), InputError);

    const Problem& top = problem("slow-top");
    Integrator mine(rkmk_method(butcher::gauss4()), top.body, top.torque),
        built_in("rkmk-gauss4", top.body, top.torque);
    State a = top.initial, b = top.initial;
    for (int n = 0; n < 100; ++n) {
        mine.step(a, n * 0.01, 0.01);
        built_in.step(b, n * 0.01, 0.01);
    }
    EXPECT_EQ(a.momentum, b.momentum);
}

TEST(RkmkMethod, KeepsItsName) {
    Method copy;
    {
        const Method m = rkmk_method(butcher::rk4(), "a name of some length, too long to be stored in place");
        copy = m;
    }
    EXPECT_EQ(copy.sheet.name, "a name of some length, too long to be stored in place");
}

}  // namespace
}  // namespace polhode::test
