/// TOML as a tree of settings.
#pragma once

#include "polhode/expected.hpp"
#include "polhode/scenario/value.hpp"

#include <string>
#include <string_view>

namespace polhode {

/// The tree of a TOML text; each entry's place is the file's name and its line. An error for malformed TOML.
Expected<Value::Table> tree_of_toml(std::string_view toml, std::string_view file_name);

/// A value of a command line: a number, any TOML value; whatever is neither is text, so that names need no
/// quotes.
Value value_of_option(const std::string& text);

}  // namespace polhode
