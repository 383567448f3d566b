/// Free motion by Taylor series of the plain equations Π' = Π×I⁻¹Π, q' = ½ q I⁻¹Π, which know nothing of
/// elliptic functions: the independent reference of the exact flow.
#pragma once

#include "polhode/mechanics/inertia.hpp"

#include <array>

namespace polhode::test {

template <class Real>
core::State<Real> taylor_step(const core::Vector3<Real>& moments, const core::State<Real>& start,
                              const Real& h) {
    constexpr int order = 30;
    using core::Quaternion, core::Vector3;
    std::array<Vector3<Real>, order + 1> P, w;
    std::array<Quaternion<Real>, order + 1> q;
    P[0] = start.momentum;
    q[0] = start.attitude;
    for (std::size_t n = 0; n < order; ++n) {
        w[n] = {P[n].x / moments.x, P[n].y / moments.y, P[n].z / moments.z};
        Vector3<Real> dP;
        Quaternion<Real> dq(Real(0), Real(0), Real(0), Real(0));
        for (std::size_t i = 0; i <= n; ++i) {
            dP += cross(P[i], w[n - i]);
            const Quaternion<Real> t = q[i] * Quaternion<Real>(w[n - i], Real(0));
            dq = {dq.x + t.x, dq.y + t.y, dq.z + t.z, dq.w + t.w};
        }
        const Real f = h / Real(static_cast<double>(n + 1)), g = Real(0.5) * f;
        P[n + 1] = f * dP;
        q[n + 1] = {g * dq.x, g * dq.y, g * dq.z, g * dq.w};
    }
    core::State<Real> end{q[order], P[order]};
    for (std::size_t n = order; n-- > 0;) {
        end.momentum += P[n];
        end.attitude = {end.attitude.x + q[n].x, end.attitude.y + q[n].y, end.attitude.z + q[n].z,
                        end.attitude.w + q[n].w};
    }
    return end;
}

/// Steps short enough that thirty terms are beyond the precision of `Real`.
template <class Real>
core::State<Real> taylor_reference(const core::Vector3<Real>& moments, core::State<Real> state,
                                   const Real& t) {
    const auto speed = [&] {
        const core::Vector3<Real> w{state.momentum.x / moments.x, state.momentum.y / moments.y,
                                    state.momentum.z / moments.z};
        // Π turns in the body no faster than |ω|, but ω may grow by the ratio of the moments
        const Real least = moments.x < moments.y ? (moments.x < moments.z ? moments.x : moments.z)
                                                 : (moments.y < moments.z ? moments.y : moments.z);
        using std::sqrt;
        return sqrt(norm2(state.momentum)) / least;
    };
    using std::abs;
    const double turns = static_cast<double>(abs(t) * speed());
    const auto steps = static_cast<long>(turns * 4) + 1;
    const Real h = t / Real(static_cast<double>(steps));
    for (long i = 0; i < steps; ++i) state = taylor_step(moments, state, h);
    return state;
}

}  // namespace polhode::test
