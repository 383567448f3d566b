/// The sentence that says why a step failed.
#pragma once

#include "polhode/step/stepper.hpp"

#include <string>

namespace polhode {

/// The failed step of size h led from `before` at time t to `after`.
std::string describe_failure(const core::Status& status, const core::Stepper<double>& stepper,
                             const core::State<double>& before, const core::State<double>& after, double t,
                             double h);

}  // namespace polhode
