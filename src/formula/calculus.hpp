/// What follows from a graph: derivatives along turns of the body, dependence on time and rates, breakpoints.
#pragma once

#include "formula/graph.hpp"

#include <vector>

namespace polhode::formula {

/// ∂/∂θ of a node for R → R exp(θ̂): by the rules of calculus forwards, from what the attitude is made of.
Nodes turn_derivative(Graph& graph, Node of);

bool depends_on(const Graph& graph, const std::vector<Node>& roots, FormulaVariable variable);

/// The degree of a polynomial in the angular velocity; `beyond` if it is none, or of a higher one.
inline constexpr int beyond = 2;
int rate_degree(const Graph& graph, const std::vector<Node>& roots);

/// Where a comparison, an absolute value, a minimum or a maximum changes sides.
struct Switches {
    std::vector<Node>
        times;  ///< of those whose two sides are linear in t, as nodes that depend on parameters alone
    bool elsewhere = false;  ///< there are others, or an angle that may jump by 2π
};
Switches switches(Graph& graph, const std::vector<Node>& roots);

}  // namespace polhode::formula
