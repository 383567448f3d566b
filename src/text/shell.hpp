/// Commands for people to copy.
#pragma once

#include <string>

namespace polhode {

/// The argument in the form in which a shell reads it back unchanged.
std::string shell_quoted(const std::string& argument);

}  // namespace polhode
