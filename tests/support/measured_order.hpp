/// The order of convergence of a method on a problem, read off errors at shorter and shorter steps.
#pragma once

#include "polhode/simulate/simulate.hpp"
#include "support/stated_orders.hpp"
#include "support/switched_problems.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace polhode::test {

/// At the end, in long double. Nothing where a step is too long for the method.
inline std::optional<double> error_of(const Method& method, const RateProblem& p, long steps) {
    const auto stepper = method.on_long_double(p.problem.body, p.problem.torque);
    ExtendedState state = initial_state(p.problem);
    const Extended h = static_cast<Extended>(p.end) / static_cast<Extended>(steps);
    for (long n = 0; n < steps; ++n)
        if (!stepper->step(state, static_cast<Extended>(n) * h, h).ok()) return std::nullopt;
    return distance(state, p.reference);
}

/// At the end of a run by `simulate`, with so many steps in each part of the time. The step that is asked for is a
/// little longer than these: no breakpoint is a multiple of it, and yet the steps of all pieces are equal.
inline std::optional<double> error_of(const Method& method, const SwitchedProblem& p, long steps) {
    const double parts = p.end / p.part, longer = 0.3 / parts;
    const auto result = try_simulate(method, p.problem,
                                     {.steps = FixedStep{p.part / (static_cast<double>(steps) - longer)},
                                      .end = p.end,
                                      .every = 1L << 40,
                                      .balance = false});
    if (!result) return std::nullopt;
    const State& s = result->final_state;
    const core::Quaternion<double> q = core::from_eigen(s.attitude);
    return distance(
        ExtendedState{core::Quaternion<Extended>(q), ExtendedVector(core::from_eigen(s.momentum))},
        p.reference);
}

/// Where the order is read off: numbers of steps, and errors above round-off.
struct OrderRange {
    long first, most;
    double floor;
};
inline OrderRange range_of(const RateProblem&, int order) {
    return {order <= 2 ? 64 : 4, order == 1 ? 1L << 17 : order == 2 ? 1L << 13 : 1L << 10, 1e-16};
}
inline OrderRange range_of(const SwitchedProblem&, int order) {
    return {1, order == 1 ? 1L << 12 : order == 2 ? 1L << 9 : 1L << 7, 1e-11};
}

struct MeasuredOrder {
    double value;
    bool settled;  ///< two orders in a row agree; else it is the last one before round-off
};

/// From one error to the next, errors that are neither large nor at round-off. Nothing if there are not two of them.
template <class SomeProblem>
std::optional<MeasuredOrder> order_on(const Method& method, const SomeProblem& p, int expected,
                                      double least_floor = 0) {
    OrderRange range = range_of(p, expected);
    range.floor = std::max(range.floor, least_floor);
    // twice as many steps each time; where the error falls fast, by factors 3/2 and 4/3
    const auto more = [&](long n) {
        return expected <= 4 || n == 1 ? 2 * n : n % 3 == 0 ? n / 3 * 4 : n / 2 * 3;
    };
    double last_error = 1, last_order = 0;
    long last_steps = 0;
    std::optional<MeasuredOrder> found;
    for (long n = range.first; n <= range.most; n = more(n)) {
        const auto error = error_of(method, p, n);
        if (!error) continue;
        if (*error < range.floor) break;
        const double order = last_steps == 0
                               ? 0
                               : std::log(last_error / *error)
                                     / std::log(static_cast<double>(n) / static_cast<double>(last_steps));
        if (last_error < 0.05) {
            const bool settled = std::abs(order - last_order) < 0.1;
            if (settled || !found || !found->settled) found = {order, settled};
        }
        last_error = *error;
        last_order = order;
        last_steps = n;
    }
    return found;
}

/// Whether a step evaluates the torque at times outside of itself.
inline bool looks_beyond_its_step(const Method& method) {
    const double h = 0.125;
    double first = 0, last = 0;  // from the beginning of the step, in steps
    long n = 0;
    const Torque torque = generic_torque([&](const auto& t, const auto&, const auto& w) {
        const double now = core::plain_time(t) / h - static_cast<double>(n);
        first = std::min(first, now);
        last = std::max(last, now);
        return w;
    });
    const auto stepper = method.on_double(rates::body(), torque);
    core::State<double> state{{0.6, 0, 0, 0.8}, {1, -2, 1.5}};
    for (; n < 3; ++n)
        if (!stepper->step(state, static_cast<double>(n) * h, h).ok()) break;
    return first < -1e-12 || last > 1 + 1e-12;
}

}  // namespace polhode::test
