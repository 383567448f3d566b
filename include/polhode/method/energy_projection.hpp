/// Turns a body to the energy it should have and leaves its spatial momentum L = RΠ alone.
/// Two formulas: in closed form for the kinetic energy, by iteration where a potential changes with the attitude
/// too; and a tilt for a free body where the closed form has no solution. How they were found:
/// docs/energy-projection.md.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/so3/rotation.hpp"

#include <optional>

namespace polhode::core {

/// Turns the body by the smallest rotation that takes L to Π + change, which is as long as Π.
template <class Real>
void turn_momentum(State<Real>& state, const Vector3<Real>& change) {
    using std::sqrt;
    // the rotation from Π + change to Π, half its angle: (Π' × Π, |Π|² + Π'·Π) at unit length
    const Vector3<Real>& P = state.momentum;
    const Vector3<Real> axis = cross(change, P);
    const Real along = Real(2) * norm2(P) + dot(change, P),
               length = Real(1) / sqrt(norm2(axis) + along * along);
    turn(state, {length * axis, length * along});
}

/// The kinetic energy K → K + missing, by Buss (2001), "Accurate and efficient simulation of rigid-body
/// rotations", section 4. There the squares of ρ = ω/√(ω·Π) move along a straight line in the
/// plane that keeps ρ·Iρ = 1; with ρ eliminated, the squares of Π do:
///     Πᵢ² → Πᵢ² (1 + δ (1 − cᵢ)),   cᵢ = |Π|² Iᵢ (Iᵢ|Π|² − Π·IΠ)/|Π × IΠ|²,   δ = missing/K.
/// Signs stay, zeros stay zero, and nothing cancels when δ is small. False, and the state unchanged, if there is
/// no such Π: the body rotates about a principal axis, or a square would be negative. Or if a square would change
/// by more than its part `most`.
template <class Real>
bool turn_to_kinetic_energy(const Inertia<Real>& inertia, State<Real>& state, const Real& missing,
                            const std::optional<Plain<Real>>& most = std::nullopt) {
    using std::sqrt;
    const Real zero(0), one(1);
    const Vector3<Real>&P = state.momentum, IP = inertia * P;
    const Real P2 = norm2(P), slope2 = norm2(cross(P, IP));
    if (!(slope2 > zero)) return false;
    const Real delta = missing / inertia.kinetic_energy(P), mean = dot(P, IP), scale = P2 / slope2;

    Vector3<Real> change;  // of Π
    for (int i = 0; i < 3; ++i) {
        const Real I = inertia.moments[i], e = delta * (one - scale * (I * (I * P2 - mean)));
        if (!(one + e >= zero) || (most && (e > Real(*most) || e < Real(-*most)))) return false;
        change[i] = P[i] * (e / (one + sqrt(one + e)));
    }
    turn_momentum(state, change);
    return true;
}

/// K → K + missing by a tilt of Π towards the principal axis e of the smallest moment, if energy is missing, or of
/// the largest, if there is too much: Buss' way out (end of section 4) where the above has no solution. With m the
/// direction of the rest of Π,
///     (Π·e)² → (Π·e)² + 2 missing/(1/I_e − m·I⁻¹m).
/// There is a solution as long as any attitude has both L and the energy. False, and the state unchanged, if
/// there is none.
template <class Real>
bool tilt_to_kinetic_energy(const Inertia<Real>& inertia, State<Real>& state, const Real& missing) {
    using std::sqrt;
    const Real zero(0);
    const bool more = missing > zero;
    int e = 0;
    for (int i = 1; i < 3; ++i)
        if (more ? inertia.moments[i] < inertia.moments[e] : inertia.moments[i] > inertia.moments[e]) e = i;
    Vector3<Real> across = state.momentum;
    across[e] = zero;
    const Real along = state.momentum[e], across2 = norm2(across);
    if (!(across2 > zero)) return false;  // it lies in the axis: there is no more, or no less, to be had
    const Real slope = inertia.inverse[e] - dot(across, inertia.solve(across)) / across2,
               gain = Real(2) * missing / slope;  // of the square along e
    if (!(gain > zero) || !(gain <= across2)) return false;
    const Real tilted = sqrt(along * along + gain);
    Vector3<Real> change = (sqrt((across2 - gain) / across2) - Real(1)) * across;
    change[e] = (along < zero ? -tilted : tilted) - along;
    turn_momentum(state, change);
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
