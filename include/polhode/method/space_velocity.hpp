/// Multi-stage and multi-step formulas applied to the angular velocity in space as if rotation vectors could
/// be added:
///     R₁ = exp(h Σ wⱼ ωⱼ) R₀,   L₁ = L₀ + h Σ wⱼ R Tⱼ,   Π₁ = R₁ᵀL₁.
/// They cannot (the mean of ω lacks (h²/12) ω'×ω), so that the order is two whatever the formula; compare
/// rkmk.hpp, which is the right way. Kept as the methods with which Buss (2001), "Accurate and efficient
/// simulation of rigid-body rotations", compares his own; torques, which he leaves out, enter as the formula
/// treats ω.
#pragma once

#include "polhode/so3/rotation.hpp"
#include "polhode/step/sheet.hpp"
#include "polhode/step/status.hpp"
#include "polhode/step/system.hpp"

#include <array>

namespace polhode::core {

namespace space {

/// Attitude and spatial momentum.
template <class Real>
struct Point {
    Quaternion<Real> attitude;
    Vector3<Real> momentum;
};

/// ω and the torque, in space.
template <class Real>
struct Rates {
    Vector3<Real> velocity, torque;

    friend Rates operator+(const Rates& a, const Rates& b) {
        return {a.velocity + b.velocity, a.torque + b.torque};
    }
    friend Rates operator*(const Real& s, const Rates& a) { return {s * a.velocity, s * a.torque}; }
};

template <class Real, class Model>
Rates<Real> rates(System<Real, Model>& system, const Point<Real>& at, const Real& t) {
    const Quaternion<Real>& q = at.attitude;
    const Vector3<Real> omega = system.inertia.solve(to_body(q, at.momentum));
    return {to_space(q, omega), to_space(q, system.torque(t, q, omega))};
}

template <class Real>
Point<Real> moved(const Point<Real>& from, const Rates<Real>& by, const Real& h) {
    return {renormalised(exp(h * by.velocity) * from.attitude), from.momentum + h * by.torque};
}

template <class Real>
Point<Real> of(const State<Real>& state) {
    return {state.attitude, to_space(state.attitude, state.momentum)};
}
template <class Real>
State<Real> state_of(const Point<Real>& p) {
    return {p.attitude, restore_length(to_body(p.attitude, p.momentum), norm2(p.momentum))};
}

/// The mean rates of the classical Runge–Kutta formula, whose first stage is given.
template <class Real, class Model>
Rates<Real> runge_kutta_mean(System<Real, Model>& system, const Point<Real>& from, const Rates<Real>& first,
                             const Real& t, const Real& h) {
    const Real half = Real(0.5) * h, two(2);
    const Rates<Real> second = rates(system, moved(from, first, half), t + half),
                      third = rates(system, moved(from, second, half), t + half),
                      fourth = rates(system, moved(from, third, h), t + h);
    return Real(1 / 6.0L) * (first + two * (second + third) + fourth);
}

}  // namespace space

/// The classical Runge–Kutta formula, rotation vectors averaged. Buss (2001); his text describes an average
/// of quaternions, his figures are those of this one.
struct NaiveRungeKutta : WithoutMemory {
    static constexpr Sheet sheet{
        .name = "rk4-naive",
        .title = "classical Runge–Kutta with rotation vectors averaged: second order only",
        .formula = "R₁ = exp(h(ω₁ + 2ω₂ + 2ω₃ + ω₄)/6) R₀, ω in space; L₁ likewise from RT; Π₁ = R₁ᵀL₁",
        .source = "Buss 2001, Runge–Kutta",
        .order_attitude = 2,
        .torque_evaluations = 4,
        .conserves_momentum = true,
        .conserves_axis_momentum = true};

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, NoMemory&, const Real& t,
                const Real& h) const {
        const space::Point<Real> from = space::of(state);
        const space::Rates<Real> first = space::rates(system, from, t);
        state = space::state_of(moved(from, space::runge_kutta_mean(system, from, first, t, h), h));
        return {};
    }
};

/// The means of a rate over a step by Adams' formulas, from its values now and one, two, three steps ago; the
/// second also from the predicted value at the end.
template <class Real, class Rate>
Rate adams_bashforth(const Rate& now, const std::array<Rate, 3>& past) {
    const auto w = [](int weight) { return Real(weight) / Real(24); };
    return w(55) * now + w(-59) * past[0] + w(37) * past[1] + w(-9) * past[2];
}
template <class Real, class Rate>
Rate adams_moulton(const Rate& end, const Rate& now, const std::array<Rate, 3>& past) {
    const auto w = [](int weight) { return Real(weight) / Real(24); };
    return w(9) * end + w(19) * now + w(-5) * past[0] + w(1) * past[1];
}

/// Adams–Bashforth of four steps as predictor, Adams–Moulton of three as corrector, started by three
/// Runge–Kutta steps; ωₚ is taken at the predicted attitude. Buss (2001), whose own figures are those of a
/// start of first order and of an ωₚ turned to space by the attitude before; this is the method as it is
/// meant.
struct NaiveAdams {
    static constexpr Sheet sheet{
        .name = "abm4-naive",
        .title = "Adams–Bashforth–Moulton on rotation vectors: second order only",
        .formula =
            "R₁ = exp(h(9ωₚ + 19ω₀ − 5ω₋₁ + ω₋₂)/24) R₀, ωₚ after h(55ω₀ − 59ω₋₁ + 37ω₋₂ − 9ω₋₃)/24; "
            "three steps of rk4-naive to start",
        .source = "Buss 2001, Adams–Bashforth, Adams–Moulton",
        .order_attitude = 2,
        .torque_evaluations = 2,
        .conserves_momentum = true,
        .conserves_axis_momentum = true,
        .memory = polhode::Memory::history};
    static constexpr bool keeps_history = true;

    template <class Real>
    struct Memory {
        std::array<space::Rates<Real>, 3> past;  ///< one, two, three steps ago
        int known = 0;                           ///< how many of them
        Real step{};                             ///< their distance in time
    };

    template <class Real, class Model>
    static Memory<Real> start(System<Real, Model>&, const State<Real>&, const Real&) {
        return {};
    }

    template <class Real, class Model>
    Status step(System<Real, Model>& system, State<Real>& state, Memory<Real>& memory, const Real& t,
                const Real& h) const {
        if (h < memory.step || h > memory.step) memory = {{}, 0, h};
        const space::Point<Real> from = space::of(state);
        const space::Rates<Real> now = space::rates(system, from, t);
        if (memory.known < 3) {
            state = space::state_of(moved(from, space::runge_kutta_mean(system, from, now, t, h), h));
            ++memory.known;
        } else {
            const space::Rates<Real> predicted = adams_bashforth<Real>(now, memory.past),
                                     there = space::rates(system, moved(from, predicted, h), t + h);
            state = space::state_of(moved(from, adams_moulton<Real>(there, now, memory.past), h));
        }
        memory.past = {now, memory.past[0], memory.past[1]};
        return {};
    }
};

}  // namespace polhode::core
