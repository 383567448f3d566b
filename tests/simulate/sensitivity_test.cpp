// The transition matrix along a run: against finite differences of runs, the variational equations by
// Boost.odeint, closed forms, and the symplectic identity.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/method/energy_suffix.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/torque/generic_torque.hpp"
#include "support/property_problems.hpp"
#include "support/tested_methods.hpp"
#include "support/variational_equations.hpp"

#include <gtest/gtest.h>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace polhode {
/// What gtest prints for a parameter.
static void PrintTo(const Method& m, std::ostream* out) { *out << m.sheet.name; }
}  // namespace polhode

namespace polhode::test {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;

/// An asymmetric body whose axes are not principal: a matrix in the wrong axes shows.
Body tilted_body() {
    Eigen::Matrix3d tensor;
    tensor << 2.0, 0.3, -0.2, 0.3, 2.5, 0.4, -0.2, 0.4, 3.0;
    return Body::from_tensor(tensor);
}

Problem tilted_problem(const Torque& torque) {
    return {.name = "tilted",
            .description = "",
            .body = tilted_body(),
            .torque = torque,
            .initial = {Eigen::Quaterniond(0.8, 0.4, -0.2, 0.4), {1.1, -0.7, 1.9}},
            .defaults = {2, 0.05},
            .references = {}};
}

/// A heavy top whose weight is neither on a principal axis nor its field on an axis of space.
const core::HeavyTop heavy{.weight_moment = 3, .direction = {0.48, 0.6, 0.64}, .axis = {0.6, 0, 0.8}};

Problem problem_for(const Sheet& sheet) {
    return tilted_problem(sheet.free_only ? Torque(core::NoTorque{}) : Torque(heavy));
}

std::vector<Sample> samples_of(const Method& method, const Problem& problem, const Plan& plan) {
    std::vector<Sample> samples;
    simulate(method, problem, plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    return samples;
}

State displaced(const State& s, const Vector6& by) {
    const core::Quaternion<double> turn = core::exp(core::from_eigen(Eigen::Vector3d(by.head<3>())));
    return {s.attitude * core::to_eigen(turn), s.momentum + by.tail<3>()};
}
Vector6 difference(const State& from, const State& to) {
    Vector6 d;
    d << core::to_eigen(core::log(core::from_eigen(from.attitude.conjugate() * to.attitude))),
        to.momentum - from.momentum;
    return d;
}

/// The matrices at all samples by differences of fourth order in the first state: errors of ε⁴ and of
/// 1e-15/ε.
std::vector<TransitionMatrix> by_differences(const Method& method, const Problem& problem, Plan plan) {
    constexpr double epsilon = 1e-3;
    plan.sensitivity = false;
    const std::vector<Sample> middle = samples_of(method, problem, plan);
    std::vector<TransitionMatrix> result(middle.size());
    for (int j = 0; j < 6; ++j) {
        const auto run_from = [&](double far) {
            Problem p = problem;
            p.initial = displaced(problem.initial, far * epsilon * Vector6::Unit(j));
            return samples_of(method, p, plan);
        };
        const auto up = run_from(1), down = run_from(-1), up2 = run_from(2), down2 = run_from(-2);
        for (std::size_t i = 0; i < middle.size(); ++i) {
            const auto off = [&](const std::vector<Sample>& run) {
                return difference(middle[i].state, run[i].state);
            };
            result[i].col(j) = (8 * (off(up) - off(down)) - (off(up2) - off(down2))) / (12 * epsilon);
        }
    }
    return result;
}

double largest(const TransitionMatrix& m) { return m.cwiseAbs().maxCoeff(); }

class Sensitivity : public testing::TestWithParam<Method> {
protected:
    const Method& method() const { return GetParam(); }
    const Sheet& sheet() const { return GetParam().sheet; }
};

TEST_P(Sensitivity, IsTheDerivativeOfTheRunAtStepsAndBetween) {
    const Problem problem = problem_for(sheet());
    const Plan plan{
        .steps = FixedStep{0.05}, .end = 2, .times = {0.02, 0.5, 1.333, 1.999}, .sensitivity = true};
    const std::vector<Sample> samples = samples_of(method(), problem, plan);
    const std::vector<TransitionMatrix> expected = by_differences(method(), problem, plan);
    ASSERT_EQ(samples.size(), 6U);
    EXPECT_EQ(*samples.front().transition, TransitionMatrix::Identity());
    for (std::size_t i = 0; i < samples.size(); ++i)
        EXPECT_LT(largest(*samples[i].transition - expected[i]), 1e-10 * largest(expected[i]))
            << samples[i].time << "\n"
            << *samples[i].transition << "\n\n"
            << expected[i];
}

TEST_P(Sensitivity, KeepsTheCanonicalFormOverARunIfTheMethodDoes) {
    if (!sheet().symplectic) return;
    const Problem problem = problem_for(sheet());
    const Result run =
        simulate(method(), problem, {.steps = FixedStep{0.05}, .end = 50, .sensitivity = true});
    EXPECT_LT(symplectic_defect(*run.transition, problem.initial.momentum, run.final_state.momentum), 3e-13);
    // entries up to 25, products of six
    EXPECT_NEAR(run.transition->determinant(), 1, 1e-10);
}

std::string test_name(const testing::TestParamInfo<Method>& info) {
    std::string name(info.param.sheet.name);
    std::ranges::replace_if(
        name, [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}
INSTANTIATE_TEST_SUITE_P(Catalogue, Sensitivity, testing::ValuesIn(tested_methods()), test_name);

// --- torques by the angular velocity, and rotors ---------------------------------------------------------------

TEST(SensitivityByRate, IsTheDerivativeOfTheRun) {
    const Torque damped =
        TorqueSum{{{heavy}, {core::Damping{{{{0.5, 0.2, -0.3}, {0.1, 0.4, 0}, {0.2, 0, 0.7}}}}}}};
    const Torque drag = generic_torque([](const auto&, const auto& attitude, const auto& w) {
        using Real = std::decay_t<decltype(w.x)>;
        using Vector = core::Vector3<Real>;
        return cross(to_body(attitude, Vector(Real(0), Real(0), Real(2))),
                     Vector(Real(0.6), Real(0), Real(0.8)))
             - (Real(0.4) * norm(w)) * w;
    });
    Problem gyrostat = tilted_problem(heavy);
    gyrostat.body = gyrostat.body.with_rotor_momentum({0.4, -0.3, 0.6});
    for (const Problem& problem : {tilted_problem(damped), tilted_problem(drag), gyrostat})
        for (const char* name :
             {"se", "se4-rkn", "se6-processed", "mr2-123", "trap", "trapm", "imid", "akw", "swc1", "bbtrapwd",
              "sw", "nmb", "euler-backward-m", "rkmk-rk4", "rkmk-gauss6", "buss4", "taylor-8"}) {
            const Method& m = polhode::method(name);
            const Plan plan{.steps = FixedStep{0.05}, .end = 1, .times = {0.333, 1}, .sensitivity = true};
            const std::vector<Sample> samples = samples_of(m, problem, plan);
            const std::vector<TransitionMatrix> expected = by_differences(m, problem, plan);
            for (std::size_t i = 0; i < samples.size(); ++i)
                EXPECT_LT(largest(*samples[i].transition - expected[i]), 1e-10 * largest(expected[i]))
                    << name << " at " << samples[i].time << ", " << sheet_of(problem.torque).name;
        }
}

// --- truth from outside --------------------------------------------------------------------------------------

TEST(SensitivityTruth, MeetsTheVariationalEquations) {
    const Problem p = tilted_problem(heavy);
    const TransitionMatrix expected = variational_equations(p, heavy, 5).leftCols<6>();
    for (const Plan& plan :
         {Plan{.method = "se8-kl", .steps = FixedStep{0.02}},
          Plan{.method = "rkmk-gauss6", .steps = FixedStep{0.005}}, Plan{.method = "taylor-20"},
          Plan{.method = "taylor-20", .steps = FixedStep{0.05}}}) {
        Plan run = plan;
        run.end = 5;
        run.sensitivity = true;
        EXPECT_LT(largest(*simulate(p, run).transition - expected), 1e-11 * largest(expected)) << plan.method;
    }
    // and a method of second order comes to it at that order
    const auto error = [&](long steps) {
        return largest(
            *simulate(p, {.method = "liemid-ea", .steps = StepCount{steps}, .end = 5, .sensitivity = true})
                 .transition
            - expected);
    };
    EXPECT_NEAR(std::log2(error(1000) / error(2000)), 2, 0.05);
}

TEST(SensitivityTruth, OfASphereIsKnownInClosedForm) {
    // ω and Π are constant in the body: ρ = ρ₀, ξ = exp(−ωt) ξ₀ + ∫₀ᵗ exp(−ωs) ds I⁻¹ρ₀
    const double inertia = 2, t = 3;
    Problem p = tilted_problem(core::NoTorque{});
    p.body = Body::from_moments({inertia, inertia, inertia});
    const Eigen::Vector3d velocity = p.initial.momentum / inertia, axis = velocity.normalized();
    const double angle = velocity.norm() * t;
    const Eigen::Matrix3d back = Eigen::AngleAxisd(-angle, axis).toRotationMatrix();
    Eigen::Matrix3d hat;
    hat << 0, -axis.z(), axis.y(), axis.z(), 0, -axis.x(), -axis.y(), axis.x(), 0;
    const Eigen::Matrix3d integral = t
                                   * (Eigen::Matrix3d::Identity() - (1 - std::cos(angle)) / angle * hat
                                      + (1 - std::sin(angle) / angle) * hat * hat);
    TransitionMatrix expected = TransitionMatrix::Identity();
    expected.topLeftCorner<3, 3>() = back;
    expected.topRightCorner<3, 3>() = integral / inertia;
    const TransitionMatrix phi =
        *simulate(p, {.method = "se", .steps = FixedStep{0.1}, .end = t, .sensitivity = true}).transition;
    EXPECT_LT(largest(phi - expected), 1e-14) << phi << "\n\n" << expected;
}

TEST(SensitivityTruth, OfABodyAtRestIsKnownInClosedForm) {
    Problem p = tilted_problem(core::NoTorque{});
    p.initial.momentum.setZero();
    TransitionMatrix expected = TransitionMatrix::Identity();
    expected.topRightCorner<3, 3>() = 2 * p.body.tensor().inverse();
    for (const Method& m : tested_methods()) {
        const Result run = simulate(m, p, {.steps = FixedStep{0.1}, .end = 2, .sensitivity = true});
        EXPECT_LT(largest(*run.transition - expected), 1e-13) << m.sheet.name;
    }
}

/// Where formulas of free motion have a 0/0: rotation about a principal axis, the separatrix, symmetric
/// bodies.
TEST(SensitivityTruth, IsKnownWhereTheMotionIsSpecial) {
    struct Case {
        Eigen::Vector3d moments, momentum;
    };
    const Hooks look{.on_sample = [](const Sample&) {}};
    for (const Case& c : {Case{{1, 2, 3}, {2, 0, 0}},
                          {{1, 2, 3}, {0, 2, 0}},
                          {{1, 2, 3}, {0, 0, 2}},
                          {{1, 2, 3}, {1, 0, std::sqrt(3.0)}},
                          {{2, 2, 1}, {0.3, 0.4, 1}},
                          {{2, 2, 1}, {0, 0, 1}},
                          {{2, 2, 1}, {1, 0, 0}},
                          {{2, 2, 2}, {0.3, 0.4, 1}}}) {
        Problem p = tilted_problem(core::NoTorque{});
        p.body = Body::from_moments(c.moments);
        p.initial.momentum = c.momentum;
        const TransitionMatrix expected =
            *simulate(p, {.method = "taylor-20", .end = 1, .sensitivity = true}).transition;
        for (const Method& m : tested_methods()) {
            if (is_turned_to_energy(m.sheet)) continue;  // refused at most of them, see below
            Plan plan{.steps = FixedStep{0.005}, .end = 1};
            try {
                simulate(m, p, plan);
            } catch (const RunError&) {
                continue;  // no motion, no derivative
            }
            plan.sensitivity = true;
            plan.every_time = 0.0333;
            const Result run = simulate(m, p, plan, look);
            const int order = m.sheet.order_attitude;
            EXPECT_LT(largest(*run.transition - expected), order == 1   ? 0.02
                                                           : order == 2 ? 1e-3
                                                                        : 1e-6)
                << m.sheet.name << ", " << c.moments.transpose() << ", " << c.momentum.transpose();
        }
    }
}

// --- what else a run does ------------------------------------------------------------------------------------

TEST(SensitivityRun, LeavesTheRunAsItIs) {
    for (const char* method : {"se", "liemid-i", "abm4-naive", "se6-processed", "taylor-20", "se+energy"}) {
        const Problem& p = problem("slow-top");
        std::vector<Sample> plain, followed;
        Plan plan{.method = method, .end = 3, .every_time = 0.0173};
        const Result without = simulate(p, plan, {.on_sample = [&](const Sample& s) { plain.push_back(s); }});
        plan.sensitivity = true;
        const Result with = simulate(p, plan, {.on_sample = [&](const Sample& s) { followed.push_back(s); }});
        EXPECT_EQ(without.final_state.attitude.coeffs(), with.final_state.attitude.coeffs()) << method;
        EXPECT_EQ(without.final_state.momentum, with.final_state.momentum) << method;
        EXPECT_EQ(without.conservation.energy->max_error, with.conservation.energy->max_error);
        EXPECT_EQ(without.torque_evaluations, with.torque_evaluations);
        EXPECT_EQ(without.own_steps, with.own_steps);
        EXPECT_FALSE(without.transition);
        ASSERT_EQ(plain.size(), followed.size());
        for (std::size_t i = 0; i < plain.size(); ++i) {
            EXPECT_EQ(plain[i].state.momentum, followed[i].state.momentum);
            EXPECT_FALSE(plain[i].transition);
            EXPECT_TRUE(followed[i].transition);
        }
        EXPECT_EQ(*followed.back().transition, *with.transition);
    }
}

TEST(SensitivityRun, IsTheProductOfItsParts) {
    const Problem whole = tilted_problem(heavy);
    const Result first = simulate(whole, {.steps = StepCount{100}, .end = 1, .sensitivity = true});
    Problem rest = whole;
    rest.initial = first.final_state;
    const Result second = simulate(rest, {.steps = StepCount{200}, .end = 2, .sensitivity = true}),
                 both = simulate(whole, {.steps = StepCount{300}, .end = 3, .sensitivity = true});
    EXPECT_LT(largest(*second.transition * *first.transition - *both.transition), 1e-12);
}

TEST(SensitivityRun, EndsWhereATerminalEventEndsIt) {
    const Problem p = tilted_problem(heavy);
    const Event noon{"noon", [](double t, const State&) { return t - 1.2345; }, Crossing::both, true};
    const Result run = simulate(p, {.steps = FixedStep{0.05}, .events = {noon}, .sensitivity = true});
    ASSERT_TRUE(run.ended_by);
    const std::vector<Sample> samples =
        samples_of(method("se"), p, {.steps = FixedStep{0.05}, .times = {run.time}, .sensitivity = true});
    EXPECT_LT(largest(*run.transition - *samples[1].transition), 1e-14);
}

TEST(SensitivityRun, TakesATorqueThatDependsOnTime) {
    const Problem& p = driven_body();
    for (const char* name : {"se4-rkn", "rkmk-gauss4", "buss3"}) {
        const Plan plan{.steps = FixedStep{0.02}, .every_time = 0.77, .sensitivity = true};
        const std::vector<Sample> samples = samples_of(method(name), p, plan);
        const std::vector<TransitionMatrix> expected = by_differences(method(name), p, plan);
        for (std::size_t i = 0; i < samples.size(); ++i)
            EXPECT_LT(largest(*samples[i].transition - expected[i]), 1e-9 * largest(expected[i])) << name;
    }
}

TEST(SensitivityRun, DifferentiatesAPlainFunctionByDifferences) {
    const Problem with_model = tilted_problem(heavy);
    Problem with_function = with_model;
    with_function.torque = space_torque([](double, const Eigen::Quaterniond& q) -> Eigen::Vector3d {
        return -heavy.weight_moment * (q * core::to_eigen(heavy.axis)).cross(core::to_eigen(heavy.direction));
    });
    const Plan plan{.steps = FixedStep{0.01}, .end = 3, .sensitivity = true};
    const TransitionMatrix exact = *simulate(with_model, plan).transition;
    EXPECT_LT(largest(*simulate(with_function, plan).transition - exact), 1e-8 * largest(exact));
}

TEST(SensitivityRun, SaysWhyThereIsNone) {
    const auto reason = [](const Method& method, const Problem& problem) -> std::string {
        try {
            simulate(method, problem, {.steps = FixedStep{0.01}, .end = 0.1, .sensitivity = true});
        } catch (const std::runtime_error& error) {
            return error.what();
        }
        return "";
    };
    Problem p = tilted_problem(heavy);
    CustomTorque own = space_torque(
        [](double, const Eigen::Quaterniond&) -> Eigen::Vector3d { return Eigen::Vector3d::Zero(); });
    own.potential = [](double, const Eigen::Quaterniond&) { return 0.0; };
    p.torque = own;
    EXPECT_EQ(
        reason(method("se4-rkn+energy"), p),
        "sensitivity: method \"se4-rkn+energy\" keeps an energy whose derivatives are not known, that of a "
        "torque of your own; expected \"se4-rkn\" or a built-in torque");
    Method plain = method("se");
    plain.on_dual = {};
    EXPECT_EQ(reason(plain, p),
              "sensitivity: method \"se\" does not run on dual numbers, expected one that does");
    // where the energy has an extremum
    p.torque = core::NoTorque{};
    p.body = Body::from_moments({1, 2, 3});
    p.initial.momentum = {0, 0, 2};
    EXPECT_NE(reason(method("abm4-naive+energy"), p).find("turning the body does not change its energy"),
              std::string::npos)
        << reason(method("abm4-naive+energy"), p);
    // a torque with a corner where the body is
    p.initial.attitude.setIdentity();
    p.torque = generic_torque([](const auto& t, const auto& q) {
        using Real = std::decay_t<decltype(t)>;
        using std::sqrt;
        return core::Vector3<Real>(sqrt(q.x * q.x), Real(0), Real(0));
    });
    EXPECT_NE(reason(method("se"), p).find("the sensitivity is not finite after the step at t = 0"),
              std::string::npos)
        << reason(method("se"), p);
}

}  // namespace
}  // namespace polhode::test
