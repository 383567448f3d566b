/// What surrounds a spacecraft on its orbit: the planet's magnetic field, its atmosphere, its shadow.
#pragma once

#include "polhode/mechanics/orbit.hpp"
#include "polhode/scalar/functions.hpp"

#include <vector>

namespace polhode {

/// A dipole at the planet's centre that turns with the planet: with d towards its northern pole,
///     B = strength (R/r)³ (d − 3 (d·up) up),
/// north at the equator, downwards at the northern pole and twice as strong.
struct DipoleField {
    double strength = 3.12e-5;  ///< at the magnetic equator on the ground, T
    double tilt = 0;            ///< of the northern pole from the planet's axis, rad
    double longitude = 0;       ///< of the northern pole at time 0, from x, rad

    /// In space.
    template <class Real>
    core::Vector3<Real> at(const Planet& planet, const OrbitPlace<Real>& place, const Real& t) const {
        const core::Vector3<Real> d = pole(planet, t);
        const Real ratio = Real(planet.radius) / place.distance;
        return (Real(strength) * ratio * ratio * ratio) * (d - (Real(3) * dot(d, place.up)) * place.up);
    }
    template <class Real>
    core::Vector3<Real> at(const Orbit& orbit, const Real& t) const {
        return at(orbit.planet(), orbit.place(t), t);
    }

private:
    template <class Real>
    core::Vector3<Real> pole(const Planet& planet, const Real& t) const {
        using core::sin_cos;
        const core::SinCos<double> from_axis = sin_cos_of(tilt);
        const Real level(from_axis.sin), height(from_axis.cos);
        if (!(tilt < 0 || tilt > 0)) return {level, level, height};
        const core::SinCos<Real> east = sin_cos(Real(longitude) + Real(planet.rotation) * t);
        return {level * east.cos, level * east.sin, height};
    }
};

/// ρ = density exp(−(h − altitude)/scale_height) at the height h = r − R. By default that of 500 to 600 km
/// (Vallado, Fundamentals of Astrodynamics and Applications, table 8-4).
struct Atmosphere {
    double density = 6.967e-13;   ///< kg/m³, at `altitude`
    double altitude = 5e5;        ///< m
    double scale_height = 63822;  ///< m
    bool turns = true;            ///< with the planet; otherwise it is at rest in space

    template <class Real>
    Real density_at(const Planet& planet, const Real& distance) const {
        using core::exponential;
        return Real(density) * exponential((Real(planet.radius + altitude) - distance) / Real(scale_height));
    }
    /// The velocity of a spacecraft relative to the air, in space components.
    template <class Real>
    core::Vector3<Real> wind(const Planet& planet, const OrbitMotion<Real>& motion) const {
        if (!turns) return motion.velocity;
        const Real speed = Real(planet.rotation) * motion.distance;
        return motion.velocity + speed * core::Vector3<Real>(motion.up.y, -motion.up.x, Real(0));
    }
};

/// Positive in the light and negative in the shadow of the planet, a cylinder away from the sun; `sun` is the
/// unit vector towards it. Relative to the planet: where the sun is below the horizon plane, the squared
/// distance from the cylinder's axis less one; continuous at that plane.
template <class Real>
Real sunlight(const Planet& planet, const OrbitPlace<Real>& place, const core::Vector3<Real>& sun) {
    const Real ratio = place.distance / Real(planet.radius),
               behind = core::positive_part(-dot(place.up, sun));
    return ratio * ratio * (Real(1) - behind * behind) - Real(1);
}

/// When the spacecraft enters or leaves the shadow, in order. Both ends of the time are finite.
std::vector<double> shadow_times(const Orbit& orbit, const core::Vector3<double>& sun, double from,
                                 double to);

}  // namespace polhode
