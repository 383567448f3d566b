/// Poinsot's picture of the free motion of a body: an ellipsoid, fixed in the body, rolls without slipping on
/// a plane that is fixed in space. The point of contact is the angular velocity ω. It draws the polhode on
/// the ellipsoid and the herpolhode on the plane. Formulas and sources: docs/poinsot.md.
///
///     const Poinsot picture = free_motion(body, state).poinsot();
///     picture.herpolhode().advance;    // the angle per period of the polhode
///     picture.herpolhode_polar(2.5);   // radius and angle at a time, in closed form
#pragma once

#include "polhode/simulate/free_motion.hpp"
#include "polhode/simulate/herpolhode.hpp"

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace polhode {

/// What ω does in the body.
enum class PolhodeCourse {
    around_least_moment,    ///< circles the axis of the least moment
    around_largest_moment,  ///< circles the axis of the largest moment
    separatrix,             ///< runs from one end of the middle axis to the other, and takes for ever
    fixed_axis              ///< stays
};
/// "around least moment", "around largest moment", "separatrix", "fixed axis".
std::string_view course_name(PolhodeCourse course);

/// normal·ω = distance. `first`, `second` and `normal` are a right-handed frame of space. Angles of the
/// herpolhode are counted from `first`, the direction in which it begins (any in the plane for a fixed axis).
struct InvariablePlane {
    Eigen::Vector3d normal;  ///< L/|L|
    double distance;         ///< 2T/|L|
    Eigen::Vector3d first, second;
};

struct TimeRange {
    double first, last;
};

/// Vectors of the body are in the user's axes. Semi-axes lie along the principal axes, in the order of
/// `Body::moments`.
class Poinsot {
public:
    double energy() const { return motion_.polhode().energy; }        ///< T
    double momentum() const { return motion_.polhode().momentum; }    ///< |L|
    double period() const { return unit_.polhode().period / rate_; }  ///< of the polhode: PolhodeConstants
    PolhodeCourse course() const { return course_; }
    /// The principal axis that is circled, as in PolhodeConstants.
    const Eigen::Vector3d& axis() const { return motion_.polhode().axis; }
    const FreeMotion& motion() const { return motion_; }
    const Body& body() const { return motion_.body(); }

    const Eigen::Vector3d& energy_semi_axes() const { return energy_semi_axes_; }  ///< √(2T/I): ½ ω·Iω = T
    const Eigen::Vector3d& momentum_semi_axes() const { return momentum_semi_axes_; }  ///< |L|/I: |Iω| = |L|
    const InvariablePlane& plane() const { return plane_; }
    const HerpolhodeConstants& herpolhode() const { return herpolhode_; }

    /// One period of the polhode, from time 0. On the separatrix the passage from end to end, but for the
    /// last 1e-8 at both; for a fixed axis without a period, one turn of the body.
    TimeRange one_period() const;

    /// ω in the body at `count` equally spaced times of `one_period()`, its two ends among them: at least 2.
    std::vector<Eigen::Vector3d> polhode(std::size_t count) const;

    /// ω in space, by the exact flow.
    Eigen::Vector3d herpolhode(double t) const;
    std::vector<Eigen::Vector3d> herpolhode(std::span<const double> times) const;

    /// The same in closed form, by elliptic integrals, which does not use the attitude.
    HerpolhodePoint herpolhode_polar(double t) const;
    /// Where in space a point with these coordinates is.
    Eigen::Vector3d in_space(const HerpolhodePoint& point) const;

    /// The curves through the ends of the middle axis that part the polhodes of this energy around the least
    /// moment from those around the largest, each as `count` points ω, the first again at the end. Two
    /// ellipses; one, the equator, if two moments are equal; none if all are.
    std::vector<std::vector<Eigen::Vector3d>> separatrices(std::size_t count) const;

private:
    friend class FreeMotion;
    explicit Poinsot(const FreeMotion& motion);
    static double rate_of(const FreeMotion& motion);
    static FreeMotion in_units(const FreeMotion& motion);
    void check() const;
    double unit_time(double t) const;
    Eigen::Vector3d in_user_axes(const core::Vector3<double>& principal) const;

    FreeMotion motion_;
    // The same motion in units in which moments and ω are about 1, so that no product overflows; ω in terms
    // of it.
    double rate_;
    FreeMotion unit_;
    core::Herpolhode closed_form_;
    PolhodeCourse course_;
    Eigen::Vector3d energy_semi_axes_, momentum_semi_axes_;
    InvariablePlane plane_;
    HerpolhodeConstants herpolhode_;
};

}  // namespace polhode
