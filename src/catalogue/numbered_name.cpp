#include "numbered_name.hpp"

#include <charconv>
#include <cstdlib>
#include <string>

namespace polhode {

std::optional<int> number_after(std::string_view stem, std::string_view name) {
    if (!name.starts_with(stem)) return std::nullopt;
    const std::string_view digits = name.substr(stem.size());
    int number = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool plain = error == std::errc() && end == digits.data() + digits.size() && digits.front() != '0';
    return plain ? number : 0;
}

std::optional<double> tolerance_of(std::string_view text) {
    const std::string digits(text);  // not every standard library has std::from_chars of a double
    char* end = nullptr;
    const double value = std::strtod(digits.c_str(), &end);
    const bool plain = *end == '\0' && digits.find_first_not_of("0123456789.eE+-") == digits.npos;
    return plain && value >= 1e-19 && value < 1 ? std::optional(value) : std::nullopt;
}

}  // namespace polhode
