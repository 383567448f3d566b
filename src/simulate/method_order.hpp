/// The order of a method as a whole.
#pragma once

#include "polhode/step/sheet.hpp"

#include <algorithm>

namespace polhode {

inline int order_of(const Sheet& sheet) { return std::min(sheet.order_attitude, sheet.order_momentum); }

}  // namespace polhode
