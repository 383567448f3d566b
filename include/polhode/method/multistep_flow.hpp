/// The multistep formulas of method/multistep.hpp with steps that they choose, so that the error of each stays below a
/// bound.
///
/// Every few steps the formula is compared with an implicit one of high order on the same rates. Where they differ by
/// more than the bound, the run goes back to where these steps began, and goes on with half of them, from rates that are
/// interpolated half-way between those that are known; where they differ by much less, every other rate is left out.
/// Roots that begin to grow are seen in the difference too, since what changes from step to step has a large one.
#pragma once

#include "polhode/method/multistep.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace polhode::core {

struct MultistepFlow {
    static constexpr std::string_view formula =
        "y₁ = y₀ + h Σ bⱼf₋ⱼ for y = (R, ω) with R' = Rω̂, Iω' = Iω×ω + T; h halved and doubled by the "
        "difference from an implicit formula";
    static constexpr std::string_view source = Multistep::source;
    static constexpr bool keeps_history = true, takes_rotor = true;

    std::size_t which = 0;  ///< of multistep::tables
    const multistep::Kernels* kernels = nullptr;
    /// Of each step: of the angle, and of the angular velocity relative to its size.
    double tolerance = 1e-9;

    template <class Real>
    struct Memory {
        using Row = multistep::Row<Real>;
        static constexpr std::size_t room = 8 * multistep::most_taps;

        State<Real> shown{};            ///< the state that was given out last
        multistep::Place<Row> place{};  ///< the end of the last step,
        Real origin{}, unit{};          ///< whose time is origin + at unit
        long at = 0;
        int level = 0;                   ///< the length of a step is 2^level units
        std::size_t end = 0, known = 0;  ///< the last `known` rates stand before `end` of `rates`
        bool prepared = false;           ///< place.ready is there
        bool has_rate = false;           ///< the rates at the end of the last step are in rates[end]
        bool has_begun = false;
        Plain<Real> error2 = -1;  ///< of the last test; negative: there was none with these steps
        long tested = 0;          ///< steps since they were doubled
        long patience = 0;        ///< so many must be made before they are doubled again
        long own_steps = 0;
        Plain<Real> target = 0;             ///< where the call that goes on ends,
        long call = 0, most_own_steps = 0;  ///< its length in units, and how far it may go
        std::array<Row, room> rates;

        long whole() const { return 1L << level; }
        Real time() const { return origin + Real(static_cast<double>(at)) * unit; }
        Real step() const { return Real(static_cast<double>(whole())) * unit; }
        void add(const Row& f) {
            rates[end++] = f;
            ++known;
        }
    };

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                const Real& h) const {
        const Real target = t + h;
        Real reached = t;
        const bool came =
            come_towards(system, state, m, t, h, target, std::numeric_limits<long>::max(), reached);
        m.most_own_steps = 0;  // the call is over
        return came ? Status{} : Status{Outcome::no_convergence, 0, 0};
    }

    /// Some thousand of the steps to a time, so that nobody has to wait for all of them. Returns the time reached, which
    /// is t where there are no steps that are short enough.
    template <class Real, class Model>
    Real step_towards(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                      const Real& target) const {
        Real reached = t;
        const bool came = come_towards(system, state, m, t, target - t, target, steps_at_a_time, reached);
        if (!came || !is_between(value_of(t), value_of(reached), value_of(target))) m.most_own_steps = 0;
        return reached;
    }

    Sheet properties() const { return Multistep{table(), kernels}.properties(); }

private:
    template <class Real, class Model>
    using Loops = multistep::Loops<Real, Model>;

    static constexpr int halvings = 20;             ///< of the first step, at most
    static constexpr long between_tests = 8;        ///< steps
    static constexpr double much_less2 = 0x1p-20;   ///< an error with which steps are doubled, squared
    static constexpr long usual_steps = 1'000'000;  ///< more are refused in a call, unless it is very long
    static constexpr long steps_at_a_time = 2048;   ///< of step_towards, about

    const multistep::Table& table() const { return multistep::tables[which]; }
    std::size_t taps() const { return static_cast<std::size_t>(table().taps); }

    /// Where a call ends, in units.
    struct Goal {
        long at;       ///< or the next whole number
        bool on_grid;  ///< it is one, but for rounding
        long call;     ///< its length
    };
    template <class Real>
    static bool can_count(const Memory<Real>& m, const Real& target) {
        using std::abs;
        return abs(value_of(target - m.origin)) < Plain<Real>(0x1p62) * abs(value_of(m.unit));
    }
    template <class Real>
    static Goal goal_of(const Memory<Real>& m, const Real& target, const Real& h) {
        using std::abs, std::ceil;
        using Number = Plain<Real>;
        const Number per_unit = 1 / value_of(m.unit), at = value_of(target - m.origin) * per_unit,
                     rounding = 8 * epsilon<Real>
                              * (abs(value_of(target)) + abs(value_of(m.origin))) * abs(per_unit);
        const long nearest = std::lround(at);
        const bool on_grid = abs(at - static_cast<Number>(nearest)) <= rounding;
        return {on_grid ? nearest : static_cast<long>(ceil(at)), on_grid,
                std::lround(abs(value_of(h) * per_unit))};
    }

    // --- calls ------------------------------------------------------------------------------------------------

    /// To a time, or to the end of a step before it when so many have been made. Where that is, it changes nothing of
    /// the steps behind it. False where there are none that are short enough.
    template <class Real, class Model>
    bool come_towards(System<Real, Model>& system, State<Real>& state, Memory<Real>& m, const Real& t,
                      const Real& h, const Real& target, long most, Real& reached) const {
        reached = target;
        if (!(value_of(h) < 0) && !(value_of(h) > 0)) return true;
        reached = t;
        if (m.has_begun && (value_of(h) * value_of(m.unit) < 0 || !can_count(m, target)))
            m = {};  // turned back, or after steps so short that their unit does not lead there
        const bool goes_on = m.has_begun && m.most_own_steps > 0 && !(value_of(target) < m.target)
                          && !(value_of(target) > m.target);
        if (!m.has_begun && !begin(system, state, m, t, h)) return false;
        if (Multistep::differ(state, m.shown)) move(system, state, m, t);
        Goal goal = goal_of(m, target, h);
        if (!goes_on) {
            m.target = value_of(target);
            m.call = goal.call;
            m.most_own_steps = m.own_steps + usual_steps + (goal.call >> (halvings - 10));
        }
        goal.call = m.call;
        const long before = m.own_steps;
        std::optional<Loops<Real, Model>> loops;
        for (int level = -1;;) {
            if (level != m.level) loops.emplace(system, table(), kernels, m.step());
            level = m.level;
            if (goal.at <= m.at) break;
            if (m.own_steps - before >= most
                && is_between(value_of(t), value_of(m.time()), value_of(target))) {
                reached = m.time();
                state = m.shown = state_at(*loops, m, reached);
                return true;
            }
            if (m.own_steps > m.most_own_steps) return false;
            const multistep::Verdict verdict = advance(*loops, m, goal);
            if (verdict == multistep::Verdict::bad || verdict == multistep::Verdict::soon_bad) {
                if (m.level == 0) return false;
                halve(*loops, m);
            } else if (verdict == multistep::Verdict::calm) {
                leave_out_every_other(m);
            }
        }
        reached = target;
        state = m.shown = state_at(*loops, m, target);
        return true;
    }
    template <class Number>
    static bool is_between(const Number& a, const Number& x, const Number& b) {
        return a < b ? a < x && x < b : b < x && x < a;
    }

    // --- the beginning ----------------------------------------------------------------------------------------

    /// The angle that a step may have, for an error below the tolerance of a motion with higher frequencies.
    double first_angle() const {
        const auto& angles = multistep::shown_angles;
        double angle = angles.front();
        for (std::size_t i = 0; i < angles.size(); ++i)
            if (table().error[i] * angles[i] <= tolerance) angle = angles[i];
        return 0.5 * std::min(angle, table().bound);
    }

    /// The start, and the first steps with their test. None of it is beyond the first call.
    template <class Real, class Model>
    bool begin(System<Real, Model>& system, const State<Real>& state, Memory<Real>& m, const Real& t,
               const Real& h) const {
        using std::ceil;
        using Number = Plain<Real>;
        constexpr int most_attempts = 20;
        const Number fastest = value_of([&] {
            const Loops<Real, Model> loops(system, table(), kernels, h);
            return loops.speed(loops.motion().row_of(state, t), t).fastest;
        }());
        // the steps are doubled as long as their number in the first call is even
        constexpr Number divisor = 32;
        Number steps = divisor * std::max(Number(1), ceil(fastest / (divisor * Number(first_angle()))));
        for (int attempt = 0; attempt < most_attempts && steps < Number(0x1p40L);
             ++attempt, steps = 2 * steps) {
            m = {};
            m.origin = t;
            m.level = halvings;
            m.unit = h / Real(steps * Number(m.whole()));
            const Loops<Real, Model> loops(system, table(), kernels, m.step());
            if (!make_blocks(loops, state, m)) continue;
            if (advance(loops, m, {m.at + between_tests * m.whole(), true, 0}) == multistep::Verdict::bad)
                continue;
            m.has_begun = true;
            m.shown = state;
            return true;
        }
        m = {};
        return false;
    }

    template <class Real, class Model>
    bool make_blocks(const Loops<Real, Model>& loops, const State<Real>& state, Memory<Real>& m) const {
        m.place.y = loops.motion().row_of(state, m.time());
        while (m.known + 1 < taps()) {
            const Real t = m.time();
            m.add(loops.motion().rates(m.place.y, t));
            multistep::PointRows<Real> points, rates;
            if (!loops.block_ahead(m.place, m.rates.data() + m.end, m.known == 1, t, points, rates))
                return false;
            for (std::size_t k = 0; k + 1 < multistep::block; ++k) m.add(multistep::row_of(rates, k));
            m.place.y = multistep::row_of(points, multistep::block - 1);
            m.at += multistep::block * m.whole();
            m.own_steps += multistep::block;
        }
        return true;
    }

    // --- steps ------------------------------------------------------------------------------------------------

    /// Steps towards a goal, up to a verdict that is not good, or as many as there is room for. Bad ones are taken back;
    /// the rates where they began are known then.
    template <class Real, class Model>
    multistep::Verdict advance(const Loops<Real, Model>& loops, Memory<Real>& m, const Goal& goal) const {
        const long units = goal.at - m.at, whole_steps = units >> m.level;
        const bool lands = goal.on_grid && units == whole_steps << m.level;
        long count = lands ? whole_steps : whole_steps + 1;
        // in a long call only where an even number of steps is left, so that it ends with one
        const bool may_wait = !lands || goal.call < 2 * between_tests * m.whole();
        const bool is_even = may_wait || count % 2 == 0;
        const auto deep = static_cast<long>(2 * taps()), known = static_cast<long>(m.known);
        const bool may_double =
            is_even && known + std::min(count, between_tests) >= deep && m.tested >= m.patience;
        if (!is_even)
            count = 1;
        else if (!may_double)
            count = std::min(count, std::max(between_tests, (deep - known) / between_tests * between_tests));
        make_room(m);
        multistep::Row<Real>* const next = m.rates.data() + m.end;
        count = std::min(count, static_cast<long>(m.rates.size() - m.end) - 1);
        if (!m.prepared) loops.make_ready(m.place, next);
        multistep::Test<Plain<Real>> test;
        test.weights = multistep::weights_of_error<Plain<Real>>[which].data();
        test.weights_together = multistep::weights_of_errors<Plain<Real>>[which].data();
        test.known = known;
        test.tolerance2 = Plain<Real>(tolerance) * Plain<Real>(tolerance);
        test.calm2 = may_double ? Plain<Real>(much_less2) : Plain<Real>(-1);
        test.between = between_tests;
        test.last2 = m.error2;
        const auto made = loops.tested_steps(m.place, next, m.time(), count, m.has_rate, test);
        m.error2 = made.error2;
        m.own_steps += made.evaluations;
        m.prepared = m.prepared || made.steps > 0;
        m.end += static_cast<std::size_t>(made.steps);
        m.known += static_cast<std::size_t>(made.steps);
        m.at += made.steps << m.level;
        m.tested += made.steps;
        m.has_rate = made.verdict == multistep::Verdict::bad;
        m.prepared = !m.has_rate;
        return made.verdict;
    }
    template <class Real>
    void make_room(Memory<Real>& m) const {
        if (m.end + 2 * between_tests < m.rates.size()) return;
        const std::size_t kept = std::min(m.known, 2 * taps()), from = m.end - kept;
        std::copy_n(m.rates.begin() + static_cast<long>(from), kept + 1, m.rates.begin());
        m.end = m.known = kept;
    }

    // --- other steps ------------------------------------------------------------------------------------------

    /// For steps of another length: W = ½hω goes with it, its rates with the square.
    template <class Real>
    static void rescale(Memory<Real>& m, const Plain<Real>& by) {
        const Plain<Real> by2 = by * by;
        for (std::size_t n = 0; n < m.known + (m.has_rate ? 1 : 0); ++n)
            for (std::size_t i = 0; i < m.place.y.width; ++i)
                m.rates[n].of[i] = (i < 4 ? by : by2) * m.rates[n].of[i];
        for (std::size_t i = 4; i < m.place.y.size; ++i) m.place.y.of[i] = by * m.place.y.of[i];
        m.prepared = false;
        m.error2 = -1;
    }
    template <class Real, class Model>
    static void know_rate(const Loops<Real, Model>& loops, Memory<Real>& m) {
        if (!m.has_rate) m.rates[m.end] = loops.motion().rates(m.place.y, m.time());
        m.has_rate = true;
    }
    template <class Real, class Model>
    void halve(const Loops<Real, Model>& loops, Memory<Real>& m) const {
        // longer steps that are taken back at once were of no use: the next ones have to wait
        constexpr long soon = 4 * between_tests, longest = 64 * between_tests;
        m.patience = m.tested < soon ? std::min(2 * m.patience + soon, longest) : 0;
        m.tested = soon;
        know_rate(loops, m);
        const std::size_t n = taps();
        std::array<multistep::Row<Real>, multistep::most_taps / 2> between;
        std::array<multistep::Row<Real>, multistep::most_taps / 2 + 1> whole;
        const multistep::Row<Real>* newest = m.rates.data() + m.end;
        loops.sums(multistep::weights_half_way<Plain<Real>>[which], newest, between.data());
        std::reverse_copy(newest - n / 2, newest + 1, whole.begin());
        for (std::size_t i = 0; i <= n; ++i) m.rates[n - i] = i % 2 == 0 ? whole[i / 2] : between[i / 2];
        m.end = m.known = n;
        --m.level;
        rescale(m, Plain<Real>(1) / 2);
    }
    template <class Real>
    void leave_out_every_other(Memory<Real>& m) const {
        const std::size_t n = taps(), end = m.end;
        for (std::size_t i = n; i > 0; --i) m.rates[n - i] = m.rates[end - 2 * i];
        m.end = m.known = n;
        ++m.level;
        m.tested = 0;
        rescale(m, Plain<Real>(2));
    }

    /// To a state close by the one that was shown at t; the end of the step in which that is goes along.
    template <class Real, class Model>
    void move(System<Real, Model>& system, const State<Real>& state, Memory<Real>& m, const Real& t) const {
        const Loops<Real, Model> loops(system, table(), kernels, m.step());
        const multistep::Row<Real> by = loops.motion().row_of(state, t) - loops.motion().row_of(m.shown, t);
        m.place.y = m.place.y + by;
        m.place.ready = m.place.ready + by;
        m.has_rate = false;
        m.shown = state;
    }

    // --- states -----------------------------------------------------------------------------------------------

    /// The state at a time before the end of the last step: the integral of the polynomial through rates, step by
    /// step.
    template <class Real, class Model>
    State<Real> state_at(const Loops<Real, Model>& loops, Memory<Real>& m, const Real& t) const {
        using std::abs;
        using Number = Plain<Real>;
        const Number step = value_of(m.step()), back = value_of(m.time() - t) / step;
        const Number rounding = 16 * epsilon<Real> * (abs(value_of(t)) + abs(value_of(m.origin))) / abs(step);
        if (back <= rounding) return loops.motion().state_of(m.place.y, t);
        know_rate(loops, m);
        multistep::Row<Real> y = m.place.y;
        const int nodes = std::min(12, table().taps);
        for (long k = 0; static_cast<Number>(k) < back; ++k) {
            const Number part = std::min(Number(1), back - static_cast<Number>(k));
            const long first = std::min(k, static_cast<long>(m.known) + 1 - nodes);
            const auto w = multistep::integral_weights<Number>(nodes, static_cast<Number>(first - k) - part,
                                                               static_cast<Number>(first - k));
            y = y - loops.sum(w.data(), m.rates.data() + m.end - first, nodes);
        }
        return loops.motion().state_of(y, t);
    }
};

}  // namespace polhode::core
