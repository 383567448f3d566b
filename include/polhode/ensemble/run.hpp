/// A whole ensemble from its start to its end: drawn, integrated, evaluated. Memory grows with the bodies, not
/// with steps.
#pragma once

#include "polhode/ensemble/communicator.hpp"
#include "polhode/ensemble/integrator.hpp"
#include "polhode/ensemble/partition.hpp"
#include "polhode/ensemble/quantities.hpp"
#include "polhode/ensemble/setup.hpp"
#include "polhode/ensemble/statistics.hpp"

#include <cstddef>
#include <functional>
#include <optional>
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

/// What a run has come to, as bytes from which another one goes on with the same bits, on any number of ranks and
/// threads: of all bodies together, the same on all ranks, and of the bodies of this rank.
struct EnsembleKept {
    long steps;  ///< that are done
    std::vector<std::byte> whole;
    Share share;
    std::size_t chunk;  ///< bodies are kept by so many, counted from the first of all
    /// Those from `first` on, a chunk. May be called on several threads at once.
    std::function<std::vector<std::byte>(std::size_t first)> bodies;
    int threads;
};

/// What a run goes on from: what was kept of one with the same setup and plan, but for threads and target.
struct EnsembleTakenUp {
    std::vector<std::byte> whole;
    /// Hands over the bytes of each chunk of these bodies.
    using Take = std::function<std::optional<Error>(std::size_t first, std::vector<std::byte> bytes)>;
    std::function<std::optional<Error>(const Share& share, const Take& take)> bodies;
};

/// A hook may throw: that ends the run on all ranks.
struct EnsembleHooks {
    /// About ten times a second, steps done.
    std::function<void(long steps)> on_progress = {};
    /// Asked after that: whether to keep now what the run has come to. One rank that says so is enough.
    std::function<bool(long steps)> wants_to_keep = {};
    /// On all ranks, at the same step.
    std::function<void(const EnsembleKept&)> on_keep = {};
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
    std::vector<std::string> notes;           ///< a sentence each, for those who show the result
};

/// Called on all ranks; the result is complete on rank 0. Throws InputError for what cannot be drawn or
/// integrated. `from`: what it goes on from; nothing, from the start.
EnsembleResult run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan, const EnsembleHooks& hooks,
                            Communicator& communicator, const EnsembleTakenUp* from = nullptr);
/// The same with the error as a value; without message on a rank that goes down with another one, where
/// run_ensemble throws FailedElsewhere.
Expected<EnsembleResult> try_run_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                          const EnsembleHooks& hooks, Communicator& communicator,
                                          const EnsembleTakenUp* from = nullptr);

/// How many bytes a run will keep of its bodies, about.
double bytes_to_keep(const EnsembleSetup& setup, const EnsemblePlan& plan);

}  // namespace polhode
