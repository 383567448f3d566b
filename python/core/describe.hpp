/// Torques as settings: the dictionaries from which the reader would make them again.
#pragma once

#include "polhode/torque/torque.hpp"

#include <nanobind/nanobind.h>

namespace polhode::python {

/// One dictionary for each part of a sum; of functions, which no setting can give, only the name of the model.
nanobind::list describe(const Torque& torque);

/// What each built-in model states about itself: name, title, formula, parameters with their meaning.
nanobind::list torque_models();

}  // namespace polhode::python
