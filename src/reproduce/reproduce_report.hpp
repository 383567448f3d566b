/// A reproduction as one HTML page: verdicts on top, each figure drawn anew, each table published beside
/// ours.
#pragma once

#include "reproduce/reproduce.hpp"

#include <string>

namespace polhode {

/// Draws from the lab, which has the numbers already.
std::string reproduction_html(const reproduce::Reproduction& reproduction, reproduce::Lab& lab);

}  // namespace polhode
