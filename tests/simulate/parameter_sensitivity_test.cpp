// Derivatives of a run with respect to parameters: against differences of runs for every torque and several
// methods, the variational equations by Boost.odeint, and the closed form of a symmetric top.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/torque/generic_torque.hpp"
#include "polhode/torque/varying_parameters.hpp"
#include "support/random_torque.hpp"
#include "support/tested_methods.hpp"
#include "support/variational_equations.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

namespace polhode::test {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Names = std::vector<std::string>;

/// An asymmetric body whose axes are not principal: a matrix in the wrong axes shows.
Problem tilted_problem(const Torque& torque) {
    Eigen::Matrix3d tensor;
    tensor << 2.0, 0.3, -0.2, 0.3, 2.5, 0.4, -0.2, 0.4, 3.0;
    return {.body = Body::from_tensor(tensor),
            .torque = torque,
            .initial = {Eigen::Quaterniond(0.8, 0.4, -0.2, 0.4), {1.1, -0.7, 1.9}},
            .defaults = {1, 0.05}};
}

const core::HeavyTop heavy{.weight_moment = 3, .direction = {0.48, 0.6, 0.64}, .axis = {0.6, 0, 0.8}};

FormulaTorque spring() {
    return formula_torque(
               {.torque = {"-k^2*atan2(r21, r11) - d.x*wx", "m*sin(w0*t + r31) - d.y*wy", "-d.z*wz^3"},
                .parameters = {{"k", 1.3}, {"m", 0.8}, {"w0", 2.0}, {"d", Eigen::Vector3d(0.3, 0.2, 0.1)}}})
        .or_throw();
}
FormulaTorque potential() {
    return formula_torque({.potential = "a*r33 + b^2*dot(m, to_body(m))*r12",
                           .parameters = {{"a", 0.7}, {"b", 1.3}, {"m", Eigen::Vector3d(0.3, -0.2, 0.9)}}})
        .or_throw();
}

Problem gyrostat(const Torque& torque) {
    Problem p = tilted_problem(torque);
    p.body = p.body.with_rotor({.momentum = {0.4, -0.3, 0.6}, .rate = {0.1, 0.05, -0.2}});
    return p;
}

Vector6 difference(const State& from, const State& to) {
    Vector6 d;
    d << core::to_eigen(core::log(core::from_eigen(from.attitude.conjugate() * to.attitude))),
        to.momentum - from.momentum;
    return d;
}

/// The problem with a parameter changed, by its place among parameter_names: with the tools of a user.
Problem changed(const Problem& problem, HeldAtStart held, std::size_t place, double by) {
    Problem p = problem;
    const Eigen::Vector3d velocity = p.body.angular_velocity(p.initial.momentum);
    const std::size_t rotor = p.body.has_rotor() ? 3 : 0;
    if (place < 3) {
        p.body = p.body.with_moments(p.body.moments() + by * Eigen::Vector3d::Unit(static_cast<int>(place)));
    } else if (place < 3 + rotor) {
        RotorMomentum h = p.body.rotor();
        h.momentum[static_cast<int>(place) - 3] += by;
        p.body = p.body.with_rotor(h);
    } else {
        std::vector<double> numbers = parameters_of(p.torque);
        numbers.at(place - 3 - rotor) += by;
        p.torque = with_parameters(p.torque, numbers);
    }
    if (held == HeldAtStart::angular_velocity) p.initial.momentum = p.body.momentum(velocity);
    return p;
}

std::vector<Sample> samples_of(const Method& method, const Problem& problem, const Plan& plan) {
    std::vector<Sample> samples;
    simulate(method, problem, plan, {.on_sample = [&](const Sample& s) { samples.push_back(s); }});
    return samples;
}

/// The matrices at all samples by differences of fourth order.
std::vector<ParameterMatrix> by_differences(const Method& method, const Problem& problem, Plan plan,
                                            double epsilon) {
    const HeldAtStart held = *plan.parameter_sensitivity;
    plan.parameter_sensitivity.reset();
    const std::vector<Sample> middle = samples_of(method, problem, plan);
    const std::size_t count = parameter_names(problem).size();
    std::vector<ParameterMatrix> result(middle.size(), ParameterMatrix(6, static_cast<int>(count)));
    for (std::size_t j = 0; j < count; ++j) {
        const auto run_with = [&](double far) {
            return samples_of(method, changed(problem, held, j, far * epsilon), plan);
        };
        const auto up = run_with(1), down = run_with(-1), up2 = run_with(2), down2 = run_with(-2);
        for (std::size_t i = 0; i < middle.size(); ++i) {
            const auto off = [&](const std::vector<Sample>& run) {
                return difference(middle[i].state, run.at(i).state);
            };
            result[i].col(static_cast<int>(j)) =
                (8 * (off(up) - off(down)) - (off(up2) - off(down2))) / (12 * epsilon);
        }
    }
    return result;
}

/// The largest difference of a column from the differences, relative to that column.
double largest_error(const Method& method, const Problem& problem, const Plan& plan, double epsilon = 1e-3) {
    const std::vector<Sample> samples = samples_of(method, problem, plan);
    const std::vector<ParameterMatrix> expected = by_differences(method, problem, plan, epsilon);
    double most = 0;
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const ParameterMatrix& ours = *samples[i].by_parameters;
        EXPECT_EQ(ours.cols(), expected[i].cols());
        for (Eigen::Index j = 0; j < ours.cols(); ++j) {
            // of a small column the differences have rounding alone: 1e-15 of the states, over ε
            const double size = std::max(expected[i].col(j).cwiseAbs().maxCoeff(), 1e-2),
                         error = (ours.col(j) - expected[i].col(j)).cwiseAbs().maxCoeff() / size;
            most = std::max(most, error);
            EXPECT_LT(error, 1e-9) << method.sheet.name << " at " << samples[i].time << ", "
                                   << parameter_names(problem)[static_cast<std::size_t>(j)] << "\n"
                                   << ours.col(j).transpose() << "\n"
                                   << expected[i].col(j).transpose();
        }
    }
    return most;
}

Plan followed(HeldAtStart held = HeldAtStart::momentum) {
    return {.steps = FixedStep{0.05},
            .end = 1,
            .times = {0.02, 0.333, 0.5, 0.999},
            .parameter_sensitivity = held};
}

// --- every torque -------------------------------------------------------------------------------------------------

template <class Model>
class ByParameters : public testing::Test {};
using Models = core::BuiltInTorques::With<testing::Types>;
TYPED_TEST_SUITE(ByParameters, Models, TorqueNames);

TYPED_TEST(ByParameters, IsTheDerivativeOfTheRun) {
    Random<double> random{5};
    const Torque torque = random_torque<TypeParam>(random);
    const Problem problem = tilted_problem(torque);
    EXPECT_EQ(parameter_names(problem).size(), 3 + parameter_count(torque));
    double most = 0;
    for (const HeldAtStart held : {HeldAtStart::momentum, HeldAtStart::angular_velocity})
        for (const char* name : {"se4-rkn", "rkmk-gauss4", "taylor-8"})
            most = std::max(most, largest_error(method(name), problem, followed(held)));
    this->RecordProperty("largest_error", fmt::format("{:.1e}", most));
}

TEST(ByParametersOfOtherTorques, IsTheDerivativeOfTheRun) {
    const Torque own = generic_torque([](const auto&, const auto& attitude, const auto& w) {
        using Real = std::decay_t<decltype(w.x)>;
        using Vector = core::Vector3<Real>;
        return cross(to_body(attitude, Vector(Real(0), Real(0), Real(2))),
                     Vector(Real(0.6), Real(0), Real(0.8)))
             - (Real(0.4) * norm(w)) * w;
    });
    const Torque table = TableTorque::try_make({{0, 1, 0, 0}, {0.5, 0, 1, 0.3}, {2, 0.5, 0, 1}}).or_throw();
    double most = 0;
    const Torque inner = TorqueSum{{{spring(), "spring"}, {core::ConstantSpaceTorque{{0.1, 0.2, 0.3}}}}};
    for (const Torque& torque :
         {Torque(spring()), Torque(potential()), own, table,
          Torque(
              TorqueSum{{{heavy, "top"}, {core::MagneticDipole{{0.3, 0.4, -0.5}, {1, 0.2, 0.7}}, "dipole"}}}),
          Torque(TorqueSum{{{heavy, "top"}, {core::Damping{}, "friction"}, {inner, "rest"}}})})
        for (const char* name : {"se4-rkn", "rkmk-gauss4", "taylor-8"}) {
            SCOPED_TRACE(sheet_of(torque).name);
            most = std::max(most, largest_error(method(name), tilted_problem(torque), followed()));
        }
    RecordProperty("largest_error", fmt::format("{:.1e}", most));
}

TEST(ByParametersOfOtherTorques, HaveNames) {
    const Torque sum =
        TorqueSum{{{heavy, "top"}, {core::MagneticDipole{{0.3, 0.4, -0.5}, {1, 0.2, 0.7}}, "dipole"}}};
    EXPECT_EQ(parameter_names(tilted_problem(core::NoTorque{})),
              (Names{"inertia.1", "inertia.2", "inertia.3"}));
    EXPECT_EQ(parameter_names(gyrostat(sum)),
              (Names{"inertia.1", "inertia.2", "inertia.3", "rotor_momentum.x", "rotor_momentum.y",
                     "rotor_momentum.z", "top.weight_moment", "dipole.moment.x", "dipole.moment.y",
                     "dipole.moment.z"}));
    EXPECT_EQ(parameter_names(tilted_problem(spring())),
              (Names{"inertia.1", "inertia.2", "inertia.3", "k", "m", "w0", "d.x", "d.y", "d.z"}));
}

// --- several methods ----------------------------------------------------------------------------------------------

TEST(ByParametersOfMethods, IsTheDerivativeOfTheRunOfEveryMethod) {
    const core::GravityGradient gradient{.coefficient = 2, .direction = {0.48, 0.6, 0.64}};
    double most = 0;
    for (const Method& m : tested_methods()) {
        const Problem problem =
            tilted_problem(m.sheet.free_only ? Torque(core::NoTorque{}) : Torque(gradient));
        Plan plan = followed(HeldAtStart::angular_velocity);
        if (m.sheet.stable_to > 0) plan.steps = FixedStep{0.01};
        most = std::max(most, largest_error(m, problem, plan));
    }
    RecordProperty("largest_error", fmt::format("{:.1e}", most));
}

TEST(ByParametersOfMethods, TakesDampingAndRotors) {
    const Torque damped =
        TorqueSum{{{heavy}, {core::Damping{{{{0.5, 0.2, -0.3}, {0.1, 0.4, 0}, {0.2, 0, 0.7}}}}}}};
    double most = 0;
    for (const Problem& problem : {tilted_problem(damped), gyrostat(heavy), gyrostat(damped)})
        for (const char* name :
             {"se", "se6-processed", "mr2-123", "liemid-ea", "trap", "trapm", "imid", "akw", "swc1",
              "bbtrapwd", "sw", "nmb", "euler-backward-m", "rkmk-rk4", "rkmk-gauss6", "buss4", "taylor-16"})
            most = std::max(most, largest_error(method(name), problem, followed()));
    RecordProperty("largest_error", fmt::format("{:.1e}", most));
}

TEST(ByParametersOfMethods, WithEnergyKeepAnEnergyThatDependsOnThem) {
    Problem top = gyrostat(heavy);
    double most = 0;
    top.body = top.body.with_rotor_momentum({0.4, -0.3, 0.6});  // a rate would change the energy
    for (const Problem& problem :
         {tilted_problem(heavy), tilted_problem(potential()),
          tilted_problem(core::GravityGradient{.coefficient = 2, .direction = {0.48, 0.6, 0.64}}), top})
        for (const char* name : {"liemid-ea+energy", "rkmk-rk4+energy", "trapm+energy"})
            for (const HeldAtStart held : {HeldAtStart::momentum, HeldAtStart::angular_velocity})
                most = std::max(most, largest_error(method(name), problem, followed(held)));
    RecordProperty("largest_error", fmt::format("{:.1e}", most));
}

TEST(ByParametersOfMethods, ThatChooseTheirStepsAgreeWithSmallOnes) {
    const Problem problem = gyrostat(TorqueSum{{{heavy}, {spring()}}});
    const auto matrix = [&](const Plan& plan) {
        return simulate(problem, plan).parameter_sensitivity->matrix;
    };
    const ParameterMatrix own = matrix({.method = "taylor-20",
                                        .end = 2,
                                        .parameter_sensitivity = HeldAtStart::momentum}),
                          fixed = matrix({.method = "rkmk-gauss8",
                                          .steps = FixedStep{0.01},
                                          .end = 2,
                                          .parameter_sensitivity = HeldAtStart::momentum});
    EXPECT_LT((own - fixed).cwiseAbs().maxCoeff(), 1e-11 * own.cwiseAbs().maxCoeff());
}

TEST(ByParametersOfMethods, TakeTheLengthsOfVariableStepsAsGiven) {
    const Problem problem = tilted_problem(heavy);
    const auto matrix = [&](const StepChoice& steps) {
        return simulate(problem, {.method = "se4-rkn",
                                  .steps = steps,
                                  .end = 2,
                                  .parameter_sensitivity = HeldAtStart::momentum})
            .parameter_sensitivity->matrix;
    };
    const ParameterMatrix variable = matrix(ErrorPerStep{1e-12}), fixed = matrix(FixedStep{0.001});
    EXPECT_LT((variable - fixed).cwiseAbs().maxCoeff(), 1e-9 * fixed.cwiseAbs().maxCoeff());
}

// --- pieces -------------------------------------------------------------------------------------------------------

TEST(ByParametersInPieces, FollowsTorquesThatActAtTimesAndImpulses) {
    const core::ConstantBodyTorque thruster{{0.5, -0.3, 0.8}};
    const Torque switched =
        formula_torque({.torque = {"if(t < 0.4, c, 0)", "c*wx", "0"}, .parameters = {{"c", 0.9}}}).or_throw();
    // parts that come and go before others, so that the numbers of a piece are not the first of the torque
    Problem problem = tilted_problem(TorqueSum{{{thruster, "early", {{0.1, 0.3}}},
                                                {heavy, "top"},
                                                {thruster, "late", {{0.22, 0.6}, {0.8, 0.9}}},
                                                {switched, "switch"}}});
    problem.impulses = {{.time = 0, .momentum = {0.3, 0, 0.1}, .frame = Frame::space},
                        {.time = 0.45, .momentum = {0.2, -0.5, 0.1}, .frame = Frame::body},
                        {.time = 0.5, .momentum = {0, 0.4, 0}, .frame = Frame::space}};
    double most = 0;
    for (const char* name : {"se4-rkn", "rkmk-gauss4", "taylor-8"})
        for (const HeldAtStart held : {HeldAtStart::momentum, HeldAtStart::angular_velocity})
            most = std::max(most, largest_error(method(name), problem, followed(held)));
    RecordProperty("largest_error", fmt::format("{:.1e}", most));
}

TEST(ByParametersInPieces, FollowsThePlateInAndOutOfTheShadow) {
    Random<double> random{8};
    auto plate = random_torque<core::SolarPressure>(random);
    plate.eclipse = core::SolarPressure::Eclipse::cylinder;
    plate.sun = plate.orbit.place(0.0).up;  // the planet is in between after half a turn
    plate.area = 1, plate.pressure = 1;
    const Problem problem = tilted_problem(TorqueSum{{{plate, "plate"}, {heavy, "top"}}});
    const double end = 12;
    ASSERT_FALSE(breakpoints(problem.torque, TimeSpan{0, end}).empty());
    Plan plan = followed();
    plan.end = end;
    plan.times = {4, 8, end};
    plan.steps = FixedStep{0.01};
    const ParameterMatrix ours = *samples_of(method("se4-rkn"), problem, plan).back().by_parameters,
                          expected = by_differences(method("se4-rkn"), problem, plan, 1e-5).back();
    EXPECT_LT((ours - expected).cwiseAbs().maxCoeff(), 1e-6 * expected.cwiseAbs().maxCoeff());
}

// --- truth from outside -------------------------------------------------------------------------------------------

TEST(ByParametersTruth, OfASymmetricTopIsKnownInClosedForm) {
    // R = R₀ exp(tΠ₀/I₁) exp(ψe₃), Π = exp(−ψe₃) Π₀, ψ = t (1/I₃ − 1/I₁) Π₃; I₁ and I₂ change together
    const double across = 2, along = 1.2, t = 3;
    Problem p = tilted_problem(core::NoTorque{});
    p.body = Body::from_moments({across, across, along});
    const Eigen::Vector3d start = p.initial.momentum, axis = Eigen::Vector3d::UnitZ();
    const double psi = t * (1 / along - 1 / across) * start.z();
    const Eigen::Vector3d end = Eigen::AngleAxisd(-psi, axis) * start;
    Eigen::Matrix<double, 6, 2> expected;
    const double by_along = -t * start.z() / (along * along), by_across = t * start.z() / (across * across);
    expected.col(0) << by_across * axis - t / (across * across) * end, -by_across * axis.cross(end);
    expected.col(1) << by_along * axis, -by_along * axis.cross(end);
    for (const Plan& plan : {Plan{.method = "se", .steps = FixedStep{0.1}}, Plan{.method = "taylor-20"}}) {
        Plan run = plan;
        run.end = t;
        run.parameter_sensitivity = HeldAtStart::momentum;
        const ParameterMatrix m = simulate(p, run).parameter_sensitivity->matrix;
        Eigen::Matrix<double, 6, 2> ours;
        ours << m.col(0) + m.col(1), m.col(2);
        EXPECT_LT((ours - expected).cwiseAbs().maxCoeff(), 2e-13) << plan.method << "\n"
                                                                  << ours << "\n\n"
                                                                  << expected;
    }
}

TEST(ByParametersTruth, OfASphereIsKnownInClosedForm) {
    // all moments together: R = R₀ exp(tΠ/I); ω held: nothing turns differently, and Π changes as I does
    Problem p = tilted_problem(core::NoTorque{});
    p.body = Body::from_moments({2, 2, 2});
    const auto all_moments = [&](HeldAtStart held) -> Vector6 {
        return simulate(p, {.method = "se", .steps = FixedStep{0.1}, .end = 3, .parameter_sensitivity = held})
            .parameter_sensitivity->matrix.rowwise()
            .sum();
    };
    Vector6 by_momentum, by_velocity;
    by_momentum << -3.0 / 4 * p.initial.momentum, 0, 0, 0;
    by_velocity << 0, 0, 0, p.initial.momentum / 2;
    EXPECT_LT((all_moments(HeldAtStart::momentum) - by_momentum).norm(), 1e-13);
    EXPECT_LT((all_moments(HeldAtStart::angular_velocity) - by_velocity).norm(), 1e-13);
}

TEST(ByParametersTruth, MeetsTheVariationalEquations) {
    const Problem p = tilted_problem(heavy);
    const Eigen::Matrix<double, 6, 4> expected = variational_equations(p, heavy, 5).rightCols<4>();
    for (const Plan& plan :
         {Plan{.method = "se8-kl", .steps = FixedStep{0.02}},
          Plan{.method = "rkmk-gauss6", .steps = FixedStep{0.005}}, Plan{.method = "taylor-20"}}) {
        Plan run = plan;
        run.end = 5;
        run.parameter_sensitivity = HeldAtStart::momentum;
        const Result result = simulate(p, run);
        EXPECT_EQ(result.parameter_sensitivity->names, parameter_names(p));
        EXPECT_LT((result.parameter_sensitivity->matrix - expected).cwiseAbs().maxCoeff(),
                  1e-11 * expected.cwiseAbs().maxCoeff())
            << plan.method;
    }
}

// --- what else a run does -----------------------------------------------------------------------------------------

TEST(ByParametersRun, GoesBesideTheStateAndLeavesBothAsTheyAre) {
    const Problem problem = gyrostat(TorqueSum{{{heavy}, {spring()}}});
    Plan plan = followed(HeldAtStart::angular_velocity);
    const Result alone = simulate(problem, plan);
    plan.sensitivity = true;
    const Result both = simulate(problem, plan);
    plan.parameter_sensitivity.reset();
    const Result state = simulate(problem, plan);
    EXPECT_FALSE(alone.transition);
    EXPECT_FALSE(state.parameter_sensitivity);
    EXPECT_EQ(*both.transition, *state.transition);
    EXPECT_EQ(both.parameter_sensitivity->matrix, alone.parameter_sensitivity->matrix);
    EXPECT_EQ(both.final_state.momentum, alone.final_state.momentum);
    EXPECT_EQ(both.torque_evaluations, alone.torque_evaluations);
}

/// At the start nothing depends on a parameter but what is held says so.
TEST(ByParametersRun, BeginsWithWhatIsHeld) {
    const Problem problem = gyrostat(heavy);
    const auto first = [&](HeldAtStart held) {
        return *samples_of(method("se"), problem, followed(held)).front().by_parameters;
    };
    EXPECT_EQ(first(HeldAtStart::momentum), ParameterMatrix::Zero(6, 7));
    const ParameterMatrix by_velocity = first(HeldAtStart::angular_velocity);
    const Eigen::Matrix3d P = problem.body.principal_axes().toRotationMatrix();
    const Eigen::Vector3d velocity = problem.body.angular_velocity(problem.initial.momentum);
    ParameterMatrix expected = ParameterMatrix::Zero(6, 7);
    for (int i = 0; i < 3; ++i) expected.col(i).tail<3>() = P.col(i) * P.col(i).dot(velocity);
    expected.block<3, 3>(3, 3).setIdentity();
    EXPECT_LT((by_velocity - expected).norm(), 1e-15);
}

/// With ω held, Π at the start changes, and Φ carries that on.
TEST(ByParametersRun, IsByTheTransitionMatrixWhatIsHeld) {
    const Problem problem = gyrostat(TorqueSum{{{heavy}, {spring()}}});
    Plan plan = followed(HeldAtStart::angular_velocity);
    plan.sensitivity = true;
    const std::vector<Sample> by_velocity = samples_of(method("se4-rkn"), problem, plan);
    plan.parameter_sensitivity = HeldAtStart::momentum;
    const std::vector<Sample> by_momentum = samples_of(method("se4-rkn"), problem, plan);
    for (std::size_t i = 0; i < by_velocity.size(); ++i) {
        const ParameterMatrix carried = *by_velocity[i].transition * *by_velocity[0].by_parameters;
        EXPECT_LT((*by_velocity[i].by_parameters - (*by_momentum[i].by_parameters + carried)).norm(), 1e-13);
    }
}

TEST(ByParametersRun, SaysWhyThereIsNone) {
    const auto reason = [](const Method& method, const Problem& problem) -> std::string {
        const auto run = try_simulate(method, problem, followed());
        return run ? "" : run.error().message;
    };
    Method plain = method("se");
    plain.on_dual = {};
    EXPECT_EQ(reason(plain, tilted_problem(heavy)),
              "sensitivity: method \"se\" does not run on dual numbers, expected one that does");
    const Torque moved = formula_torque({.torque = {"if(t < 2*off, a, 0)", "0", "0"},
                                         .parameters = {{"a", 1.0}, {"off", 0.2}}})
                             .or_throw();
    EXPECT_EQ(
        reason(method("se"), tilted_problem(TorqueSum{{{heavy}, {moved}}})),
        "sensitivity: parameter \"off\" of a formula moves a time at which the torque switches, which is not "
        "followed; expected a number in its place there");
    Problem controlled = tilted_problem(heavy);
    controlled.control = sampled_control(
        0.1, [](double, const State&, const Eigen::Vector3d&) { return Eigen::Vector3d::Zero().eval(); });
    EXPECT_NE(reason(method("se"), controlled).find("expected a run without control"), std::string::npos);
}

}  // namespace
}  // namespace polhode::test
