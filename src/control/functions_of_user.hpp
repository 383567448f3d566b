/// Control laws have functions inside: the library's own never throw, and those of the user may.
#pragma once

#include "polhode/control/control.hpp"

namespace polhode {

/// Whether the control calls any function that the library has not made: the law, a target or a field.
bool calls_functions_of_user(const Control& control);

bool is_of_user(const AttitudeTarget& target);

}  // namespace polhode
