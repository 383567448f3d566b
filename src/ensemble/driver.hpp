/// Moves the bodies of an ensemble, by the kernels on lanes or by the code of single runs.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "threads/mutex.hpp"

#include <cstddef>
#include <cstdint>
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

    std::vector<double> breakpoints = {};  ///< of the torque, each at the end of a step
    TimeSpan piece = {};                   ///< the one between two of them in which the bodies are

    /// With the target of target_of: the plan is not checked again.
    EnsembleDriver(Ensemble& ensemble, const Method& method, const SteppingPlan& plan, Target target);

    void advance(long steps);

private:
    long step_at(double t) const;
    long enter_piece();
    void march(long steps);
    bool has_failed(std::size_t k) const;
    void report(std::size_t body, long step);
    void find_passes();
    void on_lanes(std::size_t first_block, std::size_t last_block, long steps);
    void one_by_one(std::size_t first_block, std::size_t last_block, long steps);
    void explain_failures(std::size_t before);
};

/// The target that a plan comes down to; an Error for a plan that cannot be carried out.
Expected<Target> target_of(const SteppingPlan& plan, const Method& method, const Ensemble& ensemble);

}  // namespace polhode
