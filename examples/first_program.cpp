#include <iostream>
#include <polhode/polhode.hpp>

int main() {
    using Eigen::Quaterniond, Eigen::Vector3d;
    const Vector3d up = Vector3d::UnitZ();
    const auto body = polhode::Body::from_moments({5, 5, 1});
    const auto gravity = polhode::space_torque(
        [&](double, const Quaterniond& attitude) -> Vector3d { return -20 * (attitude * up).cross(up); });

    const Quaterniond leaning(Eigen::AngleAxisd(0.05, Vector3d::UnitX()));
    polhode::Integrator top("se", body, gravity, {leaning, body.momentum({0, 0, 5})});
    top.advance(0.01, 2000);

    std::cout << top << "\nthe axis points to " << (top.state().attitude * up).transpose() << "\n";
}
