#include "polhode/simulate/impulse.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {
namespace {

Eigen::Vector3d in_body(const Eigen::Vector3d& vector, Frame frame, const State& state) {
    return frame == Frame::body ? vector : Eigen::Vector3d(state.attitude.conjugate() * vector);
}

}  // namespace

StateChange momentum_change(const Eigen::Vector3d& momentum, Frame frame) {
    return [momentum, frame](const State& state) {
        return State{state.attitude, state.momentum + in_body(momentum, frame, state)};
    };
}

StateChange reflection(const Body& body, const Eigen::Vector3d& direction, Frame frame) {
    return try_reflection(body, direction, frame).or_throw();
}

Expected<StateChange> try_reflection(const Body& body, const Eigen::Vector3d& direction, Frame frame) {
    const double length = direction.stableNorm();
    if (!(length > 0) || !std::isfinite(length))
        return input_error(fmt::format("reflect: ({}, {}, {}), expected a finite vector other than zero",
                                       direction.x(), direction.y(), direction.z()),
                           "reflect");
    return StateChange([still = body.with_rotor({}), n = Eigen::Vector3d(direction / length), frame](
                           const State& state, const Eigen::Vector3d& rotor_momentum) {
        const Eigen::Vector3d along = in_body(n, frame, state),
                              omega = still.angular_velocity(state.momentum - rotor_momentum),
                              turned = still.angular_velocity(along);  // by I⁻¹n
        return State{state.attitude, state.momentum - (2 * omega.dot(along) / turned.dot(along)) * along};
    });
}

}  // namespace polhode
