/// A whole ensemble from its start to its end: drawn, integrated, evaluated. Memory grows with the bodies, not
/// with steps.
#pragma once

#include "polhode/ensemble/communicator.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/ensemble/quantities.hpp"
#include "polhode/ensemble/setup.hpp"
#include "polhode/ensemble/statistics.hpp"

#include <functional>
#include <string>
#include <vector>

namespace polhode {

struct EnsemblePlan {
    /// threads = 0: one per core that this rank may have. Control, wheels and impulses are those of the problem.
    SteppingPlan stepping = {};
    double end = 0;
    long steps = 0;
    Pointing pointing{Eigen::Vector3d::UnitZ(), Eigen::Vector3d::UnitZ()};
    long samples = 100;  ///< sample points of the statistics, equally far apart; and one at the start
    std::vector<double> snapshots = {};  ///< times; taken at the nearest steps
};

/// States at one time: those of this rank.
struct StatesSeen {
    const Ensemble& ensemble;
    std::span<const std::uint8_t> failed;  ///< 1 for bodies that stand still since a step could not be made
    double time;
    long step;
    const EnsembleIntegrator& integrator;  ///< what controls hold, and the momenta of wheels
};

/// A hook may throw: that ends the run on all ranks.
struct EnsembleHooks {
    /// About five times a second, steps done.
    std::function<void(long steps)> on_progress = {};
    std::function<void(const StatesSeen&, std::size_t number)> on_snapshot = {};
    std::function<void(const StatesSeen&)> on_end = {};
};

struct QuantityResult {
    Quantity quantity;
    std::vector<std::optional<Summary>> samples;  ///< by sample point; nothing if no body counted
    std::vector<double> final_histogram;  ///< equal parts of [min, max] at the end; none if no body counted
};

struct EnsembleResult {
    std::size_t count = 0;
    int ranks = 1, threads = 1;  ///< threads of each rank
    Target target = Target::one_by_one;
    long steps = 0;
    double time = 0;
    double wall_seconds = 0;    ///< steps, statistics and snapshots
    double march_seconds = 0;   ///< steps alone
    double body_steps = 0;      ///< steps made, of all bodies together
    std::vector<double> times;  ///< of the sample points
    std::vector<QuantityResult> quantities;
    std::size_t failures = 0;
    std::vector<BodyFailure> first_failures;  ///< at most ten, by body
};

/// Called on all ranks; the result is complete on rank 0. Throws InputError for what cannot be drawn or
/// integrated.
EnsembleResult run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan, const EnsembleHooks& hooks,
                            Communicator& communicator);
/// The same with the error as a value; without message on a rank that goes down with another one, where
/// run_ensemble throws FailedElsewhere.
Expected<EnsembleResult> try_run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                          const EnsembleHooks& hooks, Communicator& communicator);

}  // namespace polhode
