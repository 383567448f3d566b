/// The rotors of a body, from the user's axes to those of the kernels.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/rotor.hpp"
#include "polhode/mechanics/variation.hpp"

namespace polhode::core {

template <class Real>
Rotor<Real> rotor_of(const Body& body, [[maybe_unused]] const Variation<Real>& variation = {}) {
    if (!body.has_rotor()) return {};
    const Quaternion<double> principal = from_eigen(body.principal_axes());
    const auto in_principal_axes = [&](const Eigen::Vector3d& v) {
        return to_body(principal, from_eigen(v));
    };
    const RotorMomentum& rotor = body.rotor();
    Vector3<Real> momentum(in_principal_axes(rotor.momentum));
    if constexpr (has_variation<Real>)
        momentum += to_body(Quaternion<Real>(principal), variation.rotor_momentum);
    return {true, momentum, in_principal_axes(rotor.rate), rotor.since};
}

}  // namespace polhode::core
