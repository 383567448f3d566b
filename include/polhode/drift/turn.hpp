/// A drift moves a free body by an incremental rotation F: R → R F, Π → FᵀΠ. So L = RΠ stays.
#pragma once

#include "polhode/mechanics/inertia.hpp"

namespace polhode::core {

template <class Real>
constexpr void turn(State<Real>& state, const Quaternion<Real>& f) {
    const Real length2 = norm2(state.momentum);
    state.momentum = restore_length(to_body(f, state.momentum), length2);
    state.attitude = renormalised(state.attitude * f);
}

}  // namespace polhode::core
