/// The errors of many bodies, measured by a second run of the same bodies: another formula, more steps.
#pragma once

#include "polhode/ensemble/integrator.hpp"
#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"

#include <functional>
#include <string>
#include <vector>

namespace polhode {

/// A run by so many equal steps.
struct EqualRun {
    std::string method;
    long steps = 0;
};

struct PairedErrors {
    std::vector<double> of_bodies;  ///< infinite for one that fails
    bool refused = false;           ///< a first step was
    double worst() const;
};

class PairedEnsembles {
public:
    /// `problem`: what the bodies have in common beside their ensemble.
    PairedEnsembles(const Problem& problem, double end, int threads, Target target,
                    const std::function<bool()>& go_on);

    /// Both runs pass `looks` common times, which divides their steps. Ends early when an error is `hopeless`.
    Expected<PairedErrors> measure(const Ensemble& bodies, const EqualRun& run, const EqualRun& check,
                                   long looks, double hopeless) const;
    /// Whether no body refuses the first step.
    Expected<bool> begins(const Ensemble& bodies, const EqualRun& run) const;

    /// What moves the bodies, with all that acts on them.
    Expected<EnsembleIntegrator> integrator_of(Ensemble& bodies, const EqualRun& run) const;

private:
    const Problem& problem_;
    double end_;
    int threads_;
    Target target_;
    const std::function<bool()>& go_on_;
};

}  // namespace polhode
