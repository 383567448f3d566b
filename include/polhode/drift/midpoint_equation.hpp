/// The incremental rotation Ψ of the midpoint-Lie methods, in the half-angle variable u = tan(|Ψ|/4) Ψ/|Ψ|.
///
/// I Ψ = exp(−Ψ/2) b + c, multiplied by (1 + û) from the left; exp(−Ψ/2) = (1 + û)⁻¹(1 − û) is Cayley's map,
/// so that no sine or cosine is left:
///     k (Iu + u × Iu) − b + u × b − (c + u × c) = 0,   Ψ = k u,  k = 4 atan|u|/|u|.
/// Newton in u meets neither the failures of the fixed point (above 60°) nor, with elongated bodies, those of
/// Newton in Ψ.
#pragma once

#include "polhode/drift/tangent_newton.hpp"
#include "polhode/mechanics/inertia.hpp"
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

/// `inline` is for g++, which otherwise stops at a call here in large files, and the drift takes a fifth
/// longer.
template <class Real, class Scalar>
inline Vector3<Scalar> residual(const Inertia<Real>& inertia, const Vector3<Scalar>& u,
                                const Vector3<Real>& b) {
    const Vector3<Scalar> Iu = inertia * u;
    return (Real(4) * atanc(norm2(u))) * (Iu + cross(u, Iu)) - b + cross(u, b);
}
/// The unknown may carry derivatives which inertia and b do not.
template <class Real, class Scalar>
Vector3<Scalar> residual(const Inertia<Real>& inertia, const Vector3<Scalar>& u, const Vector3<Real>& b,
                         const Vector3<Scalar>& c) {
    return residual(inertia, u, b) - (c + cross(u, c));
}

/// Third-order start, by two rounds of the fixed point Ψ = I⁻¹(b − ½Ψ×b + ⅛Ψ×(Ψ×b)).
template <class Real>
Vector3<Real> start(const Inertia<Real>& inertia, const Vector3<Real>& b) {
    using std::sqrt;
    const Vector3<Real> y = inertia.solve(b), yb = cross(y, b);
    const Vector3<Real> psi = y - Real(0.5) * inertia.solve(yb);
    const Vector3<Real> better = y - inertia.solve(Real(0.5) * cross(psi, b) - Real(0.125) * cross(y, yb));
    // the series is of use at small angles only
    const Vector3<Real> u = Real(0.25) * select(norm2(y) < Real(1), better, psi);
    const Real u2 = norm2(u), limit(1.2);
    const auto far = u2 > limit * limit;
    return any(far) ? select(far, (limit / sqrt(u2)) * u, u) : u;
}

/// dF = k (I + û I − (Iu)^) − b̂ + g (4 atanc' u)ᵀ, g = Iu + u × Iu, for c = 0.
template <class Real>
Matrix3<Real> jacobian(const Inertia<Real>& inertia, const Vector3<Real>& u, const Vector3<Real>& b) {
    const Real u2 = norm2(u), k = Real(4) * atanc(u2);
    const Vector3<Real> Iu = inertia * u, g = Iu + cross(u, Iu), m = inertia.moments;
    const Vector3<Real> ku = k * u, e = k * Iu + b, s = (Real(4) * atanc_slope(u2)) * u;
    return {{{k * m.x + g.x * s.x, (e.z - ku.z * m.y) + g.x * s.y, (ku.y * m.z - e.y) + g.x * s.z},
             {(ku.z * m.x - e.z) + g.y * s.x, k * m.y + g.y * s.y, (e.x - ku.x * m.z) + g.y * s.z},
             {(e.y - ku.y * m.x) + g.z * s.x, (ku.x * m.y - e.x) + g.z * s.y, k * m.z + g.z * s.z}}};
}

/// Solves with c = 0 (the free body), b = hΠ.
template <class Real>
Status solve(const Inertia<Real>& inertia, const Vector3<Real>& b, Vector3<Real>& u) {
    u = start(inertia, b);
    Status status = tangent_newton([&](const Vector3<Real>& v) { return residual(inertia, v, b); },
                                   [&](const Vector3<Real>& v) { return jacobian(inertia, v, b); }, u);
    const auto too_big = norm2(u) > Real(largest_u * largest_u);
    if (any(too_big)) {
        status.lanes = lane_bits(too_big) | (status.ok() ? 0 : status.lanes);
        if (status.ok()) status.outcome = Outcome::rotation_too_big;
    }
    return status;
}

}  // namespace polhode::core::midpoint
