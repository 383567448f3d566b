/// What of the spatial momentum a torque conserves: the axis of its field.
#pragma once

#include "polhode/torque/torque.hpp"

#include <cmath>
#include <optional>

namespace polhode {

/// A sum conserves what all its parts conserve.
struct ConservedMomentum {
    Conserves what = Conserves::nothing;
    core::Vector3<double> axis = {0, 0, 0};  ///< of length 1, if it is the momentum about an axis
};

inline ConservedMomentum conserved_momentum(const Torque& torque) {
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) {
        ConservedMomentum common{Conserves::momentum};
        for (const TorquePart& part : sum->parts) {
            const ConservedMomentum own = conserved_momentum(part.torque);
            if (own.what == Conserves::momentum) continue;
            // the same axis or the opposite one, but for the rounding of two unit vectors
            const bool other_axis =
                common.what == Conserves::axis_momentum && norm2(cross(own.axis, common.axis)) > 1e-30;
            if (own.what == Conserves::nothing || other_axis) return {};
            if (common.what == Conserves::momentum) common = own;
        }
        return common;
    }
    const Conserves stated = sheet_of(torque).conserves;
    if (stated != Conserves::axis_momentum) return {stated};
    const core::Vector3<double> axis = std::visit(
        [](const auto& model) -> core::Vector3<double> {
            if constexpr (core::HasFieldAxis<std::decay_t<decltype(model)>>)
                return model.field_axis();
            else
                return {0, 0, 0};
        },
        torque);
    const double length2 = norm2(axis);
    if (length2 == 0) return {Conserves::momentum};  // a field of strength zero
    // a unit vector keeps its bits
    return {stated, std::abs(length2 - 1) <= 8e-16 ? axis : (1 / std::sqrt(length2)) * axis};
}

/// The direction of space about which the field is symmetric, of length 1; empty if there is none, or no
/// field.
inline std::optional<core::Vector3<double>> field_axis(const Torque& torque) {
    const ConservedMomentum conserved = conserved_momentum(torque);
    if (conserved.what != Conserves::axis_momentum) return std::nullopt;
    return conserved.axis;
}

}  // namespace polhode
