#include "polhode/exchange/exchange.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {

std::optional<Error> refusal_of_name(std::string_view name) {
    constexpr std::size_t longest = 80;
    const bool fits = !name.empty() && name.size() <= longest && name.front() != ' ' && name.back() != ' '
                   && std::ranges::all_of(name, [](char c) { return c >= ' ' && c <= '~'; });
    if (fits) return {};
    return input_error(fmt::format(
        "expected a name of 1 to {} printable characters of ASCII, without blanks at its ends", longest));
}

}  // namespace polhode
