/// The free rigid body in the labelling in which one set of formulas covers every case: first what depends on
/// the body alone, then what depends on the momentum.
#pragma once

#include "polhode/drift/scaled_jacobi.hpp"
#include "polhode/mechanics/inertia.hpp"

namespace polhode::core {

/// A right-handed frame: the axes of the body in cyclic order.
template <class Real>
struct CyclicFrame {
    Mask<Real> starts_at_z, starts_at_y;  ///< which body axis comes first; neither: x

    Vector3<Real> to_frame(const Vector3<Real>& v) const {
        return {select(starts_at_z, v.z, select(starts_at_y, v.y, v.x)),
                select(starts_at_z, v.x, select(starts_at_y, v.z, v.y)),
                select(starts_at_z, v.y, select(starts_at_y, v.x, v.z))};
    }
    Vector3<Real> from_frame(const Vector3<Real>& v) const {
        return {select(starts_at_z, v.y, select(starts_at_y, v.z, v.x)),
                select(starts_at_z, v.z, select(starts_at_y, v.x, v.y)),
                select(starts_at_z, v.x, select(starts_at_y, v.y, v.z))};
    }
};

/// Euler's equations Π₁' = p Π₂Π₃, Π₂' = r Π₃Π₁, Π₃' = q Π₁Π₂ in a frame whose axis 2 has the middle moment.
/// Then p and q have one sign and r = −(p + q) the other. Cheap to make (some 5 ns), so that a drift makes it
/// anew in every step.
template <class Real>
struct EulerTop : CyclicFrame<Real> {
    Vector3<Real> inverse;  ///< 1/I₁, 1/I₂, 1/I₃
    Real p, q, r;           ///< 1/I₃ − 1/I₂, 1/I₂ − 1/I₁, 1/I₁ − 1/I₃

    explicit EulerTop(const Inertia<Real>& inertia) {
        const Vector3<Real>& m = inertia.moments;
        const Real zero(0), up(1), down(-1);
        const Real xy = select(m.x <= m.y, up, down), yz = select(m.y <= m.z, up, down),
                   zx = select(m.z <= m.x, up, down);
        this->starts_at_z = zx * xy > zero;  // x is the middle one; of equal moments either may be
        this->starts_at_y = yz * zx > zero;  // z is
        inverse = this->to_frame(inertia.inverse);
        // by differences of the moments, not of their inverses: a nearly symmetric body must not lose digits
        const Vector3<Real> I = this->to_frame(m);
        p = (I.y - I.z) / (I.y * I.z);
        q = (I.x - I.y) / (I.x * I.y);
        r = (I.z - I.x) / (I.z * I.x);
    }
};

/// A body with two equal moments (or three), in a frame whose axis 3 has the other one.
template <class Real>
struct SymmetricTop : CyclicFrame<Real> {
    Real inverse;  ///< 1/I₁ = 1/I₂
    Real spin;     ///< 1/I₃ − 1/I₁

    /// Whether a body is one.
    static Mask<Real> fits(const Inertia<Real>& inertia) {
        const Vector3<Real>& m = inertia.moments;
        return equal(m.x, m.y) | equal(m.y, m.z) | equal(m.z, m.x);
    }

    explicit SymmetricTop(const Inertia<Real>& inertia) {
        const Vector3<Real>& m = inertia.moments;
        const Mask<Real> z_is_axis = equal(m.x, m.y);
        this->starts_at_y = equal(m.y, m.z) & (!z_is_axis);  // x is the axis
        this->starts_at_z = equal(m.z, m.x) & (!z_is_axis);  // y is
        const Vector3<Real> I = this->to_frame(m);
        inverse = this->to_frame(inertia.inverse).x;
        spin = (I.x - I.z) / (I.x * I.z);
    }

private:
    static Mask<Real> equal(const Real& a, const Real& b) { return (a <= b) & (a >= b); }
};

/// The polhode through a momentum, in its canonical frame: axis 3 is the one it circles, Π₃ ≥ 0. Every
/// constant below is a sum of terms of one sign; energies, whose differences cancel, do not appear.
template <class Real>
struct Polhode {
    Mask<Real> swapped;             ///< axes 1 and 3 of the body's labelling have changed places
    Real sign2, sign3;              ///< of axes 2 and 3 against that labelling
    Real p, q, r;                   ///< as in EulerTop, for the canonical axes
    Real inverse1;                  ///< 1/I₁
    Vector3<Real> momentum;         ///< Π
    Real M2;                        ///< |Π|²
    jacobi::Modulus<Real> modulus;  ///< λ² = pqΠ₂² − prΠ₃², μ² = pqΠ₂² − qrΠ₁², λ² − μ²
    Real kappa;                     ///< κ = q²Π₂² − qrΠ₃²

    Polhode(const EulerTop<Real>& top, const Vector3<Real>& body_momentum) {
        const Real zero(0), one(1);
        const Vector3<Real> P = top.to_frame(body_momentum);
        // the side of the separatrix
        const Real side = top.r * (top.q * (P.x * P.x) - top.p * (P.z * P.z));
        swapped = side < zero;
        // (1, 2, 3) → (3, −2, 1) and, when Π₃ < 0, (1, 2, 3) → (1, −2, −3): half turns, so the frame stays
        // right-handed
        p = select(swapped, -top.q, top.p);
        q = select(swapped, -top.p, top.q);
        r = select(swapped, -top.r, top.r);
        inverse1 = select(swapped, top.inverse.z, top.inverse.x);
        const Real P1 = select(swapped, P.z, P.x), P3 = select(swapped, P.x, P.z);
        sign3 = select(P3 < zero, -one, one);
        sign2 = select(swapped, -sign3, sign3);
        momentum = {P1, sign2 * P.y, sign3 * P3};
        M2 = norm2(momentum);
        const Real P11 = P1 * P1, P22 = P.y * P.y, P33 = P3 * P3;
        modulus = {p * q * P22 - p * r * P33, p * q * P22 - q * r * P11, select(swapped, -side, side)};
        kappa = q * (q * P22 - r * P33);
    }

    /// A vector of the canonical frame in body axes.
    Vector3<Real> to_body(const EulerTop<Real>& top, const Vector3<Real>& v) const {
        const Real v3 = sign3 * v.z;
        return top.from_frame({select(swapped, v3, v.x), sign2 * v.y, select(swapped, v.x, v3)});
    }
};

}  // namespace polhode::core
