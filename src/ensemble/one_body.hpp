/// A body of an ensemble as a problem of its own.
#pragma once

#include "polhode/ensemble/setup.hpp"

#include <cstddef>

namespace polhode {

/// Of bodies that have been drawn.
Problem problem_of_body(const Problem& common, const Ensemble& bodies, std::size_t k);
/// Of body k of all, which is drawn for it.
Expected<Problem> problem_of_body(const EnsembleSetup& setup, std::size_t k);

}  // namespace polhode
