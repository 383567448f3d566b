/// Files and folders on the disk: what a power failure leaves.
#pragma once

#include <filesystem>

namespace polhode {

/// Throws RunError with the reason that errno gives.
[[noreturn]] void cannot_write(const std::filesystem::path& path, int error);

/// What was written into the file is on the disk when this returns. Throws RunError.
void sync_file(const std::filesystem::path& file);
/// The same for the names in a folder; some file systems cannot promise that. Throws RunError.
void sync_folder(const std::filesystem::path& folder);

}  // namespace polhode
