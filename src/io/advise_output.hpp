/// Advice as a table for the terminal and as JSON.
#pragma once

#include "polhode/advise/advise.hpp"

#include <string>

namespace polhode {

/// `command` is the command line to recommend; "" if there is none.
std::string advise_table(const Advice& advice, const std::string& command, int width);
std::string advise_json(const Advice& advice, const std::string& command);

/// Says what was measured: "the whole run, up to time 20" or "the first 3 of 400, …".
std::string measured_on(const Advice& advice);

}  // namespace polhode
