/// Nobody who says nothing about samples wants gigabytes of them.
#pragma once

#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/resolve.hpp"

#include <optional>
#include <string>

namespace polhode {

/// Samples of a run for which nothing else is asked.
inline constexpr double most_samples = 100'000;

/// Where a run would take more samples than that: every so many steps one, in the plan; and a sentence that says so. Where
/// steps vary in length, they are counted as if all were as long as the first.
std::optional<std::string> bound_samples(const Problem& problem, const Resolved& run, Plan& plan);

}  // namespace polhode
