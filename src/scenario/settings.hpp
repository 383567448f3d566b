/// A scenario as a list of settings: those of a tree and those above it, checked against the known keys, laid
/// over each other.
#pragma once

#include "scenario/setting.hpp"

#include <string_view>
#include <vector>

namespace polhode {

/// The setting of a key, or null.
const Setting* find(const std::vector<Setting>& settings, std::string_view key);

/// Tells of unknown keys and of contradictions.
std::vector<Setting> settings_of(const Value::Table& tree, FirstError& errors);
/// Tells of unknown keys, keys given twice and contradictions.
std::vector<Setting> settings_of(const std::vector<NamedValue>& values, FirstError& errors);

/// `upper` over `lower`. A choice among alternatives (step or steps; one of the attitudes) replaces the
/// other choice below it, and another torque model replaces the parameters of the one below it.
std::vector<Setting> overlaid(const std::vector<Setting>& upper, const std::vector<Setting>& lower);

}  // namespace polhode
