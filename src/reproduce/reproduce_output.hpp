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

/// {"polhode", "schema", "quick", "complete", "as_expected", "verdicts": {...}, "studies": [{"name",
/// "citation", "figures":
/// [{"id", "title", "claims": [{"id", "what", "published", "ours", "criterion", "verdict", "expected", "why"}]}]}]}
std::string reproduction_json(const reproduce::Reproduction& reproduction);

}  // namespace polhode
