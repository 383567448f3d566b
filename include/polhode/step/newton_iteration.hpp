/// Newton's iteration for equations that know their Jacobian and may be of any number.
/// A Jacobian is kept for as long as the steps it gives shrink fast; a step that does not reduce the residual
/// is halved.
#pragma once

#include "polhode/scalar/scalar.hpp"
#include "polhode/step/status.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace polhode::core {

/// Largest |component|, without derivatives; NaN if there is one.
template <class Numbers>
auto largest_component(const Numbers& v) {
    using std::abs;
    Plain<typename Numbers::value_type> most(0);
    for (const auto& x : v) {
        const auto size = abs(value_of(x));
        if (!(size <= most)) most = size;
    }
    return most;
}

/// What the iteration needs beside the unknowns; kept by the caller, so that vectors allocate once.
template <class Numbers>
struct NewtonVectors {
    Numbers residual, step, old;
};

/// Finds x with residual zero from the guess in x, given
///     equations.residual(x, f)    f ← residual at x
///     equations.linearise(x, f)   the same, and the Jacobian there becomes the one to solve with
///     equations.solve(f)          f ← J⁻¹ f
/// Converged when what is left after the last step (that step times the rate at which steps shrink) is below
/// round-off relative to x or to `scale`, the size of the numbers that x is made of; or when tiny steps
/// shrink no more.
template <class Equations, class Numbers>
Status newton_iteration(Equations& equations, Numbers& x, NewtonVectors<Numbers>& vectors,
                        Plain<typename Numbers::value_type> scale) {
    using Real = typename Numbers::value_type;
    using Number = Plain<Real>;
    constexpr int most_iterations = 50, most_halvings = 10;
    constexpr bool carries_derivatives = ScalarTraits<Real>::derivative_depth > 0;
    auto& [f, step, old] = vectors;

    int polish = ScalarTraits<Real>::derivative_depth, iteration = 0;
    Number last(0), size(0);  // of the step before, and of the last one
    bool fresh = true;
    equations.linearise(x, f);
    while (iteration < most_iterations) {
        ++iteration;
        old = x;
        step = f;
        equations.solve(step);
        size = largest_component(step);
        if (!(size <= std::numeric_limits<Number>::max())) break;  // singular, or not a number
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = old[i] - step[i];

        // what the next step would be: a kept Jacobian shrinks steps by a constant rate, a fresh one by its
        // square
        const Number rate = iteration > 1 ? size / last : Number(1);
        const Number left = fresh ? size * rate * rate : size * rate;
        const Number unit = epsilon<Real> * std::max(largest_component(x), scale);
        const bool tiny = size <= 256 * unit, stalled = tiny && iteration > 1 && rate > Number(0.1L);
        const bool converged = left <= unit / 8 || size <= 4 * unit || stalled;
        if (converged && polish-- == 0) return {Outcome::done, iteration, 0};

        last = size;
        fresh = carries_derivatives || (iteration > 1 && !(rate < Number(1e-2L)));
        const Number before = largest_component(f);
        if (fresh)
            equations.linearise(x, f);
        else
            equations.residual(x, f);
        Real part(1);
        for (int n = 0; n < most_halvings && !tiny && !converged && !(largest_component(f) < before); ++n) {
            part = Real(0.5) * part;
            for (std::size_t i = 0; i < x.size(); ++i) x[i] = old[i] - part * step[i];
            equations.linearise(x, f);
            fresh = true;
        }
    }
    return {Outcome::no_convergence, iteration,
            static_cast<double>(size / std::max(largest_component(x), scale))};
}

}  // namespace polhode::core
