/// A reproduction as text for the terminal and as JSON.
#pragma once

#include "reproduce/reproduce.hpp"

#include <string>

namespace polhode {

/// The studies and their figures, with the number of claims.
std::string studies_table(const std::vector<reproduce::Study>& studies, int width);
std::string studies_json(const std::vector<reproduce::Study>& studies);

/// Verdicts per figure, then every claim that was not reproduced, with the reason.
std::string reproduction_table(const reproduce::Reproduction& reproduction, int width);

/// Whether the numbers were computed now or are remembered, in a sentence.
std::string origin_of_numbers(const reproduce::Reproduction& reproduction);

/// The object that docs/reproduce.md describes.
std::string reproduction_json(const reproduce::Reproduction& reproduction);

}  // namespace polhode
