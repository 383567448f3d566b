/// The herpolhode of a free body in closed form: radius and angle at any time, by elliptic integrals, without
/// the attitude. The formulas are derived in docs/poinsot.md.
#pragma once

#include "polhode/drift/euler_top.hpp"

namespace polhode {

/// About the centre of the herpolhode, the foot of the normal from the centre of the ellipsoid to the plane.
/// For a fixed axis, the limit of small curves around it.
struct HerpolhodeConstants {
    double least_radius, largest_radius;
    /// In radians, per period of the polhode; within it the radius goes from largest to least and back twice.
    /// Infinite where the period is.
    double advance;
    double mean_rate;        ///< advance/period, or its limit
    double rate_at_largest;  ///< of the angle, where the radius is largest: |L|/I_mid
    double
        rate_at_least;  ///< where it is least: |L|/I of the axis that is neither the middle one nor circled
};

/// A point of the herpolhode about its centre, and how it moves. The angle is continuous, and 0 at time 0.
/// Where the radius is 0 the angle has no meaning, but is a number.
struct HerpolhodePoint {
    double radius, angle;
    double radius_rate, angle_rate;
};

}  // namespace polhode

namespace polhode::core {

/// In the principal axes of the body, for a momentum whose squares are numbers.
class Herpolhode {
public:
    Herpolhode(const EulerTop<double>& top, const Vector3<double>& momentum);

    HerpolhodePoint at(double t) const;
    const HerpolhodeConstants& constants() const { return constants_; }

    bool stays() const { return stays_; }  ///< ω is constant
    /// When the polhode passes its equator Π₂ = 0, where the radius is largest; the time nearest to 0.
    double time_of_largest_radius() const;
    /// ω − (2T/M²)Π, the point of contact from the centre of the herpolhode, at time 0 in principal axes.
    Vector3<double> start(const EulerTop<double>& top) const;

private:
    /// Where the polhode is: Π₁ and Π₂ are cos φ and sin φ times their extremes, but for a sign.
    struct Amplitude {
        double sin, cos;
    };
    Amplitude amplitude_of(const Vector3<double>& canonical_momentum) const;
    double lead(const Amplitude& phi) const;
    double time_from_equator(const Amplitude& phi) const;
    double angle(const Amplitude& phi, double t) const;

    Polhode<double> polhode_;
    Vector3<double> excess_;  // g = 1/I − 2T/M², by axes: ω = (2T/M²)Π + gΠ
    bool stays_, comes_back_;
    double momentum_, lambda_;
    double axes_ratio_ = 0;  // √(−p/r), the extreme of Π₁ over that of Π₂
    double k_prime2_ = 0;    // k'²
    double n_ = 0;           // g₂/g₁, the square of least over largest radius
    HerpolhodeConstants constants_{};
    double quarter_period_ = 0;
    double quarter_lead_ = 0;  // what the angle gains on Mt/I₂ in that time
    double lead_at_start_ = 0, time_at_start_ = 0;
};

}  // namespace polhode::core
