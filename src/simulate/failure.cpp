#include "simulate/failure.hpp"

#include <fmt/format.h>
#include <cmath>
#include <utility>

namespace polhode {

std::optional<Error> lasting_failure(const core::Status& status) {
    if (status.outcome != core::Outcome::energy_changes) return std::nullopt;
    return input_error(
        "the potential of the torque changes with time, expected one of the attitude alone: else there is no "
        "energy to be kept",
        "torque");
}

std::optional<Error> error_unless_finite(const State& state, double t) {
    if (state.attitude.coeffs().allFinite() && state.momentum.allFinite()) return std::nullopt;
    const auto& q = state.attitude;
    const auto& p = state.momentum;
    return run_error(fmt::format(
        "the state at t = {} is beyond all numbers: attitude ({}, {}, {}, {}), momentum ({}, {}, {}); "
        "take units in which they are smaller",
        t, q.x(), q.y(), q.z(), q.w(), p.x(), p.y(), p.z()));
}

std::optional<Error> error_unless_finite(const Eigen::Vector3d& angular_velocity, double t) {
    if (angular_velocity.allFinite()) return std::nullopt;
    const auto& w = angular_velocity;
    return run_error(fmt::format(
        "the angular velocity at t = {} is beyond all numbers: ({}, {}, {}); take units in which it is smaller",
        t, w.x(), w.y(), w.z()));
}

Error step_failure(const core::Status& status, const core::Stepper<double>& stepper,
                   const core::State<double>& before, const core::State<double>& after, double t, double h) {
    if (auto lasting = lasting_failure(status)) return *std::move(lasting);
    // the torque comes first: a NaN from it also stops the solver
    for (const auto& [time, state] : {std::pair(t, before), std::pair(t + h, after)}) {
        const core::Vector3<double> torque = stepper.torque(time, state);
        if (!is_finite(torque) && is_finite(state.attitude.vector())) {
            const char* formula = stepper.torque_culprit(time, state);
            return run_error(fmt::format(
                "the torque at t = {} is ({}, {}, {}), expected finite numbers{}", time, torque.x, torque.y,
                torque.z, formula ? fmt::format("; the formula {} yields none there", formula) : ""));
        }
    }
    switch (status.outcome) {
        case core::Outcome::no_convergence:
            if (status.iterations == 0)  // no equation: a method that chooses its steps
                return run_error(fmt::format(
                    "the method finds no steps that are short enough for its tolerance after t = {}; take a "
                    "larger one, or state the breakpoints of a torque that jumps",
                    t));
            return run_error(fmt::format(
                "the step's equation did not converge at t = {} with step {} ({} iterations{}); take a "
                "smaller step",
                t, h, status.iterations,
                std::isfinite(status.residual)
                    ? fmt::format(", last correction {:.1e} relative", status.residual)
                    : ""));
        case core::Outcome::rotation_too_big:
            return run_error(fmt::format(
                "the body turns too far in the step at t = {} with step {}: the step's equation no longer "
                "has one "
                "solution; take a smaller step",
                t, h));
        case core::Outcome::no_formula:
            return run_error(fmt::format(
                "the method's formula has no value for the state at t = {}; take a method over the exact drift, "
                "such as se",
                t));
        case core::Outcome::step_too_long:
            return run_error(fmt::format(
                "the method is not stable at t = {} with step {}{}; take a smaller step, or a method with a "
                "wider bound of stability",
                t, h,
                status.residual > 0
                    ? fmt::format(", which is {:.3g} times the longest that it takes there", status.residual)
                    : ""));
        case core::Outcome::energy_changes:
        case core::Outcome::done: break;
    }
    return run_error(fmt::format(
        "the state is no longer finite after the step at t = {} with step {}; take a smaller step", t, h));
}

}  // namespace polhode
