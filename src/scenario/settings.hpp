/// A scenario as a list of settings: read from TOML and from the command line, checked against the known
/// keys, laid over each other.
#pragma once

#include "scenario/override.hpp"
#include "scenario/setting.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// The setting of a key, or null.
const Setting* find(const std::vector<Setting>& settings, std::string_view key);

/// Throws InputError, with the line, for malformed TOML, unknown keys and contradictions.
std::vector<Setting> settings_from_toml(std::string_view toml, std::string_view file_name);

/// Throws InputError for unknown keys, keys given twice and contradictions.
std::vector<Setting> settings_from_overrides(const std::vector<Override>& overrides);

/// `upper` over `lower`. A choice among alternatives (step or steps; one of the attitudes) replaces the
/// other choice below it, and another torque model replaces the parameters of the one below it.
std::vector<Setting> overlaid(const std::vector<Setting>& upper, const std::vector<Setting>& lower);

}  // namespace polhode
