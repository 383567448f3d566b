/// The momentum of the free body as printed by Celledoni and Säfström (2006), (12)–(13), with the misprint in
/// b₁² mended (I₂(I₃−I₂), not I₂(I₃−I₁)): amplitudes and modulus from the energy E and G = |Π|, the initial
/// phase by an elliptic integral, the functions by Boost. Kept to show what the exact drift avoids.
#pragma once

#include "polhode/so3/vector3.hpp"

#include <boost/math/special_functions/ellint_1.hpp>
#include <boost/math/special_functions/jacobi_elliptic.hpp>
#include <cmath>
#include <utility>

namespace polhode::test {

/// For I₁ < I₂ < I₃.
inline core::Vector3<double> momentum_by_energies(const core::Vector3<double>& I,
                                                  const core::Vector3<double>& P, double t) {
    const double E2 = P.x * P.x / I.x + P.y * P.y / I.y + P.z * P.z / I.z, G2 = core::norm2(P);
    double I1 = I.x, I3 = I.z, P1 = P.x, P3 = P.z;
    const bool other_side = G2 < E2 * I.y;
    if (other_side) {
        std::swap(I1, I3);
        std::swap(P1, P3);
    }
    const double a1 = std::sqrt(I1 * (E2 * I3 - G2) / (I3 - I1)),
                 a2 = std::sqrt(I.y * (E2 * I3 - G2) / (I3 - I.y)),
                 a3 = std::copysign(std::sqrt(I3 * (G2 - E2 * I1) / (I3 - I1)), P3);
    const double lambda = std::copysign(std::sqrt((I3 - I.y) * (G2 - E2 * I1) / (I1 * I.y * I3)), P3);
    const double k = std::sqrt((I.y - I1) * (E2 * I3 - G2) / ((I3 - I.y) * (G2 - E2 * I1)));
    const double nan = std::nan("");
    if (!std::isfinite(k)) return {nan, nan, nan};
    const double u = lambda * t + boost::math::ellint_1(k, std::atan2(P.y / a2, P1 / a1));
    if (!std::isfinite(u)) return {nan, nan, nan};  // Boost would not notice
    double cn = 0, dn = 0;
    const double sn = boost::math::jacobi_elliptic(k, u, &cn, &dn);
    const core::Vector3<double> N{a1 * cn, a2 * sn, a3 * dn};
    return other_side ? core::Vector3<double>{N.z, N.y, N.x} : N;
}

}  // namespace polhode::test
