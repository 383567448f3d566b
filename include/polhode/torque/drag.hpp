/// The drag of a thin atmosphere on a flat plate of the body: with v the velocity relative to the air and
/// normal·v > 0,
///     F = −½ ρ coefficient area (normal·v) v,   T = centre × F.
/// The velocity of the plate by the turning of the body, some 10⁻⁶ of v, is left out.
#pragma once

#include "polhode/mechanics/environment.hpp"
#include "polhode/torque/plate.hpp"
#include "polhode/torque/sheet.hpp"

#include <optional>

namespace polhode::core {

template <class Number>
struct DragOf {
    enum class Air { turning, resting };
    static constexpr std::array<std::string_view, 2> air_names{"turning", "resting"};

    Vector3<Number> centre{Number(0), Number(0), Number(0)};  ///< of pressure, from the centre of mass
    Vector3<double> normal{1, 0, 0};
    Number area{1};
    Number coefficient{2.2};
    double density = Atmosphere{}.density;
    double altitude = Atmosphere{}.altitude;
    double scale_height = Atmosphere{}.scale_height;
    Air air = Air::turning;
    Orbit orbit = {};

    static constexpr TorqueSheet sheet{
        .name = "drag",
        .title = "the drag of an exponential atmosphere on one side of a flat plate",
        .formula = "`centre` × F, F = −½ρ `coefficient` `area` (`normal`·w) w, w = Rᵀv, `normal`·w > 0",
        .needs_orbit = true,
        .has_kinks = true};
    static constexpr auto parameters() {
        using Model = DragOf;
        return std::tuple_cat(
            plate_parameters<Model>("of the side that the air meets"),
            std::tuple(parameter("coefficient", &Model::coefficient, {.meaning = "of drag", .varies = true}),
                       parameter("density", &Model::density, {.meaning = "of the air at `altitude`, kg/m³"}),
                       parameter("altitude", &Model::altitude, {.meaning = "where the air has `density`, m"}),
                       parameter("scale_height", &Model::scale_height,
                                 {.meaning = "over which the density falls by the factor e, m"}),
                       parameter("air", &Model::air,
                                 {.meaning = "whether the air turns with the planet or rests",
                                  .choices = air_names})));
    }
    template <class Other>
    using On = DragOf<Other>;

    void take_from_orbit(const Orbit& given) { orbit = given; }

    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        const Atmosphere atmosphere{density, altitude, scale_height, air == Air::turning};
        const OrbitMotion<Real> motion = orbit.motion(t);
        const Vector3<Real> v = to_body(attitude, atmosphere.wind(orbit.planet(), motion));
        const Real flow = positive_part(dot(Vector3<Real>(normal), v));
        const Real rho = atmosphere.density_at(orbit.planet(), motion.distance);
        return (Real(Number(-0.5) * coefficient * area) * rho * flow) * cross(Vector3<Real>(centre), v);
    }
};
using Drag = DragOf<double>;

/// What is wrong with the parameters, in one sentence; none if they make sense.
std::optional<Error> wrong_parameters(const Drag& plate);

}  // namespace polhode::core
