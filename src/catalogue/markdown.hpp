/// The property table as Markdown; tests/docs writes it into the documentation and checks that it is there.
#pragma once

#include <span>
#include <string>

namespace polhode {

/// One row for each of these methods, or for the whole catalogue if none is given. Throws InputError for an
/// unknown name.
std::string property_table_markdown(std::span<const std::string> methods = {});

}  // namespace polhode
