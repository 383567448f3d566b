// How uncertain is an attitude some time from now? The covariance of the first state, carried along by the
// transition matrix of one run, beside twenty thousand runs from states drawn at random.
#include "polhode/ensemble/integrator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <polhode/polhode.hpp>
#include <random>

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

namespace {

/// (ξ, ρ) between two states: R₁ = R exp(ξ), Π₁ = Π + ρ.
Vector6 difference(const polhode::State& from, const polhode::State& to) {
    const Eigen::AngleAxisd turn(from.attitude.conjugate() * to.attitude);
    Vector6 d;
    d << turn.angle() * turn.axis(), to.momentum - from.momentum;
    return d;
}

polhode::State displaced(const polhode::State& s, const Vector6& by) {
    const Eigen::Vector3d turn = by.head<3>();
    return {s.attitude * Eigen::Quaterniond(Eigen::AngleAxisd(turn.norm(), turn.normalized())),
            s.momentum + by.tail<3>()};
}

}  // namespace

int main() {
    // a tumbling satellite in a gravity gradient, seconds and kg m²; its axes are not the principal ones
    Eigen::Matrix3d inertia;
    inertia << 120, 8, -5, 8, 150, 6, -5, 6, 90;
    const polhode::Problem satellite{
        .name = "satellite",
        .description = "",
        .body = polhode::Body::from_tensor(inertia),
        .torque = polhode::core::GravityGradient{.coefficient = 3.6e-6},
        .initial = {Eigen::Quaterniond(Eigen::AngleAxisd(0.3, Eigen::Vector3d::UnitX())), {0.4, 0.9, -0.2}},
        .defaults = {900, 1},
        .references = {}};

    // known at the start: the attitude to 1 mrad about x and y and 3 mrad about z, the rotation to about 20
    // µrad/s
    Vector6 sigma;
    sigma.head<3>() = Eigen::Vector3d(1e-3, 1e-3, 3e-3);
    sigma.tail<3>() = 2e-5 * inertia.diagonal();
    const Matrix6 before = sigma.cwiseAbs2().asDiagonal();

    constexpr std::size_t count = 20000;
    polhode::Ensemble ensemble(count, satellite.body, satellite.torque);
    std::mt19937_64 random(1);
    std::normal_distribution<double> normal;
    for (std::size_t k = 0; k < count; ++k) {
        Vector6 by;
        for (double& component : by) component = normal(random);
        ensemble.set_state(k, displaced(satellite.initial, sigma.cwiseProduct(by)));
    }
    polhode::EnsembleIntegrator integrator(ensemble, {.method = "se4-rkn", .step = 1});

    std::printf(
        "standard deviations: attitude (mrad) and momentum (mN m s) about the axes of the body\n%-18s", "");
    for (const char* name : {"turn x", "y", "z", "momentum x", "y", "z"}) std::printf("%11s", name);
    std::puts("");
    double worst = 0;
    const auto print = [&](double time, const char* how, const Vector6& deviation) {
        std::printf("%5.0f s %-10s", time, how);
        for (const double d : deviation) std::printf("%11.4f", 1e3 * d);
        std::puts("");
    };
    const auto on_sample = [&](const polhode::Sample& sample) {
        const Matrix6& phi = *sample.transition;
        const Matrix6 after = phi * before * phi.transpose();
        const Vector6 linear = after.diagonal().cwiseSqrt();

        integrator.advance(sample.step - integrator.steps());
        Vector6 mean = Vector6::Zero(), squares = Vector6::Zero();
        for (std::size_t k = 0; k < count; ++k) {
            const Vector6 d = difference(sample.state, ensemble.state(k));
            mean += d / count;
            squares += d.cwiseAbs2() / count;
        }
        const Vector6 drawn = (squares - mean.cwiseAbs2()).cwiseSqrt();
        print(sample.time, "matrix", linear);
        print(sample.time, "ensemble", drawn);
        worst = std::max(worst, (drawn.cwiseQuotient(linear).array() - 1).abs().maxCoeff());
    };
    polhode::simulate(
        satellite, {.method = "se4-rkn", .steps = polhode::FixedStep{1}, .every = 300, .sensitivity = true},
        {.on_sample = on_sample});

    // drawing leaves 1/√(2 count) = 0.5 %, one time in three; the errors are small enough for a linear law
    std::printf("largest difference: %.1f %%\n", 100 * worst);
    return worst < 0.02 ? EXIT_SUCCESS : EXIT_FAILURE;
}
