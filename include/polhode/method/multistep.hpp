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

#include "polhode/method/multistep_growth.hpp"
#include "polhode/method/multistep_loops.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/stepper.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
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
    /// Compiled for the machine; null: the loops of this file.
    const multistep::Kernels* kernels = nullptr;

    template <class Real>
    struct Memory {
        using Row = multistep::Row<Real>;
        /// Rates that are kept: as many as stay in the fastest memory, but on lanes no more than are needed.
        static constexpr std::size_t room = (is_pack<Real> ? 2 : 6) * multistep::most_taps;

        multistep::Place<Row> place{};  ///< where the motion is
        State<Real> shown{};            ///< the state that was given out for it
        Real step{};                    ///< the distance of the rates in time
        long known = 0;                 ///< rates so far; the last ones stand before `end` of `rates`
        std::size_t end = 0;
        bool prepared = false;  ///< place.ready is there
        std::array<Row, room> rates;
        multistep::PointRows<Real> ahead;  ///< points of the start that are still to be given out
        std::size_t next = multistep::block;
        multistep::Growth<Real> growth;

        bool is_ahead() const { return next < multistep::block; }
        std::size_t room_left() const { return room - end; }
        /// Where all of it is taken: the last rates go to the beginning, as many as are needed.
        void make_room(std::size_t rows) {
            std::copy(rates.end() - static_cast<std::ptrdiff_t>(rows), rates.end(), rates.begin());
            end = rows;
        }
        /// One of the start, for which there is room.
        void add(const Row& f) {
            rates[end++] = f;
            ++known;
        }
        void take_next() {
            place.y = multistep::row_of(ahead, next);
            ++next;
        }
        /// Hands over, always in the same order, what has to be kept to go on later from the state that is shown:
        /// `keeper.count` takes whole numbers, `keeper.number` those of bodies. `rows`: as of rates_to_keep.
        template <class Keeper>
        void keep(Keeper& keeper, std::size_t rows) {
            keeper.count(known);
            keeper.count(next);
            keeper.count(prepared);
            if constexpr (Keeper::loads) end = std::min(rows, static_cast<std::size_t>(known));
            const auto keep_row = [&](Row& row) {
                for (std::size_t i = 0; i < Row::size; ++i) keeper.number(row.of[i]);
            };
            keep_row(place.y);
            if (prepared) {
                keep_row(place.ready);
                keep_row(place.carry);
            }
            for (std::size_t k = end - std::min(rows, end); k < end; ++k) keep_row(rates[k]);
            for (std::size_t k = next; k < multistep::block; ++k)
                for (auto& points : ahead) keeper.number(points[k]);
            growth.keep(keeper);
        }
        /// To a state close by; the points that are still to come go along.
        void move_to(const Row& y) {
            const Row by = y - place.y;
            for (std::size_t i = 0; i < ahead.size(); ++i)
                for (std::size_t k = next; k < multistep::block; ++k) ahead[i][k] += by.of[i];
            place.y = y;
            place.ready = place.ready + by;
        }
    };

    /// Rates that a run goes on from: those of the formula, and those that a look at roots takes.
    static constexpr std::size_t rates_to_keep(int taps) {
        return std::max(static_cast<std::size_t>(taps) - 1, std::size_t{multistep::Growth<double>::reach});
    }
    /// Numbers of a body that Memory::keep hands over, at most.
    static constexpr std::size_t numbers_to_keep(int taps) {
        return multistep::Row<double>::size * (3 + rates_to_keep(taps) + multistep::block)
             + multistep::Growth<double>::numbers;
    }
    static constexpr std::size_t counts_to_keep = 3 + multistep::Growth<double>::counts;

    /// The first step makes it, since only a step has a length.
    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        return march(system, state, memory, {t, h}, 0, 1).second;
    }

    /// Steps first … first + count − 1 of a grid; the steps that were made, and how the last one went. Of one that
    /// fails, the state before.
    template <class Real, class Model>
    std::pair<long, Status> march(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory,
                                  const TimeGrid<Real>& grid, long first, long count) const {
        const multistep::Loops<Real, Model> loops(system, table, kernels, grid.step);
        const multistep::Motion<Real, Model>& motion = loops.motion();
        enter(motion, state, memory, grid.at(first), grid.step);
        Status status;
        long done = 0;
        while (done < count && goes_on<Real>(status)) {
            if (!memory.is_ahead() && memory.known + 1 < table.taps) {
                status = merged_or(status, look_ahead(loops, memory, grid.at(first + done)));
                if (!goes_on<Real>(status)) break;
            }
            if (memory.is_ahead()) {
                const multistep::Row<Real> y = memory.place.y;
                memory.take_next();
                status = merged_or(status, checked(memory, multistep::most_defect));
                if (goes_on<Real>(status))
                    ++done;
                else
                    memory.place.y = y;
            } else {
                const auto [made, outcome] = make_some(loops, memory, grid, first + done, count - done);
                done += made;
                status = merged_or(status, outcome);
                if (made == 0) break;
            }
        }
        if (!goes_on<Real>(status)) {
            if (done > 0) state = motion.state_of(memory.place.y, grid.at(first + done));
            memory = {};
            return {done, status};
        }
        state = memory.shown = motion.state_of(memory.place.y, grid.at(first + done));
        return {done, status};
    }

    Sheet properties() const {
        Sheet s;
        s.order_attitude = s.order_momentum = s.order_by_rate = 4;
        s.torque_evaluations = 1;
        s.start_evaluations = multistep::block * (1 + 14 * ((table.taps + 6) / 8));
        s.stable_to = table.bound;
        s.memory = polhode::Memory::history;
        return s;
    }

    /// Whether two states differ, in any number of any lane.
    template <class Real>
    static bool differ(const State<Real>& a, const State<Real>& b) {
        const multistep::Row<Real> x(a.attitude, a.momentum), y(b.attitude, b.momentum);
        bool differs = false;
        for (std::size_t i = 0; i < x.size; ++i) differs = differs || any(differ(x.of[i], y.of[i]));
        return differs;
    }

private:
    template <class Real>
    static Mask<Real> differ(const Real& a, const Real& b) {
        const auto x = value_of(a), y = value_of(b);
        if constexpr (is_pack<Real>)
            return (x < y) | (x > y);
        else
            return x < y || x > y;
    }
    /// A body alone stops where a step fails; on lanes the others go on.
    template <class Real>
    static bool goes_on(const Status& status) {
        return status.ok() || is_pack<Real>;
    }
    static Status merged_or(const Status& first, const Status& second) {
        return second.ok() ? first : merged(first, second);
    }

    /// Goes on from a state: as before, from one close by, or anew with another step.
    template <class Real, class Model>
    static void enter(const multistep::Motion<Real, Model>& motion, const State<Real>& state, Memory<Real>& m,
                      const Real& t, const Real& h) {
        if (m.known > 0 && any(differ(h, m.step))) m = {};
        if (m.known == 0)
            m.place.y = motion.row_of(state, t);
        else if (differ(state, m.shown))
            m.move_to(motion.row_of(state, t));
    }

    /// As many steps of the formula as there is room for, from the given one on, at most `count`. Where something is
    /// wrong with them, a body alone makes them again one by one, up to the one that fails.
    template <class Real, class Model>
    std::pair<long, Status> make_some(const multistep::Loops<Real, Model>& loops, Memory<Real>& m,
                                      const TimeGrid<Real>& grid, long first, long count) const {
        if (m.room_left() == 0) m.make_room(rates_to_keep(table.taps));
        if (!m.prepared) {
            loops.make_ready(m.place, m.rates.data() + m.end);
            m.prepared = true;
        }
        const long fit = std::min(count, static_cast<long>(m.room_left()));
        const Before<Real> before(m);
        const Status status = formula_steps(loops, m, grid, first, fit);
        if (goes_on<Real>(status)) return {fit, status};
        before.restore(m);
        for (long n = 0; n < fit; ++n) {
            const multistep::Row<Real> y = m.place.y;
            if (const Status own = formula_steps(loops, m, grid, first + n, 1); !own.ok()) {
                m.place.y = y;
                return {n, own};
            }
        }
        return {fit, status};
    }
    /// What steps change, apart from the rates that they add.
    template <class Real>
    struct Before {
        multistep::Place<multistep::Row<Real>> place;
        multistep::Growth<Real> growth;
        std::size_t end;
        long known;

        explicit Before(const Memory<Real>& m)
            : place(m.place), growth(m.growth), end(m.end), known(m.known) {}
        void restore(Memory<Real>& m) const {
            m.place = place;
            m.growth = growth;
            m.end = end;
            m.known = known;
        }
    };

    /// Steps n … n + count − 1 of a grid, for which there is room, and whether they are sound.
    template <class Real, class Model>
    static Status formula_steps(const multistep::Loops<Real, Model>& loops, Memory<Real>& m,
                                const TimeGrid<Real>& grid, long n, long count) {
        const auto passed = loops.steps(m.place, m.rates.data() + m.end, grid, n, count, {m.known});
        m.end += static_cast<std::size_t>(count);
        m.known += count;
        const Status status = merged_or(refusal(passed), checked(m, std::numeric_limits<double>::max()));
        if (!goes_on<Real>(status)) [[unlikely]]
            return status;
        // of each lane, whatever becomes of its neighbours
        return merged_or(status, refusal(m.growth.calm(m.rates.data() + m.end, m.known, count)));
    }

    /// The next eight points.
    template <class Real, class Model>
    Status look_ahead(const multistep::Loops<Real, Model>& loops, Memory<Real>& m, const Real& t) const {
        multistep::Row<Real> f;
        Status status;
        if (m.known == 0) {
            m.step = loops.step();
            const multistep::Speed<Real> speed = loops.speed(m.place.y, t);
            status = checked_speed(speed);
            if (!goes_on<Real>(status)) return status;
            f = speed.f;
        } else {
            f = loops.motion().rates(m.place.y, t);
        }
        m.add(f);
        multistep::PointRows<Real> rates;
        const auto converged = loops.block_ahead(m.place, m.rates.data() + m.end, m.known <= multistep::block,
                                                 t, m.ahead, rates);
        for (std::size_t k = 0; k + 1 < multistep::block; ++k) m.add(multistep::row_of(rates, k));
        m.next = 0;
        return merged_or(status, refusal(converged));
    }

    /// Refuses a step beyond the bound of stability; the residual says how many times.
    template <class Real>
    Status checked_speed(const multistep::Speed<Real>& speed) const {
        const auto times = value_of(speed.fastest) / multistep::Number<Real>(table.bound);
        const auto fits = times <= multistep::Number<Real>(1);
        if (all(fits)) return {};
        double most = 0;
        if constexpr (!is_pack<Real>) most = static_cast<double>(times);
        return {Outcome::step_too_long, 0, most, refused(fits)};
    }
    /// The length of q, which may be off by so much, and that all is in the range of numbers: what has left it does not
    /// come back, and may be found after any steps.
    template <class Real>
    static Status checked(const Memory<Real>& m, double most_defect) {
        using Value = multistep::Number<Real>;
        // q shows it only a step later if a torque is no number
        const Value defect = multistep::length_defect(m.place.y),
                    turn2 = value_of(norm2(m.place.y.half_turn())), most(most_defect),
                    largest(std::numeric_limits<Plain<Real>>::max());
        return refusal((defect <= most) & (turn2 <= largest));
    }
    /// Of the lanes that do not fit.
    template <class Fits>
    static Status refusal(const Fits& fits) {
        if (all(fits)) [[likely]]
            return {};
        return {Outcome::step_too_long, 0, 0, refused(fits)};
    }
    static std::uint64_t refused(bool) { return 1; }
    template <LaneMask M>
    static std::uint64_t refused(const M& fits) {
        return lane_bits(!fits);
    }
};

}  // namespace polhode::core
