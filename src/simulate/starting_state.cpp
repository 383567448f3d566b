#include "simulate/starting_state.hpp"

#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

core::State<double> starting_state(const State& state, const Body& body) {
    const Eigen::Quaterniond& q = state.attitude;
    const Eigen::Vector3d& p = state.momentum;
    const double length = q.norm();
    if (!(std::abs(length - 1) <= 1e-6))
        throw InputError(fmt::format("attitude: the quaternion [{}, {}, {}, {}] has length {}, expected 1",
                                     q.x(), q.y(), q.z(), q.w(), length));
    if (!p.allFinite())
        throw InputError(fmt::format("momentum: ({}, {}, {}), expected finite numbers", p.x(), p.y(), p.z()));
    const bool unit = std::abs(length - 1) <= 1e-15;
    return core::to_principal({unit ? q : q.normalized(), p}, core::from_eigen(body.principal_axes()));
}

}  // namespace polhode
