/// bound_torque for every model; included by one translation unit for each scalar.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/torque/bind.hpp"
#include "polhode/torque/sum_model.hpp"

namespace polhode {

template <class Real>
std::shared_ptr<const core::BoundTorque<Real>> bound_torque(const Body& body, const Torque& torque) {
    const core::Quaternion<double> principal = core::from_eigen(body.principal_axes());
    const core::Inertia<double> inertia(core::from_eigen(body.moments()));
    const auto behind_one_type = [](auto model) -> std::shared_ptr<const core::BoundTorque<Real>> {
        return std::make_shared<core::BoundModel<decltype(model), Real>>(std::move(model));
    };
    if (const auto* sum = std::get_if<TorqueSum>(&torque)) {
        std::vector<typename core::SumModel<Real>::Part> parts;
        for (const TorquePart& part : sum->parts)
            parts.push_back({bound_torque<Real>(body, part.torque), part.on});
        return behind_one_type(core::SumModel<Real>(std::move(parts), sum->piece));
    }
    return std::visit(
        [&](const auto& model) -> std::shared_ptr<const core::BoundTorque<Real>> {
            if constexpr (std::is_same_v<std::decay_t<decltype(model)>, TorqueSum>)
                return nullptr;  // above
            else if constexpr (std::is_same_v<std::decay_t<decltype(model)>, FormulaTorque>)
                // what depends on its parameters alone is computed in the precision of the scalar
                return behind_one_type(core::BoundFormula<core::Plain<Real>>(model, principal));
            else
                return behind_one_type(bind(model, principal, inertia));
        },
        torque);
}

}  // namespace polhode
