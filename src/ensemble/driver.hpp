/// Moves the bodies of an ensemble, by the kernels on lanes or by the code of single runs.
#pragma once

#include "ensemble/body_controls.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "threads/mutex.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace polhode {

/// Of a method that carries the steps before along. Bodies go in step, so that all begin anew together: in a new
/// piece, and when a body was set to something else between two calls.
struct EnsembleHistory {
    std::vector<double> on_lanes = {};                               ///< see lanes::Job
    std::vector<std::unique_ptr<core::Stepper<double>>> alone = {};  ///< one by one, or in a short piece
    std::vector<std::vector<std::byte>> put_back = {};  ///< what steppers remember that have to be made again
    std::vector<core::StateBlock> left = {};            ///< the states at the end of the last call
    std::uint64_t revision = 0;                         ///< of the ensemble, then
    bool anew = true;
};

struct EnsembleDriver {
    Ensemble& ensemble;
    Method method;
    core::TimeGrid<double> grid;
    int threads;
    Target target;
    long done = 0;
    std::vector<std::uint8_t> stopped = {};  ///< bodies that have failed, one bit each, one byte per block
    std::vector<BodyFailure> failures = {};
    Mutex mutex = {};

    /// Bodies may need different kernels: one pass per kernel. `others` marks the lanes that this pass must
    /// skip (empty: only the failed ones).
    struct Pass {
        std::size_t variant;  ///< see lanes::kernel
        std::vector<std::uint8_t> others;
    };
    std::vector<Pass> passes = {};

    std::vector<double> breakpoints = {};  ///< of the torque and of impulses, each at the end of a step
    std::vector<Impulse> impulses = {};
    long all_steps = 0;                         ///< of the whole run; 0: that is not known
    std::optional<BodyControls> controls = {};  ///< and wheels
    double period = 0;                          ///< from call to call of the control,
    long steps_per_call = 0;                    ///< which is so many steps; 0: there is none
    long calls = 0;
    bool calls_functions = false;  ///< of the user, which may throw: a torque, or a control law

    std::optional<EnsembleHistory> history = {};

    TimeSpan piece = {};                   ///< the one between breakpoints or calls in which the bodies are,
    core::TimeGrid<double> in_piece = {};  ///< its steps,
    long first = 0;                        ///< how many there are before it,
    long steps_in_piece = 0;               ///< and in it, as far as that is known

    /// With the target of target_of: the plan is not checked again. Gives the impulses at the start.
    EnsembleDriver(Ensemble& ensemble, const Method& method, const SteppingPlan& plan, Target target);

    void advance(long steps);

    /// As EnsembleIntegrator has them.
    void keep(core::Archive& archive);
    void keep_bodies(core::Archive& archive, std::size_t first, std::size_t last);

private:
    using Stepper = std::unique_ptr<core::Stepper<double>>;

    long step_at(double t) const;
    long enter_piece();
    void march(long steps);
    void give_impulses();
    void call_controls(std::size_t first_block, std::size_t last_block);
    bool has_failed(std::size_t k) const;
    void stop(std::size_t body);
    void report(std::size_t body, long step, std::string reason = {});
    void find_passes();
    void begin_anew_where_changed();
    void keep_states();
    void on_lanes(std::size_t first_block, std::size_t last_block, long steps);
    void one_by_one(std::size_t first_block, std::size_t last_block, long steps);
    bool is_made_by_another() const;
    bool forgets_after(long steps) const;
    Stepper stepper_of(std::size_t k) const;
    Stepper stepper_to_go_on(std::size_t k);
    core::Status make_step(std::size_t k, long n, Stepper& stepper, core::State<double>& state);
    void march_alone(std::size_t k, long steps);
    void explain_failures(std::size_t before);
    void keep_failures(core::Archive& archive, std::size_t first, std::size_t last);
    void keep_stepper(core::Archive& archive, std::size_t k);
    void keep_on_lanes(core::Archive& archive, std::size_t first, std::size_t last);
};

/// Numbers of each body that are kept on lanes from call to call.
std::size_t history_numbers(const Method& method);

/// The target that a plan comes down to; an Error for a plan that cannot be carried out.
Expected<Target> target_of(const SteppingPlan& plan, const Method& method, const Ensemble& ensemble);

}  // namespace polhode
