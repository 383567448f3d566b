/// The free motion of a rigid body in closed form: the state at any time, at the same cost for all times.
///
///     const FreeMotion motion = free_motion(body, {attitude, momentum});
///     const State later = motion.at(1e4);
#pragma once

#include "polhode/drift/euler_top.hpp"
#include "polhode/mechanics/body.hpp"

namespace polhode {

class Poinsot;

/// Which principal axis the momentum circles in the body. It never changes sides.
enum class PolhodeSide {
    least_moment,    ///< 2E I_mid > |Π|²
    largest_moment,  ///< 2E I_mid < |Π|²
    separatrix       ///< equal to the last bit: it runs to the middle axis, or rests
};

/// The constants of one free motion. The momentum moves as Jacobi's functions of λt with modulus k.
struct PolhodeConstants {
    double energy;    ///< E = ½ Π·I⁻¹Π
    double momentum;  ///< |Π| = |L|
    PolhodeSide side;
    /// Unit vector, in body axes: the principal axis that Π circles, at the end that Π is nearer to. On the
    /// separatrix, the end of the middle axis to which Π runs as t → ∞. Along Π where every axis would do (a
    /// spherical body, the equator of a symmetric one); zero at rest.
    Eigen::Vector3d axis;
    double lambda;    ///< λ, in radians per unit of time
    double modulus2;  ///< k², 0 for a small circle and 1 on the separatrix
    /// 4K(k)/λ, after which Π (not, in general, the attitude) is what it was; infinite where Π does not come
    /// back, or does not move because no axis is stable or unstable (λ = 0). Rest on a stable axis has the
    /// period of the small circles around it.
    double period;
};

/// All vectors and attitudes are in the user's body axes.
class FreeMotion {
public:
    /// The state at time t, before or after the start. Among q and −q the attitude is the one that continues
    /// from the start: it never flips sign between nearby times. Throws InputError if t is not finite,
    /// or so far away that no digit of the attitude is left.
    State at(double t) const;

    /// ω(t) = I⁻¹Π(t), in the body frame; at half the cost of `at`.
    Eigen::Vector3d angular_velocity(double t) const;

    /// L = RΠ: the same at all times.
    const Eigen::Vector3d& spatial_momentum() const { return spatial_momentum_; }

    const PolhodeConstants& polhode() const { return polhode_; }
    const Body& body() const { return body_; }

    /// The ellipsoids, the polhode and the herpolhode of this motion (polhode/simulate/poinsot.hpp). Throws InputError
    /// for a body at rest.
    Poinsot poinsot() const;

private:
    friend class Poinsot;
    friend FreeMotion free_motion(const Body& body, const State& state);
    FreeMotion(const Body& body, const core::State<double>& start);
    double scaled_time(double t) const;

    Body body_;
    core::Quaternion<double> principal_;  // principal → the user's body axes
    // Powers of two that bring the momentum in start_ and the moments in inertia_ to where squares are numbers; 1 but for
    // extreme ones.
    double scale_, moments_scale_;
    core::State<double> start_;  // in principal axes
    core::Inertia<double> inertia_;
    core::EulerTop<double> top_;
    Eigen::Vector3d spatial_momentum_;
    PolhodeConstants polhode_;
};

/// The free motion that passes through `state` at time 0. Throws InputError for numbers that are not finite
/// or an attitude that misses unit length by more than 1e-6, and for a body with rotors.
FreeMotion free_motion(const Body& body, const State& state);

}  // namespace polhode
