/// Newton for the incremental rotation of a drift, unknown as a tangent vector x: along the axis, as long as
/// the tangent of a half or a quarter of the angle. In such variables the equations of the drifts are nearly
/// polynomial and their Jacobians short, so that these are written out: several times faster than dual
/// numbers (method/newton.hpp).
#pragma once

#include "polhode/so3/vector3.hpp"
#include "polhode/step/status.hpp"

namespace polhode::core {

/// Improves the guess in x until residual(x) = 0; `jacobian` returns the matrix of derivatives. A Jacobian
/// taken within 1e-5 of the solution is good for the next step too: the error left after a step is then about
/// that step times the distance at which the Jacobian was taken. On packs every lane goes its own way: one
/// that has converged stays, and each has its own Jacobian.
template <class Real, class Residual, class Jacobian>
Status tangent_newton(Residual&& residual, Jacobian&& jacobian, Vector3<Real>& x) {
    using std::sqrt;
    constexpr int most_iterations = 50;
    constexpr bool carries_derivatives = ScalarTraits<Real>::derivative_depth > 0;
    const Real tolerance(epsilon<Real> / 16);
    int polish = ScalarTraits<Real>::derivative_depth;
    Mask<Real> active = Real(0) <= Real(0), fresh = active;
    Matrix3<Real> inverse_jacobian;
    Real step2(0), distance2(0), x2 = norm2(x);
    for (int iteration = 1; iteration <= most_iterations; ++iteration) {
        if (all(fresh))
            inverse_jacobian = inverse(jacobian(x));
        else if (any(fresh))
            inverse_jacobian = select(fresh, inverse(jacobian(x)), inverse_jacobian);
        Vector3<Real> step = inverse_jacobian * residual(x);
        step2 = norm2(step);
        const Real limit2 = Real(0.25) * (Real(1) + x2);  // a step of at most ½ √(1 + x²)
        if (any(step2 > limit2)) step = select(step2 > limit2, sqrt(limit2 / step2) * step, step);
        distance2 = select(fresh, step2, distance2);
        x = select(active, x - step, x);
        x2 = norm2(x);
        const Mask<Real> converged = step2 * distance2 <= tolerance * tolerance * x2;
        if (all(converged | !active) && polish-- == 0) return {Outcome::done, iteration, 0};
        if constexpr (is_pack<Real>) active = active & !converged;
        fresh = carries_derivatives ? active : Mask<Real>(active & (step2 > Real(1e-10)));
    }
    Status status{Outcome::no_convergence, most_iterations, 0, lane_bits(active)};
    if constexpr (!is_pack<Real>) status.residual = static_cast<double>(value_of(sqrt(step2 / x2)));
    return status;
}

}  // namespace polhode::core
