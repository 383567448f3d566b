/// manifest.json: which files belong to a result, how long they are, and their hashes. It is written last, so that a
/// folder whose files agree with it holds one whole result.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

inline constexpr const char* manifest_name = "manifest.json";

/// Whether the name is that of a file in a folder, and cannot lead out of it.
bool is_plain_name(const std::string& name);

struct Manifest {
    struct File {
        std::string name;
        std::uint64_t bytes;
        std::string sha256;
    };
    bool complete = true;  ///< false: of a run that was stopped
    std::vector<File> files;

    bool lists(const std::string& name) const;
    std::string text() const;
};

/// Of a folder; none if there is no file of that name that can be read as one.
std::optional<Manifest> read_manifest(const std::filesystem::path& folder);

/// The same of its text.
std::optional<Manifest> manifest_in(const std::string& text);

/// Of files in a folder, which are brought to the disk on the way. Throws RunError, naming the file as in `shown`.
Manifest manifest_of(const std::filesystem::path& folder, const std::vector<std::string>& names,
                     bool complete, const std::filesystem::path& shown);

/// What is wrong with a file of a folder, in a sentence; nothing if it is as the entry says.
std::optional<std::string> trouble_with_file(const std::filesystem::path& folder,
                                             const Manifest::File& expected);

/// What is wrong with the result in a folder, in a sentence; nothing if all files are as the manifest says.
std::optional<std::string> trouble_with_result(const std::filesystem::path& folder);

}  // namespace polhode
