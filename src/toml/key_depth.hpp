/// How deep the keys of a TOML document are nested by dots: the parser knows no limit, and its stack ends somewhere.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace polhode {

/// The line, counted from 1, of the first key of more than `most` parts.
std::optional<std::size_t> line_of_deep_key(std::string_view toml, std::size_t most);

}  // namespace polhode
