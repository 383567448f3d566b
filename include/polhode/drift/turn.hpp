/// A drift moves a free body by an incremental rotation F: R → R F, Π → FᵀΠ. So L = RΠ stays.
#pragma once

#include "polhode/mechanics/inertia.hpp"

namespace polhode::core {

/// FᵀΠ, of the same length as Π to round-off.
template <class Real>
constexpr Vector3<Real> carried_back(const Vector3<Real>& momentum, const Quaternion<Real>& f) {
    return restore_length(to_body(f, momentum), norm2(momentum));
}

template <class Real>
constexpr void turn(State<Real>& state, const Quaternion<Real>& f) {
    state.momentum = carried_back(state.momentum, f);
    state.attitude = renormalised(state.attitude * f);
}

/// A rotation about one of the axes: cosine and sine of half its angle.
template <class Real>
struct AxisTurn {
    Real cosine, sine;
};

/// f exp(θ e_I)
template <int I, class Real>
constexpr Quaternion<Real> times_turn(const Quaternion<Real>& f, const AxisTurn<Real>& t) {
    constexpr int J = (I + 1) % 3, K = (I + 2) % 3;
    const Vector3<Real> v = f.vector();
    Vector3<Real> r;
    r[I] = t.cosine * v[I] + t.sine * f.w;
    r[J] = t.cosine * v[J] + t.sine * v[K];
    r[K] = t.cosine * v[K] - t.sine * v[J];
    return {r, t.cosine * f.w - t.sine * v[I]};
}

/// exp(−θ e_I) p, as p and a change: the cosine itself, rounded, would make p longer or shorter in every step
/// of a body that spins steadily.
template <int I, class Real>
constexpr Vector3<Real> carried_back(const Vector3<Real>& p, const AxisTurn<Real>& t) {
    constexpr int J = (I + 1) % 3, K = (I + 2) % 3;
    const Real twice = t.sine + t.sine, s = twice * t.cosine, one_less_cosine = twice * t.sine;
    Vector3<Real> r = p;
    r[J] = p[J] + (s * p[K] - one_less_cosine * p[J]);
    r[K] = p[K] - (s * p[J] + one_less_cosine * p[K]);
    return r;
}

}  // namespace polhode::core
