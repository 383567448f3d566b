/// Sudden changes of a state: at given times (impulses), or when an event happens.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/frame.hpp"

#include <functional>
#include <string>
#include <type_traits>
#include <utility>

namespace polhode {

/// A change of the momentum at a time: Π → Π + momentum, or L → L + momentum if it is given in space. The
/// attitude stays. The state at that time is the one after it, at the start and at the end of a run too;
/// one after the end does not happen.
struct Impulse {
    double time = 0;
    Eigen::Vector3d momentum = Eigen::Vector3d::Zero();
    Frame frame = Frame::body;
    std::string name = "impulse";
};

/// An impulse that a run has given.
struct ImpulseRecord {
    std::string name;
    double time;
    State before, after;
};

/// What an event does to the state, in the user's axes: a function of the state, or of the state and of the
/// momentum that rotors and wheels have at that moment, in the body.
class StateChange {
public:
    using Function = std::function<State(const State&, const Eigen::Vector3d& rotor_momentum)>;

    StateChange() = default;  ///< nothing
    template <class Change>
        requires std::is_invocable_r_v<State, const Change&, const State&>
    StateChange(Change change)  // NOLINT(google-explicit-constructor): given as a function
        : change_([change = std::move(change)](const State& state, const Eigen::Vector3d&) {
              return change(state);
          }) {}
    template <class Change>
        requires std::is_invocable_r_v<State, const Change&, const State&, const Eigen::Vector3d&>
    StateChange(Change change)  // NOLINT(google-explicit-constructor): given as a function
        : change_(std::move(change)) {}

    explicit operator bool() const { return static_cast<bool>(change_); }
    State operator()(const State& state,
                     const Eigen::Vector3d& rotor_momentum = Eigen::Vector3d::Zero()) const {
        return change_(state, rotor_momentum);
    }

private:
    Function change_;
};

/// Π → Π + momentum, or L → L + momentum in space.
StateChange momentum_change(const Eigen::Vector3d& momentum, Frame frame = Frame::body);

/// The body bounces elastically off something that stops its rotation about a direction n: an impulse along
/// n turns ω·n into −ω·n, and the kinetic energy stays,
///     Π → Π − 2 (ω·n)/(n·I⁻¹n) n.
/// Of a spherical body this reflects the momentum, L → L − 2 (L·n) n. Of the body the inertia counts; the momentum of
/// its rotors and wheels is the one that the change is given. Throws InputError for a zero vector.
StateChange reflection(const Body& body, const Eigen::Vector3d& direction, Frame frame = Frame::space);
Expected<StateChange> try_reflection(const Body& body, const Eigen::Vector3d& direction,
                                     Frame frame);  ///< the same with the error as a value

}  // namespace polhode
