/// Coefficients of Runge–Kutta methods on Lie groups that move by products of exponentials, as data.
/// Each stage, and the end of the step, is where the flows of frozen slopes lead, one after the other:
///     Y = Y_from exp(h Σ_j w₁ⱼ Kⱼ) exp(h Σ_j w₂ⱼ Kⱼ) …
/// Celledoni, Marthinsen, Owren, "Commutator-free Lie group methods" (2003). Methods in which every
/// exponential has one slope are those of Crouch and Grossman, "Numerical integration of ordinary
/// differential equations on manifolds" (1993); Hairer, Lubich, Wanner, "Geometric Numerical Integration",
/// IV.8.1.
#pragma once

#include "polhode/method/butcher.hpp"

#include <cstddef>
#include <vector>

namespace polhode {

struct ExponentialProduct {
    std::size_t from = 0;  ///< the stage that it goes on from; the first one is the start of the step
    std::vector<std::vector<long double>>
        weights;  ///< of the slopes in each exponential, the first one first
};

struct CommutatorFreeTableau {
    Tableau sums;  ///< what it is in a vector space: a row is the sum of the weights that lead to its stage
    std::vector<ExponentialProduct> stages;
    ExponentialProduct end;

    /// How many exponentials a step takes: what it costs beside the torque.
    std::size_t exponentials() const;
};

/// An exponential for every slope, the first one first; none for a weight of zero.
CommutatorFreeTableau crouch_grossman(const Tableau& tableau);

namespace commutator_free {

CommutatorFreeTableau cg3();
CommutatorFreeTableau cg4();
CommutatorFreeTableau cf3();
CommutatorFreeTableau cf4();

}  // namespace commutator_free

}  // namespace polhode
