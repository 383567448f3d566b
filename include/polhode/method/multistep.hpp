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
#include "polhode/method/multistep_kernels.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/stepper.hpp"

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
        void make_room() {
            std::copy(rates.end() - multistep::most_taps, rates.end(), rates.begin());
            end = multistep::most_taps;
        }
        void add(const Row& f) {
            if (room_left() == 0) make_room();
            rates[end++] = f;
            ++known;
        }
        void take_next() {
            for (std::size_t i = 0; i < ahead.size(); ++i) place.y.of[i] = ahead[i][next];
            ++next;
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
        const multistep::Motion<Real, Model> motion(system, grid.step);
        enter(motion, state, memory, grid.at(first), grid.step);
        Status status;
        long done = 0;
        while (done < count && goes_on<Real>(status)) {
            if (!memory.is_ahead() && memory.known + 1 < table.taps) {
                status =
                    merged_or(status, look_ahead(motion, system, memory, grid.at(first + done), grid.step));
                if (!goes_on<Real>(status)) break;
            }
            if (memory.is_ahead()) {
                memory.take_next();
                ++done;
                status = merged_or(status, checked(memory, 1));
            } else {
                const auto [made, outcome] =
                    make_some(motion, system, memory, {grid.at(first + done), grid.step}, count - done);
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

private:
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
        const multistep::Row<Real> x(a.attitude, a.momentum), y(b.attitude, b.momentum);
        bool differs = false;
        for (std::size_t i = 0; i < x.size; ++i) differs = differs || any(differ(x.of[i], y.of[i]));
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

    /// As many steps of the formula as there is room for, at most `count`. Where something is wrong at their end
    /// they are made again one by one, up to the one that fails.
    template <class Real, class Model>
    std::pair<long, Status> make_some(const multistep::Motion<Real, Model>& motion,
                                      System<Real, Model>& system, Memory<Real>& m,
                                      const TimeGrid<Real>& grid, long count) const {
        if (m.room_left() == 0) m.make_room();
        if (!m.prepared) {
            std::array<multistep::Number<Real>, multistep::most_taps> b;
            coefficients(b.data());
            multistep::prepare(table.taps, b.data(), m.place, m.rates.data() + m.end);
            m.prepared = true;
        }
        const long some = std::min(count, static_cast<long>(m.room_left()));
        const multistep::Place<multistep::Row<Real>> before = m.place;
        formula_steps(motion, system, m, grid, 0, some);
        const Status status = checked(m, some);
        if (status.ok() || is_pack<Real>) return {some, status};
        if (some == 1) {
            m.place = before;
            return {0, status};
        }
        m.place = before;
        m.end -= static_cast<std::size_t>(some);
        m.known -= some;
        for (long n = 0; n < some; ++n) {
            const multistep::Row<Real> y = m.place.y;
            formula_steps(motion, system, m, grid, n, 1);
            if (const Status own = checked(m, 1); !own.ok()) {
                m.place.y = y;
                return {n, own};
            }
        }
        return {some, status};
    }

    /// Steps n … n + count − 1 of a grid, for which there is room.
    template <class Real, class Model>
    void formula_steps(const multistep::Motion<Real, Model>& motion, System<Real, Model>& system,
                       Memory<Real>& m, const TimeGrid<Real>& grid, long n, long count) const {
        bool made = false;
        if constexpr (std::is_same_v<Real, double>)
            if (uses_kernels(system)) {
                multistep::Job job = this->job(motion, system, m, grid);
                job.first = n;
                job.count = count;
                kernels->steps(job);
                system.torque_evaluations += count;
                made = true;
            }
        if (!made) {
            std::array<multistep::Number<Real>, multistep::most_taps> b;
            coefficients(b.data());
            multistep::make_steps(
                table.taps, b.data(), m.place, m.rates.data() + m.end, count,
                [&](const multistep::Row<Real>& y, long k) { return motion.rates(y, grid.at(n + k)); });
        }
        m.end += static_cast<std::size_t>(count);
        m.known += count;
    }
    template <class Coefficient>
    void coefficients(Coefficient* b) const {
        for (int j = 0; j < table.taps; ++j) b[j] = Coefficient(table.b[static_cast<std::size_t>(j)]);
    }

    /// The kernels take any torque behind the one type, and free bodies.
    template <class Model>
    bool uses_kernels([[maybe_unused]] const System<double, Model>& system) const {
        if constexpr (std::is_same_v<Model, ErasedTorque<double>> || std::is_same_v<Model, NoTorque>)
            return kernels && !system.rotor.present;
        else
            return false;
    }
    template <class Model>
    multistep::Job job(const multistep::Motion<double, Model>& motion, const System<double, Model>& system,
                       Memory<double>& m, const TimeGrid<double>& grid) const {
        multistep::Job job;
        if constexpr (std::is_same_v<Model, ErasedTorque<double>>) job.torque = &system.model.bound();
        job.constants = &motion.constants();
        job.origin = grid.origin;
        job.step = grid.step;
        job.table = &table;
        job.place = &m.place;
        job.next = m.rates.data() + m.end;
        return job;
    }

    /// The next eight points.
    template <class Real, class Model>
    Status look_ahead(const multistep::Motion<Real, Model>& motion, System<Real, Model>& system,
                      Memory<Real>& m, const Real& t, const Real& h) const {
        multistep::Row<Real> f;
        Status status;
        if (m.known == 0) {
            m.step = h;
            const multistep::Speed<Real> speed = speed_of(motion, system, m, t, h);
            status = checked_speed(speed);
            if (!goes_on<Real>(status)) return status;
            f = speed.f;
        } else {
            f = motion.rates(m.place.y, t);
        }
        m.add(f);
        multistep::PointRows<Real> rates;
        const auto converged = make_block(motion, system, m, rates, t, h);
        for (std::size_t k = 0; k + 1 < multistep::block; ++k) {
            multistep::Row<Real> row{};
            for (std::size_t i = 0; i < rates.size(); ++i) row.of[i] = rates[i][k];
            m.add(row);
        }
        m.next = 0;
        if (all(converged)) return status;
        return merged_or(status, {Outcome::step_too_long, 0, 0, refused(converged)});
    }
    template <class Real, class Model>
    Mask<multistep::Number<Real>> make_block(const multistep::Motion<Real, Model>& motion,
                                             [[maybe_unused]] System<Real, Model>& system, Memory<Real>& m,
                                             multistep::PointRows<Real>& rates, const Real& t,
                                             const Real& h) const {
        const bool is_first = m.known <= multistep::block;
        if constexpr (std::is_same_v<Real, double>)
            if (uses_kernels(system)) {
                multistep::Job job = this->job(motion, system, m, {t, h});
                job.points = &m.ahead;
                job.rates = &rates;
                job.is_first_block = is_first;
                const auto [converged, sweeps] = kernels->block(job);
                system.torque_evaluations += multistep::block * sweeps;
                return converged;
            }
        return is_first ? iterate(multistep::first_weights<Plain<Real>>, motion, m, rates, t, h)
                        : iterate(multistep::later_weights<Plain<Real>>, motion, m, rates, t, h);
    }
    template <std::size_t Past, class Real, class Model>
    static Mask<multistep::Number<Real>> iterate(const multistep::BlockWeights<Plain<Real>, Past>& weights,
                                                 const multistep::Motion<Real, Model>& motion,
                                                 Memory<Real>& m, multistep::PointRows<Real>& rates,
                                                 const Real& t, const Real& h) {
        return multistep::iterate_block<multistep::InArrays<Real>>(
                   weights, m.place.y, m.rates.data() + m.end - Past, m.ahead, rates,
                   [&](const multistep::PointRows<Real>& points, multistep::PointRows<Real>& f) {
                       rates_at_points(motion, points, f, t, h);
                   })
            .converged;
    }
    /// The points are a step apart, the first one a step from t.
    template <class Real, class Model>
    static void rates_at_points(const multistep::Motion<Real, Model>& motion,
                                const multistep::PointRows<Real>& points, multistep::PointRows<Real>& f,
                                const Real& t, const Real& step) {
        for (std::size_t k = 0; k < multistep::block; ++k) {
            multistep::Row<Real> y{};
            for (std::size_t i = 0; i < points.size(); ++i) y.of[i] = points[i][k];
            const multistep::Row<Real> there = motion.rates(y, t + Real(static_cast<double>(k + 1)) * step);
            for (std::size_t i = 0; i < points.size(); ++i) f[i][k] = there.of[i];
        }
    }
    template <class Real, class Model>
    multistep::Speed<Real> speed_of(const multistep::Motion<Real, Model>& motion,
                                    [[maybe_unused]] System<Real, Model>& system, Memory<Real>& m,
                                    const Real& t, [[maybe_unused]] const Real& h) const {
        if constexpr (std::is_same_v<Real, double>)
            if (uses_kernels(system)) {
                system.torque_evaluations += multistep::block;
                return kernels->speed(job(motion, system, m, {t, h}));
            }
        return multistep::speed_at(
            m.place.y, [&](const multistep::PointRows<Real>& points, multistep::PointRows<Real>& f) {
                rates_at_points(motion, points, f, t, Real(0));
            });
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
    /// The length of q shows parasitic roots that have grown large, differences of the rates those that grow.
    template <class Real>
    static Status checked(Memory<Real>& m, long steps) {
        using std::abs;
        constexpr double most_defect = 2e-3;  // of |Q|² = 2
        Quaternion<Real> q = m.place.y.attitude();
        const auto length2 = value_of(norm2(q));
        const auto fits =
            abs(length2 - multistep::Number<Real>(2)) <= multistep::Number<Real>(2 * most_defect);
        if (!all(fits)) [[unlikely]]
            return {Outcome::step_too_long, 0, 0, refused(fits)};
        if (m.is_ahead()) return {};  // of the start
        const auto calm = m.growth.calm(m.place.y, m.rates.data() + m.end, m.known, steps);
        if (all(calm)) [[likely]]
            return {};
        return {Outcome::step_too_long, 0, 0, refused(calm)};
    }
    static std::uint64_t refused(bool) { return 1; }
    template <LaneMask M>
    static std::uint64_t refused(const M& fits) {
        return lane_bits(!fits);
    }
};

}  // namespace polhode::core
