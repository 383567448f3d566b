/// The names that a formula knows by itself.
#pragma once

#include "formula/graph.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace polhode::formula {

/// A function of one or two numbers.
struct NumberFunction {
    std::string_view name;
    Operation operation;
};
std::optional<NumberFunction> number_function(std::string_view name);

/// `sin`, `dot`, `if` …
bool is_function(std::string_view name);
/// A function, a variable or pi.
bool is_built_in(std::string_view name);
const std::vector<std::string_view>& function_names();
/// Of numbers and vectors.
const std::vector<std::string_view>& value_names();

}  // namespace polhode::formula
