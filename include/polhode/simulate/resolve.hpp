/// What a run will do, decided and checked before its first step.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/simulate/plan.hpp"
#include "polhode/simulate/problem.hpp"

#include <optional>
#include <string_view>
#include <variant>
#include <vector>

namespace polhode {

struct Method;

/// A grid from 0 to the end; in a run with breakpoints, each piece has one by the same `requested`.
struct EqualSteps {
    long count = 0;
    double step = 0;
    double requested = 0;  ///< `step` is the nearest one not above it that divides the interval

    bool shortened() const { return count > 0 && step < requested * (1 - 1e-12); }
};

/// Steps that the method chooses itself, and the grid of its sample points.
struct OwnSteps {
    EqualSteps samples;
};

/// Where samples are taken, beside the first and the last state.
struct Sampling {
    long every = 1;                         ///< steps, unless there are times
    std::vector<double> times = {};         ///< in order, each once, between 0 and the end
    std::optional<double> every_time = {};  ///< or at every multiple of this one

    bool by_time() const { return every_time || !times.empty(); }
};

struct Resolved {
    const Method* method = nullptr;  ///< null with ToTolerance if any will do
    double end = 0;
    /// Variable steps have their first one. A tolerance is still to be met by `choose`: such a run cannot be
    /// carried out.
    std::variant<EqualSteps, OwnSteps, ErrorPerStep, ReversibleSteps, ToTolerance> steps;
    Sampling sampling;
    std::vector<Event> events;
    bool sensitivity = false;
    std::optional<HeldAtStart> parameter_sensitivity = {};
    bool balance = false;  ///< there is something to balance, and it was asked for
    bool conservation = true;
};

/// Decides everything that a plan leaves open, and checks that it can be carried out: an Error names the
/// field of the plan or the problem that it is about ("step", "steps", "step_error", "reversible_steps",
/// "tolerance", …).
Expected<Resolved> resolve(const Problem& problem, const Plan& plan);
/// The same with a method that is not in the catalogue, which has to live as long as the result; the plan's
/// is ignored.
Expected<Resolved> resolve(const Method& method, const Problem& problem, const Plan& plan);

/// The most that can be counted: as far as every whole number is a double, or 32 bits reach.
inline constexpr bool counts_far = sizeof(long) > 4;
inline constexpr double countable_steps = counts_far ? 9e15 : 2e9;
inline constexpr std::string_view countable_steps_in_words = counts_far ? "9e15" : "2e9";

/// Equal steps over an interval. An Error for a step that is not positive and finite, or takes more than
/// `countable_steps` steps.
Expected<EqualSteps> equal_steps(double interval, double step);

/// The step count for an interval: the nearest step not above `step` that divides it. Throws InputError.
long steps_for(double interval, double step);

}  // namespace polhode
