/// The state of a problem at a time, far more accurate than the runs that are judged by it.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"

#include <functional>
#include <string>

namespace polhode {

/// The stored state of a problem at a time; null if there is none.
const ReferenceState* stored_reference(const Problem& problem, double time);
/// The stored one, else a computed one.
ReferenceState reference_at(const Problem& problem, double time);

struct ReferenceQuestion {
    double time = 0;
    /// Whether one that is known so well will do; by default, one that is known to 1e-13.
    std::function<bool(const ReferenceState&)> good_enough = {};
    /// Asked now and then; when it says no, the best so far has to do.
    std::function<bool()> go_on = {};
};

struct ComputedReference {
    ReferenceState reference;
    std::string by;  ///< what it was computed with, in words
};

/// By Taylor series in 80-bit arithmetic where the torque can be expanded, else by a splitting of eighth order
/// at halved steps: runs of growing accuracy, until two agree so well that the better one is good enough. How
/// well two agree says how far the worse one is off, so the better one is known to that at least. An Error if
/// the motion cannot be followed, if `go_on` says no before there are two, or if no two agree to a hundredth.
Expected<ComputedReference> try_computed_reference(const Problem& problem, const ReferenceQuestion& question);
/// The same; throws RunError.
ReferenceState computed_reference(const Problem& problem, double time);

}  // namespace polhode
