/// The known name that a mistyped one probably meant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// The known name nearest to `wanted` by edit distance (insertions, deletions, substitutions and swaps of
/// neighbours; upper case and `_` for `-` cost nothing); "" if none is near enough to be worth suggesting.
std::string nearest_name(std::string_view wanted, const std::vector<std::string_view>& known);

/// `; did you mean "slow-top"?`, to be appended to an error message; "" if nothing is near.
std::string did_you_mean(std::string_view wanted, const std::vector<std::string_view>& known);

}  // namespace polhode
