/// The steps of DOP853 in registers, for one instruction set: this file is compiled once for each, with POLHODE_TARGET
/// (its name) and POLHODE_LANES (doubles to a register).
#include "method/registers/kernels.hpp"
#include "method/registers/torques.hpp"
#include "polhode/method/dop853_kernels.hpp"
#include "polhode/method/velocity_motion.hpp"

namespace polhode::core::dop853 {
namespace loops {

using registers::One, registers::Tag;
using InRegisters = multistep::Row<One>;

template <class Torque>
[[gnu::flatten, gnu::noinline]] void steps(const Job& job) {
    const Torque torque(job.torque, job.constants->per_half);
    const Vector3<One> push(job.constants->push), gyration(job.constants->gyration);
    const double origin = job.origin, step = job.step;
    Place<InRegisters> place{InRegisters::load(job.place->y), InRegisters::load(job.place->carry)};
    for (long n = job.first; n < job.first + job.count; ++n) {
        const double t = origin + static_cast<double>(n) * step;
        make_constant_step<double>(place, [&](const InRegisters& y, double x) __attribute__((always_inline)) {
            return multistep::rates(push, gyration, torque, y, One(t + x * step));
        });
    }
    place.y.store(job.place->y);
    place.carry.store(job.place->carry);
}

template <class Torque>
[[gnu::flatten, gnu::noinline]] double judged(const Job& job) {
    const Torque torque(job.torque, job.constants->per_half);
    const Vector3<One> push(job.constants->push), gyration(job.constants->gyration);
    const double t = job.origin, step = job.step;
    InRegisters f[end_of_step + 1], y1;
    f[0] = InRegisters::load(job.f[0]);
    const double error =
        make_judged_step<double>(InRegisters::load(*job.y0), f, y1, job.tolerance,
                                 [&](const InRegisters& y, double x) __attribute__((always_inline)) {
                                     return multistep::rates(push, gyration, torque, y, One(t + x * step));
                                 });
    y1.store(*job.y1);
    for (std::size_t i = 1; i <= (error <= 1 ? end_of_step : stages - 1); ++i) f[i].store(job.f[i]);
    return error;
}

template <class Set>
void steps_of(const Job& job) {
    registers::with_torque<Set, velocity::AnyLength>(
        job.torque, [&]<class Torque>(std::type_identity<Torque>) { steps<Torque>(job); });
}
template <class Set>
double judged_of(const Job& job) {
    double error = 0;
    registers::with_torque<Set, velocity::AnyLength>(
        job.torque, [&]<class Torque>(std::type_identity<Torque>) { error = judged<Torque>(job); });
    return error;
}

}  // namespace loops

Kernels POLHODE_KERNELS(POLHODE_TARGET)() {
    return {loops::steps_of<registers::Tag>, loops::judged_of<registers::Tag>};
}

}  // namespace polhode::core::dop853
