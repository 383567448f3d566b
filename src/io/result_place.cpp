#include "io/result_place.hpp"

#include "io/hidden_folder.hpp"
#include "io/json_number.hpp"
#include "io/manifest.hpp"
#include "io/output_file.hpp"
#include "io/sync.hpp"
#include "polhode/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <system_error>
#include <utility>

namespace polhode {

namespace fs = std::filesystem;

namespace {

/// In a staging folder whose files are being moved: the names of the earlier result.
constexpr const char* journal_name = ".replaces";

void write_synced(const fs::path& path, const std::string& text) {
    OutputFile file(path, path.string());
    file.write(text);
    file.close();
    sync_file(path);
}

std::vector<std::string> names_of(const Manifest& manifest) {
    std::vector<std::string> names;
    names.reserve(manifest.files.size());
    for (const Manifest::File& file : manifest.files) names.push_back(file.name);
    return names;
}

std::vector<std::string> names_in_journal(const fs::path& staging) {
    std::ifstream stream(staging / journal_name, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const Json json = Json::parse(text, nullptr, false);
    std::vector<std::string> names;
    if (json.is_array())
        for (const Json& name : json)
            if (name.is_string() && is_plain_name(name.get<std::string>()))
                names.push_back(name.get<std::string>());
    return names;
}

bool contains(const std::vector<std::string>& names, const std::string& name) {
    return std::ranges::find(names, name) != names.end();
}

/// Whether files can be moved from one to the other by their names alone.
bool is_same_mount(const fs::path& a, const fs::path& b) {
    struct statx one{}, other{};
    constexpr unsigned wanted = STATX_MNT_ID;
    if (::statx(AT_FDCWD, a.c_str(), 0, wanted, &one) != 0
        || ::statx(AT_FDCWD, b.c_str(), 0, wanted, &other) != 0)
        return false;
    if ((one.stx_mask & other.stx_mask & wanted) != 0 && one.stx_mnt_id != other.stx_mnt_id) return false;
    return one.stx_dev_major == other.stx_dev_major && one.stx_dev_minor == other.stx_dev_minor;
}

/// Where the part of a run goes that was stopped, if there is a complete result in the place.
fs::path beside(const fs::path& place) {
    fs::path path = place;
    path += ".incomplete";
    return path;
}

bool is_working_folder(const fs::path& place) {
    std::error_code none;
    const fs::path here = fs::current_path(none);
    if (none) return false;
    const auto [end, ignored] = std::ranges::mismatch(place, here);
    return end == place.end();
}

}  // namespace

LockedFolder::LockedFolder(LockedFolder&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)) {}

LockedFolder& LockedFolder::operator=(LockedFolder&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
}

LockedFolder::~LockedFolder() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

LockedFolder::Outcome LockedFolder::lock(const fs::path& folder) {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor_ < 0) return Outcome::failed;
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return Outcome::locked;
    return errno == EWOULDBLOCK ? Outcome::held_by_another : Outcome::no_locks;
}

bool LockedFolder::is_at(const fs::path& folder) const {
    struct stat mine{}, there{};
    return ::fstat(descriptor_, &mine) == 0 && ::stat(folder.c_str(), &there) == 0
        && mine.st_ino == there.st_ino && mine.st_dev == there.st_dev;
}

ResultPlace::ResultPlace(fs::path folder) : folder_(std::move(folder)) {
    try {
        make_folders();
        if (::access(folder_.c_str(), W_OK | X_OK) != 0)
            throw fs::filesystem_error("", std::error_code(errno, std::generic_category()));
        lock();
        refuse_what_is_not_ours();
        if (has_locks_) clear_leftovers();  // otherwise their writer may be alive
    } catch (const fs::filesystem_error& error) {
        remove_made_folders();
        throw InputError(fmt::format("--out: cannot write into the folder \"{}\": {}", folder_.string(),
                                     error.code().message()));
    }
}

ResultPlace::~ResultPlace() { remove_made_folders(); }

void ResultPlace::make_folders() {
    if (folder_.empty())
        throw fs::filesystem_error("", std::make_error_code(std::errc::no_such_file_or_directory));
    std::vector<fs::path> missing;
    for (fs::path p = folder_; !p.empty() && !fs::exists(p); p = p.parent_path()) missing.push_back(p);
    while (!missing.empty()) {
        if (fs::create_directory(missing.back())) made_.push_back(missing.back());
        missing.pop_back();
    }
    if (!fs::is_directory(folder_))
        throw fs::filesystem_error("", std::make_error_code(std::errc::not_a_directory));
}

void ResultPlace::remove_made_folders() noexcept {
    std::error_code ignored;  // the folder stays if something is in it
    for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), ignored);
}

void ResultPlace::lock() {
    constexpr int most_tries = 100;
    for (int tries = 0; tries < most_tries; ++tries) {
        make_folders();  // another writer that failed may have removed it
        place_ = fs::canonical(folder_);
        switch (lock_.lock(place_)) {
            case LockedFolder::Outcome::held_by_another:
                throw InputError(
                    fmt::format("--out: another run is writing into the folder \"{}\": wait for it to "
                                "end, or give each run a folder of its own",
                                folder_.string()));
            case LockedFolder::Outcome::no_locks: has_locks_ = false; return;
            case LockedFolder::Outcome::locked:
                if (lock_.is_at(place_)) return;
                break;  // it has been replaced meanwhile
            case LockedFolder::Outcome::failed:
                if (errno != ENOENT)
                    throw fs::filesystem_error("", std::error_code(errno, std::generic_category()));
        }
    }
    throw fs::filesystem_error("", std::make_error_code(std::errc::device_or_resource_busy));
}

void ResultPlace::refuse_what_is_not_ours() const {
    std::error_code none;
    if (fs::exists(place_ / manifest_name, none) && !read_manifest(place_))
        throw InputError(
            fmt::format("--out: the folder \"{}\" holds a {} that is not one of ours, which would be "
                        "replaced: move it away, or give another folder",
                        folder_.string(), manifest_name));
}

void ResultPlace::clear_leftovers() {
    for (const fs::path& where : {place_.parent_path(), place_}) {
        for (const fs::path& staging : hidden_folders(where, place_)) {
            LockedFolder its_writer;
            if (its_writer.lock(staging) != LockedFolder::Outcome::locked) continue;
            std::error_code ignored;
            if (fs::exists(staging / journal_name, ignored) && fs::exists(staging / manifest_name, ignored))
                move_files(staging);
            fs::remove_all(staging, ignored);
        }
    }
    const fs::path other = beside(place_);
    if (hidden_folders(other.parent_path(), other).empty() && hidden_folders(other, other).empty()) return;
    try {
        const ResultPlace of_what_was_stopped(other);  // clears them
    } catch (const InputError&) {
        // another run is writing there
    }
}

bool ResultPlace::holds_complete_result(const std::vector<std::string>& names) const {
    if (const std::optional<Manifest> manifest = read_manifest(place_)) return manifest->complete;
    return std::ranges::any_of(names, [&](const std::string& name) {
        std::error_code none;
        return fs::exists(place_ / name, none);
    });
}

fs::path ResultPlace::make_staging() {
    for (const fs::path& where : {place_.parent_path(), place_}) {
        if (!is_same_mount(where, place_)) continue;  // files cannot be moved across
        const std::optional<fs::path> made = make_hidden_folder(where, place_);
        if (!made) continue;
        (void)staging_lock_.lock(*made);
        return *made;
    }
    cannot_write(folder_, errno);
}

bool ResultPlace::is_mine_alone(const std::vector<std::string>& mine) const {
    std::error_code unreadable;
    for (const auto& entry : fs::directory_iterator(place_, unreadable)) {
        const std::string name = entry.path().filename().string();
        if (name != manifest_name && !contains(mine, name)) return false;
    }
    return !unreadable;
}

/// False where the folders cannot be exchanged; nothing has happened then.
bool ResultPlace::exchange(const fs::path& staging, const std::vector<std::string>& earlier) {
    struct stat mine{};
    if (is_working_folder(place_) || ::stat(place_.c_str(), &mine) != 0) return false;
    struct stat made{};
    if (::stat(staging.c_str(), &made) != 0) return false;
    const bool of_another = mine.st_uid != made.st_uid || mine.st_gid != made.st_gid;
    if (of_another && ::chown(staging.c_str(), mine.st_uid, mine.st_gid) != 0) return false;
    if (::chmod(staging.c_str(), mine.st_mode & 07777U) != 0) return false;
    if (::renameat2(AT_FDCWD, staging.c_str(), AT_FDCWD, place_.c_str(), RENAME_EXCHANGE) != 0) return false;
    sync_folder(place_.parent_path());
    std::swap(lock_, staging_lock_);
    // a file that somebody has put there in the last moment goes along
    std::error_code ignored;
    for (const auto& entry : fs::directory_iterator(staging, ignored)) {
        const std::string name = entry.path().filename().string();
        if (name != manifest_name && !contains(earlier, name))
            ::renameat2(AT_FDCWD, entry.path().c_str(), AT_FDCWD, (place_ / name).c_str(), RENAME_NOREPLACE);
    }
    return true;
}

/// Can be repeated after it was cut off anywhere.
void ResultPlace::move_files(const fs::path& staging) const {
    const std::optional<Manifest> manifest = read_manifest(staging);
    if (!manifest) return;
    const auto move = [&](const std::string& name) {
        if (::rename((staging / name).c_str(), (place_ / name).c_str()) != 0 && errno != ENOENT)
            cannot_write(folder_ / name, errno);
    };
    const auto remove = [&](const std::string& name) {
        if (::unlink((place_ / name).c_str()) != 0 && errno != ENOENT) cannot_write(folder_ / name, errno);
    };
    remove(manifest_name);
    sync_folder(place_);
    for (const std::string& name : names_of(*manifest)) move(name);
    for (const std::string& name : names_in_journal(staging))
        if (!manifest->lists(name)) remove(name);
    sync_folder(place_);
    move(manifest_name);
    sync_folder(place_);
}

void ResultPlace::take(const fs::path& staging) {
    const std::optional<Manifest> earlier = read_manifest(place_), taken = read_manifest(staging);
    std::vector<std::string> mine = earlier ? names_of(*earlier) : std::vector<std::string>();
    const std::vector<std::string> replaced = mine;
    if (taken) std::ranges::copy(names_of(*taken), std::back_inserter(mine));
    std::error_code ignored;
    for (const std::string& name : mine)
        if (fs::is_directory(fs::symlink_status(place_ / name, ignored))) {
            fs::remove_all(staging, ignored);
            throw RunError(fmt::format("cannot write \"{}\": there is a folder of that name",
                                       (folder_ / name).string()));
        }
    sync_folder(staging);
    if (staging.parent_path() != place_.parent_path() || !is_mine_alone(mine) || !exchange(staging, mine)) {
        write_synced(staging / journal_name, json_text(Json(replaced)));
        sync_folder(staging);
        try {
            move_files(staging);
        } catch (const RunError& error) {
            throw RunError(
                fmt::format("{}; the result is in \"{}\", and the next run into the folder completes it",
                            error.what(), staging.string()));
        }
    }
    made_.clear();  // they are there to stay
    fs::remove_all(staging, ignored);
}

fs::path ResultPlace::put_beside(const fs::path& staging) {
    fs::path there = beside(place_);
    try {
        ResultPlace other(there);
        // under its name, so that a writer of this folder does not take it for its own
        const fs::path moved = other.make_staging();
        if (::rename(staging.c_str(), moved.c_str()) != 0) cannot_write(there, errno);
        (void)other.staging_lock_.lock(moved);
        other.take(moved);
        return there;
    } catch (const std::exception&) {
        // it is in use, or cannot be made: another name will do
    }
    for (const fs::path& stem : {there, place_ / "incomplete"}) {
        std::string name = stem.string() + ".XXXXXX";
        if (is_same_mount(stem.parent_path(), staging.parent_path()) && ::mkdtemp(name.data())
            && ::rename(staging.c_str(), name.c_str()) == 0)
            return name;
    }
    cannot_write(there, errno);
}

}  // namespace polhode
