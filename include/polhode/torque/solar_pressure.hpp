/// Sunlight on a flat plate of the body, outside the planet's shadow: with s towards the sun and
/// c = normal·s > 0,
///     F = −pressure area c ((1 − specular) s + 2 (specular c + diffuse/3) normal),   T = centre × F.
#pragma once

#include "polhode/mechanics/environment.hpp"
#include "polhode/torque/plate.hpp"
#include "polhode/torque/sheet.hpp"

#include <cmath>
#include <optional>
#include <vector>

namespace polhode::core {

template <class Number>
struct SolarPressureOf {
    /// cylinder: the planet throws a shadow as from parallel rays. none: the plate is always in the light.
    enum class Eclipse { cylinder, none };
    static constexpr std::array<std::string_view, 2> eclipse_names{"cylinder", "none"};

    Vector3<Number> centre{Number(0), Number(0), Number(0)};  ///< of pressure, from the centre of mass
    Vector3<double> normal{1, 0, 0};
    Number area{1};
    Number specular{0};
    Number diffuse{0};
    Vector3<double> sun{1, 0, 0};
    double pressure = 4.56e-6;
    Eclipse eclipse = Eclipse::cylinder;
    Orbit orbit = {};

    static constexpr TorqueSheet sheet{
        .name = "solar-pressure",
        .title = "sunlight on one side of a flat plate, outside the planet's shadow",
        .formula =
            "`centre` × F, F = −`pressure` `area` c ((1 − `specular`) s + 2(`specular` c + ⅓`diffuse`) "
            "`normal`), s = Rᵀ`sun`, c = s·`normal` > 0",
        .needs_orbit = true,
        .has_kinks = true};
    static constexpr auto parameters() {
        using Model = SolarPressureOf;
        return std::tuple_cat(
            plate_parameters<Model>("of the side that light falls on"),
            std::tuple(parameter("specular", &Model::specular,
                                 {.meaning = "part of the light that is mirrored", .varies = true}),
                       parameter("diffuse", &Model::diffuse,
                                 {.meaning = "part of the light that is scattered; the rest is absorbed",
                                  .varies = true}),
                       parameter("sun", &Model::sun, {.meaning = "towards the sun", .is_direction = true}),
                       parameter("pressure", &Model::pressure, {.meaning = "of sunlight, N/m²"}),
                       parameter("eclipse", &Model::eclipse,
                                 {.meaning = "the planet's shadow", .choices = eclipse_names})));
    }
    template <class Other>
    using On = SolarPressureOf<Other>;

    void take_from_orbit(const Orbit& given) { orbit = given; }

    /// The times at which the torque jumps: those of the shadow.
    std::vector<double> breakpoints(double from, double to) const {
        return eclipse == Eclipse::cylinder ? shadow_times(orbit, sun, from, to) : std::vector<double>{};
    }
    /// The same torque for a time without such jumps, where all is light or all is shadow. Up to the ends of
    /// such a time the light itself does not tell, by rounding.
    SolarPressureOf within(double from, double to) const {
        SolarPressureOf piece = *this;
        if (eclipse == Eclipse::none || !std::isfinite(to - from)) return piece;
        const bool lit = sunlight(orbit.planet(), orbit.place(from + 0.5 * (to - from)), sun) > 0;
        if (!lit) piece.pressure = 0;
        piece.eclipse = Eclipse::none;
        return piece;
    }

    template <class Real>
    Vector3<Real> operator()(const Real& t, const Quaternion<Real>& attitude, const Vector3<Real>&) const {
        const Vector3<Real> s = to_body(attitude, Vector3<Real>(sun)), n(normal);
        const Real c = lit_part(t, dot(s, n));
        const Vector3<Real> push = Real(Number(1) - specular) * s
                                 + (Real(Number(2) * specular) * c + Real(Number(2.0 / 3) * diffuse)) * n;
        return (Real(Number(-pressure) * area) * c) * cross(Vector3<Real>(centre), push);
    }

private:
    /// c where light falls on the plate, 0 elsewhere.
    template <class Real>
    Real lit_part(const Real& t, const Real& c) const {
        const Real front = positive_part(c);
        if (eclipse == Eclipse::none) return front;
        // the shadow is or is not there: it has no derivatives
        const auto time = value_of(t);
        using Value = std::remove_const_t<decltype(time)>;
        const Value light = sunlight(orbit.planet(), orbit.place(time), Vector3<Value>(sun));
        return select(light > Value(0), front, Real(0));
    }
};
using SolarPressure = SolarPressureOf<double>;

/// What is wrong with the parameters, in one sentence; none if they make sense.
std::optional<Error> wrong_parameters(const SolarPressure& plate);

}  // namespace polhode::core
