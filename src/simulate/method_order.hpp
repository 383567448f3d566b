/// The order of a method as a whole, for a torque.
#pragma once

#include "polhode/step/sheet.hpp"
#include "polhode/torque/torque.hpp"

#include <algorithm>

namespace polhode {

inline int order_of(const Sheet& sheet, const Torque& torque) {
    return rate_dependence(torque) == RateDependence::none
             ? std::min(sheet.order_attitude, sheet.order_momentum)
             : sheet.order_by_rate;
}

}  // namespace polhode
