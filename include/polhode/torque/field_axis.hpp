/// The axis of a torque's field.
#pragma once

#include "polhode/torque/torque.hpp"

#include <cmath>
#include <optional>

namespace polhode {

/// The direction of space about which the field is symmetric, of length 1; empty if there is none, or no
/// field.
inline std::optional<core::Vector3<double>> field_axis(const Torque& torque) {
    return std::visit(
        [](const auto& model) -> std::optional<core::Vector3<double>> {
            if constexpr (core::HasFieldAxis<std::decay_t<decltype(model)>>) {
                const core::Vector3<double> axis = model.field_axis();
                const double length2 = norm2(axis);
                if (length2 == 0) return std::nullopt;
                // a unit vector keeps its bits
                return std::abs(length2 - 1) <= 8e-16 ? axis : (1 / std::sqrt(length2)) * axis;
            } else {
                return std::nullopt;
            }
        },
        torque);
}

}  // namespace polhode
