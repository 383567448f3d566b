/// What of the spatial momentum a torque conserves.
#pragma once

#include "polhode/step/watch.hpp"
#include "polhode/torque/torque.hpp"

#include <variant>

namespace polhode {

inline core::MomentumLaw<double> momentum_law(const Torque& torque) {
    using Law = core::MomentumLaw<double>;
    return std::visit(
        [](const auto& model) -> Law {
            if constexpr (model.sheet.conserves == Conserves::momentum)
                return {Law::Kind::all, {}};
            else if constexpr (model.sheet.conserves == Conserves::axis_momentum)
                return {Law::Kind::axis, model.field_axis()};
            else
                return {};
        },
        torque);
}

}  // namespace polhode
