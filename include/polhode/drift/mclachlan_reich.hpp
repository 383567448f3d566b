/// The splitting of the free body into rotations about its three principal axes.
/// McLachlan (1993), Reich (1994); Celledoni & Säfström (2006), eq. (3); Buss (2001), section on symplectic methods:
///     φ_a(h/2) φ_b(h/2) φ_c(h) φ_b(h/2) φ_a(h/2),   φ_i(h): θ = h Π_i/I_i,  R → R exp(θ e_i),  Π → exp(−θ e_i) Π.
/// Each φ_i is the exact flow of ½ Π_i²/I_i, so the drift is symplectic; its order of axes matters, up to a factor of
/// some hundred in the error.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/method/sheet.hpp"
#include "polhode/method/status.hpp"
#include "polhode/so3/small_angle.hpp"

#include <optional>
#include <utility>

namespace polhode::core {

/// cos and sin of half the angle by which φ_i turns.
template <class Real>
struct HalfTurn {
    Real cosine, sine;
};

/// exp(θ e_i).
struct Trigonometric {
    template <class Real>
    static HalfTurn<Real> half_turn(const Real& theta) {
        const Real half = Real(0.5) * theta, x2 = half * half;
        return {cos_sqrt(x2), half * sinc(x2)};
    }
};

/// cay(θ e_i): the rotation by 2 atan(θ/2), without trigonometry. Still symplectic and of second order.
struct Cayley {
    template <class Real>
    static HalfTurn<Real> half_turn(const Real& theta) {
        using std::sqrt;
        const Real half = Real(0.5) * theta, c = Real(1) / sqrt(Real(1) + half * half);
        return {c, half * c};
    }
};

/// The three axes, outermost first, by index 0, 1, 2.
struct AxisOrder {
    int outer = 0, middle = 1, inner = 2;

    constexpr bool even() const { return (outer + 1) % 3 == middle; }

    /// The smallest moment outermost, the largest innermost: of six, the order with the least error of the attitude on
    /// some 60 % of random bodies. In energy, others can be better (docs/celledoni-methods.md).
    template <class Real>
    static constexpr AxisOrder ascending(const Vector3<Real>& moments) {
        AxisOrder o;
        if (moments[o.middle] < moments[o.outer]) std::swap(o.outer, o.middle);
        if (moments[o.inner] < moments[o.middle]) std::swap(o.middle, o.inner);
        if (moments[o.middle] < moments[o.outer]) std::swap(o.outer, o.middle);
        return o;
    }
};

inline constexpr AxisOrder all_axis_orders[] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
                                                {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};

template <class Turn>
struct McLachlanReichDrift {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = false;

    std::optional<AxisOrder> fixed_axes = {};  ///< none: by ascending moment

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        const AxisOrder axes = fixed_axes ? *fixed_axes : AxisOrder::ascending(inertia.moments);
        // in the right-handed frame (e_a, e_b, ±e_c) every order of axes is the order 1-2-3
        const Real sign(axes.even() ? 1 : -1);
        const Vector3<Real>&P = state.momentum, &inverse = inertia.inverse;
        const Vector3<Real> rates{inverse[axes.outer], inverse[axes.middle], inverse[axes.inner]};
        const Real length2 = norm2(P), half = Real(0.5) * h;
        Vector3<Real> p{P[axes.outer], P[axes.middle], sign * P[axes.inner]};
        Quaternion<Real> f;  // the rotation of the step, in that frame

        flow<0>(f, p, half, rates.x);
        flow<1>(f, p, half, rates.y);
        flow<2>(f, p, h, rates.z);
        flow<1>(f, p, half, rates.y);
        flow<0>(f, p, half, rates.x);

        Vector3<Real> turned, axis;
        turned[axes.outer] = p.x;
        turned[axes.middle] = p.y;
        turned[axes.inner] = sign * p.z;
        axis[axes.outer] = f.x;
        axis[axes.middle] = f.y;
        axis[axes.inner] = sign * f.z;
        state.momentum = restore_length(turned, length2);
        state.attitude = renormalised(state.attitude * Quaternion<Real>(axis, f.w));
        return {};
    }

private:
    /// φ_i for axis I of the frame: f → f exp(θ e_i), p → exp(−θ e_i) p.
    template <int I, class Real>
    static void flow(Quaternion<Real>& f, Vector3<Real>& p, const Real& h, const Real& rate) {
        constexpr int J = (I + 1) % 3, K = (I + 2) % 3;
        const HalfTurn<Real> t = Turn::half_turn(h * p[I] * rate);
        Vector3<Real> axis;
        axis[I] = t.sine;
        f = f * Quaternion<Real>(axis, t.cosine);
        const Real c = t.cosine * t.cosine - t.sine * t.sine, s = Real(2) * t.sine * t.cosine;
        const Real pj = c * p[J] + s * p[K], pk = c * p[K] - s * p[J];
        p[J] = pj;
        p[K] = pk;
    }
};

}  // namespace polhode::core
