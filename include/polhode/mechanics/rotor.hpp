/// Rotors inside a body, as the kernels hold them: an internal momentum h in principal axes, linear in time.
/// The state's momentum Π is the total one: ω = I⁻¹(Π − h).
#pragma once

#include "polhode/so3/vector3.hpp"

namespace polhode::core {

template <class Real>
struct Rotor {
    bool present = false;
    Vector3<Real> momentum{};  ///< h = momentum + (t − since) rate
    Vector3<double> rate{};
    double since = 0;

    /// Also on a scalar other than the system's own.
    template <class Scalar>
    Vector3<Scalar> at(const Scalar& t) const {
        return Vector3<Scalar>(momentum) + (t - Scalar(since)) * Vector3<Scalar>(rate);
    }
};

/// Bodies on lanes have none: those with rotors run one by one.
template <class Real>
    requires is_pack<Real>
struct Rotor<Real> {
    static constexpr bool present = false;
    static Vector3<Real> at(const Real&) { return {Real(0), Real(0), Real(0)}; }
};

}  // namespace polhode::core
