/// The hidden folders beside a place, in which what belongs there is written before it takes it: `.NAME.part.XXXXXX`.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

namespace polhode {

/// A new one in `where`, with a name that nobody else has; nothing, with errno set, where it cannot be made.
std::optional<std::filesystem::path> make_hidden_folder(const std::filesystem::path& where,
                                                        const std::filesystem::path& place);

/// Those that are in `where`, of this writer and of others, alive or dead.
std::vector<std::filesystem::path> hidden_folders(const std::filesystem::path& where,
                                                  const std::filesystem::path& place);

}  // namespace polhode
