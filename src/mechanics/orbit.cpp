#include "polhode/mechanics/orbit.hpp"

#include <fmt/format.h>
#include <cmath>
#include <numbers>
#include <utility>

namespace polhode {
namespace {

Error wrong(std::string_view field, double value, std::string_view expected) {
    return input_error(fmt::format("orbit: {} is {}, expected {}", field, value, expected),
                       fmt::format("orbit.{}", field));
}

std::optional<Error> wrong_size(const OrbitElements& elements) {
    if (elements.radius && elements.semi_major_axis)
        return input_error(
            fmt::format("orbit: both radius ({}) and semi_major_axis ({}) are given, expected one of them",
                        *elements.radius, *elements.semi_major_axis),
            "orbit.radius");
    if (!elements.radius && !elements.semi_major_axis)
        return input_error("orbit: the size is missing, expected radius or semi_major_axis", "orbit");
    const char* field = elements.radius ? "radius" : "semi_major_axis";
    const double size = elements.radius ? *elements.radius : *elements.semi_major_axis;
    if (!(size > 0) || !std::isfinite(size)) return wrong(field, size, "a positive number");
    if (!(elements.eccentricity >= 0 && elements.eccentricity < 1))
        return wrong("eccentricity", elements.eccentricity, "a number from 0 to below 1");
    if (elements.radius && elements.eccentricity > 0)
        return wrong("eccentricity", elements.eccentricity,
                     "0 beside radius, which is that of a circle; give semi_major_axis for an ellipse");
    return {};
}

std::optional<Error> wrong_planet(const Planet& planet) {
    for (const auto& [field, value] : {std::pair{"mu", planet.mu}, {"planet_radius", planet.radius}})
        if (!(value > 0) || !std::isfinite(value)) return wrong(field, value, "a positive number");
    for (const auto& [field, value] : {std::pair{"rotation", planet.rotation}, {"j2", planet.j2}})
        if (!std::isfinite(value)) return wrong(field, value, "a finite number");
    return {};
}

std::optional<Error> wrong_angles(const OrbitElements& elements) {
    for (const auto& [field, value] : {std::pair{"inclination", elements.inclination},
                                       {"node", elements.node},
                                       {"argument", elements.argument},
                                       {"anomaly", elements.anomaly}})
        if (!std::isfinite(value)) return wrong(field, value, "an angle in radians");
    return {};
}

std::optional<Error> below_ground(const OrbitElements& elements, const Planet& planet) {
    if (elements.radius) {
        if (*elements.radius >= planet.radius) return {};
        return wrong("radius", *elements.radius,
                     fmt::format("at least {}, the radius of the planet: the orbit is below the ground",
                                 planet.radius));
    }
    const double a = *elements.semi_major_axis, lowest = a * (1 - elements.eccentricity);
    if (lowest >= planet.radius) return {};
    return input_error(
        fmt::format("orbit: with semi_major_axis {} and eccentricity {} the periapsis is at {}, expected at "
                    "least {}, the radius of the planet: the orbit is below the ground",
                    a, elements.eccentricity, lowest, planet.radius),
        "orbit.semi_major_axis");
}

/// The mean anomaly for a true one ν: cos E and sin E are (e + cos ν)/(1 + e cos ν) and √(1−e²) sin ν/(…).
double mean_of_true(double anomaly, double e, double flattening) {
    const core::SinCos<double> at = core::sin_cos(anomaly);
    const double scale = 1 / (1 + e * at.cos), s = flattening * at.sin * scale;
    return core::arc_tangent(s, (e + at.cos) * scale) - e * s;
}

}  // namespace

core::SinCos<double> sin_cos_of(double angle) { return core::sin_cos(angle); }

template OrbitPlace<double> Orbit::place(const double&) const;
template OrbitMotion<double> Orbit::motion(const double&) const;

Orbit::Orbit() : Orbit(OrbitElements{.radius = 6878137}, Planet{}) {}

Orbit::Orbit(const OrbitElements& elements, const Planet& planet)
    : elements_(elements),
      planet_(planet),
      a_(elements.radius ? *elements.radius : *elements.semi_major_axis),
      e_(elements.eccentricity),
      flattening_(std::sqrt((1 - e_) * (1 + e_))),
      mean_motion_(std::sqrt(planet.mu / a_) / a_),
      mean_anomaly_(is_circle() ? elements.anomaly : mean_of_true(elements.anomaly, e_, flattening_)),
      start_(plane(core::sin_cos(elements.node), core::sin_cos(elements.argument),
                   core::sin_cos(elements.inclination))) {
    if (!turns()) return;
    // Kaula, Theory of Satellite Geodesy (1966), eq. 3.74
    const double reach = planet.radius / (a_ * flattening_ * flattening_);
    const double rate = 1.5 * planet.j2 * reach * reach * mean_motion_;
    const core::SinCos<double> i = core::sin_cos(elements.inclination);
    node_rate_ = -rate * i.cos;
    argument_rate_ = rate * (2 - 2.5 * i.sin * i.sin);
    mean_motion_ += rate * flattening_ * (1 - 1.5 * i.sin * i.sin);
}

Expected<Orbit> Orbit::try_from(const OrbitElements& elements, const Planet& planet) {
    if (auto error = wrong_size(elements)) return std::move(*error);
    if (auto error = wrong_planet(planet)) return std::move(*error);
    if (auto error = wrong_angles(elements)) return std::move(*error);
    if (auto error = below_ground(elements, planet)) return std::move(*error);
    return Orbit(elements, planet);
}

double Orbit::period() const { return 2 * std::numbers::pi / mean_motion_; }

}  // namespace polhode
