/// Inertia and state as the kernels hold them: principal axes, any scalar.
#pragma once

#include "polhode/so3/quaternion.hpp"

namespace polhode::core {

template <class Real>
struct Inertia {
    Vector3<Real> moments;
    Vector3<Real> inverse;

    explicit constexpr Inertia(const Vector3<Real>& principal_moments)
        : moments(principal_moments),
          inverse(Real(1) / principal_moments.x, Real(1) / principal_moments.y,
                  Real(1) / principal_moments.z) {}

    template <class Other>
        requires(!std::is_same_v<Other, Real>)
    explicit constexpr Inertia(const Inertia<Other>& other)
        : moments(other.moments), inverse(other.inverse) {}

    /// I v
    constexpr Vector3<Real> operator*(const Vector3<Real>& v) const { return hadamard(moments, v); }
    /// I⁻¹ v
    constexpr Vector3<Real> solve(const Vector3<Real>& v) const { return hadamard(inverse, v); }
    // The same of a vector that carries derivatives.
    template <class Wide>
        requires extends<Wide, Real>
    constexpr Vector3<Wide> operator*(const Vector3<Wide>& v) const {
        return hadamard(moments, v);
    }
    template <class Wide>
        requires extends<Wide, Real>
    constexpr Vector3<Wide> solve(const Vector3<Wide>& v) const {
        return hadamard(inverse, v);
    }
    /// ½ Π·I⁻¹Π
    constexpr Real kinetic_energy(const Vector3<Real>& momentum) const {
        return Real(0.5) * dot(momentum, solve(momentum));
    }
};

/// Attitude R (body → space) and body angular momentum Π.
template <class Real>
struct State {
    Quaternion<Real> attitude;
    Vector3<Real> momentum;
};

template <LaneMask Mask, class Real>
constexpr State<Real> select(const Mask& mask, const State<Real>& yes, const State<Real>& no) {
    return {select(mask, yes.attitude, no.attitude), select(mask, yes.momentum, no.momentum)};
}

}  // namespace polhode::core
