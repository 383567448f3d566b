/// The folder that a result is put into, locked against other writers.
///
/// A result is written into a hidden folder beside (`.NAME.part.XXXXXX`) and takes its place in one step: the two
/// folders are exchanged. Where that cannot be, because the folder holds files that are not ours, is a mount point or
/// somebody works in it, the files are moved one by one, between the removal of the earlier manifest and the arrival
/// of the new one. A process that dies in between leaves the hidden folder with a list of what is to be done, and the
/// next writer completes it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace polhode {

/// A folder that is open and locked; closing it releases both.
class LockedFolder {
public:
    LockedFolder() = default;
    LockedFolder(LockedFolder&& other) noexcept;
    LockedFolder& operator=(LockedFolder&& other) noexcept;
    ~LockedFolder();

    enum class Outcome {
        locked,
        held_by_another,
        no_locks,  ///< some disks of the network know none
        failed     ///< errno says why
    };
    Outcome lock(const std::filesystem::path& folder);
    bool is_at(const std::filesystem::path& folder) const;

private:
    int descriptor_ = -1;
};

class ResultPlace {
public:
    /// Makes the folder, and those above it, where missing, locks it, and clears what dead writers have left. Throws
    /// InputError if files cannot be made in it or another writer is at work.
    explicit ResultPlace(std::filesystem::path folder);
    /// Removes the folders that were made here and are empty.
    ~ResultPlace();
    ResultPlace(const ResultPlace&) = delete;
    ResultPlace& operator=(const ResultPlace&) = delete;

    const std::filesystem::path& folder() const { return folder_; }
    /// Whether a result that is not marked incomplete would be replaced by files of these names.
    bool holds_complete_result(const std::vector<std::string>& names) const;
    /// A new hidden folder, on the same disk.
    std::filesystem::path make_staging();
    /// Puts a result, whose manifest has been written, in the place of the earlier one, all files of which go. After a
    /// failure either nothing has happened, or the hidden folder is there for the next writer to complete.
    void take(const std::filesystem::path& staging);
    /// Puts a result into a folder beside this one, `NAME.incomplete` if that can be; returns where it went.
    std::filesystem::path put_beside(const std::filesystem::path& staging);

private:
    void make_folders();
    void remove_made_folders() noexcept;
    void lock();
    void clear_leftovers();
    void refuse_what_is_not_ours() const;
    bool is_mine_alone(const std::vector<std::string>& mine) const;
    bool exchange(const std::filesystem::path& staging, const std::vector<std::string>& earlier);
    void move_files(const std::filesystem::path& staging) const;

    std::filesystem::path folder_;             ///< as it was given, for messages
    std::filesystem::path place_;              ///< without links
    std::vector<std::filesystem::path> made_;  ///< outermost first
    LockedFolder lock_, staging_lock_;
    bool has_locks_ = true;
};

}  // namespace polhode
