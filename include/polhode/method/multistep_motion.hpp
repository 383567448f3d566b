/// The motion as the multistep formulas hold it: seven numbers y = (q, W) with W = ½hω, and f = h y', so that
/// no product is spent on h:
///     f_q = q W,   f_W = I⁻¹(2 IW×W + h r×W + ½h²(T − r')),
/// where r is the momentum of rotors. In these numbers q needs no length: its error is one of the formula as
/// any other, and its length is restored only in the states that are given out.
#pragma once

#include "polhode/step/system.hpp"

#include <array>
#include <cstddef>

namespace polhode::core::multistep {

template <class Real>
using Row = std::array<Real, 7>;

template <class Real>
Quaternion<Real> attitude_of(const Row<Real>& y) {
    return {y[0], y[1], y[2], y[3]};
}
template <class Real>
Vector3<Real> half_turn_of(const Row<Real>& y) {
    return {y[4], y[5], y[6]};
}
template <class Real>
Row<Real> row(const Quaternion<Real>& q, const Vector3<Real>& v) {
    return {q.x, q.y, q.z, q.w, v.x, v.y, v.z};
}

/// The equations of motion for one length of step.
template <class Real, class Model>
class Motion {
public:
    Motion(System<Real, Model>& system, const Real& h)
        : system_(system), half_(Real(0.5) * h), per_half_(Real(1) / half_) {}

    Row<Real> row_of(const State<Real>& state, const Real& t) const {
        return row(state.attitude, half_ * system_.velocity(t, state.momentum));
    }
    State<Real> state_of(const Row<Real>& y, const Real& t) const {
        // once is right up to the square of the defect, twice up to its fourth power
        const Quaternion<Real> q = renormalised(renormalised(attitude_of(y)));
        Vector3<Real> momentum = system_.inertia * (per_half_ * half_turn_of(y));
        if (system_.rotor.present) [[unlikely]]
            momentum += system_.rotor.at(t);
        return {q, momentum};
    }

    /// f at y. One torque evaluation.
    Row<Real> rates(const Row<Real>& y, const Real& t) const {
        const Inertia<Real>& I = system_.inertia;
        const Quaternion<Real> q = attitude_of(y);
        const Vector3<Real> W = half_turn_of(y);
        const Vector3<Real> torque = system_.torque(t, q, per_half_ * W);
        Vector3<Real> pushed = (Real(2) * half_ * half_) * torque;
        if (system_.rotor.present) [[unlikely]]
            pushed += rotor_part(W, t);
        // the differences of the moments come first: an axis of symmetry then keeps its ω to the last bit
        const Vector3<Real>& m = I.moments;
        const Real two(2);
        pushed += {two * ((m.y - m.z) * (W.y * W.z)), two * ((m.z - m.x) * (W.z * W.x)),
                   two * ((m.x - m.y) * (W.x * W.y))};
        return row(q * Quaternion<Real>(W, Real(0)), I.solve(pushed));
    }

private:
    /// h r×W − ½h² r'
    Vector3<Real> rotor_part(const Vector3<Real>& W, const Real& t) const {
        if constexpr (is_pack<Real>)
            return {Real(0), Real(0), Real(0)};
        else
            return (Real(2) * half_)
                 * (cross(system_.rotor.at(t), W) - half_ * Vector3<Real>(system_.rotor.rate));
    }

    System<Real, Model>& system_;
    Real half_, per_half_;
};

/// The largest |hλ| of the linearised motion from above: ‖J¹²⁸‖^(1/128) of J = ∂f/∂y, by differences. Seven
/// torque evaluations beside that of f.
template <class Real, class Model>
Real fastest_rate(const Motion<Real, Model>& motion, const Row<Real>& y, const Row<Real>& f, const Real& t) {
    using std::sqrt;
    constexpr std::size_t n = 7;
    constexpr int squarings = 7;
    const Real delta(0x1p-20);
    std::array<Row<Real>, n> J;  // by columns
    for (std::size_t i = 0; i < n; ++i) {
        Row<Real> moved = y;
        moved[i] += delta;
        const Row<Real> there = motion.rates(moved, t);
        for (std::size_t k = 0; k < n; ++k) J[i][k] = (there[k] - f[k]) / delta;
    }
    for (int s = 0; s < squarings; ++s) {
        std::array<Row<Real>, n> square;
        for (std::size_t i = 0; i < n; ++i)
            for (std::size_t k = 0; k < n; ++k) {
                Real sum(0);
                for (std::size_t l = 0; l < n; ++l) sum += J[l][k] * J[i][l];
                square[i][k] = sum;
            }
        J = square;
    }
    Real size(0);
    for (const Row<Real>& column : J)
        for (const Real& entry : column) size += entry * entry;
    for (int s = 0; s <= squarings; ++s) size = sqrt(size);
    return size;
}

}  // namespace polhode::core::multistep
