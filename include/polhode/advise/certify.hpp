/// What can be said about a run that has been made, by making parts of it again:
///
///     const Result result = simulate(problem, plan);
///     const Certificate certificate = certify(problem, plan, result);
///
/// Every number here is measured: it is the distance between two computed states, or nothing. Distances are
/// the larger of the angle between the attitudes in radians and the distance of the momenta, relative to the
/// largest momentum.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Method;

/// The distances from the more accurate run in a part of the time.
struct ErrorSpan {
    double from, to;
    double least, largest;
};

struct Certificate {
    /// What the method's sheet promises and the run draws on, in words.
    std::vector<std::string> relies_on;

    /// What was made again: steps from the start, up to this time; with `whole`, all of the run.
    long steps = 0;
    double time = 0;
    bool whole = true;

    /// Largest distance from an independent and more accurate run, over these steps, and the samples and events
    /// between them; null if there is none, and `error_by` says why.
    std::optional<double> error;
    std::string error_by;
    /// How it went on, in at most some hundred parts of the time; empty without `error`, which is the largest of them.
    std::vector<ErrorSpan> error_course;
    /// Largest distance from the same steps in 80-bit arithmetic; null for a method that chooses its own,
    /// whose error it is.
    std::optional<double> round_off;
    /// Distance from the start after all these steps and back, by the same method at negative steps. Null if
    /// it fails.
    std::optional<double> reversibility_defect;
    long torque_evaluations = 0;
};

struct CertifyLimits {
    long steps = 10000;    ///< of a longer run, only the first of them are made again
    double radians = 1e5;  ///< and so far, by the natural rate of its start: steps may be long
    /// Called about 20 times a second with steps done and steps in all; returning false ends the work, and
    /// what it would have told is missing.
    std::function<bool(long done, long total)> on_progress = {};
};

/// Takes a few times the part of the run it looks at. `plan` and `result` are those of one call of simulate.
/// Throws InputError for a plan that simulate refuses.
Certificate certify(const Problem& problem, const Plan& plan, const Result& result,
                    const CertifyLimits& limits = {});
/// The same with a method that is not in the catalogue.
Certificate certify(const Method& method, const Problem& problem, const Plan& plan, const Result& result,
                    const CertifyLimits& limits = {});
/// The same two with the error as a value.
Expected<Certificate> try_certify(const Problem& problem, const Plan& plan, const Result& result,
                                  const CertifyLimits& limits = {});
Expected<Certificate> try_certify(const Method& method, const Problem& problem, const Plan& plan,
                                  const Result& result, const CertifyLimits& limits = {});

}  // namespace polhode
