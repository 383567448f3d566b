/// How to integrate a problem: the method, its steps, the end, what is to be seen on the way.
///
///     Plan{.method = "se", .steps = FixedStep{0.01}, .end = 20}
#pragma once

#include "polhode/simulate/event.hpp"
#include "polhode/simulate/transition.hpp"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace polhode {

/// The method's own steps where it chooses them (taylor-N), with sample points so far apart. Other methods
/// make equal steps of this length.
struct AutomaticSteps {
    /// Default: the problem's step, or, where the method chooses its steps, a thousandth of the interval.
    std::optional<double> sample_spacing = {};
};

/// Equal steps of this length, or of the nearest shorter one that divides the interval. Where the torque jumps
/// at breakpoints, or impulses are given, this holds for each piece between two of them.
struct FixedStep {
    double step;
};

/// So many equal steps; with breakpoints FixedStep{end / count}, which may take a few more.
struct StepCount {
    long count;
};

/// Steps of variable length (docs/variable-steps.md), such that the error made in each is at most this:
/// radians, and relative to the largest momentum so far.
struct ErrorPerStep {
    double error;
    std::optional<double> first_step = {};  ///< default: the problem's step, or a thousandth of the interval
};

/// Steps of variable length that are short where the body is fast or the torque strong, and the same for the
/// reversed motion: no trend of the energy. For time-symmetric methods.
struct ReversibleSteps {
    std::optional<double> first_step = {};  ///< default: the problem's step
};

/// The method and the steps that keep the error of the whole run below this. Finding them takes runs of their
/// own: `choose` makes them, and plan_of(choice) is the plan to carry out.
struct ToTolerance {
    double error;
    /// Time between the sample points of a method that takes any step; default: the problem's step.
    std::optional<double> sample_spacing = {};
};

using StepChoice =
    std::variant<AutomaticSteps, FixedStep, StepCount, ErrorPerStep, ReversibleSteps, ToTolerance>;

struct Plan {
    std::string method = "se";  ///< with ToTolerance "" for any
    StepChoice steps = AutomaticSteps{};
    std::optional<double> end = {};  ///< default: the problem's
    /// A sample every so many steps, or at these times, or at every multiple of this one; always of the first
    /// and the last state. Times need not fall on steps, which stay as they are (docs/dense-output.md).
    long every = 1;
    std::vector<double> times = {};
    std::optional<double> every_time = {};
    std::vector<Event> events = {};
    /// Follow how the state depends on the one at the start: Sample::transition, Result::transition.
    bool sensitivity = false;
    /// Follow how it depends on the moments of inertia and on the numbers of the torque, with this the same at
    /// the start: Sample::by_parameters, Result::parameter_sensitivity.
    std::optional<HeldAtStart> parameter_sensitivity = {};
    /// Of a torque that does not conserve the energy, integrate work and impulse: Conservation::energy_balance.
    /// It takes a torque evaluation for every step, which is not counted. Not for a function of the user's own,
    /// whose calls may be dear.
    bool balance = true;
    /// Watch energy, momentum and the length of the quaternion after every step: Result::conservation. That takes some
    /// 140 ns a step, ten times what the fastest methods take; without, a run between two samples goes by the method's
    /// own loop.
    bool conservation = true;
};

}  // namespace polhode
