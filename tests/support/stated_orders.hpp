/// The orders that a sheet states, as numbers and as docs/orders.md shows them.
#pragma once

#include "polhode/step/sheet.hpp"
#include "polhode/torque/sheet.hpp"

#include <algorithm>
#include <string>

namespace polhode::test {

/// Of the state, attitude and momentum together.
inline int stated_order(const Sheet& sheet, RateDependence by_rate) {
    return by_rate == RateDependence::none ? std::min(sheet.order_attitude, sheet.order_momentum)
                                           : sheet.order_by_rate;
}

inline std::string stated_orders(const Sheet& sheet) {
    const int order = stated_order(sheet, RateDependence::none);
    return order == sheet.order_by_rate
             ? std::to_string(order)
             : std::to_string(order) + ", by rate " + std::to_string(sheet.order_by_rate);
}

}  // namespace polhode::test
