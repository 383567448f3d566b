/// Several methods at several steps on one problem: errors at the end, work, orders of convergence.
#pragma once

#include "polhode/simulate/problem.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct ComparePlan {
    std::vector<std::string> methods;       ///< none: a choice that suits the problem
    std::vector<double> steps;              ///< none: powers of two around `usual_step`
    std::optional<double> end = {};         ///< default: the problem's
    std::optional<double> usual_step = {};  ///< default: the problem's
    std::string usual_method = {};          ///< the first of the choice, unless `methods` are given; "": none
    int threads = 0;                        ///< 0: as many as the machine has
};

/// One run.
struct CompareCell {
    double step = 0;
    long steps = 0;
    double error_attitude = 0;           ///< ‖R − R_ref‖₂ at the end
    double error_momentum = 0;           ///< ‖Π − Π_ref‖₂ at the end
    std::optional<double> energy_error;  ///< max |H − H₀| over the run
    long torque_evaluations = 0;
    double seconds = 0;   ///< least of the repeats
    std::string failure;  ///< why there are no numbers; "" if there are
};

struct CompareRow {
    std::string method;              ///< canonical name
    std::vector<CompareCell> cells;  ///< largest step first
    /// Slope of the error against the step in a log–log plot, fitted to the runs that are neither saturated
    /// nor at the level of the reference's own error; nothing with fewer than two.
    std::optional<double> order_attitude, order_momentum;
};

struct Comparison {
    std::string problem;
    double end = 0;
    State reference;
    double reference_error = 0;    ///< how well it is known, relative
    std::string reference_source;  ///< in words
    std::vector<CompareRow> rows;
    bool complete = true;
};

/// Runs the whole product, in parallel over runs. `progress` is told runs done and runs in all, and stops by
/// returning false. Throws InputError for a plan that cannot be carried out.
Comparison compare(const Problem& problem, const ComparePlan& plan,
                   const std::function<bool(long done, long total)>& progress = {});

/// The stored state of a problem at a time; null if there is none.
const ReferenceState* stored_reference(const Problem& problem, double time);
/// The stored one, else a computed one.
ReferenceState reference_at(const Problem& problem, double time);

/// The end state of a problem without a stored one, by a high-order method at steps halved until two runs
/// agree. The first is four times `usual_step`, by default the problem's. Throws RunError if they do not.
ReferenceState computed_reference(const Problem& problem, double end, std::optional<double> usual_step = {});

}  // namespace polhode
