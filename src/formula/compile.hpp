/// From a graph to instructions.
#pragma once

#include "formula/graph.hpp"
#include "polhode/expected.hpp"

#include <cstddef>
#include <vector>

namespace polhode::formula {

/// A program whose results are these nodes, for so many numbers of parameters; an error if it needs too much room.
Expected<core::Program> compile(const Graph& graph, const std::vector<Node>& roots, std::size_t parameters);

}  // namespace polhode::formula
