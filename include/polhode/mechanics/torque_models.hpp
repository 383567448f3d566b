/// The built-in torques and their potentials, as templates over the scalar.
/// A torque is a function of (t, attitude) that returns body components; H = ½ Π·I⁻¹Π + V(t, attitude).
/// Those with a parameter that may differ from body to body are templates over its type: a number, or a pack of them.
/// `in_axes` re-expresses the body-fixed parameters in the principal axes in which the kernels work.
/// Most depend on the attitude only by u = Rᵀdirection, one vector fixed in space as seen from the body; these have
/// `along(u)`, for a method that follows u' = u × ω itself.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/so3/quaternion.hpp"

namespace polhode::core {

/// Free motion.
struct NoTorque {
    static constexpr bool has_potential = true;

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>&) const {
        return {Real(0), Real(0), Real(0)};
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>&) const {
        return Real(0);
    }
    template <class Number>
    NoTorque in_axes(const Quaternion<double>&, const Inertia<Number>&) const {
        return {};
    }
};

/// V = V(z), z = axis · Rᵀdirection (the cosine between a body axis and a direction of space).
/// Then T = V'(z) u × axis with u = Rᵀdirection, and L·direction is conserved.
template <class Profile>
struct AxisPotential {
    static constexpr bool has_potential = true;

    Profile profile{};
    Vector3<double> direction{0, 0, 1};  ///< field axis, space components, unit
    Vector3<double> axis{0, 0, 1};       ///< body components, unit

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude) const {
        return along(to_body(attitude, Vector3<Real>(direction)));
    }
    template <class Real>
    Vector3<Real> along(const Vector3<Real>& u) const {
        const Vector3<Real> e(axis);
        return profile.slope(dot(u, e)) * cross(u, e);
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>& attitude) const {
        return profile.value(dot(to_body(attitude, Vector3<Real>(direction)), Vector3<Real>(axis)));
    }
    template <class Number>
    AxisPotential in_axes(const Quaternion<double>& principal, const Inertia<Number>&) const {
        return {profile, direction, to_body(principal, axis)};
    }
};

/// V = m g l z: a top with fixed point in uniform gravity.
template <class Number>
struct LinearProfileOf {
    Number weight_moment{1};  ///< m g l

    template <class Real>
    Real value(const Real& z) const {
        return Real(weight_moment) * z;
    }
    template <class Real>
    Real slope(const Real&) const {
        return Real(weight_moment);
    }
};
using LinearProfile = LinearProfileOf<double>;
using HeavyTop = AxisPotential<LinearProfile>;

/// The soft wall of Krysl (2004), V = ±(1/r − 0.001 r⁻¹⁰), r = 1.1 + z.
/// "printed": the sign of the printed torque, with which the papers' figures were computed;
/// "repulsive": the sign that the papers describe (attraction, and a steep wall that repels).
struct WallProfile {
    enum class Sign { printed, repulsive };
    Sign sign = Sign::printed;

    template <class Real>
    Real value(const Real& z) const {
        const Real s = Real(1) / (Real(1.1L) + z), s2 = s * s, s4 = s2 * s2;
        return orientation<Real>() * (s - Real(0.001L) * s4 * s4 * s2);
    }
    template <class Real>
    Real slope(const Real& z) const {
        const Real s = Real(1) / (Real(1.1L) + z), s2 = s * s, s4 = s2 * s2;
        return orientation<Real>() * (Real(0.01L) * s4 * s4 * s2 * s - s2);
    }

private:
    template <class Real>
    Real orientation() const {
        return Real(sign == Sign::printed ? 1 : -1);
    }
};
using SoftWall = AxisPotential<WallProfile>;

/// A satellite in a central field: V = (g/2) u·Iu, T = g u × Iu, u = Rᵀdirection, g = 3μ/r³.
template <class Number>
struct GravityGradientOf {
    static constexpr bool has_potential = true;

    Number coefficient{1};               ///< g = 3μ/r³
    Vector3<double> direction{0, 0, 1};  ///< towards the centre, space components, unit
    Vector3<Number> moments{Number(1), Number(1),
                            Number(1)};  ///< principal moments of the body; set by in_axes

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude) const {
        return along(to_body(attitude, Vector3<Real>(direction)));
    }
    template <class Real>
    Vector3<Real> along(const Vector3<Real>& u) const {
        return Real(coefficient) * cross(u, hadamard(Vector3<Real>(moments), u));
    }
    template <class Real>
    Real potential(const Real&, const Quaternion<Real>& attitude) const {
        const Vector3<Real> u = to_body(attitude, Vector3<Real>(direction));
        return Real(0.5) * Real(coefficient) * dot(u, hadamard(Vector3<Real>(moments), u));
    }
    GravityGradientOf in_axes(const Quaternion<double>&, const Inertia<Number>& inertia) const {
        return {coefficient, direction, inertia.moments};
    }
};
using GravityGradient = GravityGradientOf<double>;

/// A torque fixed in the body, such as a thruster's. It has no potential.
template <class Number>
struct ConstantBodyTorqueOf {
    static constexpr bool has_potential = false;
    Vector3<Number> torque{Number(0), Number(0), Number(0)};

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>&) const {
        return Vector3<Real>(torque);
    }
    ConstantBodyTorqueOf in_axes(const Quaternion<double>& principal, const Inertia<Number>&) const {
        return {to_body(Quaternion<Number>(principal), torque)};
    }
};
using ConstantBodyTorque = ConstantBodyTorqueOf<double>;

/// A torque fixed in space. It has no potential (the work depends on the path).
template <class Number>
struct ConstantSpaceTorqueOf {
    static constexpr bool has_potential = false;
    Vector3<Number> torque{Number(0), Number(0), Number(0)};

    template <class Real>
    Vector3<Real> operator()(const Real&, const Quaternion<Real>& attitude) const {
        return to_body(attitude, Vector3<Real>(torque));
    }
    ConstantSpaceTorqueOf in_axes(const Quaternion<double>&, const Inertia<Number>&) const { return *this; }
};
using ConstantSpaceTorque = ConstantSpaceTorqueOf<double>;

}  // namespace polhode::core
