/// Why a step failed.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/state.hpp"
#include "polhode/step/stepper.hpp"

namespace polhode {

/// Whether a step has led to numbers: a momentum whose square is beyond all doubles leaves an attitude that is none.
inline bool is_finite(const core::State<double>& state) {
    return core::is_finite(state.momentum) && core::is_finite(state.attitude.vector())
        && core::is_finite(state.attitude.w);
}

/// Of a state that is about to be shown: numbers near the largest may pass it when they are turned into the user's axes,
/// or when an impulse is added.
std::optional<Error> error_unless_finite(const State& state, double t);
std::optional<Error> error_unless_finite(const Eigen::Vector3d& angular_velocity, double t);

/// The failed step of size h led from `before` at time t to `after`.
Error step_failure(const core::Status& status, const core::Stepper<double>& stepper,
                   const core::State<double>& before, const core::State<double>& after, double t, double h);
/// Of a step that fails at any length, for what was asked; nothing of others.
std::optional<Error> lasting_failure(const core::Status& status);

}  // namespace polhode
