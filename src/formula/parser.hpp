/// From the text of an expression to nodes of a graph, with its types checked.
#pragma once

#include "formula/graph.hpp"
#include "polhode/expected.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace polhode::formula {

/// What a name of the user's stands for: a number, or three of them.
struct NamedParameter {
    std::string_view name;
    bool is_vector = false;
    std::size_t first = 0;  ///< where its number is among those of all parameters
};

struct Surroundings {
    const std::vector<NamedParameter>& parameters;
    bool rates_allowed = true;  ///< a potential has none
};

/// A number. The error says what is wrong at which column: `column 9: …`.
Expected<Node> parse(std::string_view text, const Surroundings& surroundings, Graph& graph);

}  // namespace polhode::formula
