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
using CanonicalRow = std::array<Real, 8>;

template <class Real, class Model>
class CanonicalMotion {
public:
    using Row = CanonicalRow<Real>;

    CanonicalMotion(System<Real, Model>& system, const Real& h)
        : system_(system),
          half_(Real(0.5) * h),
          moment_(std::max({value_of(system.inertia.moments.x), value_of(system.inertia.moments.y),
                            value_of(system.inertia.moments.z)})),
          unit_(half_ / moment_) {}

    Row row_of(const State<Real>& state, const Real&) const {
        // divided by |q|², which rounding has left close to one: M, as it is read off, is then that of the state
        const Quaternion<Real>& q = state.attitude;
        return row(q, q * Quaternion<Real>((unit_ / norm2(q)) * state.momentum, Real(0)));
    }
    State<Real> state_of(const Row& y, const Real&) const {
        // once is right up to the square of the defect, twice up to its fourth power
        const Quaternion<Real> q = renormalised(renormalised(attitude_of(y)));
        return {q, (Real(1) / unit_) * turn_of(y)};
    }

    /// f at y. One torque evaluation.
    Row rates(const Row& y, const Real& t) const {
        const Inertia<Real>& I = system_.inertia;
        const Quaternion<Real> q = attitude_of(y), P{y[4], y[5], y[6], y[7]};
        Vector3<Real> W = I.solve(moment_ * turn_of(y));  // ½hω
        if (system_.rotor.present) [[unlikely]]
            W -= half_ * I.solve(system_.rotor.at(t));
        const Vector3<Real> torque = system_.torque(t, normalised(q), (Real(1) / half_) * W);
        const Quaternion<Real> turning(W, Real(0));
        const Quaternion<Real> dP = P * turning,
                               pushed =
                                   q
                                   * Quaternion<Real>((Real(2) * half_ * unit_ / norm2(q)) * torque, Real(0));
        return row(q * turning, {dP.x + pushed.x, dP.y + pushed.y, dP.z + pushed.z, dP.w + pushed.w});
    }

private:
    static Row row(const Quaternion<Real>& q, const Quaternion<Real>& P) {
        return {q.x, q.y, q.z, q.w, P.x, P.y, P.z, P.w};
    }
    static Quaternion<Real> attitude_of(const Row& y) { return {y[0], y[1], y[2], y[3]}; }
    /// M
    static Vector3<Real> turn_of(const Row& y) {
        return (conjugate(attitude_of(y)) * Quaternion<Real>{y[4], y[5], y[6], y[7]}).vector();
    }

    System<Real, Model>& system_;
    Real half_, moment_, unit_;
};

}  // namespace polhode::core
