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

/// What is shown at time t is finite, or there is an error: numbers near the largest may pass it when they are turned
/// into the axes that the user has, or when an impulse is added.
std::optional<Error> not_shown(const State& state, double t);

/// The failed step of size h led from `before` at time t to `after`.
Error step_failure(const core::Status& status, const core::Stepper<double>& stepper,
                   const core::State<double>& before, const core::State<double>& after, double t, double h);
/// Of a step that fails at any length, for what was asked; nothing of others.
std::optional<Error> lasting_failure(const core::Status& status);

}  // namespace polhode
