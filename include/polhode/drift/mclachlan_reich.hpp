/// The splitting of the free body into rotations about its three principal axes.
/// McLachlan (1993), Reich (1994); Celledoni & Säfström (2006), eq. (3); Buss (2001), section on symplectic
/// methods:
///     φ_a(h/2) φ_b(h/2) φ_c(h) φ_b(h/2) φ_a(h/2),   φ_i(h): θ = h Π_i/I_i,  R → R exp(θ e_i),  Π → exp(−θ e_i) Π.
/// Each φ_i is the exact flow of ½ Π_i²/I_i, so the drift is symplectic; its order of axes matters, up to a
/// factor of some hundred in the error.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/so3/small_angle.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <array>
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

    /// The smallest moment outermost, the largest innermost: of six, the order with the least error of the
    /// attitude on some 60 % of random bodies. In energy, others can be better (docs/celledoni-methods.md).
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

inline constexpr std::size_t axis_orders = std::size(all_axis_orders);

/// Its place among them.
constexpr std::size_t index_of(const AxisOrder& order) {
    std::size_t i = 0;
    while (all_axis_orders[i].outer != order.outer || all_axis_orders[i].middle != order.middle) ++i;
    return i;
}

/// The same, known to the compiler.
template <AxisOrder>
struct KnownAxes {};

/// `Axes`: std::optional<AxisOrder>, where none means by ascending moment, or KnownAxes.
template <class Turn, class Axes = std::optional<AxisOrder>>
struct McLachlanReichDrift {
    static constexpr int order = 2;
    static constexpr Solve solve = Solve::nothing;
    static constexpr bool time_symmetric = true, symplectic = true, conserves_energy = false;

    Axes fixed_axes = {};

    template <class Real>
    Status operator()(const Inertia<Real>& inertia, State<Real>& state, const Real& h) const {
        move(fixed_axes, inertia, state, h);
        return {};
    }

private:
    template <AxisOrder axes, class Real>
    static void move(KnownAxes<axes>, const Inertia<Real>& inertia, State<Real>& state, const Real& h) {
        const Vector3<Real> half =
            (Real(0.25) * h) * inertia.inverse;  // half the angle of half a step, per momentum
        const Real whole = Real(2) * half[axes.inner], length2 = norm2(state.momentum);
        flow<axes.outer>(state, half[axes.outer]);
        flow<axes.middle>(state, half[axes.middle]);
        flow<axes.inner>(state, whole);
        flow<axes.middle>(state, half[axes.middle]);
        flow<axes.outer>(state, half[axes.outer]);
        state.momentum = restore_length(state.momentum, length2);
        state.attitude = renormalised(state.attitude);
    }

    /// φ_i(h), where θ/2 = half Π_i.
    template <int I, class Real>
    static void flow(State<Real>& state, const Real& half) {
        const AxisTurn<Real> turn = Turn::turn(half * state.momentum[I]);
        state.momentum = carried_back<I>(state.momentum, turn);
        state.attitude = times_turn<I>(state.attitude, turn);
    }

    /// The code for known axes, chosen at run time.
    template <class Real>
    static void move(const std::optional<AxisOrder>& given, const Inertia<Real>& inertia, State<Real>& state,
                     const Real& h) {
        using Move = void (*)(const Inertia<Real>&, State<Real>&, const Real&);
        static constexpr auto moves = []<std::size_t... i>(std::index_sequence<i...>) {
            return std::array<Move, axis_orders>{[](const Inertia<Real>& I, State<Real>& s, const Real& t) {
                move(KnownAxes<all_axis_orders[i]>{}, I, s, t);
            }...};
        }(std::make_index_sequence<axis_orders>{});
        moves[index_of(given ? *given : AxisOrder::ascending(inertia.moments))](inertia, state, h);
    }
};

}  // namespace polhode::core
