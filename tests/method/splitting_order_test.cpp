/// The order of kicks and drifts from their coefficients, and methods made of a user's own.
#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/method/high_order_schemes.hpp"
#include "polhode/method/schemes.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <limits>
#include <string>

namespace polhode::test {
namespace {

SplittingCoefficients coefficients(const core::Scheme& scheme) { return {scheme.kick, scheme.drift}; }

/// Ruth's third-order splitting: not a palindrome, not of Strang steps.
SplittingCoefficients ruth3() {
    return {.kicks = {7 / 24.0L, 3 / 4.0L, -1 / 24.0L, 0}, .drifts = {2 / 3.0L, -2 / 3.0L, 1}};
}

TEST(SplittingOrder, OfEverySchemeIsTheOneStated) {
    using namespace core::schemes;
    for (const core::Scheme* scheme : {&drift_kick(), &kick_drift(), &strang(), &two_half_drifts(), &gauss2(),
                                       &gauss4(), &yoshida4(), &suzuki4(), &blanes_moan4(), &nystrom4(),
                                       &aba1064(), &yoshida6(), &kahan_li6(), &nystrom6(), &kahan_li8()}) {
        EXPECT_FALSE(fault(coefficients(*scheme))) << scheme->name;
        EXPECT_EQ(order(coefficients(*scheme)), scheme->order) << scheme->name;
        if (scheme->order > 2) {
            EXPECT_EQ(of_strang_steps(coefficients(*scheme)), scheme->of_strang_steps) << scheme->name;
        }
    }
    EXPECT_EQ(order(ruth3()), 3);
}

/// Two vector fields of any kind ask for more than a torque that depends on the attitude alone.
TEST(SplittingOrder, OfNystromsSchemeHoldsForTorquesOfTheAttitudeOnly) {
    const SplittingCoefficients rkn6 = coefficients(core::schemes::nystrom6());
    EXPECT_EQ(order(rkn6), 6);
    EXPECT_EQ(order(rkn6, OrderFor::any_splitting), 4);
    EXPECT_EQ(order(coefficients(core::schemes::kahan_li6()), OrderFor::any_splitting), 6);
}

TEST(SplittingOrder, SeesACoefficientThatIsSlightlyWrong) {
    SplittingCoefficients c = coefficients(core::schemes::blanes_moan4());
    c.kicks[1] += 1e-9L;
    c.kicks[c.kicks.size() - 2] -= 1e-9L;
    EXPECT_FALSE(fault(c));
    EXPECT_EQ(order(c), 1);  // no palindrome any more
}

State end_of(const Method& m, const Problem& p, int steps, double end) {
    Integrator integrator(m, p.body, p.torque);
    State state = p.initial;
    const double h = end / steps;
    for (int n = 0; n < steps; ++n) integrator.step(state, n * h, h);
    return state;
}

TEST(OwnSplitting, HasTheBitsAndThePropertiesOfTheCataloguesMethod) {
    const Problem& top = problem("slow-top");
    for (const auto& [name, scheme, drift] : {std::tuple("se4-bm", &core::schemes::blanes_moan4(), "exact"),
                                              {"mr4-231", &core::schemes::yoshida4(), "mr2-231"},
                                              {"liemid-ea", &core::schemes::two_half_drifts(), "liemid"},
                                              {"se6-rkn", &core::schemes::nystrom6(), "exact"}}) {
        const Method own = splitting_method(coefficients(*scheme), drift, "own"), &known = method(name);
        const State a = end_of(own, top, 20, 1), b = end_of(known, top, 20, 1);
        EXPECT_EQ(a.momentum, b.momentum) << name;
        EXPECT_EQ(a.attitude.coeffs(), b.attitude.coeffs()) << name;
        EXPECT_EQ(own.sheet.name, "own");
        EXPECT_EQ(own.sheet.order_attitude, known.sheet.order_attitude) << name;
        EXPECT_EQ(own.sheet.torque_evaluations, known.sheet.torque_evaluations) << name;
        EXPECT_EQ(own.sheet.time_symmetric, known.sheet.time_symmetric) << name;
        EXPECT_EQ(own.sheet.symplectic, known.sheet.symplectic) << name;
        EXPECT_EQ(own.on_lanes.has_value(), known.on_lanes.has_value()) << name;
    }
}

TEST(OwnSplitting, ConvergesAtTheOrderOfItsSheet) {
    const Problem& top = problem("slow-top");
    const Eigen::Vector3d exact = end_of(method("se8-kl"), top, 400, 1).momentum;
    for (const auto& [drift, expected] : {std::pair("exact", 3), {"mr2-231", 2}}) {
        const Method own = splitting_method(ruth3(), drift, "ruth3");
        EXPECT_EQ(own.sheet.order_attitude, expected);
        EXPECT_FALSE(own.sheet.time_symmetric);
        const double coarse = (end_of(own, top, 100, 1).momentum - exact).norm(),
                     fine = (end_of(own, top, 200, 1).momentum - exact).norm();
        EXPECT_NEAR(std::log2(coarse / fine), expected, 0.2) << drift;
    }
}

TEST(OwnSplitting, SaysWhatIsTheFormulaAndTheParts) {
    const Sheet sheet = splitting_method({{1, 0}, {1}}, "liemid", "mine").sheet;
    EXPECT_EQ(sheet.formula, "D(1h) ∘ K(1h)");
    EXPECT_EQ(sheet.title, "kicks and drifts of your own over the drift liemid");
}

std::string complaint(const SplittingCoefficients& c, std::string_view drift = "exact") {
    try {
        splitting_method(c, drift, "mine");
        return "accepted";
    } catch (const InputError& error) {
        return error.what();
    }
}

TEST(OwnSplitting, RefusesWhatIsNoScheme) {
    EXPECT_EQ(complaint({{0.5L, 0.6L}, {1}}), "the kicks of the scheme add up to 1.1, expected 1");
    EXPECT_EQ(complaint({{0.5L, 0.5L}, {0.9L}}), "the drifts of the scheme add up to 0.9, expected 1");
    EXPECT_EQ(complaint({{1}, {1}}),
              "the scheme has 1 kicks and 1 drifts, expected one kick more than drifts "
              "(zeros are written out)");
    EXPECT_EQ(complaint({{1}, {}}), "the scheme has no drifts, expected at least one");
    EXPECT_EQ(complaint({{1, 0}, {std::numeric_limits<long double>::infinity()}}),
              "drift 1 of the scheme is inf, expected a finite number");
    EXPECT_EQ(complaint({{1e30L, -1e30L}, {1}}),  // whose sum is 0
              "kick 1 of the scheme is 1e+30, expected a number from -1000 to 1000");
    EXPECT_EQ(complaint({{0.5L, 0, 0.5L}, {-1001, 1002}}),
              "drift 1 of the scheme is -1001, expected a number from -1000 to 1000");
    EXPECT_EQ(complaint({{0.5L, 0.5L}, {1}}, "exakt"),
              "method \"mine\": \"exakt\" is not a drift; did you mean \"exact\"?");
}

}  // namespace
}  // namespace polhode::test
