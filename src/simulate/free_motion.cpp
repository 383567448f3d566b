#include "polhode/simulate/free_motion.hpp"

#include "polhode/drift/exact.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode {

namespace {

/// 4K(k)/λ = 2π/AGM(λ, √(λ² − μ²)).
double period(const core::jacobi::Modulus<double>& m) {
    if (!(m.difference > 0)) return std::numeric_limits<double>::infinity();
    double a = std::sqrt(m.lambda2), b = std::sqrt(m.difference);
    for (int i = 0; i < 12 && a - b > 1e-8 * a; ++i) {
        const double mean = 0.5 * (a + b);
        b = std::sqrt(a * b);
        a = mean;
    }
    return 4 * 3.14159265358979323846 / (a + b);
}

/// PolhodeConstants::axis, in principal axes.
core::Vector3<double> circled_axis(const core::EulerTop<double>& top, const core::Polhode<double>& o) {
    if (o.modulus.difference > 0) return o.to_body(top, {0, 0, 1});
    const double towards = o.r * o.momentum.z * o.momentum.x;  // Π₂', of one sign on the whole separatrix
    if (towards != 0) return o.to_body(top, {0, towards > 0 ? 1.0 : -1.0, 0});
    return o.to_body(top, o.M2 > 0 ? (1 / std::sqrt(o.M2)) * o.momentum : core::Vector3<double>{});
}

PolhodeConstants constants(const Body& body, const core::Inertia<double>& inertia,
                           const core::EulerTop<double>& top, const core::State<double>& start) {
    const core::Polhode<double> o(top, start.momentum);
    const core::jacobi::Modulus<double>& m = o.modulus;
    PolhodeConstants c;
    c.energy = inertia.kinetic_energy(start.momentum);
    c.momentum = std::sqrt(o.M2);
    // Π₃ circles axis 3, whose moment is the largest when r = 1/I₁ − 1/I₃ > 0
    c.side = !(m.difference > 0) ? PolhodeSide::separatrix
           : o.r > 0             ? PolhodeSide::largest_moment
                                 : PolhodeSide::least_moment;
    c.axis = core::to_eigen(core::to_space(core::from_eigen(body.principal_axes()), circled_axis(top, o)));
    c.lambda = std::sqrt(m.lambda2);
    c.modulus2 = m.lambda2 > 0 ? std::min(std::abs(m.mu2) / m.lambda2, 1.0) : 0;
    c.period = period(m);
    return c;
}

/// A power of two that brings the largest of three numbers to 1, if it is beyond 2 to the power ±most. A body that spins
/// so many times as fast does the same in the shorter time, and so does a lighter one.
double scale_of(const core::Vector3<double>& v, int most) {
    constexpr int of_a_double = 1000;
    double largest = 0;
    for (int i = 0; i < 3; ++i) largest = std::max(largest, std::abs(v[i]));
    if (!(largest > 0)) return 1;
    const int exponent = std::ilogb(largest);
    return std::abs(exponent) > most ? std::ldexp(1.0, std::min(-exponent, of_a_double)) : 1;
}

core::State<double> scaled(core::State<double> state, double scale) {
    state.momentum = scale * state.momentum;
    return state;
}

PolhodeConstants unscaled(PolhodeConstants c, double scale, double moments_scale) {
    c.energy = c.energy / scale * moments_scale / scale;
    c.momentum /= scale;
    c.lambda = c.lambda / scale * moments_scale;
    c.period = c.period * scale / moments_scale;
    if (!std::isfinite(c.energy) || !std::isfinite(c.lambda))
        throw InputError(fmt::format(
            "free motion: a momentum of {}, expected one whose energy is a finite number", c.momentum));
    return c;
}

}  // namespace

FreeMotion::FreeMotion(const Body& body, const core::State<double>& start)
    : body_(body),
      principal_(core::from_eigen(body.principal_axes())),
      scale_(scale_of(start.momentum, 300)),
      moments_scale_(scale_of(core::from_eigen(body.moments()), 100)),
      start_(scaled(start, scale_)),
      inertia_(moments_scale_ * core::from_eigen(body.moments())),
      top_(inertia_),
      spatial_momentum_(core::to_eigen(core::to_space(start.attitude, start.momentum))),
      polhode_(unscaled(constants(body, inertia_, top_, start_), scale_, moments_scale_)) {}

/// The time of the scaled motion.
double FreeMotion::scaled_time(double t) const {
    constexpr double most_radians = 4e15;  // beyond, neighbouring numbers for the time are radians apart
    if (!std::isfinite(t)) throw InputError(fmt::format("free motion: time {}, expected a finite number", t));
    const core::Vector3<double> rate = inertia_.solve(start_.momentum);
    const double here = t / scale_ * moments_scale_, radians = norm(rate) * std::abs(here);
    if (!(radians < most_radians))
        throw InputError(fmt::format(
            "free motion: time {}, by when the body has turned by {:.1e} radians, expected at most {:.0e}: no digit of "
            "the attitude is left",
            t, radians, most_radians));
    return here;
}

State FreeMotion::at(double t) const {
    core::State<double> state = start_;
    core::ExactDrift{}(inertia_, state, scaled_time(t));
    return core::from_principal(scaled(state, 1 / scale_), principal_);
}

Eigen::Vector3d FreeMotion::angular_velocity(double t) const {
    const core::Vector3<double> momentum = core::free_momentum(top_, start_.momentum, scaled_time(t));
    return core::to_eigen(core::to_space(principal_, inertia_.solve(momentum))) / scale_ * moments_scale_;
}

FreeMotion free_motion(const Body& body, const State& state) {
    if (body.has_rotor())
        throw InputError("free motion: the body has rotors, expected none; use an integrator for a gyrostat");
    return {body, starting_state(state, body).or_throw()};
}

}  // namespace polhode
