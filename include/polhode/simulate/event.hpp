/// Something that happens during a run when a function of time and state passes through zero.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/simulate/impulse.hpp"
#include "polhode/torque/torque.hpp"

#include <functional>
#include <optional>
#include <string>

namespace polhode {

/// g(t, state), in the user's axes.
using EventFunction = std::function<double(double, const State&)>;

enum class Crossing { rising, falling, both };

struct Event {
    std::string name;
    EventFunction function;
    Crossing crossing = Crossing::both;
    bool terminal = false;  ///< ends the run
    /// What the state becomes when it happens; the run starts afresh from there. It has to lead away: an event
    /// that changes the state again at once ends the run by an error. Empty: the state stays.
    StateChange change = {};
};

/// An event that has happened.
struct EventRecord {
    std::string name;
    double time;
    State state;
    bool rising;                      ///< g went from below zero to above
    std::optional<State> after = {};  ///< if it has changed the state
};

/// Functions of events. `axis` is fixed in the body, `direction` in space; neither needs unit length.
/// Throw InputError for a zero vector or an angle outside 0 … π.

/// The angle between axis and direction, above `angle`: rising when the axis leaves the cone.
EventFunction axis_cone(const Eigen::Vector3d& axis, const Eigen::Vector3d& direction, double angle);
Expected<EventFunction> try_axis_cone(const Eigen::Vector3d& axis, const Eigen::Vector3d& direction,
                                      double angle);  ///< the same with the error as a value
/// Sine of the axis' height over the plane through the origin with this normal: rising towards the normal's
/// side.
EventFunction axis_plane(const Eigen::Vector3d& axis, const Eigen::Vector3d& normal);
Expected<EventFunction> try_axis_plane(const Eigen::Vector3d& axis, const Eigen::Vector3d& normal);
/// |ω| − value.
EventFunction rate_above(const Body& body, double value);
/// ½ Π·I⁻¹Π − value.
EventFunction kinetic_energy_above(const Body& body, double value);
/// H − value, with V = 0 if the torque has no potential.
EventFunction energy_above(const Body& body, const Torque& torque, double value);

}  // namespace polhode
