/// Formulas in motion: built-in torques written out, in any axes, by several methods, and on lanes.
#include "formulas.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/simulate.hpp"
#include "polhode/torque/bind.hpp"
#include "polhode/torque/torque.hpp"

#include <Eigen/Geometry>
#include <array>
#include <bit>
#include <cstdint>

namespace polhode::test {
namespace {

const std::vector<std::string>& methods() {
    static const std::vector<std::string> all{"se",    "rkmk-rk4",  "rkmk-gauss4", "taylor-20",
                                              "buss4", "liemid-ea", "imidm"};
    return all;
}

State end_of(const Body& body, const Torque& torque, const std::string& method) {
    const State start{Eigen::Quaterniond(0.9, 0.1, -0.2, 0.3).normalized(), {0.5, -0.4, 2.0}};
    Problem problem{.body = body, .torque = torque, .initial = start};
    return simulate(problem, {.method = method, .steps = FixedStep{0.02}, .end = 2.0}).final_state;
}

void expect_same_motion(const Body& body, const Torque& formula, const Torque& built_in) {
    for (const std::string& method : methods()) {
        const State a = end_of(body, formula, method), b = end_of(body, built_in, method);
        EXPECT_LT((a.attitude.coeffs() - b.attitude.coeffs()).norm(), 1e-12) << method;
        EXPECT_LT((a.momentum - b.momentum).norm(), 1e-11) << method;
    }
}

core::HeavyTop heavy_top() {
    core::HeavyTop top;
    top.weight_moment = 3;
    top.direction = {0.6, 0, 0.8};
    top.axis = {0, 0.28, 0.96};
    return top;
}
Parameters of_heavy_top() {
    return {{"m", 3.}, {"d", Eigen::Vector3d(0.6, 0, 0.8)}, {"a", Eigen::Vector3d(0, 0.28, 0.96)}};
}
Body in_principal_axes() { return Body::from_moments({1, 2, 2.5}); }
Body in_other_axes() {
    const Eigen::Matrix3d r = Eigen::Quaterniond(0.4, -0.5, 0.7, 0.2).normalized().toRotationMatrix();
    return Body::from_tensor(r * Eigen::Vector3d(1, 2, 2.5).asDiagonal() * r.transpose());
}

TEST(FormulaMotion, OfAHeavyTopIsTheBuiltInOne) {
    for (const Body& body : {in_principal_axes(), in_other_axes()}) {
        const Parameters p = of_heavy_top();
        expect_same_motion(
            body,
            torque_of("m*cross(to_body(d), a).x", "m*cross(to_body(d), a).y", "m*cross(to_body(d), a).z", p),
            heavy_top());
        expect_same_motion(body,
                           torque_of("m*cross(d, to_space(a)).x", "m*cross(d, to_space(a)).y",
                                     "m*cross(d, to_space(a)).z", p, Frame::space),
                           heavy_top());
        expect_same_motion(body, torque_from("m*dot(to_body(d), a)", p), heavy_top());
    }
}

/// In other axes the rates and the quaternion are the user's, too.
TEST(FormulaMotion, KnowsTheRatesInTheUsersAxes) {
    const Body body = in_other_axes();
    const auto bound = bound_torque<double>(body, torque_of("wx + qx", "2*wy - qy", "wz*qw - t*qz"));
    std::mt19937_64 random(1);
    for (int i = 0; i < 20; ++i) {
        const Point<double> p = random_point(random);
        const Quaternion<double> principal = core::from_eigen(body.principal_axes());
        const Vector3<double> torque = bound->at(p.t, p.attitude * principal, to_body(principal, p.rates));
        const Vector3<double> user = to_space(principal, torque);
        EXPECT_NEAR(user.x, p.rates.x + p.attitude.x, 1e-13);
        EXPECT_NEAR(user.y, 2 * p.rates.y - p.attitude.y, 1e-13);
        EXPECT_NEAR(user.z, p.rates.z * p.attitude.w - p.t * p.attitude.z, 1e-13);
    }
    EXPECT_FALSE(bound->has_potential);
}

TEST(FormulaMotion, KeepsTheEnergyOfItsPotential) {
    Problem problem{.body = in_other_axes(),
                    .torque = torque_from("m*dot(to_body(d), a)", of_heavy_top()),
                    .initial = {Eigen::Quaterniond::Identity(), {0.5, -0.4, 2.0}}};
    const Result result = simulate(problem, {.method = "se6-kl", .steps = FixedStep{0.02}, .end = 5.0});
    ASSERT_TRUE(result.conservation.energy);
    EXPECT_LT(result.conservation.energy->max_error, 1e-8);
    problem.torque = heavy_top();
    EXPECT_NEAR(*result.energy_initial,
                *simulate(problem, {.method = "se", .steps = FixedStep{0.1}, .end = 0.1}).energy_initial,
                1e-14);
}

TEST(FormulaMotion, HasSensitivities) {
    Problem problem{.body = in_other_axes(),
                    .torque = torque_from("m*dot(to_body(d), a)", of_heavy_top()),
                    .initial = {Eigen::Quaterniond::Identity(), {0.5, -0.4, 2.0}}};
    const Plan plan{.method = "rkmk-gauss4", .steps = FixedStep{0.02}, .end = 1.0, .sensitivity = true};
    const Result formula = simulate(problem, plan);
    problem.torque = heavy_top();
    const Result built_in = simulate(problem, plan);
    ASSERT_TRUE(formula.transition && built_in.transition);
    EXPECT_LT((*formula.transition - *built_in.transition).norm(), 1e-11);
}

TEST(FormulaMotion, AnnouncesItsBreakpoints) {
    const Torque torque = torque_of("if(t < 5, 1, 0)", "0", "0");
    EXPECT_EQ(breakpoints(torque), std::vector<double>{5});
    const TorqueSum sum{{{torque, "burn", {{1, 7}}}, {torque_of("abs(t - 2)", "0", "0")}}};
    EXPECT_EQ(breakpoints(sum), (std::vector<double>{1, 2, 5, 7}));
    EXPECT_FALSE(has_potential(torque));
    EXPECT_TRUE(has_potential(Torque(torque_from("r33"))));
}

TEST(FormulaMotion, FailsWithASentenceWhereItYieldsNoNumber) {
    const auto reason = [](const Torque& torque) {
        const Problem problem{.body = in_principal_axes(),
                              .torque = torque,
                              .initial = {Eigen::Quaterniond::Identity(), {1, 2, 3}}};
        const auto result = try_simulate(problem, {.method = "se", .steps = FixedStep{0.1}, .end = 2.0});
        return result ? std::string("none") : result.error().message;
    };
    const std::string said = reason(torque_of("0/0", "0", "0"));
    EXPECT_EQ(said.find("the torque at t = 0 is ("), 0U) << said;
    EXPECT_NE(
        said.find(
            "nan, 0, 0), expected finite numbers; the formula [\"0/0\", \"0\", \"0\"] yields none there"),
        std::string::npos)
        << said;
    EXPECT_NE(reason(torque_of("0", "sqrt(0.75 - t)", "0"))
                  .find("the formula [\"0\", \"sqrt(0.75 - t)\", \"0\"] yields none"),
              std::string::npos);
    EXPECT_NE(reason(torque_from("log(0.5 - t)*r33"))
                  .find("the formula potential = \"log(0.5 - t)*r33\" yields none"),
              std::string::npos);
    EXPECT_NE(reason(TorqueSum{{{heavy_top()}, {torque_of("1/0", "0", "0")}}}).find("the formula [\"1/0\""),
              std::string::npos);
    EXPECT_EQ(reason(torque_of("if(t < 0, 1/0, 1)", "0", "0")), "none");
}

// --- on lanes -------------------------------------------------------------------------------------------------

using Bits = std::array<std::uint64_t, 7>;

std::vector<Bits> all_bits(const Ensemble& ensemble) {
    std::vector<Bits> all;
    for (std::size_t k = 0; k < ensemble.count(); ++k) {
        const core::State<double> s = ensemble.principal_state(k);
        all.push_back(
            std::bit_cast<Bits>(std::array<double, 7>{s.attitude.x, s.attitude.y, s.attitude.z, s.attitude.w,
                                                      s.momentum.x, s.momentum.y, s.momentum.z}));
    }
    return all;
}

Ensemble bodies(const Torque& torque, bool different, const Body& body) {
    std::mt19937_64 random(5);
    std::normal_distribution<double> normal;
    Ensemble ensemble(37, body, torque);
    for (std::size_t k = 0; k < ensemble.count(); ++k) {
        State state;
        state.attitude =
            Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized();
        state.momentum = Eigen::Vector3d(normal(random), normal(random), normal(random));
        ensemble.set_state(k, state);
        std::vector<double> numbers = parameters_of(torque);
        for (double& x : numbers) x *= 1 + 0.1 * normal(random);
        if (different && !numbers.empty()) ensemble.set_parameters(k, numbers);
    }
    return ensemble;
}

TEST(FormulaOnLanes, GivesEveryBodyTheBitsItHasAlone) {
    const std::vector<FormulaTorque> torques{
        torque_of("m*r32", "-m*r31", "0", {{"m", 3.}}),
        torque_of("sin(a*t)*r11", "if(t < 0.4, exp(-t), log(2 + r22))", "atan2(r31, r32)*tan(0.2*t)",
                  {{"a", 2.}, {"b", 3.}}),
        torque_from("a*r33 + b*asin(0.9*r12) + (2 + qx)^c", {{"a", 1.}, {"b", 0.5}, {"c", 1.5}}),
        torque_of("a + b", "c + d*max(r11, r22)", "abs(r33)*acos(r21/2)",
                  {{"a", 1.}, {"b", 2.}, {"c", 3.}, {"d", 4.}}),
    };
    for (const FormulaTorque& torque : torques)
        for (const std::string method : {"se", "mr2-123", "liemid-ea", "buss3", "buss4", "rkmk-rk4"})
            for (const bool different : {false, true})
                for (const Body& body : {in_principal_axes(), in_other_axes()}) {
                    const auto after = [&](Target target) {
                        Ensemble ensemble = bodies(torque, different, body);
                        EnsembleIntegrator integrator(ensemble, {method, 0.05, 0.25, 1, target});
                        EXPECT_EQ(integrator.target(), target);
                        integrator.advance(9);
                        EXPECT_TRUE(integrator.failures().empty()) << integrator.failures().front().reason;
                        return all_bits(ensemble);
                    };
                    const auto expected = after(Target::one_by_one);
                    for (const Target target : available_targets())
                        EXPECT_EQ(after(target), expected)
                            << name(target) << " " << method << " " << torque.formula().shown;
                }
}

TEST(FormulaOnLanes, SaysWhichBodyHasNoNumber) {
    Ensemble ensemble = bodies(torque_of("sqrt(0.5 - t)", "0", "0"), false, in_principal_axes());
    EnsembleIntegrator integrator(ensemble, {"se", 0.1, 0, 1, available_targets().front()});
    integrator.advance(9);
    ASSERT_EQ(integrator.failures().size(), 37U);
    EXPECT_NE(integrator.failures().front().reason.find("the formula [\"sqrt(0.5 - t)\""), std::string::npos)
        << integrator.failures().front().reason;
}

}  // namespace
}  // namespace polhode::test
