/// bound_torque for every model; included by one translation unit for each scalar.
#pragma once

#include "polhode/mechanics/eigen.hpp"
#include "polhode/torque/bind.hpp"

namespace polhode {

template <class Real>
std::shared_ptr<const core::BoundTorque<Real>> bound_torque(const Body& body, const Torque& torque) {
    const core::Quaternion<double> principal = core::from_eigen(body.principal_axes());
    const core::Inertia<double> inertia(core::from_eigen(body.moments()));
    return std::visit(
        [&](const auto& model) -> std::shared_ptr<const core::BoundTorque<Real>> {
            auto bound = bind(model, principal, inertia);
            return std::make_shared<core::BoundModel<decltype(bound), Real>>(std::move(bound));
        },
        torque);
}

}  // namespace polhode
