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
    polhode::Integrator series(polhode::taylor_flow(20, 1e-15), body, torque, start);
    series.advance(10);
    polhode::Integrator gauss("rkmk-gauss12", body, torque, start);
    gauss.advance(0.05, 200);

    const double difference = (series.state().momentum - gauss.state().momentum).norm();
    std::cout << series << "\n"
              << "difference of the two methods: " << difference << "\n";
    return difference < 1e-9 ? 0 : 1;
}
