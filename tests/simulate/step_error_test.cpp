// Steps of controlled error: the true error of each step, taken from its own start, on random bodies.
#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/simulate/simulate.hpp"
#include "simulate/piece_stepper.hpp"
#include "simulate/starting_state.hpp"
#include "support/samples_of.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <cmath>
#include <random>
#include <string>
#include <vector>

namespace {

using namespace polhode;
using polhode::test::samples_of;

core::State<long double> widened(const State& state, const Body& body) {
    const core::State<double> start = starting_state(state, body).or_throw();
    return {core::Quaternion<long double>(start.attitude), core::Vector3<long double>(start.momentum)};
}

struct Seen {
    double largest = 0;  // error of a step, in units of the bound
    long steps = 0;
};

/// Against a Taylor series in long double.
Seen errors_of(const Problem& p, const std::string& method, double bound, double end) {
    const std::vector<Sample> samples =
        samples_of(p, {.method = method, .steps = ErrorPerStep{bound}, .end = end, .balance = false});
    const Method series = taylor_flow(24, 1e-18);
    PieceStepper<long double> exact(series.on_long_double, Piece{{0, end}, p.body, p.torque});
    Seen seen;
    double momentum = 0;
    for (std::size_t n = 0; n + 1 < samples.size(); ++n) {
        core::State<long double> truth = widened(samples[n].state, p.body);
        const core::State<long double> found = widened(samples[n + 1].state, p.body);
        EXPECT_TRUE(
            exact->step(truth, samples[n].time, samples[n + 1].time - (long double)samples[n].time).ok());
        momentum =
            std::max({momentum, samples[n].state.momentum.norm(), samples[n + 1].state.momentum.norm()});
        const double error = std::max(static_cast<double>(attitude_angle(truth.attitude, found.attitude)),
                                      static_cast<double>(norm(truth.momentum - found.momentum)) / momentum);
        seen.largest = std::max(seen.largest, error / bound);
        ++seen.steps;
    }
    return seen;
}

/// The bodies of a seed: any, or slender ones, whose rotation about the long axis is fast.
class RandomProblems {
public:
    RandomProblems(unsigned seed, bool slender) : numbers_(seed), slender_(slender) {}

    struct Task {
        Problem problem;
        double bound, end;
    };
    Task next() {
        Eigen::Vector3d I;
        if (slender_) {
            const double across = between(0.3, 2), along = across * std::pow(10, between(-3, -1));
            I = {across, across - 0.5 * along * between(0, 1), along};
        } else {
            const double a = between(0.2, 1), b = between(0.2, 1), c = between(0.05, 1);
            I = {a + b, b + c, a + c};
        }
        const Eigen::Quaterniond axes = attitude();
        const Eigen::Matrix3d tensor = axes * I.asDiagonal() * axes.conjugate();
        Problem p{.body = Body::from_tensor(0.5 * (tensor + tensor.transpose()))};
        const double torque = std::pow(10, between(-2, 1));
        p.initial.attitude = attitude();
        // one draw after the other: the same problems with every compiler
        const double size = std::pow(10, between(-4, 1));
        p.initial.momentum = size * vector();
        const Eigen::Vector3d T = torque * vector();
        if (++count_ % 2 == 0)
            p.torque = core::HeavyTop{torque};
        else
            p.torque = core::ConstantSpaceTorque{{T.x(), T.y(), T.z()}};
        const double rate = std::sqrt(
            std::hypot(p.body.angular_velocity(p.initial.momentum).squaredNorm(), torque / I.minCoeff()));
        return {std::move(p), std::pow(10, between(-10, -3)), between(20, 60) / rate};
    }

private:
    double between(double a, double b) { return std::uniform_real_distribution<>(a, b)(numbers_); }
    double normal() { return std::normal_distribution<>()(numbers_); }
    Eigen::Vector3d vector() {
        const double x = normal(), y = normal();
        return {x, y, normal()};
    }
    Eigen::Quaterniond attitude() {
        const double w = normal(), x = normal(), y = normal();
        return Eigen::Quaterniond(w, x, y, normal()).normalized();
    }

    std::mt19937_64 numbers_;
    bool slender_;
    int count_ = 0;
};

class StepError : public testing::TestWithParam<const char*> {};

TEST_P(StepError, IsWithinTheBoundInEveryStep) {
    const bool low = method(GetParam()).sheet.order_attitude <= 2;
    for (const bool slender : {false, true}) {
        RandomProblems problems(slender ? 5 : 3, slender);
        long steps = 0;
        for (int k = 0; k < 20; ++k) {
            const auto [problem, drawn, end] = problems.next();
            const double bound = low ? std::max(drawn, 1e-7) : drawn;  // of low order, not too many steps
            const Seen seen = errors_of(problem, GetParam(), bound, end);
            EXPECT_LE(seen.largest, 1.5) << (slender ? "slender " : "any ") << k << ", bound " << bound;
            steps += seen.steps;
        }
        EXPECT_GT(steps, 100);
    }
}
INSTANTIATE_TEST_SUITE_P(Methods, StepError,
                         testing::Values("se", "se4-rkn", "rkmk-rk4", "buss4", "liemid-ea", "se-aba1064",
                                         "se6-rkn", "rkmk-gauss6", "se8-kl", "taylor-12", "taylor-20"),
                         [](const auto& named) {
                             std::string name = named.param;
                             std::replace(name.begin(), name.end(), '-', '_');
                             return name;
                         });

// A slender body that a constant torque spins up: steps of 10 to 25 radians, for which halving gains nothing.
TEST(StepErrorOfASlenderBody, IsWithinTheBoundInStepsOfManyRadians) {
    Eigen::Matrix3d tensor;
    tensor << 0.4689090821033538, 0.21859276065270455, 0.14214021022075485, 0.21859276065270455,
        0.29058086983835507, -0.21250635684780944, 0.14214021022075485, -0.21250635684780944,
        0.4786922265207853;
    Problem p{.body = Body::from_tensor(tensor)};
    p.initial = {Eigen::Quaterniond(0.49502903711774265, 0.37154144452967514, -0.7482287639782981,
                                    -0.23886591251702585),
                 {0.0016170883340856945, -0.0035586548616754854, -0.0034799617530247486}};
    p.torque = core::ConstantSpaceTorque{{0.12171679669498002, 0.020576613948767943, -0.023840793310357475}};
    for (const char* name : {"se8-kl", "se6-rkn", "se4-rkn", "se-aba1064", "buss4"})
        for (const double bound : {1.03e-8, 1e-6, 1e-10})
            EXPECT_LE(errors_of(p, name, bound, 8.838058777219697).largest, 1.5) << name << ' ' << bound;
}

}  // namespace
