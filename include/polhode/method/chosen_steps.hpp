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
        using std::abs;
        using Number = Plain<Real>;
        if (!(value_of(h) < 0) && !(value_of(h) > 0)) return {};
        const Number sign = value_of(h) < 0 ? Number(-1) : Number(1);
        const Real target = t + h;
        auto& s = m.step;
        const Motion<Real, Model> motion(system, h);
        if (sign * value_of(s.h) < 0) m.has_step = false;  // turned back
        if (!m.has_step) {
            const Number turn = core.begin(s, motion, state, t, h), length = abs(value_of(h));
            m.next = turn > 0 ? length * (core.root(Number(tolerance)) / turn) : length;
        }
        while (!reaches(m, target, sign)) {
            if (m.has_step) core.go_to_end(s);
            m.has_step = false;
            const Number rest = sign * value_of(target - s.time), call = abs(value_of(h));
            const bool cut = rest <= Number(1.01L) * m.next && call >= m.next;
            const Real length(sign * (cut ? rest : m.next));
            if (!attempt(system, motion, m, cut ? target - s.time : length)) {
                const Number none = std::numeric_limits<Number>::quiet_NaN();
                state.momentum = {Real(none), Real(none), Real(none)};
                return {};
            }
        }
        const Motion<Real, Model> here(motion, s.h);
        const Real x = (target - s.time) / s.h;
        const bool at_end = abs(value_of(x) - 1) <= 8 * epsilon<Real> * (1 + abs(value_of(target / s.h)));
        state = here.state_of(at_end ? core.end(s) : core.at(s, x, here), target);
        return {};
    }

    Sheet properties() const { return core.properties(); }

private:
    template <class Real>
    static bool reaches(const Memory<Real>& m, const Real& target, const Plain<Real>& sign) {
        if (!m.has_step) return false;
        const Plain<Real> end = value_of(m.step.time + m.step.h), to = value_of(target);
        using std::abs;
        return sign * (end - to) >= -4 * epsilon<Real> * abs(to);
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
