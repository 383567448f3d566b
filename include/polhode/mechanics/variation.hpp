/// Changes to first order of the numbers that a body and a torque are made of: how they depend on the
/// variables of dual numbers, for derivatives with respect to parameters.
#pragma once

#include "polhode/scalar/dual.hpp"
#include "polhode/so3/vector3.hpp"

#include <vector>

namespace polhode::core {

/// Plain numbers have none.
template <class Real>
struct Variation {};

/// Numbers of value 0, to be added.
template <class Inner, int N>
struct Variation<Dual<Inner, N>> {
    using Number = Dual<Inner, N>;
    Vector3<Number> moments{};         ///< of the principal moments
    Vector3<Number> rotor_momentum{};  ///< in the user's body axes; only for a body that has rotors
    std::vector<Number> torque = {};   ///< of the numbers of the torque (varying_parameters); empty: none
};

template <class Real>
inline constexpr bool has_variation = false;
template <class Inner, int N>
inline constexpr bool has_variation<Dual<Inner, N>> = true;

}  // namespace polhode::core
