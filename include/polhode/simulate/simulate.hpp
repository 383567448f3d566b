/// One run of one method on one problem: samples out as they come, memory independent of the length.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/plan.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/resolve.hpp"
#include "polhode/simulate/transition.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Method;

/// What is reported at a sample.
struct Sample {
    long step;  ///< the last one that ended at this time or before it
    double time;
    State state;
    Eigen::Vector3d spatial_momentum;
    Eigen::Vector3d angular_velocity;                   ///< body frame
    std::optional<double> energy;                       ///< null without a potential
    std::optional<TransitionMatrix> transition = {};    ///< with Plan::sensitivity
    std::optional<ParameterMatrix> by_parameters = {};  ///< with Plan::parameter_sensitivity
};

/// Of a run whose torque does work that no potential accounts for: H is the kinetic energy and the potentials
/// of those torques that have one and act all the time, W the work of all others up to a time. H − H₀ − W = 0.
struct EnergyBalance {
    double initial = 0, final = 0;  ///< H
    double work = 0;                ///< W of the whole run
    double max_error = 0;           ///< max |H − H₀ − W| over the steps
};

/// The same of the spatial momentum: L − L₀ − ∫R T dt = 0.
struct MomentumBalance {
    Eigen::Vector3d impulse = Eigen::Vector3d::Zero();  ///< ∫R T dt of the whole run
    double max_error = 0;                               ///< max ‖L − L₀ − ∫R T dt‖ over the steps
};

/// What the whole run (every step, not only the samples) says about the conserved quantities; with Plan::conservation off
/// nothing but balances.
struct Conservation {
    struct Trend {
        double max_error;    ///< the largest, whatever its sign
        double mean_error;   ///< of what is left of the quantity when its first value is taken away
        double error_slope;  ///< of the least-squares line against time
        /// One standard deviation, by the means of batches of steps; null for fewer than 15 steps.
        std::optional<double> slope_uncertainty;
    };
    std::optional<Trend> energy;    ///< H; null without a potential
    std::optional<Trend> momentum;  ///< ‖L − L₀‖ when free, L·axis of a symmetric field; null without either
    double max_quaternion_norm_error = 0;  ///< max | |q| − 1 |
    /// With Plan::balance, of a torque that conserves neither; the second one if no law holds for the momentum.
    std::optional<EnergyBalance> energy_balance;
    std::optional<MomentumBalance> momentum_balance;
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
    double end = 0;      ///< asked for
    double time = 0;     ///< reached
    double step = 0;     ///< used: if they differ from piece to piece, the longest; if variable, the mean
    long steps = 0;      ///< done
    long pieces = 1;     ///< from breakpoint to breakpoint; the method starts afresh in each
    double requested_step = 0;
    /// When the method chose its steps: how many; `steps` counts the sample points.
    std::optional<long> own_steps;
    std::optional<VariableSteps> variable;
    bool step_shortened = false;          ///< the requested step does not divide the interval
    bool complete = true;                 ///< false when stopped by the progress hook
    std::vector<EventRecord> events;      ///< in order of time
    std::vector<ImpulseRecord> impulses;  ///< in order of time
    std::optional<std::string> ended_by;  ///< the terminal event; its step counts among `steps`
    State final_state;
    std::optional<double> energy_initial, energy_final;
    long torque_evaluations = 0;  ///< those of dense output too, not those of the sensitivity
    long missed_projections = 0;  ///< steps of a method NAME+energy that could not be brought to the energy
    std::optional<ControlSummary> control;  ///< Hooks::on_control has its history
    double wall_seconds = 0;
    Conservation conservation;
    std::optional<TransitionMatrix> transition;  ///< from the start to `time`; with Plan::sensitivity
    std::optional<ParameterSensitivity> parameter_sensitivity;  ///< at `time`; with the plan's
};

/// Called during the run; each may be empty.
struct Hooks {
    std::function<void(const Sample&)> on_sample = {};
    /// About 20 times a second with steps done and steps in all; returning false stops the run cleanly.
    std::function<bool(long done, long total)> on_progress = {};
    /// Each call of the problem's control.
    std::function<void(const ControlRecord&)> on_control = {};
};

/// Throws InputError for a plan that cannot be carried out, RunError when the run fails on the way. What a
/// torque, an event or a hook throws comes through.
Result simulate(const Problem& problem, const Plan& plan, const Hooks& hooks = {});
/// The same with the error as a value.
Expected<Result> try_simulate(const Problem& problem, const Plan& plan, const Hooks& hooks = {});

/// The same with a method that is not in the catalogue, such as rkmk_method(tableau); the plan's is ignored.
Result simulate(const Method& method, const Problem& problem, const Plan& plan, const Hooks& hooks = {});
Expected<Result> try_simulate(const Method& method, const Problem& problem, const Plan& plan,
                              const Hooks& hooks = {});

/// Carries out what has been resolved for this problem.
Expected<Result> carry_out(const Problem& problem, const Resolved& run, const Hooks& hooks = {});

}  // namespace polhode
