/// Whether the control and the wheels of a problem can be carried out.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/control/control.hpp"
#include "polhode/control/wheels.hpp"

#include <optional>
#include <vector>

namespace polhode {

/// Why not; nothing if they can. The method may be null.
std::optional<Error> bad_control(const Method* method, const std::optional<Control>& control,
                                 const std::vector<Wheel>& wheels);

}  // namespace polhode
