/// Explicit multistep formulas y₁ = y₀ + h Σ bⱼf₋ⱼ of 8 to 24 taps at one torque evaluation a step, with
/// coefficients designed instead of interpolated (scripts/design-multistep, docs/multistep.md).
///
/// Adams' formulas spend all taps on order, and double the gain of noise with each: that of twelve taps is
/// stable for hλ below 0.002. These have order four. The other taps make the error small over the band of
/// frequencies of a motion, while no parasitic root grows up to a stated |hλ|.
///
/// That coefficients can be optimised over frequencies, instead of in the limit of small steps, is known from
/// computational acoustics (Tam and Webb 1993: a formula of this kind with four taps), and that taps can be
/// spent on stability from stiff equations (Repnikov, Faleichik and Moysa 2020, along the negative real axis).
/// docs/multistep.md says what is taken from where, and what is new.
#pragma once

#include "polhode/method/multistep_motion.hpp"
#include "polhode/method/multistep_tables.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>

namespace polhode::core {

struct Multistep {
    static constexpr std::string_view formula =
        "y₁ = y₀ + h Σ bⱼf₋ⱼ for y = (R, ω) with R' = Rω̂, Iω' = Iω×ω + T; blocks of eight points by "
        "collocation to start";
    static constexpr std::string_view source =
        "designed for this library; the idea of optimised coefficients: Tam, Webb 1993";
    static constexpr bool keeps_history = true, takes_rotor = true;

    multistep::Table table = multistep::tables.front();

    template <class Real>
    struct Memory {
        using Row = multistep::Row<Real>;

        Row y{}, carry{};       ///< where the motion is, and what the last sum has rounded away
        State<Real> shown{};    ///< the state that was given out for y
        Real step{};            ///< the distance of the rates in time
        std::size_t known = 0;  ///< rates so far; the last ones stand at the end of `rates`
        std::size_t end = 0;
        std::array<Row, 4 * multistep::most_taps> rates{};
        std::array<Row, multistep::block> ahead{};  ///< points of the start that are still to be given out
        std::size_t next = multistep::block;

        bool is_ahead() const { return next < multistep::block; }
        void add(const Row& f) {
            if (end == rates.size()) {
                std::copy(rates.end() - multistep::most_taps, rates.end(), rates.begin());
                end = multistep::most_taps;
            }
            rates[end++] = f;
            ++known;
        }
        /// To a state close by; the points that are still to come go along.
        void move_to(const Row& place) {
            for (std::size_t i = 0; i < y.size(); ++i) {
                for (std::size_t k = next; k < ahead.size(); ++k) ahead[k][i] += place[i] - y[i];
                y[i] = place[i];
            }
            carry = {};
        }
    };

    /// The first step makes it, since only a step has a length.
    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        const multistep::Motion<Real, Model> motion(system, h);
        if (any(differ(h, memory.step))) memory = {};
        if (memory.known == 0)
            memory.y = motion.row_of(state, t);
        else if (differ(state, memory.shown))
            memory.move_to(motion.row_of(state, t));

        Status status;
        if (!memory.is_ahead()) {
            const multistep::Row<Real> f = motion.rates(memory.y, t);
            if (memory.known == 0) {
                memory.step = h;
                status = checked_step(motion, memory.y, f, t);
            }
            if (goes_on<Real>(status)) {
                memory.add(f);
                if (memory.known < taps())
                    status = merged_or(status, look_ahead(motion, memory, t, h));
                else
                    advance(memory);
            }
            if (!goes_on<Real>(status)) {
                memory = {};
                return status;
            }
        }
        if (memory.is_ahead()) memory.y = memory.ahead[memory.next++];
        state = memory.shown = motion.state_of(memory.y, t + h);
        return merged_or(status, checked_length(memory.y));
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_momentum = s.order_by_rate = 4;
        s.torque_evaluations = 1;
        s.memory = polhode::Memory::history;
        return s;
    }

private:
    /// A number without derivatives; one for each lane.
    template <class Real>
    using Number = decltype(value_of(std::declval<const Real&>()));

    std::size_t taps() const { return static_cast<std::size_t>(table.taps); }

    template <class Real>
    static Mask<Real> differ(const Real& a, const Real& b) {
        const auto x = value_of(a), y = value_of(b);
        if constexpr (is_pack<Real>)
            return (x < y) | (x > y);
        else
            return x < y || x > y;
    }
    /// In any number of any lane.
    template <class Real>
    static bool differ(const State<Real>& a, const State<Real>& b) {
        const multistep::Row<Real> x = multistep::row(a.attitude, a.momentum),
                                   y = multistep::row(b.attitude, b.momentum);
        bool differs = false;
        for (std::size_t i = 0; i < x.size(); ++i) differs = differs || any(differ(x[i], y[i]));
        return differs;
    }
    /// A body alone stops where a step fails; on lanes the others go on.
    template <class Real>
    static bool goes_on(const Status& status) {
        return status.ok() || is_pack<Real>;
    }
    static Status merged_or(const Status& first, const Status& second) {
        return second.ok() ? first : merged(first, second);
    }

    /// Refuses a step beyond the bound of stability; the residual says how many times.
    template <class Real, class Model>
    Status checked_step(const multistep::Motion<Real, Model>& motion, const multistep::Row<Real>& y,
                        const multistep::Row<Real>& f, const Real& t) const {
        const auto times = value_of(multistep::fastest_rate(motion, y, f, t)) / Number<Real>(table.bound);
        const auto fits = times <= Number<Real>(1);
        if (all(fits)) return {};
        double most = 0;
        if constexpr (!is_pack<Real>) most = static_cast<double>(times);
        return {Outcome::step_too_long, 0, most, refused(fits)};
    }
    /// The length of q shows parasitic roots that have grown large: the motion may have become faster.
    template <class Real>
    static Status checked_length(const multistep::Row<Real>& y) {
        using std::abs;
        constexpr double most_defect = 1e-3;
        const auto fits = abs(value_of(norm_defect(multistep::attitude_of(y)))) <= Number<Real>(most_defect);
        if (all(fits)) [[likely]]
            return {};
        return {Outcome::step_too_long, 0, 0, refused(fits)};
    }
    static std::uint64_t refused(bool) { return 1; }
    template <LaneMask M>
    static std::uint64_t refused(const M& fits) {
        return lane_bits(!fits);
    }

    /// The formula, summed with the part that the sum before has lost.
    template <class Real>
    void advance(Memory<Real>& m) const {
        multistep::Row<Real> increment{};
        for (std::size_t j = taps(); j-- > 0;) {
            const Number<Real> b(table.b[j]);
            const multistep::Row<Real>& f = m.rates[m.end - 1 - j];
            for (std::size_t i = 0; i < f.size(); ++i) increment[i] += b * f[i];
        }
        for (std::size_t i = 0; i < increment.size(); ++i) {
            const Real whole = increment[i] + m.carry[i], before = m.y[i];
            m.y[i] = before + whole;
            m.carry[i] = whole - (m.y[i] - before);
        }
    }

    /// The next eight points at once, from the rates here and, after the first block, at the eight points
    /// before: y at each is the integral of the polynomial through all rates, iterated to round-off.
    template <class Real, class Model>
    static Status look_ahead(const multistep::Motion<Real, Model>& motion, Memory<Real>& m, const Real& t,
                             const Real& h) {
        if (m.known > multistep::block)
            return look_ahead(multistep::later_guess, multistep::later_block, motion, m, t, h);
        return look_ahead(multistep::first_guess, multistep::first_block, motion, m, t, h);
    }
    template <std::size_t Past, std::size_t Nodes, class Real, class Model>
    static Status look_ahead(const multistep::Weights<Past>& guess, const multistep::Weights<Nodes>& weights,
                             const multistep::Motion<Real, Model>& motion, Memory<Real>& m, const Real& t,
                             const Real& h) {
        using std::abs;
        constexpr std::size_t points = multistep::block;
        static_assert(Nodes == Past + points);
        constexpr int most_sweeps = 60;
        const multistep::Row<Real>* const known = &m.rates[m.end - Past];
        std::array<multistep::Row<Real>, points> f, base;
        for (std::size_t k = 0; k < points; ++k) {
            base[k] = m.ahead[k] = m.y;
            for (std::size_t j = 0; j < Past; ++j)
                for (std::size_t i = 0; i < m.y.size(); ++i) {
                    base[k][i] += Number<Real>(weights[k][j]) * known[j][i];
                    m.ahead[k][i] += Number<Real>(guess[k][j]) * known[j][i];
                }
        }
        // After a change near round-off one more sweep brings it there; derivatives follow the values.
        const Number<Real> tiny(64 * epsilon<Real>);
        Number<Real> change(0);
        for (int sweep = 1, enough = most_sweeps; sweep <= enough; ++sweep) {
            for (std::size_t k = 0; k < points; ++k)
                f[k] = motion.rates(m.ahead[k], t + Real(static_cast<double>(k + 1)) * h);
            change = Number<Real>(0);
            for (std::size_t k = 0; k < points; ++k) {
                multistep::Row<Real> y = base[k];
                for (std::size_t i = 0; i < y.size(); ++i) {
                    for (std::size_t j = 0; j < points; ++j)
                        y[i] += Number<Real>(weights[k][Past + j]) * f[j][i];
                    const Number<Real> by = abs(value_of(y[i] - m.ahead[k][i]));
                    change = select(by > change, by, change);
                }
                m.ahead[k] = y;
            }
            if (enough == most_sweeps && all(change <= tiny))
                enough = (sweep + 1) * (1 + ScalarTraits<Real>::derivative_depth);
        }
        for (std::size_t k = 0; k + 1 < points; ++k) m.add(f[k]);
        m.next = 0;
        const auto converged = change <= tiny;
        if (all(converged)) return {};
        return {Outcome::step_too_long, most_sweeps, 0, refused(converged)};
    }
};

}  // namespace polhode::core
