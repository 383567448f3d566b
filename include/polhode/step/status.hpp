/// What a step reports: whether it succeeded and, if an equation was solved, how.
#pragma once

#include <cstdint>

namespace polhode::core {

enum class Outcome {
    done,
    no_convergence,    ///< the iteration did not meet its tolerance
    rotation_too_big,  ///< the incremental rotation left the range in which the equation has one solution
    no_formula,        ///< the method's formula has no value for this state
    energy_changes,    ///< the method keeps the energy, and the potential depends on time
    step_too_long      ///< beyond the stability of an explicit formula; residual: how many times
};

struct Status {
    Outcome outcome = Outcome::done;
    int iterations = 0;   ///< of the equation that took most
    double residual = 0;  ///< relative size of the last correction, when not converged
    /// On packs: the lanes that this happened to, one bit each; the others are done.
    std::uint64_t lanes = 1;

    constexpr bool ok() const { return outcome == Outcome::done; }
};

/// What happened to lanes in two parts of a step, of which the second did not go well for all.
constexpr Status merged(const Status& first, const Status& second) {
    if (first.ok()) return second;
    return {first.outcome, first.iterations, first.residual, first.lanes | second.lanes};
}

}  // namespace polhode::core
