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

core::Inertia<double> principal_inertia(const Body& body) {
    return core::Inertia<double>(core::from_eigen(body.moments()));
}

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

PolhodeConstants constants(const Body& body, const core::EulerTop<double>& top,
                           const core::State<double>& start) {
    const core::Polhode<double> o(top, start.momentum);
    const core::jacobi::Modulus<double>& m = o.modulus;
    PolhodeConstants c;
    c.energy = principal_inertia(body).kinetic_energy(start.momentum);
    c.momentum = std::sqrt(o.M2);
    // Π₃ circles axis 3, whose moment is the largest when r = 1/I₁ − 1/I₃ > 0
    c.side = !(m.difference > 0) ? PolhodeSide::separatrix
           : o.r > 0             ? PolhodeSide::largest_moment
                                 : PolhodeSide::least_moment;
    c.axis = core::to_eigen(core::to_space(core::from_eigen(body.principal_axes()), circled_axis(top, o)));
    c.lambda = std::sqrt(m.lambda2);
    c.modulus2 = m.lambda2 > 0 ? std::min(m.mu2 / m.lambda2, 1.0) : 0;
    c.period = period(m);
    return c;
}

void check_time(double t) {
    if (!std::isfinite(t)) throw InputError(fmt::format("free motion: time {}, expected a finite number", t));
}

}  // namespace

FreeMotion::FreeMotion(const Body& body, const core::State<double>& start)
    : body_(body),
      principal_(core::from_eigen(body.principal_axes())),
      start_(start),
      top_(principal_inertia(body)),
      spatial_momentum_(core::to_eigen(core::to_space(start.attitude, start.momentum))),
      polhode_(constants(body, top_, start)) {}

State FreeMotion::at(double t) const {
    check_time(t);
    core::State<double> state = start_;
    core::ExactDrift{}(principal_inertia(body_), state, t);
    return core::from_principal(state, principal_);
}

Eigen::Vector3d FreeMotion::angular_velocity(double t) const {
    check_time(t);
    const core::Vector3<double> momentum = core::free_momentum(top_, start_.momentum, t);
    return core::to_eigen(core::to_space(principal_, principal_inertia(body_).solve(momentum)));
}

FreeMotion free_motion(const Body& body, const State& state) {
    if (body.has_rotor())
        throw InputError("free motion: the body has rotors, expected none; use an integrator for a gyrostat");
    return {body, starting_state(state, body).or_throw()};
}

}  // namespace polhode
