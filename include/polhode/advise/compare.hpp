/// Several methods at several steps on one problem: errors at the end, work, orders of convergence.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/problem.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Restart;

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
    /// A sentence if the reference is not a hundred times better than all errors; "" if it is.
    std::string reference_note = {};
    std::vector<CompareRow> rows;
};

/// Runs the whole product, in parallel over runs, and then finds a reference (advise/reference.hpp), for at
/// most ten times as long as the runs took, or two seconds. `progress` is told steps done and steps in all, and
/// stops by returning false: that ends in a RunError. With all steps done it is still asked until there is a
/// reference. Throws InputError for a plan that cannot be carried out.
Comparison compare(const Problem& problem, const ComparePlan& plan,
                   const std::function<bool(long done, long total)>& progress = {});
/// The same with the error as a value, whose field is the member of the plan that it is about.
Expected<Comparison> try_compare(const Problem& problem, const ComparePlan& plan,
                                 const std::function<bool(long done, long total)>& progress = {});
/// The same with runs that need not be made again (simulate/restart.hpp): those that an earlier comparison by the same
/// plan had finished. `due` is asked on the calling thread.
Expected<Comparison> try_compare(const Problem& problem, const ComparePlan& plan,
                                 const std::function<bool(long done, long total)>& progress,
                                 const Restart& restart);

}  // namespace polhode
