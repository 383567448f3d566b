/// The free rigid body in its natural labelling: what depends on the body alone, and the frame in which one set of
/// formulas covers every case.
#pragma once

#include "polhode/mechanics/inertia.hpp"

#include <utility>

namespace polhode::core {

/// Euler's equations, Π₁' = p Π₂Π₃, Π₂' = r Π₃Π₁, Π₃' = q Π₁Π₂, in the axes 1, 2, 3 of a right-handed frame whose
/// axis 2 has the middle moment. Then p and q have one sign, r = −(p + q) the other.
template <class Real>
struct EulerTop {
    using Mask = decltype(std::declval<Real>() < std::declval<Real>());

    Real p, q, r;
    Real inverse1, inverse3;       ///< 1/I₁, 1/I₃
    Mask x_is_middle, z_is_middle;  ///< which body axis is axis 2; neither: y

    explicit EulerTop(const Inertia<Real>& inertia)
        : x_is_middle(between(inertia.moments.z, inertia.moments.x, inertia.moments.y)),
          z_is_middle(between(inertia.moments.y, inertia.moments.z, inertia.moments.x)) {
        const Vector3<Real> I = to_frame(inertia.moments), inverse = to_frame(inertia.inverse);
        // differences of the moments, not of their inverses: a nearly symmetric body must not lose digits
        p = (I.y - I.z) / (I.y * I.z);
        q = (I.x - I.y) / (I.x * I.y);
        r = (I.z - I.x) / (I.z * I.x);
        inverse1 = inverse.x;
        inverse3 = inverse.z;
    }

    /// Cyclic, hence right-handed: (z, x, y), (x, y, z) or (y, z, x).
    Vector3<Real> to_frame(const Vector3<Real>& v) const {
        return {select(x_is_middle, v.z, select(z_is_middle, v.y, v.x)),
                select(x_is_middle, v.x, select(z_is_middle, v.z, v.y)),
                select(x_is_middle, v.y, select(z_is_middle, v.x, v.z))};
    }
    Vector3<Real> from_frame(const Vector3<Real>& v) const {
        return {select(x_is_middle, v.y, select(z_is_middle, v.z, v.x)),
                select(x_is_middle, v.z, select(z_is_middle, v.x, v.y)),
                select(x_is_middle, v.x, select(z_is_middle, v.y, v.z))};
    }

private:
    /// Strictly: of two equal moments either may be called the middle one.
    static Mask between(const Real& a, const Real& b, const Real& c) {
        const Real up(1), down(-1), level(0);
        const auto step = [&](const Real& from, const Real& to) {
            return select(from < to, up, select(from > to, down, level));
        };
        return step(a, b) * step(b, c) > level;
    }
};

}  // namespace polhode::core
