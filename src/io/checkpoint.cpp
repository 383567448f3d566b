#include "io/checkpoint.hpp"

#include "io/direct_file.hpp"
#include "io/output_file.hpp"
#include "io/sha256.hpp"
#include "io/sync.hpp"
#include "polhode/step/archive.hpp"
#include "polhode/version.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <string_view>
#include <system_error>

namespace polhode {

namespace fs = std::filesystem;

namespace {

/// Every version has these two in front_bytes and the hash at the end, so that each can say what is wrong with a file of
/// another one.
constexpr std::string_view checkpoint_magic = "polhode keeps:\n";
using FileSize = std::uint64_t;
constexpr std::size_t hash_digits = 64, front_bytes = checkpoint_magic.size() + sizeof(FileSize);

/// Of what stands between the size of the file and the bytes.
constexpr std::uint32_t checkpoint_format = 1;

std::string_view text_of(std::span<const std::byte> bytes) { return bytes_of(bytes); }

const char* const start_again = "start again without --resume";

/// The size that a file of ours says it has; nothing of another file.
std::optional<FileSize> stated_size(std::string_view text) {
    if (text.size() < front_bytes || !text.starts_with(checkpoint_magic)) return std::nullopt;
    FileSize size = 0;
    std::memcpy(&size, text.data() + checkpoint_magic.size(), sizeof size);
    return size;
}

/// Reads on until there are so many bytes, or the end; false with errno set.
bool read_up_to(std::size_t count, int opened, std::vector<std::byte>& bytes) {
    std::size_t have = bytes.size();
    bytes.resize(count);
    while (have < count) {
        const ssize_t got = ::read(opened, bytes.data() + have, count - have);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return false;
        if (got == 0) break;
        have += static_cast<std::size_t>(got);
    }
    bytes.resize(have);
    return true;
}

/// A file to be read, which no link leads to; less than 0 with errno set. Nobody waits for a pipe.
int open_to_read(const fs::path& file) {
    return ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
}

/// All of a file, or errno set. Of one that is none of ours it is the beginning, and of one that is longer than it says
/// a byte more than that: a file in its place may have any size.
std::optional<std::vector<std::byte>> whole_file(const fs::path& file) {
    const int opened = open_to_read(file);
    if (opened < 0) return std::nullopt;
    struct stat about{};
    std::optional<std::vector<std::byte>> bytes;
    if (::fstat(opened, &about) == 0) {
        const auto there = static_cast<std::size_t>(about.st_size);
        bytes.emplace();
        if (!read_up_to(std::min(there, front_bytes), opened, *bytes)) bytes.reset();
        const auto stated = bytes ? stated_size(text_of(*bytes)) : std::nullopt;
        if (stated
            && !read_up_to(*stated < there ? std::max(*stated + 1, front_bytes) : there, opened, *bytes))
            bytes.reset();
    }
    const int error = errno;
    ::close(opened);
    errno = error;
    return bytes;
}

}  // namespace

Error unusable_checkpoint(const fs::path& file, const std::string& why) {
    return input_error(fmt::format("cannot resume from \"{}\": {}", file.string(), why));
}
Error lost_checkpoint(const fs::path& file, const std::string& why) {
    return unusable_checkpoint(file, fmt::format("{}; {}", why, start_again));
}

void write_checkpoint(const fs::path& file, const CheckpointOwner& owner,
                      std::span<const std::byte> payload) {
    write_checkpoint_in_pieces(file, owner, {payload});
}

void write_checkpoint_in_pieces(const fs::path& file, const CheckpointOwner& owner,
                                const std::vector<std::span<const std::byte>>& payload) {
    CheckpointOwner kept = owner;
    std::uint32_t format = checkpoint_format;
    std::string written_by(version);
    std::size_t count = 0;
    for (const std::span<const std::byte> bytes : payload) count += bytes.size();
    core::Archive head;
    head(format, written_by, kept.kind, kept.belongs_to, count);

    const FileSize size = front_bytes + head.bytes().size() + count + hash_digits;
    fs::path beside = file;
    beside += ".new";
    std::error_code ignored;
    fs::remove(beside, ignored);  // of a writer that was killed
    try {
        DirectFile out(beside, file);
        Sha256 hash;
        const auto write = [&](std::string_view bytes) {
            hash.add(bytes);
            out.write(bytes);
        };
        write(checkpoint_magic);
        write(bytes_of(std::span(&size, 1)));
        write(text_of(head.bytes()));
        for (const std::span<const std::byte> bytes : payload) write(text_of(bytes));
        out.write(hash.finish());
        out.finish();
        if (::rename(beside.c_str(), file.c_str()) != 0) cannot_write(file, errno);
        sync_folder(file.parent_path());
    } catch (...) {
        fs::remove(beside, ignored);
        throw;
    }
}

Expected<Checkpoint> read_checkpoint(const fs::path& file, const std::string& kind) {
    const auto refuse = [&](const std::string& why) { return unusable_checkpoint(file, why); };
    auto bytes = whole_file(file);
    if (!bytes) return refuse(fmt::format("{}; {}", std::strerror(errno), start_again));
    const std::string_view text = text_of(*bytes);
    if (!text.starts_with(checkpoint_magic))
        return refuse(fmt::format("it is no checkpoint; {}", start_again));
    const FileSize size = stated_size(text).value_or(0);
    if (size < front_bytes + hash_digits || text.size() < size)
        return refuse(fmt::format("it is truncated, {} bytes are left; {}", text.size(), start_again));
    Sha256 hash;
    hash.add(text.substr(0, text.size() - hash_digits));
    if (text.size() > size || hash.finish() != text.substr(text.size() - hash_digits))
        return refuse(
            fmt::format("it is damaged, its SHA-256 is not the one that it ends with; {}", start_again));

    bytes->resize(bytes->size() - hash_digits);
    bytes->erase(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(front_bytes));
    core::Archive archive(*std::move(bytes));
    std::uint32_t format = 0;
    std::string written_by;
    Checkpoint found;
    archive(format, written_by);
    if (!archive.is_good()) return refuse(fmt::format("it is damaged; {}", start_again));
    if (format != checkpoint_format || written_by != version)
        return refuse(fmt::format("it was written by polhode {}, and this is {}; resume with that one, or {}",
                                  written_by, version, start_again));
    archive(found.owner.kind, found.owner.belongs_to, found.payload);
    if (!archive.is_good() || !archive.is_at_end())
        return refuse(fmt::format("it is damaged; {}", start_again));
    if (found.owner.kind != kind)
        return refuse(fmt::format("it is of 'polhode {}'; resume with that command", found.owner.kind));
    return found;
}

std::optional<std::string> kind_of_checkpoint(const fs::path& file) {
    constexpr std::size_t longest_head = 4096;
    const int opened = open_to_read(file);
    if (opened < 0) return std::nullopt;
    std::vector<std::byte> bytes;
    const bool is_read = read_up_to(longest_head, opened, bytes);
    ::close(opened);
    if (!is_read || !stated_size(text_of(bytes))) return std::nullopt;
    core::Archive archive(std::vector(bytes.begin() + front_bytes, bytes.end()));
    std::uint32_t format = 0;
    std::string written_by, kind;
    archive(format, written_by, kind);
    const bool is_a_word =
        !kind.empty() && std::ranges::all_of(kind, [](char c) { return 'a' <= c && c <= 'z'; });
    if (!archive.is_good() || format != checkpoint_format || !is_a_word) return std::nullopt;
    return kind;
}

Expected<std::vector<std::byte>> read_checkpoint(const fs::path& file, const CheckpointOwner& owner) {
    Expected<Checkpoint> found = read_checkpoint(file, owner.kind);
    if (!found) return found.error();
    if (found->owner.belongs_to != owner.belongs_to)
        return unusable_checkpoint(file, fmt::format("it belongs to a run of another scenario or with other "
                                                     "options; give those of that run, or {}",
                                                     start_again));
    return std::move(found->payload);
}

}  // namespace polhode
