/// The loops of the multistep formulas on one body: those that are compiled for the machine if there are any for its
/// numbers and torque (multistep_kernels.hpp), else the same text on plain numbers, with the same bits.
#pragma once

#include "polhode/method/multistep_kernels.hpp"
#include "polhode/step/stepper.hpp"

#include <array>
#include <type_traits>

namespace polhode::core::multistep {

template <class Real, class Model>
class Loops {
public:
    /// For steps of length h.
    Loops(System<Real, Model>& system, const Table& table, const Kernels* kernels, const Real& h)
        : system_(system),
          motion_(system, h),
          table_(table),
          kernels_(takes_kernels && kernels && !system.rotor.present ? kernels : nullptr),
          step_(h) {}

    const Motion<Real, Model>& motion() const { return motion_; }
    const Real& step() const { return step_; }

    /// How fast the motion is at y, and its rates there.
    Speed<Real> speed(const Row<Real>& y, const Real& t) const {
        if constexpr (takes_kernels)
            if (kernels_) {
                Place<Row<double>> place{y, {}, {}};
                Job job = this->job({t, step_});
                job.place = &place;
                system_.torque_evaluations += block;
                return kernels_->speed(job);
            }
        return speed_at(
            y, [&](const PointRows<Real>& points, PointRows<Real>& f) { rates_at(points, f, t, Real(0)); });
    }

    /// The points of a block ahead of y at t, and the rates there, from the rates that end before `next`.
    Mask<Number<Real>> block_ahead(Place<Row<Real>>& place, Row<Real>* next, bool is_first, const Real& t,
                                   PointRows<Real>& points, PointRows<Real>& rates) const {
        if constexpr (takes_kernels)
            if (kernels_) {
                Job job = this->job({t, step_});
                job.place = &place;
                job.next = next;
                job.points = &points;
                job.rates = &rates;
                job.is_first_block = is_first;
                const auto [converged, sweeps] = kernels_->block(job);
                system_.torque_evaluations += block * sweeps;
                return converged;
            }
        return is_first ? iterate(first_weights<Plain<Real>>, place, next, t, points, rates)
                        : iterate(later_weights<Plain<Real>>, place, next, t, points, rates);
    }

    /// Steps n … n + count − 1 of a grid; the rates go to `next` and behind. False where the length of q does not pass a
    /// test: a body alone ends there, on lanes the others go on.
    Mask<Number<Real>> steps(Place<Row<Real>>& place, Row<Real>* next, const TimeGrid<Real>& grid, long n,
                             long count, const LengthTests& tests) const {
        if constexpr (takes_kernels)
            if (kernels_) {
                Job job = this->job(grid);
                job.place = &place;
                job.next = next;
                job.first = n;
                job.count = count;
                job.length_tests = tests;
                const Tested<double> made = kernels_->steps(job);
                system_.torque_evaluations += made.evaluations;
                return made.verdict == Verdict::good;
            }
        std::array<Number<Real>, most_taps> b;
        coefficients(b.data());
        Mask<Number<Real>> passed = Number<Real>(0) < Number<Real>(1);
        make_steps(
            table_.taps, b.data(), place, next, count,
            [&](const Row<Real>& y, long k) { return motion_.rates(y, grid.at(n + k)); }, tests,
            [&](const Row<Real>& y, double most) {
                passed = passed & (length_defect(y) <= Number<Real>(most));
                return is_pack<Real> || all(passed);
            });
        return passed;
    }
    /// The same with tests; those of the first step may be in next[0] already.
    Tested<Plain<Real>> tested_steps(Place<Row<Real>>& place, Row<Real>* next, const Real& t, long count,
                                     bool knows_first, const Test<Plain<Real>>& test) const {
        if constexpr (takes_kernels)
            if (kernels_) {
                Job job = this->job({t, step_});
                job.place = &place;
                job.next = next;
                job.count = count;
                job.knows_first = knows_first;
                job.test = &test;
                const Tested<double> made = kernels_->steps(job);
                system_.torque_evaluations += made.evaluations - (knows_first ? 1 : 0);
                return made;
            }
        std::array<Number<Real>, most_taps> b;
        coefficients(b.data());
        const Row<Real> first = *next;
        return make_tested_steps<Row<Real>>(
            table_.taps, b.data(), place, next, count,
            [&](const Row<Real>& y, long n) {
                return knows_first && n == 0 ? first
                                             : motion_.rates(y, t + Real(static_cast<double>(n)) * step_);
            },
            [&](const Plain<Real>& w) { return Number<Real>(w); }, test);
    }
    /// place.ready from the rates that end before `next`.
    void make_ready(Place<Row<Real>>& place, const Row<Real>* next) const {
        std::array<Number<Real>, most_taps> b;
        coefficients(b.data());
        prepare(table_.taps, b.data(), place, next);
    }

    /// Σ wⱼf₋ⱼ over `count` rates, the newest first.
    Row<Real> sum(const Plain<Real>* w, const Row<Real>* newest, int count) const {
        if constexpr (takes_kernels)
            if (kernels_) {
                Row<double> total;
                kernels_->sum(w, newest, count, total);
                return total;
            }
        return weighted_sum<Row<Real>>([&](int j) { return Number<Real>(w[j]); }, newest, count);
    }
    /// Rates half-way between those before newest[0].
    void sums(const HalfWay<Plain<Real>>& half, const Row<Real>* newest, Row<Real>* totals) const {
        if constexpr (takes_kernels)
            if (kernels_) return kernels_->sums(half, newest, totals);
        for (std::size_t i = 0; i < static_cast<std::size_t>(half.count); ++i)
            totals[i] = sum(half.w[i].data(), newest - half.first[i], half.nodes);
    }

private:
    /// The kernels take any torque behind the one type, and free bodies.
    static constexpr bool takes_kernels =
        std::is_same_v<Real, double>
        && (std::is_same_v<Model, ErasedTorque<double>> || std::is_same_v<Model, NoTorque>);

    Job job(const TimeGrid<double>& grid) const {
        Job job;
        if constexpr (std::is_same_v<Model, ErasedTorque<double>>) job.torque = &system_.model.bound();
        job.constants = &motion_.constants();
        job.origin = grid.origin;
        job.step = grid.step;
        job.table = &table_;
        return job;
    }
    void coefficients(Number<Real>* b) const {
        for (int j = 0; j < table_.taps; ++j) b[j] = Number<Real>(table_.b[static_cast<std::size_t>(j)]);
    }
    template <std::size_t Past>
    Mask<Number<Real>> iterate(const BlockWeights<Plain<Real>, Past>& weights, const Place<Row<Real>>& place,
                               const Row<Real>* next, const Real& t, PointRows<Real>& points,
                               PointRows<Real>& rates) const {
        return iterate_block<InArrays<Real>>(
                   weights, place.y, next - Past, points, rates,
                   [&](const PointRows<Real>& at, PointRows<Real>& f) { rates_at(at, f, t, step_); })
            .converged;
    }
    /// The points are `apart` in time, the first one that much after t.
    void rates_at(const PointRows<Real>& points, PointRows<Real>& f, const Real& t, const Real& apart) const {
        for (std::size_t k = 0; k < block; ++k) {
            Row<Real> y{};
            for (std::size_t i = 0; i < points.size(); ++i) y.of[i] = points[i][k];
            const Row<Real> there = motion_.rates(y, t + Real(static_cast<double>(k + 1)) * apart);
            for (std::size_t i = 0; i < points.size(); ++i) f[i][k] = there.of[i];
        }
    }

    System<Real, Model>& system_;
    Motion<Real, Model> motion_;
    const Table& table_;
    const Kernels* kernels_;
    Real step_;
};

}  // namespace polhode::core::multistep
