/// A magnetic dipole fixed in the body, on an orbit in the dipole field of the planet: T = moment × RᵀB(t).
#pragma once

#include "polhode/mechanics/environment.hpp"
#include "polhode/torque/parameter.hpp"
#include "polhode/torque/sheet.hpp"

namespace polhode::core {

template <class Number>
struct OrbitMagneticDipoleOf {
    Vector3<Number> moment{Number(0), Number(0), Number(1)};  ///< magnetic moment, in the body
    double strength = DipoleField{}.strength;
    double tilt = DipoleField{}.tilt;
    double longitude = DipoleField{}.longitude;
    Orbit orbit = {};

    static constexpr TorqueSheet sheet{
        .name = "magnetic-dipole",
        .title = "a magnetic dipole fixed in the body, on an orbit in the dipole field of the planet",
        .formula = "`moment` × RᵀB, B = `strength` (R/r)³ (d − 3(d·r)r/r²), d the magnetic north",
        .needs_orbit = true};
    static constexpr auto parameters() {
        using Model = OrbitMagneticDipoleOf;
        return std::tuple(
            parameter(
                "moment", &Model::moment,
                {.meaning = "magnetic moment, A m²", .required = true, .varies = true, .frame = Frame::body}),
            parameter("strength", &Model::strength,
                      {.meaning = "field at the magnetic equator on the ground, T"}),
            parameter("tilt", &Model::tilt, {.meaning = "of the magnetic north from the planet's axis, rad"}),
            parameter("longitude", &Model::longitude,
                      {.meaning = "of the magnetic north at t = 0, from x, rad; it turns with the planet"}));
    }
    template <class Other>
    using On = OrbitMagneticDipoleOf<Other>;

    void take_from_orbit(const Orbit& given) { orbit = given; }

    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        const DipoleField field{strength, tilt, longitude};
        return cross(Vector3<Real>(moment), to_body(attitude, field.at(orbit, t)));
    }
};
using OrbitMagneticDipole = OrbitMagneticDipoleOf<double>;

}  // namespace polhode::core
