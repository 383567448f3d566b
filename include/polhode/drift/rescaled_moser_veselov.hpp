/// The discrete Moser–Veselov drift with a rescaled step h': it moves along the polhode of the exact motion,
/// only at the wrong pace, and a time step that depends on the invariants of the motion sets the pace right.
/// With
///     H = ½ Π·I⁻¹Π,  C = ½ |Π|²,  xᵢ = 1/Iᵢ,
///     DMV4: h' = h (1 + s₃h²),   DMV6: h' = h (1 + s₃h² + s₅h⁴),   s₃ = −H/3 Σxᵢ + C/6 (x₁x₂ + x₂x₃ + x₃x₁).
/// What is left is an angle about L; to leading order it is h³d₃|Π|, hence
///     F → F exp(h³ d₃ Π),   d₃ = (H (I₁ + I₂ + I₃)/2 − C)/(3 I₁I₂I₃),
/// which makes the attitude one of order 4. McLachlan and Zanna (2005), "The discrete Moser–Veselov algorithm
/// for the free rigid body, revisited"; Hairer and Vilmart (2006), "Preprocessed discrete Moser–Veselov
/// algorithm for the full dynamics of a rigid body", for s₃ and d₃. Energy and L = RΠ stay; symplecticity
/// does not, because h' depends on the state.
#pragma once

#include "polhode/drift/exact.hpp"
#include "polhode/drift/moser_veselov.hpp"

namespace polhode::core {

/// h' and whether a solution with it exists that tends to the motion as h → 0.
template <class Real>
struct RescaledStep {
    Real step;
    bool exists = true;
};

/// s₃.
template <class Real>
Real moser_veselov_s3(const Vector3<Real>& x, const Real& H, const Real& C) {
    return (C / Real(6)) * (x.x * x.y + x.y * x.z + x.z * x.x) - (H / Real(3)) * (x.x + x.y + x.z);
}

struct FourthOrderPace {
    template <class Real>
    static RescaledStep<Real> rescaled(const Inertia<Real>& inertia, const Vector3<Real>& momentum,
                                       const Real& h) {
        const Real H = inertia.kinetic_energy(momentum), C = Real(0.5) * norm2(momentum);
        return {h + h * (h * h) * moser_veselov_s3(inertia.inverse, H, C)};
    }
};

/// s₅ = s₃² − A₂, where A₂ is the next coefficient of h/h' = 1 + A₁h² + A₂h⁴ + …, by the series of the exact
/// pace below.
struct SixthOrderPace {
    template <class Real>
    static RescaledStep<Real> rescaled(const Inertia<Real>& inertia, const Vector3<Real>& momentum,
                                       const Real& h) {
        const EulerTop<Real> top(inertia);
        const Vector3<Real>& x = top.inverse;  // axis 2 has the middle moment; 1 and 3 may change places
        const Real p = top.p, m = top.q, H2 = dot(momentum, inertia.solve(momentum)), C2 = norm2(momentum),
                   h2 = h * h;
        const Real s3 = moser_veselov_s3(x, Real(0.5) * H2, Real(0.5) * C2);
        const Real S1 = (H2 - C2 * x.z) * (C2 * x.x - H2), S2 = H2 * (m - p) + C2 * (p * x.x - m * x.z),
                   S3 = p * m;
        const Real w0 = H2 * (x.x + x.z) - C2 * x.x * x.z, w2 = x.x * x.z - x.y * (x.x + x.z);
        const Real f1 = S2 / Real(6), f2 = (S2 * S2 / Real(15) + Real(4) * S1 * S3 / Real(5)) / Real(16);
        const Real e1 = f1 / Real(2), e2 = f2 / Real(2) - f1 * f1 / Real(8);
        const Real s5 = s3 * s3 - (e2 + w2 * S1 / Real(16) - w0 * e1 / Real(4));
        return {h + h * h2 * (s3 + h2 * s5)};
    }
};

/// With sn/λ, cn and dn of the motion at h/2, in the canonical frame of the polhode,
///     h' = g/(g² + w²/4),  g = λ cn dn/(2 sn),  w² = α²cn²/I₁² + γ²dn²/I₃²,  α² = Π₁² − (p/r) Π₂²,  γ² = Π₃² − (q/r) Π₂²:
/// then Moser–Veselov has the exact momentum. h' is largest at g = w/2, a quarter turn; longer steps are out
/// of its reach.
struct ExactPace {
    template <class Real>
    static RescaledStep<Real> rescaled(const Inertia<Real>& inertia, const Vector3<Real>& momentum,
                                       const Real& h) {
        using std::abs, std::sqrt;
        const Real zero(0), one(1);
        const EulerTop<Real> top(inertia);
        const Polhode<Real> o(top, momentum);
        const jacobi::Functions<Real> f = jacobi::functions(o.modulus, Real(0.5) * h);
        // p + q + r = 0; a spherical body has p = q = r = 0 and any share will do
        const auto spherical = abs(o.r) <= zero;
        const Real share = select(spherical, zero, -o.p / select(spherical, one, o.r));
        const Vector3<Real>& P = o.momentum;
        const Real alpha2 = P.x * P.x + share * (P.y * P.y), gamma2 = P.z * P.z + (one - share) * (P.y * P.y);
        const Real inverse3 = o.inverse1 - o.r;  // r = 1/I₁ − 1/I₃
        const Real u = f.c * o.inverse1, v = f.d * inverse3, w2 = alpha2 * (u * u) + gamma2 * (v * v);
        const Real cd = f.c * f.d, ws2 = w2 * (f.s * f.s);
        const bool exists = all(cd > zero) && all(cd * cd >= ws2);
        return {Real(2) * (f.s * f.e) * cd / (cd * cd + ws2), exists};
    }
};

template <class Pace>
struct RescaledMoserVeselovDrift {
    static constexpr int order = 4;  ///< of the attitude
    static constexpr Solve solve = Solve::drift;
    static constexpr bool time_symmetric = true, symplectic = false, conserves_energy = true;

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        const RescaledStep<Real> rescaled = Pace::rescaled(inertia, state.momentum, h);
        Vector3<Real> x;
        Status status = MoserVeselovDrift::find(inertia, (Real(0.5) * rescaled.step) * state.momentum, x);
        if (!rescaled.exists) status.outcome = Outcome::rotation_too_big;
        const Vector3<Real>& I = inertia.moments;
        const Real H = inertia.kinetic_energy(state.momentum), C = Real(0.5) * norm2(state.momentum);
        const Real d3 = (Real(0.5) * H * (I.x + I.y + I.z) - C) / (Real(3) * I.x * I.y * I.z);
        turn(state, cayley(Real(2) * x));
        state.attitude = renormalised(state.attitude * exp((h * (h * h) * d3) * state.momentum));
        return status;
    }
};

using MoserVeselov4Drift = RescaledMoserVeselovDrift<FourthOrderPace>;
using MoserVeselov6Drift = RescaledMoserVeselovDrift<SixthOrderPace>;
using ExactMomentumMoserVeselovDrift = RescaledMoserVeselovDrift<ExactPace>;

}  // namespace polhode::core
