/// Whether a run says anything about the motion, by a look at its first steps that takes a few milliseconds:
///
///     const Expected<FirstPart> first = try_measure_first_part(problem, plan);
///     if (first && first->is_meaningless()) …
///
/// `certify` looks at more of the run, and at more than its error.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include <optional>
#include <string>

namespace polhode {

struct FirstPart {
    long steps = 0;   ///< the first ones of the run, as many as are cheap to look at
    double time = 0;  ///< where they end
    /// Largest distance from an accurate run, after 1, 2, 4, … of these steps and at their end: the angle in radians, or the distance of the
    /// momenta relative to the largest.
    double error = 0;
    std::string error_by;  ///< what it was compared with, in words

    /// Nothing is left of the motion: a step is too large.
    bool is_meaningless() const { return error > 0.3; }
};

struct FirstPartLimits {
    double radians = 30;              ///< so far, by the natural rate of the start; one step may go beyond,
    double radians_of_a_step = 1000;  ///< but not beyond this
    long torque_evaluations = 1000;   ///< of the run; those of the accurate one are some times as many
    /// With a torque of the user's own, which may be dear: no longer than this, else an Error.
    double seconds = 0.005;
};

/// An Error if the first step alone is beyond the limits, if it fails, or if the motion cannot be followed.
Expected<FirstPart> try_measure_first_part(const Problem& problem, const Plan& plan,
                                           const FirstPartLimits& limits = {});

/// The same of a run that has been made: nothing if it was stopped before the end of that part, or there is an Error.
std::optional<FirstPart> first_part_within(const Problem& problem, const Plan& plan, const Result& result);

}  // namespace polhode
