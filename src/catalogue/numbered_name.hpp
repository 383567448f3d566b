/// Names of families with a number: "taylor-12", "taylor-12@1e-9".
#pragma once

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

namespace polhode {

/// The N of "stemN"; 0 where something else follows the stem; nothing if the name does not begin with it.
inline std::optional<int> number_after(std::string_view stem, std::string_view name) {
    if (!name.starts_with(stem)) return std::nullopt;
    const std::string_view digits = name.substr(stem.size());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool plain = error == std::errc() && end == digits.data() + digits.size() && digits.front() != '0';
    return plain ? number : 0;
}

/// The E of "…@E"; nothing if it is not a number from 1e-19, the round-off of the longest numbers, to 1.
inline std::optional<double> tolerance_of(std::string_view text) {
    const std::string digits(text);  // not every standard library has std::from_chars of a double
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    const bool plain = *end == '\0' && digits.find_first_not_of("0123456789.eE+-") == digits.npos;
    return plain && value >= 1e-19 && value < 1 ? std::optional(value) : std::nullopt;
}

}  // namespace polhode
