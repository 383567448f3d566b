/// The motion in canonical variables: the quaternion q and its momentum p = 2qΠ, both in four dimensions, with
/// the Hamiltonian
///     H = ½ (Π − r)·I⁻¹(Π − r) + V(q/|q|),   Π = ½ Im(q̄p),
/// where r is the momentum of rotors. Hence q' = ½qω and p' = ½pω + 2qT/|q|², with the torque T at q/|q|: away
/// from |q| = 1 too, where the stages of a step are, these are Hamiltonian, and |q|², q·p and, of a free body,
/// L = ½ Im(pq̄) are constant. All of these are quadratic in (q, p). A torque without a potential enters in the
/// same way.
///
/// Held are y = (q, P) and f = h y', with P = q M and M = ½hΠ/m in place of p, so that both are of the size of
/// a turn; m is a moment of inertia.
#pragma once

#include "polhode/so3/normalised.hpp"
#include "polhode/step/system.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace polhode::core {

template <class Real>
struct CanonicalRow {
    static constexpr std::size_t size = 8;
    Real of[size];

    CanonicalRow() = default;
    constexpr CanonicalRow(const Quaternion<Real>& q, const Quaternion<Real>& P)
        : of{q.x, q.y, q.z, q.w, P.x, P.y, P.z, P.w} {}

    constexpr Quaternion<Real> attitude() const { return {of[0], of[1], of[2], of[3]}; }
    constexpr Quaternion<Real> momentum() const { return {of[4], of[5], of[6], of[7]}; }
    /// M, of any length of q times |q|²
    constexpr Vector3<Real> turn() const { return (conjugate(attitude()) * momentum()).vector(); }
};

/// What the equations have constant, for one length of step.
template <class Real>
struct CanonicalConstants {
    Vector3<Real> inverse;              ///< I⁻¹
    Real half, per_half, moment, unit;  ///< ½h, its inverse, m, and ½h/m
    Real push;                          ///< ½h²/m

    CanonicalConstants(const Inertia<Real>& inertia, const Real& h)
        : inverse(inertia.inverse),
          half(Real(0.5) * h),
          per_half(Real(1) / half),
          moment(std::max(
              {value_of(inertia.moments.x), value_of(inertia.moments.y), value_of(inertia.moments.z)})),
          unit(half / moment),
          push(Real(2) * half * unit) {}
    /// The same on lanes.
    template <class Other>
        requires(!std::is_same_v<Other, Real>)
    explicit CanonicalConstants(const CanonicalConstants<Other>& other)
        : inverse(other.inverse),
          half(other.half),
          per_half(other.per_half),
          moment(other.moment),
          unit(other.unit),
          push(other.push) {}
};

/// f at y, of a body whose rotors turn it by ½hI⁻¹r less; null: there are none. `torque(t, q, ω)` evaluates once, at a
/// unit quaternion.
template <class Real, class Torque>
[[gnu::always_inline]] inline CanonicalRow<Real> canonical_rates(const CanonicalConstants<Real>& constants,
                                                                 const Torque& torque,
                                                                 const CanonicalRow<Real>& y, const Real& t,
                                                                 const Vector3<Real>* by_rotors = nullptr) {
    const Quaternion<Real> q = y.attitude();
    Vector3<Real> W = hadamard(constants.inverse, constants.moment * y.turn());  // ½hω
    if (by_rotors) [[unlikely]]
        W -= *by_rotors;
    const Vector3<Real> T = torque(t, normalised(q), constants.per_half * W);
    const Quaternion<Real> turning(W, Real(0)),
        dP = y.momentum() * turning, pushed = q * Quaternion<Real>((constants.push / norm2(q)) * T, Real(0));
    return {q * turning, {dP.x + pushed.x, dP.y + pushed.y, dP.z + pushed.z, dP.w + pushed.w}};
}

template <class Real, class Model>
class CanonicalMotion {
public:
    using Row = CanonicalRow<Real>;

    CanonicalMotion(System<Real, Model>& system, const Real& h)
        : system_(system), constants_(system.inertia, h) {}
    /// The same with steps of another length.
    CanonicalMotion(const CanonicalMotion& like, const Real& h) : CanonicalMotion(like.system_, h) {}

    Row row_of(const State<Real>& state, const Real&) const {
        // divided by |q|², which rounding has left close to one: M, as it is read off, is then that of the state
        const Quaternion<Real>& q = state.attitude;
        return {q, q * Quaternion<Real>((constants_.unit / norm2(q)) * state.momentum, Real(0))};
    }
    State<Real> state_of(const Row& y, const Real&) const {
        // once is right up to the square of the defect, twice up to its fourth power
        const Quaternion<Real> q = renormalised(renormalised(y.attitude()));
        return {q, (Real(1) / constants_.unit) * y.turn()};
    }

    /// f at y. One torque evaluation.
    Row rates(const Row& y, const Real& t) const {
        const auto torque = [&](const Real& time, const Quaternion<Real>& q, const Vector3<Real>& velocity) {
            return system_.torque(time, q, velocity);
        };
        if (!system_.rotor.present) [[likely]]
            return canonical_rates(constants_, torque, y, t);
        const Vector3<Real> by_rotors = constants_.half * system_.inertia.solve(system_.rotor.at(t));
        return canonical_rates(constants_, torque, y, t, &by_rotors);
    }

    const CanonicalConstants<Real>& constants() const { return constants_; }

private:
    System<Real, Model>& system_;
    CanonicalConstants<Real> constants_;
};

}  // namespace polhode::core
