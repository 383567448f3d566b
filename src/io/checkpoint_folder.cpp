#include "io/checkpoint_folder.hpp"

#include "io/checkpoint.hpp"
#include "io/sync.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <system_error>

namespace polhode {

namespace fs = std::filesystem;

namespace {

bool is_ours(const fs::path& file) {
    const fs::path name = file.filename(), end = name.extension();
    return name == "checkpoint" || end == ".kept" || end == ".new";
}

/// What stands in the place of a folder into which nobody else can lead our files, or put his; "" for such a folder, and
/// if nothing is there.
std::string why_not_ours(const fs::path& folder) {
    struct stat about{};
    if (::lstat(folder.c_str(), &about) != 0) return "";
    if (S_ISLNK(about.st_mode)) return "a link";
    if (!S_ISDIR(about.st_mode)) return "no folder";
    const uid_t user = ::geteuid();
    const bool is_of_another = user != 0 && about.st_uid != user;
    return is_of_another && (about.st_mode & S_IWOTH) != 0
             ? "one of another user, into which everybody may write"
             : "";
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

std::optional<std::string> CheckpointFolder::kind() const { return kind_of_checkpoint(index()); }

void CheckpointFolder::make() const {
    if (::mkdir(path_.c_str(), 0777) != 0 && errno != EEXIST) cannot_write(path_, errno);
    if (const std::string foreign = why_not_ours(path_); !foreign.empty())
        throw RunError(
            fmt::format("cannot write \"{}\": it is {}, expected a folder of this user; move it away",
                        path_.string(), foreign));
    for (const fs::path& file : files_in(path_))
        if (!is_ours(file))
            throw RunError(
                fmt::format("cannot write \"{}\": the folder holds \"{}\", which is no part of a "
                            "checkpoint; move it away",
                            path_.string(), file.filename().string()));
}

void CheckpointFolder::clear_but(const std::vector<fs::path>& kept) const {
    if (!why_not_ours(path_).empty()) return;
    std::error_code ignored;
    for (const fs::path& file : files_in(path_))
        if (is_ours(file) && file != index() && std::ranges::find(kept, file) == kept.end())
            fs::remove(file, ignored);
}

void CheckpointFolder::remove() const {
    if (!why_not_ours(path_).empty()) return;
    std::error_code ignored;
    fs::remove(index(), ignored);  // first: without it the others count for nothing
    clear_but({});
    fs::remove(path_, ignored);
}

}  // namespace polhode
