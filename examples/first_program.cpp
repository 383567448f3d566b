#include <iostream>
#include <polhode/polhode.hpp>

int main() {
    using Eigen::Quaterniond, Eigen::Vector3d;
    const Vector3d up = Vector3d::UnitZ();
    const auto body = polhode::Body::from_moments({5, 5, 1});
    const auto gravity = polhode::space_torque(
        [&](double, const Quaterniond& attitude) -> Vector3d { return -20 * (attitude * up).cross(up); });

    polhode::Integrator top("se", body, gravity);
    polhode::State state{Quaterniond(Eigen::AngleAxisd(0.05, Vector3d::UnitX())), body.momentum({0, 0, 5})};
    for (int n = 0; n < 2000; ++n) top.step(state, n * 0.01, 0.01);

    std::cout << "the axis points to " << (state.attitude * up).transpose() << " after "
              << top.torque_evaluations() << " torque evaluations\n";
}
