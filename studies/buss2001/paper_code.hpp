/// Two methods as the paper's program had them, not as they are meant: needed for its tables, useless
/// otherwise. Free bodies only. The catalogue has them right: sw, abm4-naive.
#pragma once

#include "polhode/drift/turn.hpp"
#include "polhode/method/space_velocity.hpp"

#include <array>

namespace polhode::reproduce {

/// Simo and Wong's explicit method, ω̄ = ω + (ω − ω₋₁)/2, with the division by h forgotten: ω̄ = ω + (h/2)(ω
/// − ω₋₁). What is left is the first-order method.
struct SimoWongOfThePaper {
    static constexpr bool keeps_history = true;

    template <class Real>
    struct Memory {
        core::Vector3<Real> before;  ///< ω of the step before; of the first step: its own
    };

    template <class Real, class Model>
    static Memory<Real> start(core::System<Real, Model>& system, const core::State<Real>& state,
                              const Real&) {
        return {system.inertia.solve(state.momentum)};
    }

    template <class Real, class Model>
    core::Status step(core::System<Real, Model>& system, core::State<Real>& state, Memory<Real>& memory,
                      const Real&, const Real& h) const {
        const core::Vector3<Real> now = system.inertia.solve(state.momentum);
        turn(state, exp(h * (now + (Real(0.5) * h) * (now - memory.before))));
        memory.before = now;
        return {};
    }
};

/// Adams–Bashforth–Moulton with the predicted ω turned to space by the old attitude, ω_p = R₀ I⁻¹ R_pᵀ L, and
/// three starting steps of five first-order steps each.
struct AdamsOfThePaper {
    static constexpr bool keeps_history = true;

    template <class Real>
    struct Memory {
        std::array<core::Vector3<Real>, 3> past;  ///< ω in space one, two, three steps ago
        int known = 0;
    };

    template <class Real, class Model>
    static Memory<Real> start(core::System<Real, Model>&, const core::State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    core::Status step(core::System<Real, Model>& system, core::State<Real>& state, Memory<Real>& memory,
                      const Real&, const Real& h) const {
        const core::Vector3<Real> L = to_space(state.attitude, state.momentum);
        const auto velocity = [&](const core::Quaternion<Real>& of, const core::Quaternion<Real>& to) {
            return to_space(to, system.inertia.solve(to_body(of, L)));
        };
        const core::Quaternion<Real> q = state.attitude;
        const core::Vector3<Real> now = velocity(q, q);
        core::Quaternion<Real> next = q;
        if (memory.known < 3) {
            for (int i = 0; i < 5; ++i) next = renormalised(exp((h / Real(5)) * velocity(next, next)) * next);
            ++memory.known;
        } else {
            const core::Vector3<Real> predicted = core::adams_bashforth<Real>(now, memory.past),
                                      there = velocity(renormalised(exp(h * predicted) * q), q);
            next = renormalised(exp(h * core::adams_moulton<Real>(there, now, memory.past)) * q);
        }
        state = {next, restore_length(to_body(next, L), norm2(L))};
        memory.past = {now, memory.past[0], memory.past[1]};
        return {};
    }
};

}  // namespace polhode::reproduce
