/// What one coefficient of a scheme or a tableau of a user's own must be.
#pragma once

#include "polhode/expected.hpp"

#include <fmt/format.h>
#include <cmath>
#include <optional>
#include <string>

namespace polhode {

/// What is wrong with it, if anything. `what` names it. A sum that should be 1 loses its digits to larger
/// terms, so that nobody could say whether it is.
inline std::optional<Error> fault_of_coefficient(const std::string& what, long double value) {
    if (!std::isfinite(value))
        return input_error(fmt::format("{} is {}, expected a finite number", what, value));
    if (std::abs(value) > 1000)
        return input_error(fmt::format("{} is {}, expected a number from -1000 to 1000", what, value));
    return std::nullopt;
}

}  // namespace polhode
