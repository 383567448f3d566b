#include "polhode/simulate/event.hpp"

#include "polhode/integrator.hpp"
#include "polhode/scalar/trigonometry.hpp"

#include <fmt/format.h>
#include <cmath>
#include <memory>

namespace polhode {

namespace {

Expected<Eigen::Vector3d> unit(const char* name, const Eigen::Vector3d& v) {
    const double length = v.stableNorm();
    if (!(length > 0) || !std::isfinite(length))
        return input_error(fmt::format("{}: ({}, {}, {}), expected a finite vector other than zero", name,
                                       v.x(), v.y(), v.z()),
                           name);
    return Eigen::Vector3d(v / length);
}

}  // namespace

EventFunction axis_cone(const Eigen::Vector3d& axis, const Eigen::Vector3d& direction, double angle) {
    return try_axis_cone(axis, direction, angle).or_throw();
}

Expected<EventFunction> try_axis_cone(const Eigen::Vector3d& axis, const Eigen::Vector3d& direction,
                                      double angle) {
    if (!(angle >= 0 && angle <= 3.14159265358979324))
        return input_error(fmt::format("angle: {}, expected one from 0 to π", angle), "angle");
    const auto a = unit("axis", axis), d = unit("direction", direction);
    if (!a) return a.error();
    if (!d) return d.error();
    return EventFunction([a = *a, d = *d, angle](double, const State& state) {
        const Eigen::Vector3d now = state.attitude * a;
        // by the angle itself, since its cosine hardly changes near a narrow cone
        return core::arc_tangent(now.cross(d).norm(), now.dot(d)) - angle;
    });
}

EventFunction axis_plane(const Eigen::Vector3d& axis, const Eigen::Vector3d& normal) {
    return try_axis_plane(axis, normal).or_throw();
}

Expected<EventFunction> try_axis_plane(const Eigen::Vector3d& axis, const Eigen::Vector3d& normal) {
    const auto a = unit("axis", axis), n = unit("direction", normal);
    if (!a) return a.error();
    if (!n) return n.error();
    return EventFunction(
        [a = *a, n = *n](double, const State& state) { return (state.attitude * a).dot(n); });
}

EventFunction rate_above(const Body& body, double value) {
    return [body, value](double t, const State& state) {
        return body.angular_velocity(state.momentum, t).norm() - value;
    };
}

EventFunction kinetic_energy_above(const Body& body, double value) {
    return [body, value](double t, const State& state) { return body.kinetic_energy(state, t) - value; };
}

EventFunction energy_above(const Body& body, const Torque& torque, double value) {
    return [measure = std::make_shared<Integrator>("se", body, torque), value](double t, const State& state) {
        return measure->energy(state, t).value_or(measure->body().kinetic_energy(state, t)) - value;
    };
}

}  // namespace polhode
