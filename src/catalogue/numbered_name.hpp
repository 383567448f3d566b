/// Names of families with a number: "taylor-12", "taylor-12@1e-9".
#pragma once

#include <optional>
#include <string_view>

namespace polhode {

/// The N of "stemN"; 0 where something else follows the stem; nothing if the name does not begin with it.
std::optional<int> number_after(std::string_view stem, std::string_view name);

/// The E of "…@E"; nothing if it is not a number from 1e-19, the round-off of the longest numbers, to 1.
std::optional<double> tolerance_of(std::string_view text);

}  // namespace polhode
