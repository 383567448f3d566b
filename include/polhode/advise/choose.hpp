/// From a tolerance to a method and a step.
///
///     const Choice choice = choose(problem, {.error = 1e-8});
///     const Result result = simulate(problem, plan_of(choice));
///
/// The error of a run is the largest over all its steps, and over its samples and events between them, of: the angle between its attitude and the true one,
/// in radians; the distance of its momentum from the true one, relative to the largest momentum of the
/// motion.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/simulate.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

struct Tolerance {
    double error = 1e-6;
    std::string method = {};         ///< this one and no other; "" for the cheapest of a short list
    std::optional<double> end = {};  ///< of the run; default: the problem's
    /// Time between the sample points of a method that takes any step; default: the problem's step.
    std::optional<double> sample_spacing = {};
    /// Asked now and then; saying no ends the choosing by an error.
    std::function<bool()> go_on = {};
    /// Samples that the run will take, as in a plan, and whether it has events: the states between its steps then
    /// count too.
    std::vector<double> times = {};
    std::optional<double> every_time = {};
    bool events = false;
};

struct Choice {
    double asked = 0;               ///< the tolerance
    std::string method;             ///< canonical name
    double end = 0;                 ///< of the run
    std::optional<long> steps;      ///< none if the method chooses its steps
    double step = 0;                ///< or, if it does, the time between sample points
    double estimate = 0;            ///< of the error of the very run that the choice stands for, all along it
    std::string estimated_by = {};  ///< what it was compared with, in words
    long pilot_torque_evaluations = 0;
};

/// Tries methods and steps on the whole problem up to its end, and checks the choice along the whole run against an
/// independent one that is more accurate. Takes one to five times the run chosen; some hundred times where the method
/// chooses its steps, or round-off is close.
/// Throws InputError for an invalid tolerance, RunError with the best that can be reached for one that is out
/// of reach: below round-off, below what is left of it in a chaotic motion, or beyond 1e8 torque evaluations.
Choice choose(const Problem& problem, const Tolerance& tolerance);
/// The same with the error as a value.
Expected<Choice> try_choose(const Problem& problem, const Tolerance& tolerance);

/// The plan of the run chosen: `plan` with its method, steps and end.
Plan plan_of(const Choice& choice, Plan plan = {});

}  // namespace polhode
