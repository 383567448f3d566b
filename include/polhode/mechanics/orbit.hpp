/// The orbit of a spacecraft about a planet: an ellipse of Kepler's whose plane and axis may turn slowly by
/// the planet's oblateness. The centre of the planet is the origin of space, its axis the z axis.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/kepler.hpp"
#include "polhode/so3/vector3.hpp"

#include <optional>

namespace polhode {

/// The Earth unless said otherwise; SI units.
struct Planet {
    double mu = 3.986004418e14;     ///< gravitational parameter, m³/s²
    double radius = 6378137;        ///< at the equator, m
    double rotation = 7.292115e-5;  ///< angular velocity about z, rad/s
    /// Oblateness. 0: the orbit is Kepler's. With earth_j2, say, its elements have their secular rates.
    double j2 = 0;
};
inline constexpr double earth_j2 = 1.08262668e-3;

/// On lanes no function of doubles may be left that is compiled for an instruction set without its name saying
/// so: this one is compiled with the library, as are the place and the motion of an orbit at one time.
core::SinCos<double> sin_cos_of(double angle);

/// At time 0, in radians. Either `radius` or `semi_major_axis` is given.
struct OrbitElements {
    std::optional<double> radius = {};           ///< of a circle
    std::optional<double> semi_major_axis = {};  ///< of an ellipse
    double eccentricity = 0;
    double inclination = 0;  ///< to the plane of the equator
    double node = 0;         ///< right ascension of the ascending node, from x
    double argument = 0;     ///< of periapsis, from the node; on a circle, where `anomaly` counts from
    double anomaly = 0;      ///< true, from periapsis
};

/// A place on the orbit.
template <class Real>
struct OrbitPlace {
    core::Vector3<Real> up;  ///< unit vector away from the centre
    Real distance;           ///< from the centre

    OrbitPlace(const core::Vector3<Real>& up_, const Real& distance_) : up(up_), distance(distance_) {}
    /// The same in all lanes.
    template <class Other>
    explicit OrbitPlace(const OrbitPlace<Other>& place) : up(place.up), distance(place.distance) {}
    void set_lane(int lane, const OrbitPlace<double>& place) {
        for (int i = 0; i < 3; ++i) up[i].set_lane(lane, place.up[i]);
        distance.set_lane(lane, place.distance);
    }
};
template <class Real>
struct OrbitMotion : OrbitPlace<Real> {
    core::Vector3<Real> velocity;

    OrbitMotion(const OrbitPlace<Real>& place, const core::Vector3<Real>& velocity_)
        : OrbitPlace<Real>(place), velocity(velocity_) {}
    template <class Other>
    explicit OrbitMotion(const OrbitMotion<Other>& motion)
        : OrbitPlace<Real>(motion), velocity(motion.velocity) {}
    void set_lane(int lane, const OrbitMotion<double>& motion) {
        OrbitPlace<Real>::set_lane(lane, motion);
        for (int i = 0; i < 3; ++i) velocity[i].set_lane(lane, motion.velocity[i]);
    }
};

/// With J2 the node, the argument of periapsis and the mean anomaly change at their secular rates of first
/// order; the periodic changes, of relative size J2, are left out. a, e and i stay.
class Orbit {
public:
    /// A circle about the Earth, 500 km above the equator.
    Orbit();

    /// Throws InputError if the elements are no orbit above the ground.
    static Orbit from(const OrbitElements& elements, const Planet& planet = {}) {
        return try_from(elements, planet).or_throw();
    }
    /// The same without exceptions.
    static Expected<Orbit> try_from(const OrbitElements& elements, const Planet& planet = {});

    const OrbitElements& elements() const { return elements_; }
    const Planet& planet() const { return planet_; }
    double semi_major_axis() const { return a_; }
    double eccentricity() const { return e_; }
    /// The rate of the mean anomaly: √(μ/a³) without J2.
    double mean_motion() const { return mean_motion_; }
    double node_rate() const { return node_rate_; }
    double argument_rate() const { return argument_rate_; }
    double period() const;                                 ///< from periapsis to periapsis
    double mean_anomaly() const { return mean_anomaly_; }  ///< at time 0

    // In space components, at any time, on any scalar. Out of line: a torque model takes much longer to
    // compile with all of this inside. Of a pack, all lanes have the same time as a rule, and it is done
    // once.
    template <class Real>
    [[gnu::noinline]] OrbitPlace<Real> place(const Real& t) const {
        if constexpr (core::is_pack<Real>)
            return on_lanes<OrbitPlace>(t, [&](double time) { return place(time); });
        else
            return place(anomaly(t), plane(t));
    }
    /// The velocity is the derivative of the position, with that of the turning plane.
    template <class Real>
    [[gnu::noinline]] OrbitMotion<Real> motion(const Real& t) const {
        if constexpr (core::is_pack<Real>)
            return on_lanes<OrbitMotion>(t, [&](double time) { return motion(time); });
        else
            return motion(anomaly(t), plane(t));
    }

    template <class Real>
    core::Vector3<Real> position(const Real& t) const {
        const OrbitPlace<Real> p = place(t);
        return p.distance * p.up;
    }
    template <class Real>
    core::Vector3<Real> velocity(const Real& t) const {
        return motion(t).velocity;
    }
    /// Unit vector.
    template <class Real>
    core::Vector3<Real> towards_centre(const Real& t) const {
        return -place(t).up;
    }

private:
    Orbit(const OrbitElements& elements, const Planet& planet);

    /// Unit vectors towards periapsis and a right angle ahead of it.
    template <class Real>
    struct Plane {
        core::Vector3<Real> p, q;
    };
    template <class Real>
    static Plane<Real> plane(const core::SinCos<Real>& node, const core::SinCos<Real>& argument,
                             const core::SinCos<Real>& inclination);
    template <class Real>
    Plane<Real> plane(const Real& t) const;

    template <class Real>
    core::SinCos<Real> anomaly(const Real& t) const {
        using core::sin_cos;
        const Real mean = Real(mean_anomaly_) + Real(mean_motion_) * t;
        return is_circle() ? sin_cos(mean) : core::eccentric_anomaly(mean, e_);
    }
    template <class Real>
    OrbitPlace<Real> place(const core::SinCos<Real>& anomaly, const Plane<Real>& plane) const;
    template <class Real>
    OrbitMotion<Real> motion(const core::SinCos<Real>& anomaly, const Plane<Real>& plane) const;
    template <template <class> class Result, class Real, class F>
    static Result<Real> on_lanes(const Real& t, const F& f);
    bool is_circle() const { return !(e_ > 0); }
    bool turns() const { return planet_.j2 < 0 || planet_.j2 > 0; }

    OrbitElements elements_;
    Planet planet_;
    double a_, e_, flattening_;  ///< b/a = √(1 − e²)
    double mean_motion_, mean_anomaly_, node_rate_ = 0, argument_rate_ = 0;
    Plane<double> start_;  ///< at time 0
};

// --- the formulas ---------------------------------------------------------------------------------------------

template <class Real>
Orbit::Plane<Real> Orbit::plane(const core::SinCos<Real>& node, const core::SinCos<Real>& argument,
                                const core::SinCos<Real>& inclination) {
    const Real level_s = inclination.cos * argument.sin, level_c = inclination.cos * argument.cos;
    return {{node.cos * argument.cos - node.sin * level_s, node.sin * argument.cos + node.cos * level_s,
             inclination.sin * argument.sin},
            {-(node.cos * argument.sin) - node.sin * level_c, node.cos * level_c - node.sin * argument.sin,
             inclination.sin * argument.cos}};
}

template <class Real>
Orbit::Plane<Real> Orbit::plane(const Real& t) const {
    using core::sin_cos, core::Vector3;
    if (!turns()) return {Vector3<Real>(start_.p), Vector3<Real>(start_.q)};
    const core::SinCos<double> inclination = sin_cos_of(elements_.inclination);
    return plane(sin_cos(Real(elements_.node) + Real(node_rate_) * t),
                 sin_cos(Real(elements_.argument) + Real(argument_rate_) * t),
                 core::SinCos<Real>{Real(inclination.sin), Real(inclination.cos)});
}

/// r = a (1 − e cos E), and in the plane r (cos ν, sin ν) = a (cos E − e, √(1−e²) sin E).
template <class Real>
OrbitPlace<Real> Orbit::place(const core::SinCos<Real>& anomaly, const Plane<Real>& plane) const {
    if (is_circle()) return {anomaly.cos * plane.p + anomaly.sin * plane.q, Real(a_)};
    const Real ratio = Real(1) - Real(e_) * anomaly.cos, scale = Real(1) / ratio;
    return {
        ((anomaly.cos - Real(e_)) * scale) * plane.p + (Real(flattening_) * anomaly.sin * scale) * plane.q,
        Real(a_) * ratio};
}

template <class Real>
OrbitMotion<Real> Orbit::motion(const core::SinCos<Real>& anomaly, const Plane<Real>& plane) const {
    using core::cross, core::Vector3;
    const OrbitPlace<Real> here = place(anomaly, plane);
    // E' = M' a/r
    const Real speed = Real(a_ * a_ * mean_motion_) / here.distance;
    Vector3<Real> velocity =
        (Real(flattening_) * speed * anomaly.cos) * plane.q - (speed * anomaly.sin) * plane.p;
    if (turns()) {
        const Vector3<Real> turning = Vector3<Real>(Real(0), Real(0), Real(node_rate_))
                                    + Real(argument_rate_) * cross(plane.p, plane.q);
        velocity += cross(turning, here.distance * here.up);
    }
    return {here, velocity};
}

extern template OrbitPlace<double> Orbit::place(const double&) const;
extern template OrbitMotion<double> Orbit::motion(const double&) const;

template <template <class> class Result, class Real, class F>
Result<Real> Orbit::on_lanes(const Real& t, const F& f) {
    double time = t.lane(0);
    Result<double> one = f(time);
    Result<Real> all(one);
    for (int lane = 1; lane < Real::lanes; ++lane) {
        if (t.lane(lane) < time || t.lane(lane) > time) one = f(time = t.lane(lane));
        all.set_lane(lane, one);
    }
    return all;
}

}  // namespace polhode
