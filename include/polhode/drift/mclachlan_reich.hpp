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

/// exp(θ e_i), from θ/2.
struct Trigonometric {
    template <class Real>
    static AxisTurn<Real> turn(const Real& half) {
        const CosSinc<Real> t = cos_and_sinc(half * half);
        return {t.cos, half * t.sinc};
    }
};

/// cay(θ e_i): the rotation by 2 atan(θ/2), without trigonometry. Still symplectic and of second order.
struct Cayley {
    template <class Real>
    static AxisTurn<Real> turn(const Real& half) {
        using std::sqrt;
        const Real c = Real(1) / sqrt(Real(1) + half * half);
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

/// The same, known to the compiler.
template <AxisOrder known>
struct KnownAxes {
    static constexpr int outer = known.outer, middle = known.middle, inner = known.inner;
    static constexpr bool even() { return known.even(); }
};

/// `Axes`: std::optional<AxisOrder>, where none means by ascending moment, or KnownAxes.
template <class Turn, class Axes = std::optional<AxisOrder>>
struct McLachlanReichDrift {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = false;

    Axes fixed_axes = {};

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        if constexpr (std::is_same_v<Axes, std::optional<AxisOrder>>)
            move(fixed_axes ? *fixed_axes : AxisOrder::ascending(inertia.moments), inertia, state, h);
        else
            move(fixed_axes, inertia, state, h);
        return {};
    }

private:
    template <class Real, class Order>
    static void move(const Order& axes, const Inertia<Real>& inertia, State<Real>& state, const Real& h) {
        // in the right-handed frame (e_a, e_b, ±e_c) every order of axes is the order 1-2-3
        const Real sign(axes.even() ? 1 : -1);
        const Vector3<Real>&P = state.momentum, &inverse = inertia.inverse;
        const Vector3<Real> rates{inverse[axes.outer], inverse[axes.middle], inverse[axes.inner]};
        const Vector3<Real> half = (Real(0.25) * h) * rates;  // half the angles of half a step, per momentum
        const Real length2 = norm2(P), whole = Real(2) * half.z;
        Vector3<Real> p{P[axes.outer], P[axes.middle], sign * P[axes.inner]};

        // the rotation of the step, in that frame
        const AxisTurn<Real> first = flow<0>(p, half.x);
        Quaternion<Real> f(first.sine, Real(0), Real(0), first.cosine);
        f = times_turn<1>(f, flow<1>(p, half.y));
        f = times_turn<2>(f, flow<2>(p, whole));
        f = times_turn<1>(f, flow<1>(p, half.y));
        f = times_turn<0>(f, flow<0>(p, half.x));

        Vector3<Real> turned, axis;
        turned[axes.outer] = p.x;
        turned[axes.middle] = p.y;
        turned[axes.inner] = sign * p.z;
        axis[axes.outer] = f.x;
        axis[axes.middle] = f.y;
        axis[axes.inner] = sign * f.z;
        state.momentum = restore_length(turned, length2);
        state.attitude = renormalised(state.attitude * Quaternion<Real>(axis, f.w));
    }

    /// φ_i for axis I of the frame: p → exp(−θ e_i) p, where θ/2 = half p_i; returns exp(θ e_i).
    template <int I, class Real>
    static AxisTurn<Real> flow(Vector3<Real>& p, const Real& half) {
        const AxisTurn<Real> turn = Turn::turn(half * p[I]);
        p = turned_back<I>(turn, p);
        return turn;
    }
};

}  // namespace polhode::core
