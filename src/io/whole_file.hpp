/// One file that is written by itself, and not with others into a folder (io/output_folder.hpp).
#pragma once

#include <filesystem>
#include <string_view>

namespace polhode {

/// Writes the file, which has its earlier bytes or these, whoever else writes it and whatever ends this process: it is
/// made in a hidden folder beside, and takes its place in one step. Of two writers the last one stays. Clears what dead
/// writers of this file have left. Throws RunError; nothing has happened then, but for names that did not reach the disk.
void write_whole_file(const std::filesystem::path& file, std::string_view bytes);

}  // namespace polhode
