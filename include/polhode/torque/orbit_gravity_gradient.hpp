/// A satellite on an orbit: T = 3μ/r³ u × Iu, u = Rᵀup, up and r those of the orbit at time t.
///
/// T is minus the gradient of (3μ/2r³) u·Iu, which is not stated as a potential: it depends on time, and
/// kinetic energy and it together are not conserved.
#pragma once

#include "polhode/mechanics/orbit.hpp"
#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <class Number>
struct OrbitGravityGradientOf {
    Orbit orbit = {};
    /// Principal moments of the body, taken from it.
    Vector3<Number> moments{Number(1), Number(1), Number(1)};

    static constexpr TorqueSheet sheet{.name = "gravity-gradient",
                                       .title = "a satellite on an orbit",
                                       .formula = "3μ/r³ u × Iu, u = Rᵀr/\\|r\\|, r = r(t) on the orbit",
                                       .needs_orbit = true};
    static constexpr std::tuple<> parameters() { return {}; }
    template <class Other>
    using On = OrbitGravityGradientOf<Other>;

    void take_from_orbit(const Orbit& given) { orbit = given; }
    void take_from_body(const Inertia<Number>& inertia) { moments = inertia.moments; }

    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        const OrbitPlace<Real> place = orbit.place(t);
        const Vector3<Real> u = to_body(attitude, place.up);
        const Real r3 = place.distance * place.distance * place.distance;
        return (Real(3 * orbit.planet().mu) / r3) * cross(u, hadamard(Vector3<Real>(moments), u));
    }
};
using OrbitGravityGradient = OrbitGravityGradientOf<double>;

}  // namespace polhode::core
