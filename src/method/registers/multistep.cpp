/// The loops of the multistep formulas in registers, for one instruction set: this file is compiled once for each,
/// with POLHODE_TARGET (its name) and POLHODE_LANES (doubles to a register).
#include "method/registers/kernels.hpp"
#include "method/registers/torques.hpp"
#include "polhode/method/multistep_kernels.hpp"

namespace polhode::core::multistep {
namespace loops {

using registers::One, registers::Eight, registers::Tag, registers::load, registers::store;

// --- the loops ------------------------------------------------------------------------------------------------

template <std::size_t Taps, class Torque>
[[gnu::flatten, gnu::noinline]] Tested<double> steps(const Job& job, const Torque& given) {
    const Torque torque = given;  // nothing in memory that a row could overwrite
    Quad<Tag> b[Taps];
    for (std::size_t j = 0; j < Taps; ++j) b[j] = Quad<Tag>::of(job.table->b[j]);
    const Vector3<One> push(job.constants->push), gyration(job.constants->gyration);
    Place<Row<One>> place{Row<One>::load(job.place->y), Row<One>::load(job.place->ready),
                          Row<One>::load(job.place->carry)};
    const double origin = job.origin, step = job.step;
    const long first = job.first, known = job.knows_first ? 0 : -1;
    const Row<One> rates_of_first = job.knows_first ? Row<One>::load(*job.next) : place.y;
    const Test<double> test = job.test ? *job.test : Test<double>{};
    const LengthTests length_tests = job.length_tests;
    const std::integral_constant<int, static_cast<int>(Taps)> taps{};
    const auto rates_at = [&](const Row<One>& y, long n) __attribute__((always_inline)) {
        if (n == known) [[unlikely]]
            return rates_of_first;
        return rates(push, gyration, torque, y, One(origin + static_cast<double>(first + n) * step));
    };
    Tested<double> result;
    if (job.test) {
        result = make_tested_steps<Row<double>>(
            taps, b, place, job.next, job.count, rates_at,
            [](double w) __attribute__((always_inline)) { return Quad<Tag>::of(w); }, test);
    } else {
        const StepsMade made = make_steps(taps, b, place, job.next, job.count, rates_at, length_tests,
                                          [](const Row<One>& y, double most) __attribute__((always_inline)) {
                                              return length_defect(y) <= most;
                                          });
        result = {made.steps, made.passed ? Verdict::good : Verdict::bad, -1, made.steps};
    }
    place.y.store(job.place->y);
    place.ready.store(job.place->ready);
    place.carry.store(job.place->carry);
    return result;
}

template <class Torque>
Tested<double> steps_of_taps(const Job& job) {
    const Torque torque(job.torque, job.constants->per_half);
    switch (job.table->taps) {
        case 8: return steps<8>(job, torque);
        case 12: return steps<12>(job, torque);
        case 16: return steps<16>(job, torque);
        case 20: return steps<20>(job, torque);
        default: return steps<24>(job, torque);
    }
}

/// The eight numbers of a block's points, as its loop holds them.
template <class Set>
struct InRegisters {
    using Eight = registers::Eight;

    POLHODE_INLINE static Eight filled(double x) { return Eight(x); }
    POLHODE_INLINE static void add(Eight& sum, const Points<double>& w, double f) {
        sum += load<Eight>(w.data()) * Eight(f);
    }
    POLHODE_INLINE static void store(const Eight& x, Points<double>& to) { registers::store(x, to.data()); }
    POLHODE_INLINE static bool settled(const std::array<Eight, 7>& before,
                                       const std::array<Eight, 7>& after) {
        Eight change(0);
        for (std::size_t i = 0; i < before.size(); ++i) change += abs(after[i] - before[i]);
        return all(change <= Eight(settled_change<double>));
    }
};

/// The rates at the eight points of a block.
template <class Torque>
class RatesAt {
public:
    /// The points are `step` apart in time, the first one `step` after t.
    POLHODE_INLINE RatesAt(const Job& job, const Torque& torque, double t, double step)
        : torque_(torque), push_(three(job.constants->push)), gyration_(three(job.constants->gyration)) {
        alignas(64) double ahead[block];
        for (int k = 0; k < block; ++k) ahead[k] = k + 1;
        t_ = Eight(t) + load<Eight>(ahead) * Eight(step);
    }
    POLHODE_INLINE void operator()(const std::array<Eight, 7>& points, PointRows<double>& f) const {
        Row<Eight> y;
        for (std::size_t i = 0; i < y.size; ++i) y.of[i] = points[i];
        const Row<Eight> there = rates(push_, gyration_, torque_, y, t_);
        for (std::size_t i = 0; i < y.size; ++i) store(there.of[i], f[i].data());
    }
    POLHODE_INLINE void operator()(const PointRows<double>& points, PointRows<double>& f) const {
        std::array<Eight, 7> of;
        for (std::size_t i = 0; i < of.size(); ++i) of[i] = load<Eight>(points[i].data());
        (*this)(of, f);
    }

private:
    POLHODE_INLINE static Vector3<Eight> three(const Vector3<double>& v) {
        return {Eight(v.x), Eight(v.y), Eight(v.z)};
    }

    const Torque& torque_;
    Vector3<Eight> push_, gyration_;
    Eight t_;
};

template <std::size_t Past, class Torque>
[[gnu::flatten, gnu::noinline]] BlockMade<bool> one_block(const BlockWeights<double, Past>& weights,
                                                          const Job& job, const Torque& torque) {
    return iterate_block<InRegisters<Tag>>(weights, job.place->y, job.next - Past, *job.points, *job.rates,
                                           RatesAt<Torque>(job, torque, job.origin, job.step));
}
template <class Torque>
BlockMade<bool> some_block(const Job& job) {
    const Torque torque(job.torque, job.constants->per_half);
    return job.is_first_block ? one_block(first_weights<double>, job, torque)
                              : one_block(later_weights<double>, job, torque);
}
template <class Torque>
[[gnu::flatten, gnu::noinline]] Speed<double> speed(const Job& job) {
    const Torque torque(job.torque, job.constants->per_half);
    return speed_at(job.place->y, RatesAt<Torque>(job, torque, job.origin, 0));
}

template <class Set>
Tested<double> steps_of(const Job& job) {
    Tested<double> made;
    registers::with_torque<Set, NearUnitLength>(
        job.torque, [&]<class Torque>(std::type_identity<Torque>) { made = steps_of_taps<Torque>(job); });
    return made;
}
template <class Set>
BlockMade<bool> block_of(const Job& job) {
    BlockMade<bool> made{};
    registers::with_torque<Set, NearUnitLength>(
        job.torque, [&]<class Torque>(std::type_identity<Torque>) { made = some_block<Torque>(job); });
    return made;
}
template <class Set>
Speed<double> speed_of(const Job& job) {
    Speed<double> found;
    registers::with_torque<Set, NearUnitLength>(
        job.torque, [&]<class Torque>(std::type_identity<Torque>) { found = speed<Torque>(job); });
    return found;
}

template <class Set>
[[gnu::flatten]] void sum_of(const double* w, const Row<double>* newest, int count, Row<double>& total) {
    weighted_sum<Row<One>>([&](int j) __attribute__((always_inline)) { return Quad<Set>::of(w[j]); }, newest,
                           count)
        .store(total);
}
template <class Set>
[[gnu::flatten]] void sums_of(const HalfWay<double>& half, const Row<double>* newest, Row<double>* totals) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(half.count); ++i)
        sum_of<Set>(half.w[i].data(), newest - half.first[i], half.nodes, totals[i]);
}

}  // namespace loops

Kernels POLHODE_KERNELS(POLHODE_TARGET)() {
    return {loops::speed_of<registers::Tag>, loops::steps_of<registers::Tag>, loops::block_of<registers::Tag>,
            loops::sum_of<registers::Tag>, loops::sums_of<registers::Tag>};
}

}  // namespace polhode::core::multistep
