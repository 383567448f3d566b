/// The folder `NAME.checkpoint` beside the result NAME of --out, or in it where there is no writing beside it: what a
/// run has come to, until its result is there. One file, `checkpoint`, is written last and says which others count.
///
/// Who writes it holds the lock of the result (OutputFolder), so that there is one at a time.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace polhode {

class CheckpointFolder {
public:
    /// For the result that --out names; touches nothing.
    explicit CheckpointFolder(const std::filesystem::path& out);

    /// Where it is, or would be.
    const std::filesystem::path& path() const { return path_; }
    /// The file that says which run it is of.
    std::filesystem::path index() const { return path_ / "checkpoint"; }
    /// Whether a run can be taken up from it, as far as one can tell without reading it.
    bool is_there() const;
    /// The command, "run" or "ensemble" or another, to which the checkpoint that is there belongs, by the head of its
    /// file; nothing if there is none, or if the head cannot be read.
    std::optional<std::string> kind() const;

    /// Makes the folder where it is missing. Throws RunError, also if it holds files that are not ours, or if a link or
    /// a folder of somebody else is in its place, in which nothing is removed either.
    void make() const;
    /// The place of another file in it: of one whose name does not end so, it would not be known to be ours.
    std::filesystem::path kept(const std::string& name) const { return path_ / (name + ".kept"); }
    /// Removes the other files but those: of checkpoints before.
    void clear_but(const std::vector<std::filesystem::path>& kept) const;
    /// Removes it all; files that are not ours stay.
    void remove() const;

private:
    std::filesystem::path path_;
};

}  // namespace polhode
