/// The shared Newton iteration: how fast it converges, what it does with rounding, how it reports failure.
#include "polhode/step/newton.hpp"

#include "polhode/error.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/problem.hpp"

#include <gtest/gtest.h>
#include <cmath>
#include <vector>

namespace polhode::core {
namespace {

/// (x³ + y − 1, y³ − x + 1 + p): a root at (1, 0) for p = 0.
template <class Scalar>
std::array<Scalar, 2> cubic(const std::array<Scalar, 2>& v, const Scalar& p) {
    return {v[0] * v[0] * v[0] + v[1] - Scalar(1), v[1] * v[1] * v[1] - v[0] + Scalar(1) + p};
}

TEST(Newton, ConvergesQuadraticallyWithFreshJacobians) {
    // a number that carries derivatives gets a fresh Jacobian in every iteration
    using Number = Dual<long double, 1>;
    std::vector<long double> errors;
    std::array<Number, 2> x{Number(1.2L), Number(0.3L)};
    const Status status = newton(
        [&]<class Scalar>(const std::array<Scalar, 2>& v) {
            const auto off = [](const Scalar& at, long double root) { return std::abs(value_of(at) - root); };
            errors.push_back(std::max(off(v[0], 1), off(v[1], 0)));
            return cubic(v, Scalar(0));
        },
        x, 1);
    ASSERT_TRUE(status.ok());
    int quadratic = 0;
    for (std::size_t i = 1; i < errors.size() && errors[i] > 1e-17L; ++i) {
        EXPECT_LE(errors[i], 4 * errors[i - 1] * errors[i - 1]) << "iteration " << i;
        ++quadratic;
    }
    EXPECT_GE(quadratic, 3);
    EXPECT_LE(status.iterations, 8);
}

TEST(Newton, FindsTheRootToRoundOff) {
    for (const double start : {1.0001, 1.2, 3.0, 30.0}) {
        std::array<double, 2> x{start, start - 1};
        const Status status =
            newton([]<class Scalar>(const std::array<Scalar, 2>& v) { return cubic(v, Scalar(0)); }, x, 1);
        ASSERT_TRUE(status.ok()) << start;
        EXPECT_LE(std::abs(x[0] - 1) + std::abs(x[1]), 4e-16) << start;
    }
}

TEST(Newton, CarriesTheDerivativesOfTheSolution) {
    // by the implicit function theorem: (3 1; −1 0) (x', y') = (0, −1) at the root
    using Number = Dual<double, 1>;
    const Number p = Number::variable(0, 0);
    std::array<Number, 2> x{Number(1.1), Number(0.1)};
    ASSERT_TRUE(
        newton([&]<class Scalar>(const std::array<Scalar, 2>& v) { return cubic(v, Scalar(p)); }, x, 1).ok());
    EXPECT_NEAR(x[0].slope[0], 1, 1e-14);
    EXPECT_NEAR(x[1].slope[0], -3, 1e-14);

    // the second derivative, by duals over duals: x = 1 + p + y³ and y = 1 − x³, so y'' = −6 at the root
    using Second = Dual<Number, 1>;
    Second q{Number::variable(0, 0)};
    q.slope[0] = Number(1);
    std::array<Second, 2> z{Second(Number(1.1)), Second(Number(0.1))};
    ASSERT_TRUE(
        newton([&]<class Scalar>(const std::array<Scalar, 2>& v) { return cubic(v, Scalar(q)); }, z, 1).ok());
    EXPECT_NEAR(z[1].slope[0].value, -3, 1e-13);
    EXPECT_NEAR(z[1].slope[0].slope[0], -6, 1e-12);
}

TEST(Newton, AcceptsAResidualThatIsAllRounding) {
    // the terms cancel to a root a thousand times smaller than they are
    std::array<double, 1> x{0.5};
    const Status status = newton(
        []<class Scalar>(const std::array<Scalar, 1>& v) {
            return std::array<Scalar, 1>{(v[0] + Scalar(1000 * M_PI)) * (v[0] + Scalar(1))
                                         - Scalar(1000 * M_PI + 1)};
        },
        x);
    EXPECT_TRUE(status.ok());
    EXPECT_LE(status.iterations, 12);
    EXPECT_NEAR(x[0], 3.182e-4, 1e-6);
}

TEST(Newton, ReportsARootThatIsNotThere) {
    std::array<double, 1> x{0.7};
    const Status status =
        newton([]<class Scalar>(
                   const std::array<Scalar, 1>& v) { return std::array<Scalar, 1>{v[0] * v[0] + Scalar(1)}; },
               x);
    EXPECT_EQ(status.outcome, Outcome::no_convergence);
    EXPECT_EQ(status.iterations, 50);
    EXPECT_GT(status.residual, 1e-3);
}

TEST(Newton, StopsAtOnceAtNotANumberAndAtASingularJacobian) {
    for (const double factor : {std::nan(""), 0.0}) {
        std::array<double, 1> x{1};
        const Status status = newton(
            [&]<class Scalar>(const std::array<Scalar, 1>& v) {
                return std::array<Scalar, 1>{Scalar(factor) * v[0] + Scalar(1)};
            },
            x);
        EXPECT_EQ(status.outcome, Outcome::no_convergence);
        EXPECT_EQ(status.iterations, 1);
    }
}

}  // namespace
}  // namespace polhode::core

namespace polhode {
namespace {

std::string failure_of(const char* method, const Problem& p, double h) {
    Integrator integrator(method, p.body, p.torque);
    State s = p.initial;
    try {
        for (int n = 0; n < 100; ++n) integrator.step(s, n * h, h);
    } catch (const RunError& error) {
        return error.what();
    }
    return "";
}

TEST(Failure, SaysHowManyIterationsAndHowFarOff) {
    const std::string message = failure_of("swc1", problem("soft-wall-repulsive"), 3);
    EXPECT_NE(message.find("iterations"), std::string::npos) << message;
    EXPECT_NE(message.find("smaller step"), std::string::npos) << message;
}

TEST(Failure, MoserVeselovHasNoSolutionBeyondARadianPerStep) {
    const Problem& p = problem("satellite");  // |ω| = 26
    EXPECT_EQ(failure_of("dmv2", p, 0.9 / 26), "");
    const std::string message = failure_of("dmv2", p, 0.1);
    EXPECT_NE(message.find("turns too far"), std::string::npos) << message;
}

}  // namespace
}  // namespace polhode
