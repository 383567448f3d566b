#include "io/checkpoint_folder.hpp"

#include "io/sync.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <system_error>

namespace polhode {

namespace fs = std::filesystem;

namespace {

bool is_ours(const fs::path& file) {
    const fs::path name = file.filename(), end = name.extension();
    return name == "checkpoint" || end == ".kept" || end == ".new";
}

/// Those in a folder that is there; none of one that is not.
std::vector<fs::path> files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code unreadable;
    for (const auto& entry : fs::directory_iterator(folder, unreadable)) files.push_back(entry.path());
    return files;
}

}  // namespace

CheckpointFolder::CheckpointFolder(const fs::path& out) {
    std::error_code unknown;
    const fs::path from_root = fs::absolute(out, unknown);
    fs::path place = fs::weakly_canonical(from_root, unknown);
    if (unknown || place.empty()) place = from_root;
    if (!place.has_filename()) place = place.parent_path();
    const std::string name = place.filename().string() + ".checkpoint";
    const fs::path beside = place.parent_path() / name, inside = place / name;
    path_ = beside;
    const bool can_be_beside = ::access(place.parent_path().c_str(), W_OK | X_OK) == 0;
    if (!is_there() && (!can_be_beside || fs::exists(inside / "checkpoint", unknown))) path_ = inside;
}

bool CheckpointFolder::is_there() const {
    std::error_code unknown;
    return fs::exists(index(), unknown);
}

void CheckpointFolder::make() const {
    std::error_code error;
    fs::create_directory(path_, error);
    if (error) cannot_write(path_, error.value());
    for (const fs::path& file : files_in(path_))
        if (!is_ours(file))
            throw RunError(
                fmt::format("cannot write \"{}\": the folder holds \"{}\", which is no part of a "
                            "checkpoint; move it away",
                            path_.string(), file.filename().string()));
}

void CheckpointFolder::clear_but(const std::vector<fs::path>& kept) const {
    std::error_code ignored;
    for (const fs::path& file : files_in(path_))
        if (is_ours(file) && file != index() && std::ranges::find(kept, file) == kept.end())
            fs::remove(file, ignored);
}

void CheckpointFolder::remove() const {
    std::error_code ignored;
    fs::remove(index(), ignored);  // first: without it the others count for nothing
    clear_but({});
    fs::remove(path_, ignored);
}

}  // namespace polhode
