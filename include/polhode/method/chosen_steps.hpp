/// Steps that a method chooses to a tolerance: DOP853's, and those of Gauss' collocation. A call that is longer than a
/// step ends with a step that is cut to end there, so that nothing of the torque beyond is seen; where calls are
/// shorter than the steps, states between their ends are read off the dense output.
#pragma once

#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace polhode::core {

/// Core has a Step<Real> with `time` and `h`, a Motion<Real, Model>, and functions of them: `begin` sets a step up at
/// a state and says by how much its length turns the body, `rescale` changes the length, `judged` makes the step and
/// returns its error in units of the tolerance, `go_to_end` begins the next one, `at` and `end` are y within it and at
/// its end. Errors go with the power `core.order()` of the length, of which `root` is the inverse; a step that might be
/// longer by less than the factor `keeps` keeps its length.
template <class Core>
struct ChosenSteps {
    static constexpr bool takes_rotor = true;
    double tolerance;
    Core core{};

    template <class Real>
    struct Memory {
        typename Core::template Step<Real> step;
        Plain<Real> next = 0;  ///< length of the step to come; 0: there was none
        bool has_step = false;
        long own_steps = 0;
        Plain<Real> call = 0, target = 0;  ///< the length of the call that goes on, and where it ends
    };
    template <class Real, class Model>
    using Motion = typename Core::template Motion<Real, Model>;

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        if (!(value_of(h) < 0) && !(value_of(h) > 0)) return {};
        const Real target = t + h;
        const Motion<Real, Model> motion(system, h);
        enter(motion, state, m, t, h);
        while (!reaches(m, target))
            if (!go_on(system, motion, state, m, target)) return {};
        state = state_at(motion, m, target);
        return {};
    }

    /// One of the steps, or the rest of the present one where t lies within it. Returns the time reached.
    template <class Real, class Model>
    Real step_towards(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                      const Real& target) const {
        const Real h = target - t;
        if (!(value_of(h) < 0) && !(value_of(h) > 0)) return target;
        const Plain<Real> to = value_of(target), call = m.call;
        const bool same_call = m.has_step && !(to < m.target) && !(to > m.target);
        const Motion<Real, Model> motion(system, h);
        enter(motion, state, m, t, h);
        if (same_call) m.call = call;
        m.target = to;
        const bool is_used_up = !m.has_step || left_after(m, t) <= 0;
        if (!reaches(m, target) && is_used_up && !go_on(system, motion, state, m, target)) return target;
        const Real reached = reaches(m, target) ? target : m.step.time + m.step.h;
        state = state_at(motion, m, reached);
        return reached;
    }

    Sheet properties() const { return core.properties(); }

private:
    template <class Real, class Model>
    void enter(const Motion<Real, Model>& motion, const State<Real>& state, Memory<Real>& m, const Real& t,
               const Real& h) const {
        using std::abs;
        using Number = Plain<Real>;
        m.call = abs(value_of(h));
        if (value_of(h) * value_of(m.step.h) < 0) m.has_step = false;  // turned back
        if (m.has_step) return;
        const Number turn = core.begin(m.step, motion, state, t, h);
        m.next = turn > 0 ? m.call * (core.root(Number(tolerance)) / turn) : m.call;
    }

    /// How far the present step reaches beyond a time; what is left by rounding is nothing.
    template <class Real>
    static Plain<Real> left_after(const Memory<Real>& m, const Real& t) {
        using std::abs;
        const Plain<Real> end = value_of(m.step.time + m.step.h), time = value_of(t);
        const Plain<Real> rest = value_of(m.step.h) < 0 ? time - end : end - time;
        return abs(rest) <= 4 * epsilon<Real> * abs(time) ? Plain<Real>(0) : rest;
    }
    template <class Real>
    static bool reaches(const Memory<Real>& m, const Real& target) {
        return m.has_step && left_after(m, target) >= 0;
    }

    /// The next step. False if there is none, and the momentum is not a number then.
    template <class Real, class Model>
    bool go_on(System<Real, Model>& system, const Motion<Real, Model>& motion, State<Real>& state,
               Memory<Real>& m, const Real& target) const {
        using Number = Plain<Real>;
        constexpr Number rounding = Number(1e-9L);  // of calls whose lengths are meant to be the same
        auto& s = m.step;
        if (m.has_step) core.go_to_end(s);
        m.has_step = false;
        const Number left = value_of(target - s.time), rest = left < 0 ? -left : left;
        const bool cut = rest <= Number(1.01L) * m.next && m.call >= (1 - rounding) * m.next;
        const Real planned = left < 0 ? Real(-m.next) : Real(m.next);
        if (attempt(system, motion, m, cut ? target - s.time : planned)) return true;
        const Real none(std::numeric_limits<Number>::quiet_NaN());
        state.momentum = {none, none, none};
        return false;
    }

    template <class Real, class Model>
    State<Real> state_at(const Motion<Real, Model>& motion, Memory<Real>& m, const Real& t) const {
        using std::abs;
        auto& s = m.step;  // its dense output is computed where it is asked for
        const Motion<Real, Model> here(motion, s.h);
        const Real x = (t - s.time) / s.h;
        const bool at_end = abs(value_of(x) - 1) <= 8 * epsilon<Real> * (1 + abs(value_of(t / s.h)));
        return here.state_of(at_end ? core.end(s) : core.at(s, x, here), t);
    }

    /// A step of at most this length from y₀; shorter ones until the error is below the tolerance. False if no
    /// length that the clock sees is short enough.
    template <class Real, class Model>
    bool attempt(System<Real, Model>& system, const Motion<Real, Model>& like, Memory<Real>& m,
                 Real length) const {
        using Number = Plain<Real>;
        using std::abs;
        constexpr Number least_factor = Number(1) / 3, most_factor = 6, safety = Number(0.9L);
        auto& s = m.step;
        bool rejected = false;
        while (true) {
            const Number now = value_of(s.time), then = value_of(s.time + length);
            if (!(now < then) && !(now > then)) return false;
            core.rescale(s, length);
            const Number error = core.judged(system, Motion<Real, Model>(like, s.h), s, Number(tolerance));
            const bool good = error <= 1;
            const Number wanted = error > 0 ? safety / core.root(error) : most_factor;
            const Number most = rejected ? Number(1) : most_factor;
            // a step that was cut says little about how long the next one may be
            const Number factor =
                wanted <= least_factor || !(wanted >= 0) ? least_factor : std::min(wanted, most);
            if (good) {
                const Number longer = factor < Number(Core::keeps) ? Number(1) : factor;
                m.next = std::max(longer * abs(value_of(length)), rejected ? Number(0) : kept(m, length));
                m.has_step = true;
                ++m.own_steps;
                return true;
            }
            rejected = true;
            length = Real(std::min(factor, safety)) * length;
        }
    }
    /// The length that was planned before the step was cut, if it was.
    template <class Real>
    static Plain<Real> kept(const Memory<Real>& m, const Real& length) {
        using std::abs;
        const Plain<Real> made = abs(value_of(length));
        return made < m.next ? m.next : Plain<Real>(0);
    }
};

}  // namespace polhode::core
