/// Why a step failed.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/step/stepper.hpp"

namespace polhode {

/// The failed step of size h led from `before` at time t to `after`.
Error step_failure(const core::Status& status, const core::Stepper<double>& stepper,
                   const core::State<double>& before, const core::State<double>& after, double t, double h);
/// Of a step that fails at any length, for what was asked; nothing of others.
std::optional<Error> lasting_failure(const core::Status& status);

}  // namespace polhode
