/// Names of families with a number: "taylor-12".
#pragma once

#include <charconv>
#include <optional>
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

}  // namespace polhode
