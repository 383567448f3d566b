/// Numbers as text.
#pragma once

#include <optional>
#include <string_view>

namespace polhode {

/// Everything that a finite C++ double can be read from, so also .5 and 1. and +2; with nothing before or after it.
std::optional<double> number_in(std::string_view text);

}  // namespace polhode
