/// Taylor series methods of any order, with a given step or with steps that they choose.
#pragma once

#include "polhode/method/motion_series.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/so3/normalised.hpp"
#include "polhode/step/archive.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <string_view>

namespace polhode::core {

/// The momentum goes by the series of L and not by its own: L is then constant for a free body, and its
/// component along the axis of a symmetric field in every coefficient, whatever is cut off.
struct Taylor {
    static constexpr std::string_view formula =
        "R₁ = Σ Rₖhᵏ normalised, L₁ = R₀Π₀ + Σ Lₖhᵏ, Π₁ = R₁ᵀL₁; coefficients from R' = R ω̂, Π' = Π×ω + T, "
        "L' = RT";
    static constexpr std::string_view source = "Taylor series; step by the last two terms: Jorba, Zou 2005";

    static constexpr bool free_apart = true;  ///< a free body has a formula of its own
    /// Nothing in the memory is needed after a step but for the looks into it.
    static constexpr bool memory_is_room = true;
    int order;

    template <class Real>
    struct Memory {
        MotionSeries<Real> series;
        Real from{}, length{};  ///< the step that it was made for
    };

    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) const {
        return {MotionSeries<Real>(order)};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        using Spatial = typename MotionSeries<Real>::Spatial;
        m.series.compute(system, state, t, h, Spatial::yes);
        m.from = t;
        m.length = h;
        state = state_at<Model>(m.series, Real(1));
        if (!is_finite(state.momentum)) m.series.clear();
        return {};
    }

    /// The same series at a time within the step.
    template <class Real, class Model>
    std::optional<State<Real>> inside(const System<Real, Model>&, const Memory<Real>& m,
                                      const Real& t) const {
        return state_at<Model>(m.series, (t - m.from) / m.length);
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_by_rate = s.order_momentum = s.torque_evaluations = order;
        s.torque_derivatives = order - 1;
        s.conserves_momentum = s.conserves_axis_momentum = true;
        return s;
    }

private:
    template <class Model, class Real>
    static State<Real> state_at(const MotionSeries<Real>& series, const Real& s) {
        Vector3<Real> change;
        if constexpr (!std::is_same_v<Model, NoTorque>) change = series.spatial_change_at(s);
        const Vector3<Real> spatial = to_space(series.attitude(0), series.momentum(0)) + change;
        const Quaternion<Real> attitude = normalised(series.attitude_at(s));
        return {attitude, restore_length(to_body(attitude, spatial), norm2(spatial))};
    }
};

/// The same series as dense output: each is used up to where its last two terms reach the tolerance (Jorba
/// and Zou 2005, "A software package for the numerical integration of ODEs by means of high-order Taylor
/// methods", section 3), and a step of any size takes as many as it needs. The momentum of a body with a
/// torque goes by its own series: at a tolerance near round-off there is nothing for the costlier series of L
/// to conserve.
struct TaylorFlow {
    static constexpr std::string_view formula =
        "R(t) = Σ Rₖtᵏ normalised, Π(t) = Σ Πₖtᵏ (R(t)ᵀL if free); coefficients from R' = R ω̂, Π' = Π×ω + T";

    static constexpr bool free_apart = true;
    int order;
    double tolerance;

    template <class Real>
    struct Memory {
        MotionSeries<Real> series;
        State<Real> node{};      ///< where the series is centred
        Real time{}, unit{};     ///< its time, and that of s = 1
        Plain<Real> reach = -1;  ///< the series holds for |s| ≤ reach; none yet
        long own_steps = 0;
    };

    template <class Real, class Model>
    Memory<Real> start(System<Real, Model>& system, const State<Real>& state, const Real& t) const {
        Memory<Real> memory = room<Real>();
        memory.node = state;
        memory.time = t;
        const Real speed = norm(system.inertia.solve(state.momentum));
        memory.unit = speed > Real(0) ? Real(1) / speed : Real(1);
        return memory;
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        const Real target = t + h;
        while (!holds(m, target))
            if (!go_on(system, state, m, target)) return {};
        state = state_at(system, m, (target - m.time) / m.unit);
        return {};
    }

    template <class Real>
    Memory<Real> room() const {
        return {MotionSeries<Real>(order)};
    }
    /// The series is made again from where it is centred, which takes fewer bytes than its terms.
    template <class Real, class Model>
    void keep(System<Real, Model>& system, Memory<Real>& m, Archive& archive) const {
        archive(m.node, m.time, m.unit, m.reach, m.own_steps);
        if (archive.is_reading() && archive.is_good() && m.reach >= 0)
            m.series.compute(system, m.node, m.time, m.unit, MotionSeries<Real>::Spatial::no);
    }

    /// Not beyond the series, nor beyond the next one if this one is used up at t. Returns the time reached.
    template <class Real, class Model>
    Real step_towards(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                      const Real& target) const {
        using std::abs;
        const auto is_used_up = [&] {
            const Real whole = length_towards(m, target);
            return m.reach < 0 || abs(m.time + whole - t) <= Real(1e-9) * abs(whole);
        };
        if (!holds(m, target) && is_used_up() && !go_on(system, state, m, target)) return target;
        if (holds(m, target)) {
            state = state_at(system, m, (target - m.time) / m.unit);
            return target;
        }
        const Real length = length_towards(m, target);
        state = state_at(system, m, length / m.unit);
        return m.time + length;
    }

    /// The present series at a time for which it holds.
    template <class Real, class Model>
    std::optional<State<Real>> inside(const System<Real, Model>& system, const Memory<Real>& m,
                                      const Real& t) const {
        using std::abs;
        const Real s = (t - m.time) / m.unit;
        constexpr Plain<Real> rounding(1e-9);
        if (!(abs(value_of(s)) <= m.reach * (1 + rounding))) return std::nullopt;
        return state_at(system, m, s);
    }

    Sheet properties() const {
        Sheet s = Taylor{order}.properties();
        s.conserves_axis_momentum = false;   // to the tolerance only
        s.memory = polhode::Memory::digits;  // the series
        return s;
    }

private:
    template <class Real>
    static bool holds(const Memory<Real>& m, const Real& t) {
        using std::abs;
        return m.reach >= 0 && abs(value_of((t - m.time) / m.unit)) <= m.reach;
    }
    /// From the node to the end of the series.
    template <class Real>
    static Real length_towards(const Memory<Real>& m, const Real& target) {
        return (value_of((target - m.time) / m.unit) > 0 ? Real(m.reach) : Real(-m.reach)) * m.unit;
    }

    /// The next series, or the first. False if there is none, and the momentum is not a number then.
    template <class Real, class Model>
    bool go_on(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& target) const {
        using std::abs;
        if (m.reach > 0) {
            const Real length = length_towards(m, target), now = m.time;
            m.node = state_at(system, m, length / m.unit);
            m.time = now + length;
            m.unit = abs(length);
            if (!(m.time < now) && !(m.time > now))
                m.reach = 0;  // the steps have become too short for the clock
        }
        if (m.reach != 0 && expand(system, m)) return true;
        const Plain<Real> none = std::numeric_limits<Plain<Real>>::quiet_NaN();
        state.momentum = {Real(none), Real(none), Real(none)};
        return false;
    }

    /// The series at the node, and how far it holds; false if it is not finite.
    template <class Real, class Model>
    bool expand(System<Real, Model>& system, Memory<Real>& m) const {
        using Number = Plain<Real>;
        using Spatial = typename MotionSeries<Real>::Spatial;
        // a unit far too long for the motion overflows the coefficients, one far too short loses them;
        // neither happens after the first series, which knows nothing but the angular velocity
        constexpr int most_attempts = 12;
        constexpr Number shorter = Number(0.001L), most_reach = 1000;
        for (int attempt = 0; attempt < most_attempts; ++attempt, m.unit = Real(shorter) * m.unit) {
            ++m.own_steps;
            m.series.compute(system, m.node, m.time, m.unit, Spatial::no);
            const Number before = size(m.series, order - 1), last = size(m.series, order);
            if (std::isfinite(before) && std::isfinite(last)) {
                m.reach = std::min({reach(before, order - 1), reach(last, order), most_reach});
                return true;
            }
            m.series.clear();
        }
        return false;
    }

    /// The largest of coefficient k, that of Π relative to the largest Π among the terms.
    template <class Real>
    static Plain<Real> size(const MotionSeries<Real>& series, int k) {
        using Number = Plain<Real>;
        const auto largest = [](const auto&... numbers) {
            using std::abs;
            Number most(0);
            for (const Number x : {Number(abs(value_of(numbers)))...})
                if (!(x <= most)) most = x;
            return most;
        };
        const auto momentum = [&](int j) {
            const Vector3<Real> p = series.momentum(j);
            return largest(p.x, p.y, p.z);
        };
        Number whole(0);
        for (int j = 0; j < series.order(); ++j) whole = std::max(whole, momentum(j));
        const Quaternion<Real> q = series.attitude(k);
        return largest(q.x, q.y, q.z, q.w, whole > 0 ? momentum(k) / whole : Number(0));
    }

    /// The s at which a term of this size at s = 1 equals the tolerance.
    template <class Number>
    Number reach(Number size, int k) const {
        return size > 0 ? power(Number(tolerance) / size, 1 / Number(k))
                        : std::numeric_limits<Number>::infinity();
    }

    template <class Real, class Model>
    static State<Real> state_at(const System<Real, Model>&, const Memory<Real>& m, const Real& s) {
        const Quaternion<Real> q = normalised(m.series.attitude_at(s));
        if constexpr (std::is_same_v<Model, NoTorque>) {
            const Vector3<Real> spatial = to_space(m.node.attitude, m.node.momentum);
            return {q, restore_length(to_body(q, spatial), norm2(spatial))};
        } else
            return {q, m.series.momentum_at(s)};
    }
};

}  // namespace polhode::core
