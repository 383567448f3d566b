/// One run of one method on one problem: samples out as they come, memory independent of the length.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/event.hpp"
#include "polhode/simulate/transition.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Method;

/// How to integrate. Give `step` or `steps`; with neither, the problem's own step is used. A method that can choose its
/// steps (taylor-N) then does, and its series are sampled on the grid of the problem's step.
struct Plan {
    std::string method = "se";
    std::optional<double> step = {};
    std::optional<long> steps = {};
    std::optional<double> end = {};  ///< default: the problem's
    /// Steps of variable length (docs/variable-steps.md), at most one of the two. `step` is then the first one.
    /// Such that the error made in each is at most this: radians, and relative to the largest momentum so far.
    std::optional<double> step_error = {};
    /// Short where the body is fast or the torque strong, and the same for the reversed motion: no trend of
    /// the energy. For time-symmetric methods.
    bool reversible_steps = false;
    /// A sample every so many steps, or at these times, or at every multiple of this one; always of the first and the
    /// last state. Times need not fall on steps, which stay as they are (docs/dense-output.md).
    long every = 1;
    std::vector<double> times = {};
    std::optional<double> every_time = {};
    std::vector<Event> events = {};
    /// Follow how the state depends on the one at the start: Sample::transition, Result::transition.
    bool sensitivity = false;
};

/// What is reported at a sample.
struct Sample {
    long step;  ///< the last one that ended at this time or before it
    double time;
    State state;
    Eigen::Vector3d spatial_momentum;
    Eigen::Vector3d angular_velocity;                 ///< body frame
    std::optional<double> energy;                     ///< null without a potential
    std::optional<TransitionMatrix> transition = {};  ///< with Plan::sensitivity
};

/// What the whole run (every step, not only the samples) says about the conserved quantities.
struct Certificate {
    struct Drift {
        double max_error;    ///< the largest, whatever its sign
        double mean_error;   ///< of what is left of the quantity when its first value is taken away
        double error_slope;  ///< of the least-squares line against time
        /// One standard deviation, by the means of batches of steps; null for fewer than 15 steps.
        std::optional<double> slope_uncertainty;
    };
    std::optional<Drift> energy;    ///< H; null without a potential
    std::optional<Drift> momentum;  ///< ‖L − L₀‖ when free, L·axis of a symmetric field; null without either
    double max_quaternion_norm_error = 0;  ///< max | |q| − 1 |
};

/// What a run with steps of variable length came to.
struct VariableSteps {
    bool reversible = false;           ///< else of controlled error
    double smallest = 0, largest = 0;  ///< without the last one, which is cut to end at the end
    double largest_ratio = 1;          ///< of a step to the one before it, or the other way round
    long rejected = 0;                 ///< tried, and found too inaccurate
};

struct Result {
    std::string problem;
    std::string method;  ///< canonical name
    double time = 0;     ///< reached
    double step = 0;     ///< used; if variable, the mean
    long steps = 0;      ///< done
    double requested_step = 0;
    /// Internal steps of a method that chooses its steps; `steps` then counts the sample points.
    std::optional<long> own_steps;
    std::optional<VariableSteps> variable;
    bool step_shortened = false;          ///< the requested step does not divide the interval
    bool complete = true;                 ///< false when stopped by the progress hook
    std::vector<EventRecord> events;      ///< in order of time
    std::optional<std::string> ended_by;  ///< the terminal event; its step counts among `steps`
    State final_state;
    std::optional<double> energy_initial, energy_final;
    long torque_evaluations = 0;  ///< those of dense output too, not those of the sensitivity
    long missed_projections = 0;  ///< steps of a method NAME+energy that could not be brought to the energy
    double wall_seconds = 0;
    Certificate certificate;
    std::optional<TransitionMatrix> transition;  ///< from the start to `time`; with Plan::sensitivity
};

/// Called during the run; both may be empty.
struct Hooks {
    std::function<void(const Sample&)> on_sample = {};
    /// About 20 times a second with steps done and steps in all; returning false stops the run cleanly.
    std::function<bool(long done, long total)> on_progress = {};
};

/// Throws InputError for a plan that cannot be carried out, RunError when the run fails.
Result simulate(const Problem& problem, const Plan& plan, const Hooks& hooks = {});

/// The same with a method that is not in the catalogue, such as rkmk_method(tableau); the plan's is ignored.
Result simulate(const Method& method, const Problem& problem, const Plan& plan, const Hooks& hooks = {});

/// The step count for an interval: the nearest step not above `step` that divides it.
long steps_for(double interval, double step);
Expected<long> try_steps_for(double interval, double step);  ///< the same without exceptions

}  // namespace polhode
