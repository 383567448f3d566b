/// The loop over bodies for methods that carry the steps before along: each call takes up the history of some bodies,
/// makes all their steps in the loop of the method itself, and puts the history back. All bodies are at the same step,
/// so that what is counted is the same for all.
#pragma once

#include "ensemble/lanes/march.hpp"
#include "polhode/method/multistep_tables.hpp"

namespace polhode::lanes {

/// Numbers of Real::lanes bodies one after the other in memory, as Memory::keep of a method hands them over.
template <class Real, bool to_memory>
class Keeper {
public:
    static constexpr bool loads = !to_memory;

    explicit Keeper(double* at) : at_(at) {}

    template <class Whole>
    POLHODE_INLINE void count(Whole& n) {
        if constexpr (to_memory)
            *at_ = static_cast<double>(n);
        else
            n = static_cast<Whole>(*at_);
        at_ += Real::lanes;
    }
    POLHODE_INLINE void number(Real& x) {
        const auto at = [this](std::size_t lane) { return at_ + lane; };
        if constexpr (to_memory)
            store(x, 0, at);
        else
            x = load<Real>(0, at);
        at_ += Real::lanes;
    }

private:
    double* at_;
};

/// A memory that says what has to be kept of it. That of other methods is room to work in, or a help to begin the next
/// step with: their steps go on from the state alone.
template <class Memory, class Real>
concept ToBeKept = requires(Memory& memory, Keeper<Real, true>& keeper) { memory.keep(keeper, 0); };

/// A memory with what was kept of some bodies; a fresh one where all begin anew.
template <class Real, class Method, class Memory>
POLHODE_INLINE void take_up(const Job& job, const Method& method, Memory& memory, std::size_t body) {
    memory.known = 0;
    memory.next = core::multistep::block;
    memory.prepared = false;
    memory.end = 0;
    memory.growth = {};
    if (job.anew) return;
    Keeper<Real, false> keeper(job.history + body * job.history_numbers);
    memory.keep(keeper, Method::rates_to_keep(method.table.taps));
    memory.step = Real(job.step);
}
template <class Real, class Method, class Memory>
POLHODE_INLINE void put_back(const Job& job, const Method& method, Memory& memory, std::size_t body) {
    Keeper<Real, true> keeper(job.history + body * job.history_numbers);
    memory.keep(keeper, Method::rates_to_keep(method.table.taps));
}

/// All steps of some bodies, by stretches of `most` steps. A lane that is stopped, or whose step fails, keeps its
/// state; what its history then holds counts for nobody. Returns whether all went well; with stretches of one step
/// failures are reported.
template <class Real, class Method, class System, class Memory>
[[gnu::noinline]] bool march_stretches(const Job& job, const Method& method, System& system, Memory& memory,
                                       std::size_t body, std::uint64_t stopped, long most) {
    using core::State;
    constexpr std::uint64_t every_lane = ~std::uint64_t{0} >> (64 - Real::lanes);
    const State<Real> rest{{Real(0), Real(0), Real(0), Real(1)}, {Real(0), Real(0), Real(0)}};
    const core::TimeGrid<Real> grid{Real(job.origin), Real(job.step)};
    State<Real> state = load_state<Real>(job.states, body), moving = state;
    if (stopped != 0 && job.anew) moving = select(mask_of<Real>(stopped), rest, state);
    take_up<Real>(job, method, memory, body);
    memory.shown = moving;
    const long end = job.first_step + job.steps;
    for (long n = job.first_step; n < end && stopped != every_lane; n += most) {
        const core::Status status =
            method.march(system, moving, memory, grid, n, std::min(most, end - n)).second;
        const std::uint64_t bad =
            ((status.ok() ? 0 : status.lanes) | lane_bits(!finite_state(moving))) & every_lane & ~stopped;
        if (bad != 0) {
            if (most > 1) return false;
            for (std::size_t lane = 0; lane < Real::lanes; ++lane)
                if (bad >> lane & 1) job.failed(job.context, body + lane, n);
            stopped |= bad;
        }
        state = stopped == 0 ? moving : select(mask_of<Real>(stopped), state, moving);
    }
    put_back<Real>(job, method, memory, body);
    store_state(state, job.states, body);
    return true;
}

/// In one stretch; step by step where some step fails.
template <class Real, class Method, class System, class Memory>
void march_with_history(const Job& job, const Method& method, const System& given, Memory& memory,
                        std::size_t body) {
    if constexpr (ToBeKept<Memory, Real>) {
        System system = given;
        const std::uint64_t stopped = stopped_lanes<Real>(job, body);
        if (!march_stretches<Real>(job, method, system, memory, body, stopped, std::max(2L, job.steps)))
            march_stretches<Real>(job, method, system, memory, body, stopped, 1);
    } else {
        march_some<Real>(job, method, given, memory, body);
    }
}

}  // namespace polhode::lanes
