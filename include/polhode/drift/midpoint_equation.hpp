/// The incremental rotation Ψ of the midpoint-Lie methods, in the half-angle variable u = tan(|Ψ|/4) Ψ/|Ψ|.
///
/// I Ψ = exp(−Ψ/2) b + c, multiplied by (1 + û) from the left; exp(−Ψ/2) = (1 + û)⁻¹(1 − û) is Cayley's map, so
/// that no sine or cosine is left:
///     k (Iu + u × Iu) − b + u × b − (c + u × c) = 0,   Ψ = k u,  k = 4 atan|u|/|u|.
/// Newton in u meets neither the failures of the fixed point (above 60°) nor, with elongated bodies, those of
/// Newton in Ψ.
#pragma once

#include "polhode/mechanics/inertia.hpp"
#include "polhode/method/status.hpp"
#include "polhode/so3/small_angle.hpp"

namespace polhode::core::midpoint {

/// Above 300° the equation may have several solutions.
inline constexpr long double largest_u = 3.7320508075688772935L;  // tan(300°/4)

template <class Real>
Vector3<Real> rotation_vector(const Vector3<Real>& u) {
    return (Real(4) * atanc(norm2(u))) * u;
}

/// exp(Ψ/2) and exp(Ψ) as quaternions: |Ψ|/4 is the half of the half angle.
template <class Real>
Quaternion<Real> half_rotation(const Vector3<Real>& u) {
    using std::sqrt;
    const Real c = Real(1) / sqrt(Real(1) + norm2(u));
    return {c * u, c};
}
template <class Real>
Quaternion<Real> rotation(const Vector3<Real>& u) {
    const Real u2 = norm2(u), s = Real(1) / (Real(1) + u2);
    return {(Real(2) * s) * u, (Real(1) - u2) * s};
}

template <class Real>
Vector3<Real> residual(const Inertia<Real>& inertia, const Vector3<Real>& u, const Vector3<Real>& b,
                       const Vector3<Real>& c) {
    const Vector3<Real> Iu = inertia * u;
    return (Real(4) * atanc(norm2(u))) * (Iu + cross(u, Iu)) - b + cross(u, b) - (c + cross(u, c));
}

/// Third-order start, by two rounds of the fixed point Ψ = I⁻¹(b − ½Ψ×b + ⅛Ψ×(Ψ×b)).
template <class Real>
Vector3<Real> start(const Inertia<Real>& inertia, const Vector3<Real>& b) {
    using std::sqrt;
    const Vector3<Real> y = inertia.solve(b), yb = cross(y, b);
    const Vector3<Real> psi = y - Real(0.5) * inertia.solve(yb);
    const Vector3<Real> better =
        y - inertia.solve(Real(0.5) * cross(psi, b) - Real(0.125) * cross(y, yb));
    // the series is of use at small angles only
    const bool small = all(norm2(y) < Real(1));
    const Vector3<Real> u = Real(0.25) * (small ? better : psi);
    const Real u2 = norm2(u), limit(1.2);
    return any(u2 > limit * limit) ? (limit / sqrt(u2)) * u : u;
}

/// Solves with c = 0 (the free body), b = hΠ.
template <class Real>
Status solve(const Inertia<Real>& inertia, const Vector3<Real>& b, Vector3<Real>& u) {
    using std::sqrt;
    constexpr int most_iterations = 50;
    const Real tolerance2(newton_tolerance<Real> * newton_tolerance<Real>);
    u = start(inertia, b);
    int polish = ScalarTraits<Real>::derivative_depth;
    Real step2(0), u2 = norm2(u);
    for (int iteration = 1; iteration <= most_iterations; ++iteration) {
        const Real k = Real(4) * atanc(u2), slope = Real(4) * atanc_slope(u2);
        const Vector3<Real> Iu = inertia * u, g = Iu + cross(u, Iu);
        const Vector3<Real> F = k * g - b + cross(u, b);
        // dF = k (I + û I − (Iu)^) − b̂ + g (slope u)ᵀ
        const Vector3<Real> m = inertia.moments, ku = k * u, kIu = k * Iu, s = slope * u;
        const Matrix3<Real> J{{{k * m.x + g.x * s.x, (kIu.z + b.z - ku.z * m.y) + g.x * s.y,
                                (ku.y * m.z - kIu.y - b.y) + g.x * s.z},
                               {(ku.z * m.x - kIu.z - b.z) + g.y * s.x, k * m.y + g.y * s.y,
                                (kIu.x + b.x - ku.x * m.z) + g.y * s.z},
                               {(kIu.y + b.y - ku.y * m.x) + g.z * s.x,
                                (ku.x * m.y - kIu.x - b.x) + g.z * s.y, k * m.z + g.z * s.z}}};
        Vector3<Real> step = core::solve(J, F);
        step2 = norm2(step);
        const Real limit2 = Real(0.25) * (Real(1) + u2);  // limit of the step: ½ √(1 + u²)
        if (any(step2 > limit2)) step = sqrt(limit2 / step2) * step;
        u -= step;
        u2 = norm2(u);
        if (all(step2 <= tolerance2 * u2) && polish-- == 0) {
            const bool unique = all(u2 <= Real(largest_u * largest_u));
            return {unique ? Outcome::done : Outcome::rotation_too_big, iteration, 0};
        }
    }
    return {Outcome::no_convergence, most_iterations, static_cast<double>(value_of(sqrt(step2 / u2)))};
}

}  // namespace polhode::core::midpoint
