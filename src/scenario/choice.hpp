/// One of a few names.
#pragma once

#include "scenario/setting.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace polhode {

/// In the order of Frame.
inline constexpr std::array<std::string_view, 2> frame_names{"body", "space"};

/// Which of these names it is; `otherwise` if there is no setting.
template <class Choice, std::size_t n>
Choice choice(const Setting* setting, const std::array<std::string_view, n>& names, Choice otherwise) {
    if (!setting) return otherwise;
    const auto found = std::ranges::find(names, text(*setting, "one of the names"));
    if (found == names.end())
        return rejected(*setting, fmt::format("\"{}\"", fmt::join(names, "\" or \"")), otherwise);
    return static_cast<Choice>(found - names.begin());
}

}  // namespace polhode
