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
    std::optional<BodyControls> controls = {};  ///< and wheels
    double period = 0;                          ///< from call to call of the control,
    long steps_per_call = 0;                    ///< which is so many steps; 0: there is none
    long calls = 0;

    TimeSpan piece = {};                   ///< the one between breakpoints or calls in which the bodies are,
    core::TimeGrid<double> in_piece = {};  ///< its steps,
    long first = 0;                        ///< and how many there are before it

    /// With the target of target_of: the plan is not checked again. Gives the impulses at the start.
    EnsembleDriver(Ensemble& ensemble, const Method& method, const SteppingPlan& plan, Target target);

    void advance(long steps);

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
    void on_lanes(std::size_t first_block, std::size_t last_block, long steps);
    void one_by_one(std::size_t first_block, std::size_t last_block, long steps);
    Stepper stepper_of(std::size_t k) const;
    core::Status make_step(std::size_t k, long n, Stepper& stepper, core::State<double>& state);
    void explain_failures(std::size_t before);
};

/// The target that a plan comes down to; an Error for a plan that cannot be carried out.
Expected<Target> target_of(const SteppingPlan& plan, const Method& method, const Ensemble& ensemble);

}  // namespace polhode
