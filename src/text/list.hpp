/// Lists and ranges as a command line has them: "se, vexp", "0.1,0.05", "4..6".
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// What stands between the commas, without spaces around it; nothing if a part is empty.
std::optional<std::vector<std::string>> parts_in(std::string_view list);

/// The same as numbers; nothing if a part is none.
std::optional<std::vector<double>> numbers_in(std::string_view list);

/// From one whole number to another, both included.
struct WholeNumbers {
    long from = 0, to = std::numeric_limits<long>::max();

    bool contain(long number) const { return from <= number && number <= to; }
};

/// "4", "4..6", "4..", "..6"; nothing if it is no such text.
std::optional<WholeNumbers> whole_numbers_in(std::string_view text);

}  // namespace polhode
