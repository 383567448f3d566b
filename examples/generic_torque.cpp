/// A torque of your own, written for any scalar: series methods and implicit ones then take exact derivatives
/// of it.
#include <cmath>
#include <iostream>
#include <polhode/polhode.hpp>

int main() {
    using Eigen::Quaterniond, Eigen::Vector3d;

    // a pendulum force that swings with time, in space: T = cos(t) (R e₃) × e₃
    const polhode::Torque torque = polhode::generic_torque(
        [](const auto& t, const auto& attitude) {
            using Real = std::decay_t<decltype(t)>;
            using std::cos;  // for plain numbers; those of other scalars are found by themselves
            const polhode::core::Vector3<Real> up(Real(0), Real(0), Real(1));
            return cos(t) * cross(to_space(attitude, up), up);
        },
        polhode::Frame::space);

    const polhode::Body body = polhode::Body::from_moments({1, 2, 3});
    const polhode::State start{Quaterniond(0.8, 0.6, 0, 0), Vector3d(1, -2, 0.5)};

    // Taylor series of order 20 that chooses its steps, beside a Gauss method of order 12
    polhode::State by_series = start, by_gauss = start;
    polhode::Integrator series(polhode::taylor_flow(20, 1e-15), body, torque);
    series.step(by_series, 0, 10);
    polhode::Integrator gauss("rkmk-gauss12", body, torque);
    const double h = 0.05;
    for (int n = 0; n < 200; ++n) gauss.step(by_gauss, n * h, h);

    const double difference = (by_series.momentum - by_gauss.momentum).norm();
    std::cout << "momentum at t = 10: " << by_series.momentum.transpose() << "\n"
              << "difference of the two methods: " << difference << "\n";
    return difference < 1e-9 ? 0 : 1;
}
