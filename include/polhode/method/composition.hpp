/// Kick, drift, composition: every explicit method of the kick–drift kind is a list of coefficients,
///     K(b₀h) D(a₀h) K(b₁h) D(a₁h) … K(bₛh),
/// over a kick K_h: Π → Π + h T(t, R) (the only place that sees the torque) and a drift D_h of free motion.
/// A zero kick costs nothing; when the step begins and ends with a kick, the last torque is the next step's first.
#pragma once

#include "polhode/method/sheet.hpp"
#include "polhode/method/status.hpp"
#include "polhode/method/system.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace polhode::core {

/// A coefficient list with its order on a torqued body when the drift is exact.
template <std::size_t Drifts>
struct Coefficients {
    std::array<long double, Drifts + 1> kick;
    std::array<long double, Drifts> drift;
    int order;

    constexpr bool palindrome() const {
        bool same = true;
        for (std::size_t i = 0; i <= Drifts; ++i) same = same && kick[i] == kick[Drifts - i];
        for (std::size_t i = 0; i < Drifts; ++i) same = same && drift[i] == drift[Drifts - 1 - i];
        return same;
    }
    constexpr bool reuses_last_torque() const { return kick.front() != 0 && kick.back() != 0; }
    constexpr int kicks() const {
        int n = 0;
        for (const long double b : kick) n += b != 0 ? 1 : 0;
        return n;
    }
};

/// The drift alone.
struct DriftOnly {
    static constexpr Coefficients<1> list{{0, 0}, {1}, 100};
};
/// LIEMID[E1] of Krysl (2004), Φ* of the explicit Newmark paper: drift, then kick.
struct DriftKick {
    static constexpr Coefficients<1> list{{0, 1}, {1}, 1};
};
/// LIEMID[E2], Φ: kick, then drift.
struct KickDrift {
    static constexpr Coefficients<1> list{{1, 0}, {1}, 1};
};
/// LIEMID[EA] = E1_{h/2} ∘ E2_{h/2}: half kick, two half drifts, half kick.
struct KickDriftDriftKick {
    static constexpr Coefficients<2> list{{0.5L, 0, 0.5L}, {0.5L, 0.5L}, 2};
};
/// Strang's splitting: half kick, drift, half kick.
struct KickDriftKick {
    static constexpr Coefficients<1> list{{0.5L, 0.5L}, {1}, 2};
};

template <class Scheme>
using MemoryOf = std::conditional_t<Scheme::list.reuses_last_torque(), CarriesTorque, WithoutMemory>;

template <class Scheme, class Drift>
struct Splitting : MemoryOf<Scheme> {
    template <class Real>
    using Memory = typename MemoryOf<Scheme>::template Memory<Real>;
    static constexpr auto list = Scheme::list;
    static constexpr std::size_t stages = list.drift.size();
    [[no_unique_address]] Drift drift{};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        Status worst;
        if constexpr (list.reuses_last_torque())
            state.momentum += (Real(list.kick[0]) * h) * memory.torque;
        else
            kick<0>(system, state, memory, t, h);
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (void)((stage<I>(system, state, memory, t, h, worst)) && ...);
        }(std::make_index_sequence<stages>{});
        return worst;
    }

    /// What follows from the parts; the catalogue adds names and sources.
    static constexpr Sheet properties() {
        Sheet s;
        s.order_attitude = s.order_momentum = list.order < Drift::order ? list.order : Drift::order;
        s.solve = Drift::solve;
        s.torque_evaluations = list.kicks() - (list.reuses_last_torque() ? 1 : 0);
        s.free_only = list.kicks() == 0;
        s.conserves_momentum = s.conserves_axis_momentum = true;
        s.conserves_energy = Drift::conserves_energy;
        s.time_symmetric = list.palindrome() && Drift::time_symmetric;
        s.symplectic = Drift::symplectic;
        return s;
    }

private:
    template <std::size_t I, class Real, class Model>
    static void kick(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                     const Real& h) {
        if constexpr (list.kick[I] != 0) {
            constexpr long double node = [] {
                long double sum = 0;
                for (std::size_t i = 0; i < I; ++i) sum += list.drift[i];
                return sum;
            }();
            const Vector3<Real> torque = system.torque(t + Real(I == stages ? 1.0L : node) * h, state.attitude);
            state.momentum += (Real(list.kick[I]) * h) * torque;
            if constexpr (I == stages && list.reuses_last_torque()) memory.torque = torque;
        }
    }

    /// One drift and the kick after it; false stops the step.
    template <std::size_t I, class Real, class Model>
    bool stage(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t, const Real& h,
               Status& worst) const {
        const Status status = drift(system.inertia, state, Real(list.drift[I]) * h);
        if (!status.ok() || status.iterations > worst.iterations) worst = status;
        if (!status.ok()) return false;
        kick<I + 1>(system, state, memory, t, h);
        return true;
    }
};

}  // namespace polhode::core
