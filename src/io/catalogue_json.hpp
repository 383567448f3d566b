/// Methods and problems as JSON objects: what `polhode methods --json` and `polhode problems --json` print.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"

#include <span>
#include <string>

namespace polhode {

/// {"polhode", "schema", "methods": [...], "families": [...]}; the keys of a method are the names of Sheet's
/// members.
std::string methods_json(std::span<const Method> methods, std::span<const MethodFamily> families);
/// {"polhode", "schema", "method": {...}}
std::string method_json(const Method& method);

std::string problems_json(std::span<const Problem> problems);
std::string problem_json(const Problem& problem);

/// "nothing", "drift", "torque"
std::string_view solve_name(Solve solve);

}  // namespace polhode
