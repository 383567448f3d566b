/// The loops of the multistep formulas in registers, for one instruction set: this file is compiled once for each,
/// with POLHODE_TARGET (its name) and POLHODE_LANES (doubles to a register).
#include "method/registers/kernels.hpp"
#include "method/registers/row.hpp"
#include "polhode/method/multistep_kernels.hpp"

namespace polhode::core::multistep {
namespace registers {

struct POLHODE_TARGET;  // only its name is used
using Tag = POLHODE_TARGET;
using One = InRegister<Tag>;

/// The eight points of a block, side by side.
using Lanes = Pack<POLHODE_LANES, Tag>;
template <int lanes, class Real>
struct EightOf {
    using type = typename EightOf<lanes * 2, Pair<Real, Real>>::type;
};
template <class Real>
struct EightOf<8, Real> {
    using type = Real;
};
using Eight = EightOf<POLHODE_LANES, Lanes>::type;

template <class Real>
POLHODE_INLINE Real load(const double* from) {
    if constexpr (requires(Real r) { r.v; })
        return Real::load(from);
    else
        return {load<decltype(Real::a)>(from), load<decltype(Real::b)>(from + decltype(Real::a)::lanes)};
}
template <class Real>
POLHODE_INLINE void store(const Real& x, double* to) {
    if constexpr (requires { x.v; }) {
        x.store(to);
    } else {
        store(x.a, to);
        store(x.b, to + decltype(x.a)::lanes);
    }
}

// --- torques: of a row in registers, and of eight points ------------------------------------------------------

template <class Set>
struct Free {
    explicit Free(const Job&) {}
    POLHODE_INLINE Vector3<One> operator()(One, const Quaternion<One>&, const Vector3<One>&) const {
        return Vector3<One>(Quad<Set>::of(0));
    }
    POLHODE_INLINE Vector3<Eight> operator()(const Eight&, const Quaternion<Eight>&,
                                             const Vector3<Eight>&) const {
        return {Eight(0), Eight(0), Eight(0)};
    }
};

/// A model that is compiled into the loops: it depends on the third axis alone.
template <class Model, class Set>
struct ByDirection {
    Model model;
    explicit ByDirection(const Job& job) : model(*static_cast<const Model*>(job.torque->model)) {}
    template <class Real>
    POLHODE_INLINE Vector3<Real> operator()(const Real&, const Quaternion<Real>& Q,
                                            const Vector3<Real>&) const {
        return model.along(third_axis(Q));
    }
};

/// Any other model, by a call.
template <class Set>
struct Called {
    const BoundTorque<double>& torque;
    double per_half;
    explicit Called(const Job& job) : torque(*job.torque), per_half(job.constants->per_half) {}

    POLHODE_INLINE Vector3<One> operator()(One t, const Quaternion<One>& Q, const Vector3<One>& W) const {
        const Quad<Set> q = Quad<Set>::of(per_root_two<double>) * Q.v, w = Quad<Set>::of(per_half) * W.v;
        Vector3<double> result;
        torque.in_registers(t.v, q.template get<0>(), q.template get<1>(), q.template get<2>(),
                            q.template get<3>(), w.template get<0>(), w.template get<1>(),
                            w.template get<2>(), result);
        return Vector3<One>(result);
    }
    POLHODE_INLINE Vector3<Eight> operator()(const Eight& t, const Quaternion<Eight>& Q,
                                             const Vector3<Eight>& W) const {
        const Eight root(per_root_two<double>), per(per_half);
        alignas(64) double of[8][block];
        const Eight numbers[8] = {t,          root * Q.x, root * Q.y, root * Q.z,
                                  root * Q.w, per * W.x,  per * W.y,  per * W.z};
        for (int i = 0; i < 8; ++i) store(numbers[i], of[i]);
        alignas(64) double results[3][block];
        for (int k = 0; k < block; ++k) {
            Vector3<double> result;
            torque.in_registers(of[0][k], of[1][k], of[2][k], of[3][k], of[4][k], of[5][k], of[6][k],
                                of[7][k], result);
            results[0][k] = result.x;
            results[1][k] = result.y;
            results[2][k] = result.z;
        }
        return {load<Eight>(results[0]), load<Eight>(results[1]), load<Eight>(results[2])};
    }
};

// --- the loops ------------------------------------------------------------------------------------------------

template <std::size_t Taps, class Torque>
[[gnu::flatten, gnu::noinline]] void steps(const Job& job, const Torque& given) {
    const Torque torque = given;  // nothing in memory that a row could overwrite
    Quad<Tag> b[Taps];
    for (std::size_t j = 0; j < Taps; ++j) b[j] = Quad<Tag>::of(job.table->b.data()[j]);
    const Vector3<One> push(job.constants->push), gyration(job.constants->gyration);
    Place<Row<One>> place{Row<One>::load(job.place->y), Row<One>::load(job.place->ready),
                          Row<One>::load(job.place->carry)};
    const double origin = job.origin, step = job.step;
    const long first = job.first;
    make_steps(std::integral_constant<int, static_cast<int>(Taps)>{}, b, place, job.next, job.count,
               [&](const Row<One>& y, long n) __attribute__((always_inline)) {
                   return rates(push, gyration, torque, y,
                                One(origin + static_cast<double>(first + n) * step));
               });
    place.y.store(job.place->y);
    place.ready.store(job.place->ready);
    place.carry.store(job.place->carry);
}

template <class Torque>
void steps_of_taps(const Job& job) {
    const Torque torque(job);
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
    const Torque torque(job);
    return job.is_first_block ? one_block(first_weights<double>, job, torque)
                              : one_block(later_weights<double>, job, torque);
}
template <class Torque>
[[gnu::flatten, gnu::noinline]] Speed<double> speed(const Job& job) {
    const Torque torque(job);
    return speed_at(job.place->y, RatesAt<Torque>(job, torque, job.origin, 0));
}

/// use(type) with the type that evaluates the torque of a job.
template <class Set, class Use>
void with_torque(const Job& job, const Use& use) {
    if (!job.torque) return use(std::type_identity<Free<Set>>{});
    bool found = false;
    BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if constexpr (KnowsDirection<Model>)
            if (!found && job.torque->kind == kind_of<Model>()) {
                found = true;
                use(std::type_identity<ByDirection<Model, Set>>{});
            }
    });
    if (!found) use(std::type_identity<Called<Set>>{});
}

template <class Set>
void steps_of(const Job& job) {
    with_torque<Set>(job, [&]<class Torque>(std::type_identity<Torque>) { steps_of_taps<Torque>(job); });
}
template <class Set>
BlockMade<bool> block_of(const Job& job) {
    BlockMade<bool> made{};
    with_torque<Set>(job, [&]<class Torque>(std::type_identity<Torque>) { made = some_block<Torque>(job); });
    return made;
}
template <class Set>
Speed<double> speed_of(const Job& job) {
    Speed<double> found;
    with_torque<Set>(job, [&]<class Torque>(std::type_identity<Torque>) { found = speed<Torque>(job); });
    return found;
}

}  // namespace registers

Kernels POLHODE_KERNELS(POLHODE_TARGET)() {
    return {registers::speed_of<registers::Tag>, registers::steps_of<registers::Tag>,
            registers::block_of<registers::Tag>};
}

}  // namespace polhode::core::multistep
