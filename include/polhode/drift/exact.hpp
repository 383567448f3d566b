/// The exact motion of the free rigid body, momentum and attitude, in closed form: any moments, any momentum,
/// any time. One sine and cosine, three square roots, rational arithmetic; no phase is looked up, so nothing
/// is inverted. Derived in docs/exact-flow.md. Jacobi 1850; the momentum as in Celledoni and Säfström 2006
/// (12)–(13), rewritten.
#pragma once

#include "polhode/drift/euler_top.hpp"
#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

namespace polhode::core {

/// What a free body does in a time t: its momentum after it, and F with R(t) = R(0) F, up to a positive
/// factor. F is the one of ±F that continues from 1 at t = 0.
template <class Real>
struct FreeStep {
    Vector3<Real> momentum;
    Quaternion<Real> rotation;
};

template <LaneMask Mask, class Real>
FreeStep<Real> select(const Mask& mask, const FreeStep<Real>& yes, const FreeStep<Real>& no) {
    return {select(mask, yes.momentum, no.momentum), select(mask, yes.rotation, no.rotation)};
}

/// N at the length of P, from close by: N += N (|P|² − |N|²)/(2|P|²), where the difference is taken factor by
/// factor. The squares would be rounded alike at every turn of a periodic motion, and that adds up.
template <class Real>
Vector3<Real> at_length_of(const Vector3<Real>& P, const Vector3<Real>& N) {
    // of what is so short that one over its square is beyond all numbers, nothing is lost
    const Real P2 = norm2(P), safe = select(P2 > Real(1e-300), P2, Real(1));
    return N + (dot(P - N, P + N) * (Real(0.5) / safe)) * N;
}

/// Π(t) by the addition theorems, with Π(0) in place of the initial phase; in the canonical frame.
template <class Real>
Vector3<Real> momentum_at(const Polhode<Real>& o, const jacobi::Functions<Real>& f) {
    const Real P1 = o.momentum.x, P2 = o.momentum.y, P3 = o.momentum.z, sP3 = f.s * P3;
    const Vector3<Real> n{P1 * (f.c * f.e) + (o.p * P2) * (sP3 * f.d),
                          P2 * (f.c * f.d) + o.r * (sP3 * P1) * f.e,
                          P3 * (f.d * f.e) + (o.q * P1 * P2) * (f.s * f.c)};
    // the denominator e² − pqΠ₂²s², as a sum of positive terms
    return (Real(1) / (f.c * f.c - o.p * o.r * (sP3 * sP3))) * n;
}

/// The momentum alone.
template <class Real>
Vector3<Real> free_momentum(const EulerTop<Real>& top, const Vector3<Real>& momentum, const Real& t) {
    const Polhode<Real> o(top, momentum);
    return o.to_body(top, at_length_of(o.momentum, momentum_at(o, jacobi::functions(o.modulus, t))));
}

/// Any body.
template <class Real>
FreeStep<Real> general_step(const EulerTop<Real>& top, const Vector3<Real>& momentum, const Real& t) {
    using std::sqrt;
    const Polhode<Real> o(top, momentum);
    const Real zero(0), one(1), q = o.q, r = o.r, M = sqrt(o.M2);
    const jacobi::WithIntegral<Real> j = jacobi::with_integral(o.modulus, o.kappa, r * M, t);
    const jacobi::Functions<Real>&f = j.at_t, &half = j.at_half;
    const Real angle = Real(0.5) * (M * t * (o.inverse1 + r * j.excess));  // Mt/I₃ + rMt = Mt/I₁
    const SinCos<Real> turn = sin_cos(angle);
    const Complex<Real> E = j.w * Complex<Real>{turn.cos, turn.sin};
    const Vector3<Real> N = momentum_at(o, f);

    // F = B(Π(0))⁻¹ exp(ψe₃) B(Π(t)), B(Π) the smallest rotation that takes Π to e₃; in units of |Π|, from u
    // to v.
    //     exp(iψ) = exp(i(Mt/I₃ + rMJ)) Y = E² a Y, up to positive factors
    const Vector3<Real> u = (one / M) * o.momentum, v = (one / M) * N;
    const Complex<Real> z0{u.x, u.y}, z1{v.x, v.y};
    const Real W0 = one + u.z, W1 = one + v.z, both = u.z + v.z, s = f.s * M, qs2 = q * s * u.y;
    const Complex<Real> Y = W0 * Complex<Real>{both * f.c, qs2 * u.y - both * (r * s * u.z)}
                          + z0 * Complex<Real>{f.e * z1.re + qs2 * v.z, -(f.e * z1.im)};

    // Z = exp(iψ/2) = E √(aY). Of the two roots, the one that continues from t = 0 is on the side of
    // cn − i rM dn sn/λ at t/2.
    const Complex<Real> root = direction_of_root(j.a * Y);
    const Real along = root.re * (half.c * half.e) - root.im * (r * M * (half.s * half.d));
    const Complex<Real> Z = (select(along < zero, -one, one) * root) * E, Zc = conjugate(Z);

    // F = (Re α; Re β, Im β, Im α), β = ib
    const Complex<Real> alpha = (W0 * W1) * Z + (z0 * conjugate(z1)) * Zc, b = (W1 * z0) * Zc - (W0 * z1) * Z;
    FreeStep<Real> step{o.to_body(top, at_length_of(o.momentum, N)),
                        {o.to_body(top, {-b.im, b.re, alpha.im}), alpha.re}};

    const auto at_rest = o.M2 <= zero;
    if (!any(at_rest)) return step;
    // F = exp(tω) to first order, so that derivatives are right too
    const Vector3<Real> half_turn =
        top.from_frame((Real(0.5) * t) * hadamard(top.inverse, top.to_frame(momentum)));
    return select(at_rest, FreeStep<Real>{momentum, {half_turn, one}}, step);
}

/// A body with two equal moments I₁, and I₃ about its axis, labelled so that the axis is the third:
///     F = exp(tΠ/I₁) exp(t (1/I₃ − 1/I₁) Π₃ e₃)
/// The rotation has unit length. The third component of Π stays, and the turn of the other two is the second
/// factor's.
template <class Real>
FreeStep<Real> symmetric_step(const SymmetricTop<Real>& top, const Vector3<Real>& momentum, const Real& t) {
    const Vector3<Real> P = top.to_frame(momentum);
    const Real half = (Real(0.5) * t * top.spin) * P.z;
    const CosSinc<Real> about_axis = cos_and_sinc(half * half);
    const AxisTurn<Real> spin{about_axis.cos, half * about_axis.sinc};
    const Quaternion<Real> F = times_turn<2>(exp((t * top.inverse) * P), spin);
    // What is across the axis turns and keeps its length, and nothing of its rounding gets into what is along
    // the axis:
    // the spin is the same in every step, so that its rounding would add up.
    const Vector3<Real> across{P.x, P.y, Real(0)},
        carried = at_length_of(across, carried_back<2>(across, spin));
    return {top.from_frame({carried.x, carried.y, P.z}), {top.from_frame(F.vector()), F.w}};
}

/// q F at unit length, F of any length.
template <class Real>
Quaternion<Real> advanced(const Quaternion<Real>& q, const Quaternion<Real>& F) {
    using std::sqrt;
    const Quaternion<Real> a = q * F;
    const Real scale = Real(1) / sqrt(norm2(a));
    return {scale * a.x, scale * a.y, scale * a.z, scale * a.w};
}

/// The same for F of unit length. Makes up for what q misses of it; what this product adds is left to the
/// next one, so that no step has to wait for the correction.
template <class Real>
Quaternion<Real> advanced_by_unit(const Quaternion<Real>& q, const Quaternion<Real>& F) {
    return lengthened(q * F, norm_defect(q));
}

struct ExactDrift {
    static constexpr int order = 100;  ///< no step is too long
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = true;

    /// Each body by the formulas made for it.
    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        // moments that carry derivatives may be equal and yet change apart
        if constexpr (ScalarTraits<Real>::derivative_depth > 0) {
            state = asymmetric(inertia, state, h);
        } else {
            const auto two_equal = SymmetricTop<Real>::fits(inertia);
            if (!any(two_equal))
                state = asymmetric(inertia, state, h);
            else if (all(two_equal))
                state = symmetric(inertia, state, h);
            else
                state = select(two_equal, symmetric(inertia, state, h), asymmetric(inertia, state, h));
        }
        return {};
    }

    /// For callers that know whether two moments are equal. Flattened: a vector that goes through memory
    /// between the parts costs as much as they do.
    template <class Real>
    [[gnu::flatten]] static State<Real> symmetric(const Inertia<Real>& inertia, const State<Real>& state,
                                                  const Real& h) {
        const FreeStep<Real> step = symmetric_step(SymmetricTop<Real>(inertia), state.momentum, h);
        return {advanced_by_unit(state.attitude, step.rotation), step.momentum};
    }
    template <class Real>
    static State<Real> asymmetric(const Inertia<Real>& inertia, const State<Real>& state, const Real& h) {
        const FreeStep<Real> step = general_step(EulerTop<Real>(inertia), state.momentum, h);
        return {advanced(state.attitude, step.rotation), step.momentum};
    }
};

}  // namespace polhode::core
