/// Some bodies of an ensemble, drawn across all of it, to measure what a method does to them.
#pragma once

#include "polhode/ensemble/setup.hpp"

#include <vector>

namespace polhode {

struct EnsembleSamples {
    std::vector<Ensemble> seen;  ///< all bodies that were looked at, in shares
    double fastest = 0;          ///< the largest natural rate among them
    Ensemble to_choose_by, to_verify;
};

/// The fastest bodies of those looked at go in turn to either sample; the others are spread over all rates. No body is
/// in both, but that of an ensemble of few bodies all are verified.
Expected<EnsembleSamples> draw_samples(const EnsembleSetup& setup, int threads);

}  // namespace polhode
