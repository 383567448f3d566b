/// The loop over bodies and steps, for one method, one torque, one instruction set.
///
/// A file that includes this is compiled once for each instruction set, with POLHODE_TARGET (its name) and
/// POLHODE_LANES (the width of its registers). Every template here depends on the target by its scalar: the
/// linker keeps one copy of what has the same name, and must not mix up what was compiled for different
/// machines.
#pragma once

#include "ensemble/lanes/job.hpp"
#include "polhode/scalar/pack.hpp"
#include "polhode/step/stepper.hpp"
#include "polhode/step/system.hpp"
#include "polhode/torque/bound_torque.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace polhode::lanes {

struct POLHODE_TARGET;  // only its name is used
using Pack = core::Pack<POLHODE_LANES, POLHODE_TARGET>;
using TwoPacks = core::Pair<Pack, Pack>;
/// As many lanes as hide the latency of short chains of operations: sixteen, or as many as there are
/// registers for.
using ManyPacks = std::conditional_t<Pack::lanes == 8, TwoPacks, core::Pair<TwoPacks, TwoPacks>>;

// --- between blocks and lanes ---------------------------------------------------------------------------------

/// A number of each of Real::lanes bodies, the first being `body`; `of(body)` says where a body's is.
template <class Real, class Of>
POLHODE_INLINE Real load(std::size_t body, const Of& of) {
    if constexpr (requires(Real r) { r.v; })
        return Real::load(of(body));
    else
        return {load<decltype(Real::a)>(body, of),
                load<decltype(Real::b)>(body + decltype(Real::a)::lanes, of)};
}
template <class Real, class Of>
POLHODE_INLINE void store(const Real& x, std::size_t body, const Of& of) {
    if constexpr (requires { x.v; }) {
        x.store(of(body));
    } else {
        store(x.a, body, of);
        store(x.b, body + decltype(x.a)::lanes, of);
    }
}

template <class Real>
POLHODE_INLINE core::Vector3<Real> load_vector(const core::VectorBlock* blocks, std::size_t stride,
                                               std::size_t body) {
    const auto component = [&](std::size_t i) {
        return load<Real>(body, [=](std::size_t k) {
            return blocks[k / core::block_bodies * stride][i].of + k % core::block_bodies;
        });
    };
    return {component(0), component(1), component(2)};
}

template <class Real>
POLHODE_INLINE core::State<Real> load_state(const core::StateBlock* blocks, std::size_t body) {
    const auto component = [&](std::size_t i) {
        return load<Real>(body, [=](std::size_t k) {
            return blocks[k / core::block_bodies].attitude[i].of + k % core::block_bodies;
        });
    };
    const auto momentum = [&](std::size_t i) {
        return load<Real>(body, [=](std::size_t k) {
            return blocks[k / core::block_bodies].momentum[i].of + k % core::block_bodies;
        });
    };
    return {{component(0), component(1), component(2), component(3)},
            {momentum(0), momentum(1), momentum(2)}};
}
template <class Real>
POLHODE_INLINE void store_state(const core::State<Real>& s, core::StateBlock* blocks, std::size_t body) {
    const auto attitude = [&](const Real& x, std::size_t i) {
        store(x, body, [=](std::size_t k) {
            return blocks[k / core::block_bodies].attitude[i].of + k % core::block_bodies;
        });
    };
    const auto momentum = [&](const Real& x, std::size_t i) {
        store(x, body, [=](std::size_t k) {
            return blocks[k / core::block_bodies].momentum[i].of + k % core::block_bodies;
        });
    };
    const core::Quaternion<Real>& q = s.attitude;
    attitude(q.x, 0), attitude(q.y, 1), attitude(q.z, 2), attitude(q.w, 3);
    momentum(s.momentum.x, 0), momentum(s.momentum.y, 1), momentum(s.momentum.z, 2);
}

// --- torques --------------------------------------------------------------------------------------------------

/// The numbers of the torques of Real::lanes bodies, one after the other.
template <class Real>
class OwnNumbers {
public:
    OwnNumbers(const Job& job, std::size_t body) : job_(job), body_(body) {}

    POLHODE_INLINE Real next() {
        const std::size_t i = next_++;
        return load<Real>(body_, [&](std::size_t k) {
            return job_.parameters[k / core::block_bodies * job_.parameters_stride + i].of
                 + k % core::block_bodies;
        });
    }

private:
    const Job& job_;
    std::size_t body_, next_ = 0;
};

/// The torque of Real::lanes bodies: the model that all have in common, with the numbers of each.
template <class Real, class Model>
POLHODE_INLINE auto model_on_lanes(const Job& job, const Model& common, OwnNumbers<Real>& own,
                                   const core::Inertia<Real>& inertia) {
    auto model = core::on_number<Real>(common);
    for (Real* number : core::varying_numbers<Real>(model)) *number = own.next();
    return core::in_axes(model, job.principal, inertia);
}

/// The same behind a call, for the models that are not compiled into the kernels. See torques.cpp.
template <class Real>
std::unique_ptr<core::BoundTorque<Real>> called_torque(const Job& job, std::size_t body,
                                                       const core::Inertia<Real>& inertia);

// --- the loop -------------------------------------------------------------------------------------------------

/// The mask of the lanes whose bits are set, lane 0 in the lowest bit.
template <class Real>
[[gnu::noinline]] core::Mask<Real> mask_of(std::uint64_t bits) {
    Real x(0);
    for (int i = 0; i < Real::lanes; ++i) x.set_lane(i, bits >> i & 1 ? 1 : 0);
    return x > Real(0.5);
}

template <class Real>
POLHODE_INLINE core::Mask<Real> finite_state(const core::State<Real>& s) {
    const core::Vector3<Real>&p = s.momentum, q = s.attitude.vector();
    return finite_lanes(p.x) & finite_lanes(p.y) & finite_lanes(p.z) & finite_lanes(q.x) & finite_lanes(q.y)
         & finite_lanes(q.z) & finite_lanes(s.attitude.w);
}

/// The time at which step n begins, as core::TimeGrid has it.
template <class Real>
POLHODE_INLINE Real start_of(const Job& job, long n) {
    return Real(job.origin + static_cast<double>(n) * job.step);
}

/// Which of Real::lanes bodies from `body` on are not to be moved, one bit each.
template <class Real>
POLHODE_INLINE std::uint64_t stopped_lanes(const Job& job, std::size_t body) {
    std::uint64_t stopped = 0;
    for (std::size_t lane = 0; lane < Real::lanes; lane += core::block_bodies)
        stopped |= std::uint64_t{job.stopped[(body + lane) / core::block_bodies]}
                >> (body + lane) % core::block_bodies << lane;
    return stopped & ~std::uint64_t{0} >> (64 - Real::lanes);
}

template <class Real, class Method, class System, class Memory>
POLHODE_INLINE void start_memory(const Job& job, const Method& method, System& system,
                                 const core::State<Real>& state, Memory& memory) {
    if constexpr (!requires { Method::memory_is_room; })
        memory = method.start(system, state, start_of<Real>(job, job.first_step));
}

/// All steps of some bodies, each step checked: a lane that is stopped, or whose step fails, keeps its
/// state.
template <class Real, class Method, class System, class Memory>
[[gnu::noinline, gnu::cold]] void march_with_care(const Job& job, const Method& method, System& system,
                                                  Memory& memory, std::size_t body, std::uint64_t stopped) {
    using core::State;
    constexpr std::uint64_t every_lane = ~std::uint64_t{0} >> (64 - Real::lanes);
    // a body at rest takes the place of one that is stopped, so that no solver iterates for it
    const State<Real> rest{{Real(0), Real(0), Real(0), Real(1)}, {Real(0), Real(0), Real(0)}};
    const Real h(job.step);
    State<Real> state = load_state<Real>(job.states, body);
    start_memory(job, method, system, state, memory);
    for (long n = job.first_step; n < job.first_step + job.steps && stopped != every_lane; ++n) {
        State<Real> next = select(mask_of<Real>(stopped), rest, state);
        const core::Status status = method.step(system, next, memory, start_of<Real>(job, n), h);
        const std::uint64_t bad =
            ((status.ok() ? 0 : status.lanes) | lane_bits(!finite_state(next))) & every_lane & ~stopped;
        for (std::size_t lane = 0; lane < Real::lanes; ++lane)
            if (bad >> lane & 1) job.failed(job.context, body + lane, n);
        stopped |= bad;
        state = select(mask_of<Real>(stopped), state, next);
    }
    store_state(state, job.states, body);
}

/// The same for the usual case that no step fails: the state is checked at the end only, since what is
/// not finite stays so; else march_with_care repeats all steps. Flattened: the state stays in registers.
template <class Real, class Method, class System, class Memory>
[[gnu::flatten, gnu::noinline]] void march_some(const Job& job, const Method& method, const System& given,
                                                Memory& memory, std::size_t body) {
    System system = given;
    const std::uint64_t stopped = stopped_lanes<Real>(job, body);
    if (stopped == 0) [[likely]] {
        const Real h(job.step);
        core::State<Real> state = load_state<Real>(job.states, body);
        start_memory(job, method, system, state, memory);
        bool well = true;
        for (long n = job.first_step; n < job.first_step + job.steps && well; ++n)
            well = method.step(system, state, memory, start_of<Real>(job, n), h).ok();
        if (well && all(finite_state(state))) [[likely]] {
            store_state(state, job.states, body);
            return;
        }
    }
    march_with_care<Real>(job, method, system, memory, body, stopped);
}

/// The same for methods that carry the steps before along. See march_history.hpp.
template <class Real, class Method, class System, class Memory>
void march_with_history(const Job& job, const Method& method, const System& given, Memory& memory,
                        std::size_t body);

/// `make(body, inertia)` makes the torque of some bodies, `model_of` what a method sees of it.
template <class Real, class Method, class Make, class ModelOf>
POLHODE_INLINE void march_all(const Job& job, const Method& method, const Make& make,
                              const ModelOf& model_of) {
    const auto inertia_of = [&](std::size_t body) {
        return core::Inertia<Real>(load_vector<Real>(job.moments, job.moments_stride, body));
    };
    const auto system_of = [&](const core::Inertia<Real>& inertia, const auto& torque) {
        using Model = std::decay_t<decltype(model_of(torque))>;
        return core::System<Real, Model>{inertia, model_of(torque)};
    };
    const std::size_t first = job.first_block * core::block_bodies,
                      last = job.last_block * core::block_bodies;
    if (first == last) return;
    // of bodies of this job, since other threads write the numbers of others
    const core::Inertia<Real> inertia = inertia_of(first);
    const auto torque = make(first, inertia);
    auto common = system_of(inertia, torque);
    auto memory = method.start(common, core::State<Real>{}, Real(0));
    const bool all_alike = job.moments_stride == 0 && job.parameters_stride == 0;
    const auto march_next = [&](const auto& system, std::size_t body) {
        if constexpr (core::KeepsHistory<Method>)
            march_with_history<Real>(job, method, system, memory, body);
        else
            march_some<Real>(job, method, system, memory, body);
    };
    for (std::size_t body = first; body < last; body += Real::lanes) {
        if (all_alike) {
            march_next(common, body);
        } else {
            const core::Inertia<Real> own_inertia = inertia_of(body);
            const auto own_torque = make(body, own_inertia);
            march_next(system_of(own_inertia, own_torque), body);
        }
    }
}

/// `march` is for a model that is compiled into the kernel, `march_by_call` for any other.
template <class Real, class Model, class Method>
void march(const Job& job, const Method& method) {
    const Model& common = *std::get_if<Model>(job.torque);
    march_all<Real>(
        job, method,
        [&](std::size_t body, const core::Inertia<Real>& inertia) {
            OwnNumbers<Real> own(job, body);
            return model_on_lanes<Real>(job, common, own, inertia);
        },
        [](const auto& model) { return model; });
}
template <class Real, class Method>
void march_by_call(const Job& job, const Method& method) {
    march_all<Real>(
        job, method,
        [&](std::size_t body, const core::Inertia<Real>& inertia) {
            return called_torque<Real>(job, body, inertia);
        },
        [](const auto& torque) { return core::ErasedTorque<Real>(*torque); });
}

/// The kernels of a method for every torque. `Make` makes the method from the recipe.
template <class Real, class Make>
void fill(Kernel (&kernels)[torque_kernels]) {
    std::size_t kernel = 0;
    core::BuiltInTorques::for_each([&]<class Model>(std::type_identity<Model>) {
        if constexpr (Model::sheet.inlined)
            kernels[kernel++] = [](const Job& job) { march<Real, Model>(job, Make{}(*job.recipe)); };
    });
    kernels[kernel] = [](const Job& job) { march_by_call<Real>(job, Make{}(*job.recipe)); };
}

}  // namespace polhode::lanes
