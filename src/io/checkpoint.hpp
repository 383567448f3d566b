/// A file that an ended run is taken up from: what kind of run it is of, the hash of all that decides its bits, and
/// the bytes that the run has kept (core::Archive), with the SHA-256 of it all at the end.
#pragma once

#include "polhode/expected.hpp"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace polhode {

/// Whose checkpoint it is.
struct CheckpointOwner {
    std::string kind;        ///< the command: "run", "ensemble", …
    std::string belongs_to;  ///< a hash of the scenario and of every option that decides the bits
};

struct Checkpoint {
    CheckpointOwner owner;
    std::vector<std::byte> payload;
};

/// Replaces the file in one step, once the new one is on the disk. Throws RunError; the earlier file stays then. The
/// file must have one writer at a time.
void write_checkpoint(const std::filesystem::path& file, const CheckpointOwner& owner,
                      std::span<const std::byte> payload);
/// The same of bytes that stand in several places.
void write_checkpoint_in_pieces(const std::filesystem::path& file, const CheckpointOwner& owner,
                                const std::vector<std::span<const std::byte>>& payload);

/// A file of this version and of this kind, whole. The Error is a sentence that names the file, what is wrong with it
/// and the remedy.
Expected<Checkpoint> read_checkpoint(const std::filesystem::path& file, const std::string& kind);
/// The bytes of one that belongs to the same run, too.
Expected<std::vector<std::byte>> read_checkpoint(const std::filesystem::path& file,
                                                 const CheckpointOwner& owner);

/// The kind that the head of a file says it is of, be the rest whole or not; nothing of a file that is none of ours.
std::optional<std::string> kind_of_checkpoint(const std::filesystem::path& file);

/// That a checkpoint, which was read, cannot be used.
Error unusable_checkpoint(const std::filesystem::path& file, const std::string& why);
/// The same where nothing helps but to start again, which it says.
Error lost_checkpoint(const std::filesystem::path& file, const std::string& why);

}  // namespace polhode
