/// A comparison as a table for the terminal, as CSV and as JSON.
#pragma once

#include "polhode/advise/compare.hpp"

#include <string>

namespace polhode {

/// A table of attitude errors, a row per method and a column per step, with fitted orders; then the work.
std::string compare_table(const Comparison& comparison, int width);

/// One line per run.
std::string compare_csv(const Comparison& comparison);

std::string compare_json(const Comparison& comparison);

}  // namespace polhode
