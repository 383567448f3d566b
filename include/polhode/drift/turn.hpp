/// A drift moves a free body by an incremental rotation F: R → R F, Π → FᵀΠ. So L = RΠ stays.
#pragma once

#include "polhode/mechanics/inertia.hpp"

namespace polhode::core {

/// FᵀΠ, of the same length as Π to round-off.
template <class Real>
constexpr Vector3<Real> turned(const Vector3<Real>& momentum, const Quaternion<Real>& f) {
    return restore_length(to_body(f, momentum), norm2(momentum));
}

template <class Real>
constexpr void turn(State<Real>& state, const Quaternion<Real>& f) {
    state.momentum = turned(state.momentum, f);
    state.attitude = renormalised(state.attitude * f);
}

}  // namespace polhode::core
