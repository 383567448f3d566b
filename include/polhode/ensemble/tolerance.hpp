/// From a tolerance to one method and one step for all bodies of an ensemble.
///
///     const EnsembleChoice choice = choose_for_ensemble(setup, {.error = 1e-6, .end = 20});
///     run_ensemble(setup, plan_of(choice, plan), hooks, communicator);
///
/// The error of a body is, as in advise/choose.hpp, the largest over its run of the angle between its attitude and the
/// true one, in radians, and the distance of its momentum from the true one, relative to the largest. It is measured
/// for a sample of the bodies, by a second run of another formula with more steps; of the others nothing is known but
/// that they were drawn from the same distributions.
#pragma once

#include "polhode/ensemble/run.hpp"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace polhode {

struct EnsembleTolerance {
    double error = 1e-6;
    double end = 0;           ///< of the run
    std::string method = {};  ///< this one and no other; "" for the cheapest of a short list
    int threads = 0;          ///< 0: one per core
    Target target = Target::best;
    /// Those of the plan. Free bodies, exact in any step, make no more steps than lead to them.
    long samples = EnsemblePlan{}.samples;
    std::vector<double> snapshots = {};
    /// Asked now and then; saying no ends the choosing by an error.
    std::function<bool()> go_on = {};
};

struct EnsembleChoice {
    double asked = 0;    ///< the tolerance
    std::string method;  ///< canonical name
    double end = 0, step = 0;
    long steps = 0;
    std::size_t chosen_on =
        0;  ///< bodies whose errors have led to the method and the step; none if they are free
    std::size_t verified_on = 0;  ///< others, or all that there are, whose errors these are:
    double median = 0, q90 = 0, q99 = 0, max = 0;
    std::string verified_by = {};  ///< what their runs were compared with, in words
};

/// Finds the method and the step with which the worst of some bodies, the fastest ones among them, is well below the
/// tolerance, and measures the errors of others; more steps are taken until the largest of these is below it too, by a
/// margin. Free bodies are compared with their closed form in wider arithmetic. The same on every machine and for every number of threads.
/// Throws InputError for what cannot be drawn or asked, RunError with the errors that were reached for a tolerance that
/// is out of reach.
EnsembleChoice choose_for_ensemble(const EnsembleSetup& setup, const EnsembleTolerance& tolerance);
/// The same with the error as a value.
Expected<EnsembleChoice> try_choose_for_ensemble(const EnsembleSetup& setup,
                                                 const EnsembleTolerance& tolerance);

/// The plan of the run chosen: `plan` with its method, steps and end.
EnsemblePlan plan_of(const EnsembleChoice& choice, EnsemblePlan plan = {});

}  // namespace polhode
