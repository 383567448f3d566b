/// Text laid out for a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// Columns that a UTF-8 text takes on a terminal.
std::size_t columns(std::string_view text);

/// Rows of equal length, the first the headings, as columns two spaces apart. The last column is wrapped to
/// fit into `width`, and left out where too little remains for it. With colour, the headings are bold.
std::string table(const std::vector<std::vector<std::string>>& rows, int width, bool colour = false);

/// Words broken into lines that end before column `width`. Every line starts at column `indent`; the caller
/// has brought the first one there.
std::string wrapped(std::string_view text, int width, std::size_t indent = 0);

/// "  name    value" per row, values in one column and wrapped to it.
struct Fact {
    std::string name, value;
};
std::string facts(const std::vector<Fact>& rows, int width);

}  // namespace polhode
