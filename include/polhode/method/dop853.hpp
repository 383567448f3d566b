/// Dormand and Prince's explicit Runge–Kutta pair of order 8(5,3), with a given step or with steps that it
/// chooses: the method that needs nothing but a state, for short intervals, restarts and torques that jump.
/// Hairer, Nørsett, Wanner, "Solving Ordinary Differential Equations I", II.5 and II.10.
#pragma once

#include "polhode/method/dop853_tables.hpp"
#include "polhode/method/velocity_motion.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <algorithm>
#include <limits>
#include <string_view>

namespace polhode::core {

namespace dop853 {

/// Coefficients in the precision of a run.
template <class Number>
constexpr Row<Number> in_precision(const Row<long double>& row) {
    Row<Number> result{};
    for (std::size_t j = 0; j < row.size(); ++j) result[j] = static_cast<Number>(row[j]);
    return result;
}
template <class Number, std::size_t N>
constexpr std::array<Row<Number>, N> in_precision(const std::array<Row<long double>, N>& rows) {
    std::array<Row<Number>, N> result{};
    for (std::size_t i = 0; i < N; ++i) result[i] = in_precision<Number>(rows[i]);
    return result;
}

template <class Real, class Model>
using Motion = velocity::Motion<Real, Model>;

/// A step of length h from y₀ at a time, with f = h y' at its stages.
template <class Real>
struct Step {
    using Y = velocity::Row<Real>;
    using Number = Plain<Real>;

    Real time{}, h{};
    Y y0{}, y1{}, change{};
    std::array<Y, dense_stages> f{};
    std::array<Y, 7> dense{};
    bool is_dense = false;

    /// Σⱼ wⱼfⱼ over the first n stages.
    Y sum(const Row<Number>& w, std::size_t n) const {
        Y total{};
        for (std::size_t j = 0; j < n; ++j)
            if (w[j] < 0 || w[j] > 0)
                for (std::size_t k = 0; k < total.size(); ++k) total[k] += w[j] * f[j][k];
        return total;
    }
    /// The rates of a stage, from those before.
    template <class Model>
    void evaluate(std::size_t i, const Motion<Real, Model>& motion) {
        static constexpr auto rows = in_precision<Number>(a);
        static constexpr auto nodes = in_precision<Number>(c);
        y1 = sum(rows[i], i);
        for (std::size_t k = 0; k < y1.size(); ++k) y1[k] = y0[k] + y1[k];
        f[i] = motion.rates(y1, time + nodes[i] * h);
    }
    /// y₁, with the rates at y₀ given. Eleven torque evaluations.
    template <class Model>
    void make(const Motion<Real, Model>& motion) {
        static constexpr Row<Number> weights = in_precision<Number>(b);
        for (std::size_t i = 1; i < stages; ++i) evaluate(i, motion);
        change = sum(weights, stages);
        for (std::size_t k = 0; k < y1.size(); ++k) y1[k] = y0[k] + change[k];
        is_dense = false;
    }

    /// The error of y₁ as the two embedded formulas see it: of the attitude as an angle, of the angular velocity
    /// relative to its size.
    Number error() const {
        using std::sqrt;
        static constexpr auto fifth = in_precision<Number>(e5), third = in_precision<Number>([] {
                                                                    Row<long double> e = b;
                                                                    for (std::size_t j = 0; j < e.size(); ++j)
                                                                        e[j] -= b3[j];
                                                                    return e;
                                                                }());
        const Number speed2 = std::max(turn2(y0), turn2(y1)), by5 = size2(sum(fifth, stages), speed2),
                     by3 = size2(sum(third, stages), speed2);
        return by5 > 0 || !(by5 <= 0) ? by5 / sqrt(by5 + Number(0.01L) * by3) : Number(0);
    }

    /// y at the part x of the step, to seventh order; the rates at y₁ given. The first takes three torque
    /// evaluations.
    template <class Model>
    Y at(const Real& x, const Motion<Real, Model>& motion) {
        if (!is_dense) prepare(motion);
        const Real rest = Real(1) - x;
        Y y{};
        for (std::size_t n = dense.size(); n-- > 0;)
            for (std::size_t k = 0; k < y.size(); ++k) y[k] = (n % 2 == 0 ? x : rest) * (dense[n][k] + y[k]);
        for (std::size_t k = 0; k < y.size(); ++k) y[k] = y0[k] + y[k];
        return y;
    }

private:
    static Number turn2(const Y& y) { return value_of(norm2(velocity::half_turn_of(y))); }
    static Number size2(const Y& y, const Number& speed2) {
        const Number angle2 = 4 * value_of(norm2(velocity::attitude_of(y))), W2 = turn2(y);
        return W2 > 0 ? angle2 + W2 / speed2 : angle2;
    }

    template <class Model>
    void prepare(const Motion<Real, Model>& motion) {
        static constexpr auto rows = in_precision<Number>(d);
        const Y end = y1;
        for (std::size_t i = end_of_step + 1; i < dense_stages; ++i) evaluate(i, motion);
        y1 = end;
        for (std::size_t k = 0; k < y1.size(); ++k) {
            const Real whole = y1[k] - y0[k], first = f[0][k] - whole;
            dense[0][k] = whole;
            dense[1][k] = first;
            dense[2][k] = (whole - f[end_of_step][k]) - first;
        }
        for (std::size_t n = 0; n < rows.size(); ++n) dense[n + 3] = sum(rows[n], dense_stages);
        is_dense = true;
    }
};

}  // namespace dop853

/// What is carried from step to step is y, and what its last sum has rounded away: momenta turned into angular
/// velocities and back in every step would lose digits in the same direction each time.
struct Dop853 {
    static constexpr std::string_view formula =
        "y₁ = y₀ + h Σ bⱼf(Yⱼ), Yᵢ = y₀ + h Σ aᵢⱼf(Yⱼ) over j < i, twelve stages, for y = (q, ω): q' = ½qω, "
        "Iω' = Iω×ω + T; q₁ normalised";
    static constexpr std::string_view source =
        "Dormand, Prince 1989; coefficients: Hairer, Nørsett, Wanner I, DOP853";
    static constexpr bool takes_rotor = true;

    template <class Real>
    struct Memory {
        velocity::Row<Real> y{}, carry{};
        Real step{};  ///< the length that y is for; 0: there was none
    };

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        const auto is_zero = [](const Real& x) { return !(value_of(x) < 0) && !(value_of(x) > 0); };
        if (is_zero(h)) return {};
        const dop853::Motion<Real, Model> motion(system, h);
        if (!is_zero(h - m.step)) m = {motion.row_of(state, t), {}, h};
        dop853::Step<Real> step;
        step.time = t;
        step.h = h;
        step.y0 = m.y;
        step.f[0] = motion.rates(m.y, t);
        step.make(motion);
        for (std::size_t k = 0; k < m.y.size(); ++k) {
            const Real whole = step.change[k] + m.carry[k];
            m.y[k] = step.y0[k] + whole;
            m.carry[k] = whole - (m.y[k] - step.y0[k]);
        }
        state = motion.state_of(m.y, t + h);
        return {};
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_momentum = s.order_by_rate = 8;
        s.torque_evaluations = dop853::stages;
        s.memory = polhode::Memory::digits;
        return s;
    }
};

/// The same with steps to a tolerance. A call that is longer than a step ends with a step that is cut to end
/// there, so that nothing of the torque beyond is seen; where calls are shorter than the steps, states between
/// their ends are read off the dense output.
struct Dop853Flow {
    static constexpr bool takes_rotor = true;
    double tolerance;

    template <class Real>
    struct Memory {
        dop853::Step<Real> step;
        Plain<Real> next = 0;  ///< length of the step to come; 0: there was none
        bool has_step = false;
        long own_steps = 0;
    };

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
        dop853::Step<Real>& s = m.step;
        if (sign * value_of(s.h) < 0) m.has_step = false;  // turned back
        if (!m.has_step) begin(system, state, m, t, h);
        while (!reaches(m, target, sign)) {
            if (m.has_step) go_to_end(m);
            const Number rest = sign * value_of(target - s.time), call = abs(value_of(h));
            const bool cut = rest <= Number(1.01L) * m.next && call >= m.next;
            const Real length(sign * (cut ? rest : m.next));
            if (!attempt(system, m, cut ? target - s.time : length)) {
                const Number none = std::numeric_limits<Number>::quiet_NaN();
                state.momentum = {Real(none), Real(none), Real(none)};
                return {};
            }
        }
        const dop853::Motion<Real, Model> motion(system, s.h);
        const Real x = (target - s.time) / s.h;
        const bool at_end = abs(value_of(x) - 1) <= 8 * epsilon<Real> * (1 + abs(value_of(target / s.h)));
        state = motion.state_of(at_end ? s.y1 : s.at(x, motion), target);
        return {};
    }

    Sheet properties() const { return Dop853{}.properties(); }

private:
    template <class Real>
    static bool reaches(const Memory<Real>& m, const Real& target, const Plain<Real>& sign) {
        if (!m.has_step) return false;
        const Plain<Real> end = value_of(m.step.time + m.step.h), to = value_of(target);
        using std::abs;
        return sign * (end - to) >= -4 * epsilon<Real> * abs(to);
    }

    /// The rates at the state, and a first length by how fast they turn the body and its angular velocity.
    template <class Real, class Model>
    void begin(System<Real, Model>& system, const State<Real>& state, Memory<Real>& m, const Real& t,
               const Real& h) const {
        using std::abs, std::sqrt;
        using Number = Plain<Real>;
        dop853::Step<Real>& s = m.step;
        const dop853::Motion<Real, Model> motion(system, h);
        s.time = t;
        s.h = h;
        s.y0 = motion.row_of(state, t);
        s.f[0] = motion.rates(s.y0, t);
        // of these, W = ½hω and hW' = ½h²ω'
        const Number turn = sqrt(value_of(norm2(velocity::half_turn_of(s.y0)))),
                     change = sqrt(value_of(norm2(velocity::half_turn_of(s.f[0])))),
                     fastest = std::max(2 * turn, sqrt(2 * change)), length = abs(value_of(h));
        const Number usual = power(Number(tolerance), 1 / Number(8));
        m.next = fastest > 0 ? length * (usual / fastest) : length;
    }

    /// The end of a step becomes the beginning of the next.
    template <class Real>
    static void go_to_end(Memory<Real>& m) {
        dop853::Step<Real>& s = m.step;
        s.time = s.time + s.h;
        s.y0 = s.y1;
        s.f[0] = s.f[dop853::end_of_step];
        m.has_step = false;
    }

    /// A step of at most this length from y₀; shorter ones until the error is below the tolerance. False if no
    /// length that the clock sees is short enough.
    template <class Real, class Model>
    bool attempt(System<Real, Model>& system, Memory<Real>& m, Real length) const {
        using Number = Plain<Real>;
        using std::abs;
        constexpr Number least_factor = Number(1) / 3, most_factor = 6, safety = Number(0.9L);
        dop853::Step<Real>& s = m.step;
        bool rejected = false;
        while (true) {
            const Number now = value_of(s.time), then = value_of(s.time + length);
            if (!(now < then) && !(now > then)) return false;
            rescale(s, length);
            const dop853::Motion<Real, Model> motion(system, s.h);
            s.make(motion);
            const Number error = s.error() / Number(tolerance);
            const bool good = error <= 1;
            const Number wanted = error > 0 ? safety * power(error, -1 / Number(8)) : most_factor;
            const Number most = rejected ? Number(1) : most_factor;
            // a step that was cut says little about how long the next one may be
            const Number factor =
                wanted <= least_factor || !(wanted >= 0) ? least_factor : std::min(wanted, most);
            if (good) {
                s.f[dop853::end_of_step] = motion.rates(s.y1, s.time + s.h);
                m.next = std::max(factor * abs(value_of(length)), rejected ? Number(0) : kept(m, length));
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

    /// y₀ and its rates for a step of another length: W goes with it, hW' with its square.
    template <class Real>
    static void rescale(dop853::Step<Real>& s, const Real& length) {
        const Real ratio = length / s.h;
        for (std::size_t k = 0; k < s.y0.size(); ++k) {
            s.f[0][k] = ratio * s.f[0][k];
            if (k < 4) continue;
            s.y0[k] = ratio * s.y0[k];
            s.f[0][k] = ratio * s.f[0][k];
        }
        s.h = length;
    }
};

}  // namespace polhode::core
