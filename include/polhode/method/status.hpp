/// What a step reports: whether it succeeded and, if an equation was solved, how.
#pragma once

namespace polhode::core {

enum class Outcome {
    done,
    no_convergence,    ///< the iteration did not meet its tolerance
    rotation_too_big,  ///< the incremental rotation left the range in which the equation has one solution
    no_formula         ///< the method's formula has no value for this state
};

struct Status {
    Outcome outcome = Outcome::done;
    int iterations = 0;   ///< of the equation that took most
    double residual = 0;  ///< relative size of the last correction, when not converged

    constexpr bool ok() const { return outcome == Outcome::done; }
};

}  // namespace polhode::core
