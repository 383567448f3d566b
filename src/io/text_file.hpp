/// A file as text.
#pragma once

#include "polhode/expected.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace polhode {

/// The whole file. An error says `cannot read WHAT"FILE"` and why.
Expected<std::string> read_text(const std::filesystem::path& file, std::string_view what = "");

}  // namespace polhode
