/// What of the spatial momentum a torque conserves.
#pragma once

#include "polhode/mechanics/torque.hpp"
#include "polhode/simulate/watch.hpp"

#include <type_traits>
#include <variant>

namespace polhode {

inline core::MomentumLaw<double> momentum_law(const Torque& torque) {
    using Law = core::MomentumLaw<double>;
    return std::visit(
        [](const auto& model) -> Law {
            using Model = std::decay_t<decltype(model)>;
            if constexpr (std::is_same_v<Model, core::NoTorque>)
                return {Law::Kind::all, {}};
            else if constexpr (requires { model.direction; })
                return {Law::Kind::axis, model.direction};
            else
                return {};
        },
        torque);
}

}  // namespace polhode
