/// What went wrong, in one sentence: the field, the value, what was expected.
#pragma once

#include <stdexcept>

namespace polhode {

/// The input cannot be used: unknown name, impossible inertia, step ≤ 0 … (the program exits with 2).
struct InputError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// The input was fine but the run failed: a solver did not converge, a torque returned NaN … (exit 1).
struct RunError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

}  // namespace polhode
