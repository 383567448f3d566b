#include "simulate/starting_state.hpp"

#include "polhode/mechanics/eigen.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

Expected<core::State<double>> starting_state(const State& state, const Body& body) {
    const Eigen::Quaterniond& q = state.attitude;
    const Eigen::Vector3d& p = state.momentum;
    const double length = q.norm();
    if (!(std::abs(length - 1) <= 1e-6))
        return input_error(fmt::format("attitude: the quaternion [{}, {}, {}, {}] has length {}, expected 1",
                                       q.x(), q.y(), q.z(), q.w(), length),
                           "attitude");
    if (!p.allFinite())
        return input_error(
            fmt::format("momentum: ({}, {}, {}), expected finite numbers", p.x(), p.y(), p.z()), "momentum");
    const bool unit = std::abs(length - 1) <= 1e-15;
    return core::to_principal({unit ? q : q.normalized(), p}, core::from_eigen(body.principal_axes()));
}

}  // namespace polhode
