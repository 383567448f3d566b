/// The exact motion of the free rigid body, momentum and attitude, in closed form.
/// Derived in docs/exact-flow.md.
#pragma once

#include "polhode/drift/euler_top.hpp"
#include "polhode/drift/scaled_jacobi.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/status.hpp"

namespace polhode::core {

/// The momentum in the canonical frame: axis 3 is the axis about which the polhode circles, Π₃ ≥ 0.
template <class Real>
struct Polhode {
    using Mask = typename EulerTop<Real>::Mask;

    Real p, q, r;               ///< Π₁' = p Π₂Π₃, Π₂' = r Π₃Π₁, Π₃' = q Π₁Π₂
    Real inverse1;              ///< 1/I₁
    Mask swapped;               ///< axes 1 and 3 of the body's labelling have changed places
    Real sign2, sign3;          ///< of the canonical axes 2 and 3
    Vector3<Real> momentum;     ///< Π in the canonical frame
    Real M2;                    ///< |Π|²
    jacobi::Modulus<Real> modulus;

    Polhode(const EulerTop<Real>& top, const Vector3<Real>& body_momentum) : momentum(top.to_frame(body_momentum)) {
        const Real zero(0), one(1);
        const Vector3<Real> P = momentum, P2 = hadamard(P, P);
        M2 = P2.x + P2.y + P2.z;
        // the side of the separatrix
        const Real side = top.r * (top.q * P2.x - top.p * P2.z);
        swapped = side < zero;
        // 1 ↔ 3 with 2 → −2 is a half turn: the frame stays right-handed
        p = select(swapped, -top.q, top.p);
        q = select(swapped, -top.p, top.q);
        r = select(swapped, -top.r, top.r);
        inverse1 = select(swapped, top.inverse3, top.inverse1);
        const Real P1 = select(swapped, P.z, P.x), P3 = select(swapped, P.x, P.z);
        // Π₃ < 0: a half turn about axis 1
        sign3 = select(P3 < zero, -one, one);
        sign2 = select(swapped, -sign3, sign3);
        momentum = {P1, sign2 * P.y, sign3 * P3};
        const Real p22 = p * q * P2.y;
        modulus = {p22 - p * r * (P3 * P3), p22 - q * r * (P1 * P1), select(swapped, -side, side)};
    }

    /// A vector back in the body's axes.
    Vector3<Real> from_canonical(const EulerTop<Real>& top, const Vector3<Real>& v) const {
        const Real v3 = sign3 * v.z;
        return top.from_frame({select(swapped, v3, v.x), sign2 * v.y, select(swapped, v.x, v3)});
    }
};

/// Π(t) from s, c, d: the addition theorems, with Π(0) in place of the initial phase.
template <class Real>
Vector3<Real> momentum_at(const Polhode<Real>& o, const jacobi::Functions<Real>& f) {
    const Vector3<Real>& P = o.momentum;
    const Real s = f.s, c = f.c, d = f.d;
    const Real ps = o.p * s, qs = o.q * s, rs = o.r * s;
    // 1 − pqΠ₂²s², as a sum of positive terms
    const Real inverse = Real(1) / (c * c - ps * rs * (P.z * P.z));
    const Vector3<Real> N{(P.x * c + ps * P.y * P.z * d) * inverse, (P.y * (c * d) + rs * P.z * P.x) * inverse,
                          (P.z * d + qs * P.x * P.y * c) * inverse};
    return restore_length(N, o.M2);
}

/// The motion of a free body over a time t: the momentum at its end, and the rotation F, R(t) = R(0) F.
template <class Real>
struct FreeStep {
    Vector3<Real> momentum;
    Quaternion<Real> rotation;
};

template <class Real>
FreeStep<Real> free_step(const EulerTop<Real>& top, const Vector3<Real>& body_momentum, const Real& t) {
    using std::cos, std::sin, std::sqrt;
    const Polhode<Real> o(top, body_momentum);
    const Vector3<Real>& P = o.momentum;
    const Real zero(0), half(0.5), M = sqrt(o.M2), rM = o.r * M;
    const Real kappa = o.q * (o.q * (P.y * P.y) - o.r * (P.z * P.z));
    const jacobi::WithIntegral<Real> e = jacobi::with_integral(o.modulus, kappa, rM, t);
    const Real s = e.at_t.s, c = e.at_t.c;
    const Vector3<Real> N = momentum_at(o, e.at_t);

    // F = B(Π)⁻¹ exp(ψe₃) B(N), B(Π) the smallest rotation that takes Π to e₃;
    // exp(iψ) = exp(i(Mt/I₃ + rMJ)) Y/|Y|
    const Real W0 = M + P.z, W1 = M + N.z;
    const Complex<Real> zeta0{P.x / W0, P.y / W0}, zeta1{N.x / W1, N.y / W1};
    const Real qsP2 = o.q * s * P.y, sum3 = P.z + N.z;
    const Complex<Real> Y = Complex<Real>{sum3 * c, qsP2 * P.y - sum3 * (o.r * s * P.z)}
                            + zeta0 * Complex<Real>{N.x + qsP2 * N.z, -N.y};

    // half of ψ: the part in the doublings is a square already; of the two roots of the rest, the one that
    // continues from t = 0
    Complex<Real> root = direction_of_root(e.a * Y);
    const Real along = root.re * e.at_half.c - root.im * (rM * e.at_half.s * e.at_half.d);
    const Real sign = select(along < zero, Real(-1), Real(1));
    const Real angle = half * (M * t * (o.inverse1 + o.r * e.excess));
    const Complex<Real> Z = (sign * e.w) * (root * Complex<Real>{cos(angle), sin(angle)});

    const Complex<Real> Zc = conjugate(Z), alpha = Z + zeta0 * (conjugate(zeta1) * Zc),
                        minus_i_beta = zeta0 * Zc - zeta1 * Z;  // β = i (ζ₀Z̄ − ζ₁Z)
    const Real scale = Real(1) / sqrt(norm2(alpha) + norm2(minus_i_beta));
    const Vector3<Real> axis = o.from_canonical(top, {-minus_i_beta.im, minus_i_beta.re, alpha.im});

    // at rest: exp(tω) to first order, so that derivatives pass
    const auto moves = o.M2 > zero;
    const Vector3<Real> n = o.from_canonical(top, N);
    return {{select(moves, n.x, body_momentum.x), select(moves, n.y, body_momentum.y), select(moves, n.z, body_momentum.z)},
            {select(moves, scale * axis.x, zero), select(moves, scale * axis.y, zero),
             select(moves, scale * axis.z, zero), select(moves, scale * alpha.re, Real(1))}};
}

struct ExactDrift {
    static constexpr int order = 100;
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = true;

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        const FreeStep<Real> step = free_step(EulerTop<Real>(inertia), state.momentum, h);
        state.momentum = step.momentum;
        state.attitude = renormalised(state.attitude * step.rotation);
        return {};
    }
};

}  // namespace polhode::core
