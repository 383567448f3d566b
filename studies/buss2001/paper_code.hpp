/// Methods as the paper's program had them, or as its text describes them, needed for its tables, useless
/// otherwise. Free bodies only. The catalogue has those that are meant: sw, abm4-naive, rk4-naive.
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

/// The classical Runge–Kutta formula, with the rotations of the four stages averaged as the text says: as quaternions
/// in Euclidean 4-space, normalised.
struct QuaternionMean {
    template <class Real>
    static core::Quaternion<Real> of(const std::array<core::Quaternion<Real>, 4>& q) {
        core::Vector3<Real> vector = Real(0) * q[0].vector();
        Real scalar(0);
        constexpr double weights[] = {1, 2, 2, 1};
        for (std::size_t i = 0; i < 4; ++i) {
            vector = vector + Real(weights[i]) * q[i].vector();
            scalar = scalar + Real(weights[i]) * q[i].w;
        }
        using std::sqrt;
        const Real length = Real(1) / sqrt(norm2(vector) + scalar * scalar);
        return {length * vector, length * scalar};
    }
};

/// Or by a weighted mean on the sphere (Buss and Fillmore): the point from which the logarithms of the four have the
/// weighted sum zero, by iteration.
struct SphericalMean {
    template <class Real>
    static core::Quaternion<Real> of(const std::array<core::Quaternion<Real>, 4>& q) {
        core::Quaternion<Real> mean = QuaternionMean::of(q);
        constexpr double weights[] = {1.0 / 6, 2.0 / 6, 2.0 / 6, 1.0 / 6};
        for (int round = 0; round < 30; ++round) {
            core::Vector3<Real> off = Real(0) * q[0].vector();
            for (std::size_t i = 0; i < 4; ++i) off = off + Real(weights[i]) * log(conjugate(mean) * q[i]);
            mean = mean * exp(off);
            if (norm2(off) < Real(1e-32)) break;
        }
        return mean;
    }
};

template <class Mean>
struct RungeKuttaOfMeans : core::WithoutMemory {
    template <class Real, class Model>
    core::Status step(core::System<Real, Model>& system, core::State<Real>& state, core::NoMemory&,
                      const Real& t, const Real& h) const {
        const core::space::Point<Real> from = core::space::of(state);
        const Real half = Real(0.5) * h;
        const auto first = core::space::rates(system, from, t),
                   second = core::space::rates(system, moved(from, first, half), t + half),
                   third = core::space::rates(system, moved(from, second, half), t + half),
                   fourth = core::space::rates(system, moved(from, third, h), t + h);
        const core::Quaternion<Real> turn =
            Mean::template of<Real>({exp(h * first.velocity), exp(h * second.velocity),
                                     exp(h * third.velocity), exp(h * fourth.velocity)});
        state = core::space::state_of(
            core::space::Point<Real>{renormalised(turn * from.attitude), from.momentum});
        return {};
    }
};
using RungeKuttaOfQuaternions = RungeKuttaOfMeans<QuaternionMean>;
using RungeKuttaOnTheSphere = RungeKuttaOfMeans<SphericalMean>;

}  // namespace polhode::reproduce
