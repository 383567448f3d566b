/// Turns a body to the energy it should have and leaves its spatial momentum L = RΠ alone.
/// Two formulas: in closed form for a free body, by iteration where a potential changes with the attitude
/// too. How they were found, and what is done where there is no solution: docs/energy-projection.md.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"

namespace polhode::core {

/// A free body's kinetic energy K → K + missing, by Buss (2001), "Accurate and efficient simulation of
/// rigid-body rotations", section 4. There the squares of ρ = ω/√(ω·Π) move along a straight line in the
/// plane that keeps ρ·Iρ = 1; with ρ eliminated, the squares of Π do:
///     Πᵢ² → Πᵢ² (1 + δ (1 − cᵢ)),   cᵢ = |Π|² Iᵢ (Iᵢ|Π|² − Π·IΠ)/|Π × IΠ|²,   δ = missing/K.
/// Signs stay, zeros stay zero, and nothing cancels when δ is small. The body is turned by the smallest
/// rotation that takes L to the new Π. False, and the state unchanged, if there is no such Π: the body
/// rotates about a principal axis, or a square would be negative.
template <class Real>
bool turn_to_kinetic_energy(const Inertia<Real>& inertia, State<Real>& state, const Real& missing) {
    using std::sqrt;
    const Real zero(0), one(1);
    const Vector3<Real>&P = state.momentum, IP = inertia * P;
    const Real P2 = norm2(P), slope2 = norm2(cross(P, IP));
    if (!(slope2 > zero)) return false;
    const Real delta = missing / inertia.kinetic_energy(P), mean = dot(P, IP), scale = P2 / slope2;

    Vector3<Real> change;  // of Π
    for (int i = 0; i < 3; ++i) {
        const Real I = inertia.moments[i], e = delta * (one - scale * (I * (I * P2 - mean)));
        if (!(one + e >= zero)) return false;
        change[i] = P[i] * (e / (one + sqrt(one + e)));
    }
    // the rotation from Π + change to Π, half its angle: (Π' × Π, |Π|² + Π'·Π) at unit length
    const Vector3<Real> axis = cross(change, P);
    const Real along = Real(2) * P2 + dot(change, P), length = one / sqrt(norm2(axis) + along * along);
    turn(state, {length * axis, length * along});
    return true;
}

/// Any body in any potential. Turned by w (R → R exp(w), L fixed), its energy changes by −w·Π' + O(w²), where
/// Π' = Π × ω + T. So it is turned along −Π', the steepest way, by a secant iteration for how far.
/// `missing(state)` is the energy that a state lacks, met to `tolerance`; `most` is how far it may be turned,
/// in radians. False, and the state unchanged, if that is not enough.
template <class Real, class Missing>
bool turn_to_energy(State<Real>& state, const Vector3<Real>& momentum_rate, Missing&& missing,
                    const Real& tolerance, const Real& most) {
    using std::abs;
    constexpr int most_iterations = 30;
    const Real round_off = Real(16) * tolerance;  // good enough where rounding lets it come no closer
    const State<Real> start = state;
    const Real steepness2 = norm2(momentum_rate);
    Real lacks = missing(state), far(0), slope(1);         // w = −far Π'/|Π'|²; dH/dfar, one to begin with
    int after = 2 * ScalarTraits<Real>::derivative_depth;  // iterations until derivatives have converged too
    for (int i = 0; i < most_iterations; ++i) {
        if (abs(lacks) <= tolerance && after-- == 0) return true;
        const Real next = far + lacks / slope;
        if (!(next * next <= most * most * steepness2)) break;
        State<Real> trial = start;
        turn(trial, exp((-next / steepness2) * momentum_rate));
        const Real still = missing(trial);
        const bool close = abs(lacks) <= round_off;
        if (close && abs(still) >= abs(lacks) && after <= 0) return true;
        if (!close) slope = (lacks - still) / (next - far);
        far = next;
        lacks = still;
        state = trial;
    }
    if (abs(lacks) <= round_off) return true;
    state = start;
    return false;
}

}  // namespace polhode::core
