/// The steps of Gauss' collocation with the stages on the lanes of registers, for one instruction set: this file is
/// compiled once for each, with POLHODE_TARGET (its name) and POLHODE_LANES (doubles to a register).
#include "method/registers/kernels.hpp"
#include "method/registers/torques.hpp"
#include "polhode/method/gauss_kernels.hpp"
#include "polhode/method/velocity_motion.hpp"

namespace polhode::core::gauss {
namespace loops {

using registers::Eight, registers::Tag, registers::load, registers::store;

/// Numbers of all stages, as the loops hold them.
template <class Set>
struct InRegisters {
    using All = registers::Eight;
    using Sizes = All;
    using Weights = std::array<double, most_stages>;

    POLHODE_INLINE static All filled(double x) { return All(x); }
    POLHODE_INLINE static All product(const Weights& w, double f) { return load<All>(w.data()) * All(f); }
    POLHODE_INLINE static void add(All& sum, const Weights& w, double f) { sum += product(w, f); }
    POLHODE_INLINE static All plus(double y, const All& x) { return All(y) + x; }
    POLHODE_INLINE static Sizes no_sizes() { return All(0); }
    POLHODE_INLINE static void include(Sizes& most, const All& x) { most = larger(abs(x), most); }
    POLHODE_INLINE static void include(Sizes& most, const All& x, const All& before) {
        include(most, x - before);
    }
    POLHODE_INLINE static Sizes larger_of(const Sizes& x, double factor, const Sizes& y) {
        return larger(x, All(factor) * y);
    }
    POLHODE_INLINE static double largest(const Sizes& x) {
        return by_halves(
            x, [](const auto& a, const auto& b) __attribute__((always_inline)) { return larger(a, b); });
    }
    POLHODE_INLINE static double total(const Weights& w, const Stages<double>& f) {
        return by_halves(load<All>(w.data()) * load<All>(f.of.data()),
                         [](const auto& a, const auto& b) __attribute__((always_inline)) { return a + b; });
    }

private:
    template <class Real>
    POLHODE_INLINE static Real larger(const Real& a, const Real& b) {
        return select(b > a, b, a);
    }
    POLHODE_INLINE static double larger(double a, double b) { return b > a ? b : a; }

    template <class Real, class Join>
    POLHODE_INLINE static double by_halves(const Real& x, const Join& join) {
        if constexpr (requires { x.a; }) {
            return by_halves(join(x.a, x.b), join);
        } else if constexpr (Real::lanes == 8) {
            using Half = Pack<4, Tag>;
            return by_halves(join(Half(__builtin_shufflevector(x.v, x.v, 0, 1, 2, 3)),
                                  Half(__builtin_shufflevector(x.v, x.v, 4, 5, 6, 7))),
                             join);
        } else if constexpr (Real::lanes == 4) {
            using Half = Pack<2, Tag>;
            return by_halves(join(Half(__builtin_shufflevector(x.v, x.v, 0, 1)),
                                  Half(__builtin_shufflevector(x.v, x.v, 2, 3))),
                             join);
        } else {
            return join(x.lane(0), x.lane(1));
        }
    }
};

/// The times of the stages of a step.
POLHODE_INLINE Eight times(const Weights<double>& weights, double t, double step) {
    return Eight(t) + load<Eight>(weights.c.data()) * Eight(step);
}
POLHODE_INLINE Vector3<Eight> three(const Vector3<double>& v) { return {Eight(v.x), Eight(v.y), Eight(v.z)}; }

/// Evaluates `rates(y, t)` on rows of eight.
template <class Row, class Rates>
POLHODE_INLINE auto at_stages(const Eight& t, const Rates& rates) {
    return [t, &rates](const std::array<Eight, Row::size>& stage, std::array<Stages<double>, Row::size>& f)
               __attribute__((always_inline)) {
                   Row y;
                   for (std::size_t k = 0; k < Row::size; ++k) y.of[k] = stage[k];
                   const Row there = rates(y, t);
                   for (std::size_t k = 0; k < Row::size; ++k) store(there.of[k], f[k].of.data());
                   // read back number by number: g++ would take them out of the registers instead, which is slower
                   asm("" : "+m"(f));
               };
}

template <class Row, class Job, class Count, class Rates>
POLHODE_INLINE Marched<double> steps(const Job& job, const Count& stages, const Rates& rates) {
    // nothing in memory that a rate could overwrite
    const Weights<double> weights = *job.weights;
    Memory<double, Row::size> memory = *job.memory;
    const double origin = job.origin, step = job.step;
    const long first = job.first;
    const Marched<double> marched =
        make_steps(InRegisters<Tag>{}, stages, weights, memory, job.goes_on, job.count,
                   [&](long n) __attribute__((always_inline)) {
                       return at_stages<Row>(
                           times(weights, origin + static_cast<double>(first + n) * step, step), rates);
                   });
    *job.memory = memory;
    return marched;
}

template <class Torque, class Count>
[[gnu::flatten, gnu::noinline]] Marched<double> rate_steps(const RateJob& job, const Count& stages) {
    const Torque torque(job.torque, job.constants->per_half, static_cast<int>(job.weights->stages));
    const Vector3<Eight> push = three(job.constants->push), gyration = three(job.constants->gyration);
    return steps<multistep::Row<Eight>>(
        job, stages, [&](const multistep::Row<Eight>& y, const Eight& t) __attribute__((always_inline)) {
            return multistep::rates(push, gyration, torque, y, t);
        });
}

template <class Torque, class Count>
[[gnu::flatten, gnu::noinline]] Marched<double> canonical_steps(const CanonicalJob& job,
                                                                const Count& stages) {
    const Torque torque(job.torque, static_cast<int>(job.weights->stages));
    const CanonicalConstants<Eight> constants(*job.constants);
    return steps<CanonicalRow<Eight>>(
        job, stages, [&](const CanonicalRow<Eight>& y, const Eight& t) __attribute__((always_inline)) {
            return canonical_rates(constants, torque, y, t);
        });
}

/// use(stages), unrolled if there are eight.
template <class Use>
POLHODE_INLINE Marched<double> with_stages(std::size_t stages, const Use& use) {
    if (stages == most_stages) return use(std::integral_constant<std::size_t, most_stages>{});
    return use(stages);
}

template <class Set>
Marched<double> rate_steps_of(const RateJob& job) {
    Marched<double> marched;
    registers::with_torque<Set, velocity::AnyLength>(
        job.torque, [&]<class Torque>(std::type_identity<Torque>) {
            marched = with_stages(job.weights->stages,
                                  [&](const auto& stages) { return rate_steps<Torque>(job, stages); });
        });
    return marched;
}
template <class Set>
Marched<double> canonical_steps_of(const CanonicalJob& job) {
    Marched<double> marched;
    registers::with_model<Set>(job.torque, [&]<class Torque>(std::type_identity<Torque>) {
        marched = with_stages(job.weights->stages,
                              [&](const auto& stages) { return canonical_steps<Torque>(job, stages); });
    });
    return marched;
}

}  // namespace loops

Kernels POLHODE_KERNELS(POLHODE_TARGET)() {
    return {loops::rate_steps_of<registers::Tag>, loops::canonical_steps_of<registers::Tag>};
}

}  // namespace polhode::core::gauss
