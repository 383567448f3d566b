/// Whether a torque is known by its values alone.
#pragma once

#include "polhode/torque/torque.hpp"

namespace polhode {

/// Whether some part of the torque is a function of the user's that is not written for any scalar.
inline bool holds_plain_function(const Torque& torque) {
    bool holds = false;
    for_each_part(torque, [&](const Torque& part) {
        const auto* custom = std::get_if<CustomTorque>(&part);
        holds = holds || (custom && !custom->generic);
    });
    return holds;
}

}  // namespace polhode
