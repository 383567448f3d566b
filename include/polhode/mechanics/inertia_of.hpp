/// The inertia of a body as the kernels hold it.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/mechanics/inertia.hpp"
#include "polhode/mechanics/variation.hpp"

namespace polhode::core {

template <class Real>
Inertia<Real> inertia_of(const Body& body, [[maybe_unused]] const Variation<Real>& variation = {}) {
    const Vector3<Real> moments(from_eigen(body.moments()));
    if constexpr (has_variation<Real>)
        return Inertia<Real>(moments + variation.moments);
    else
        return Inertia<Real>(moments);
}

}  // namespace polhode::core
