/// A file that an ended run is to be taken up from. The first letter says how it is made of the bytes behind it: sealed
/// with the size and the hash that fit ('s'), so that what stands behind them is read, too; the same behind the version
/// of this library ('v'); with them as its payload ('p'); as a whole file in which one byte is changed ('c'). Else it is
/// the bytes as they are.
#include "io/checkpoint.hpp"

#include "io/checkpoint_folder.hpp"
#include "io/sha256.hpp"
#include "polhode/version.hpp"
#include "target.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <span>

namespace polhode::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view checkpoint_front = "polhode keeps:\n";
constexpr std::size_t before_inside = checkpoint_front.size() + sizeof(std::uint64_t), after_inside = 64;

CheckpointOwner owner_of_all() { return {"ensemble", "0123456789abcdef"}; }

std::string sealed(std::string_view inside) {
    const std::uint64_t size = before_inside + inside.size() + after_inside;
    std::string file(checkpoint_front);
    file.append(reinterpret_cast<const char*>(&size), sizeof size);
    file += inside;
    Sha256 hash;
    hash.add(file);
    return file + hash.finish();
}

std::string bytes_in(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// What is read of a file: no more than it has, or an error that names it.
template <class Owner>
auto read_or_refused(const fs::path& file, const Owner& owner) {
    const auto found = read_checkpoint(file, owner);
    if (!found) {
        check_message(found.error().message);
        require(found.error().message.starts_with("cannot resume from \"" + file.string() + "\": "),
                "a refusal that does not name the file");
    }
    return found;
}

void attempt_file(const fs::path& file, std::string_view bytes) {
    write_file(file, bytes);
    const auto said = kind_of_checkpoint(file);
    require(!said || said->size() <= bytes.size(), "more than the file holds");
    for (const char* kind : {"run", "ensemble"}) {
        const auto found = read_or_refused(file, std::string(kind));
        if (!found) continue;
        require(found->owner.kind == kind, "a checkpoint of another command was taken");
        require(said == kind, "the head of a whole checkpoint was not read");
        require(found->payload.capacity() + found->owner.belongs_to.size() <= bytes.size(),
                "more than the file holds");
    }
    const auto payload = read_or_refused(file, owner_of_all());
    if (payload) require(payload->capacity() <= bytes.size(), "more than the file holds");
}

std::string written(const fs::path& file, std::string_view payload) {
    write_checkpoint(file, owner_of_all(), std::as_bytes(std::span(payload)));
    return bytes_in(file);
}

/// What files of this version have between their size and what they are of: a number, and the version behind its length.
std::string known_version(const fs::path& file) {
    return written(file, {}).substr(before_inside,
                                    sizeof(std::uint32_t) + sizeof(std::size_t) + version.size());
}

void attempt_payload(const fs::path& file, std::string_view payload) {
    const std::string whole = written(file, payload);
    require(whole
                == sealed(std::string_view(whole).substr(before_inside,
                                                         whole.size() - before_inside - after_inside)),
            "this target does not seal as the library does");
    const auto found = read_or_refused(file, owner_of_all());
    require(found && std::ranges::equal(*found, std::as_bytes(std::span(payload))),
            "what was written is not read");
}

void attempt_change(const fs::path& file, std::string_view bytes) {
    if (bytes.size() < 3 || bytes[2] == '\0') return;
    std::string whole = written(file, bytes.substr(3));
    const std::size_t place =
        static_cast<unsigned char>(bytes[0]) + 256U * static_cast<unsigned char>(bytes[1]);
    char& changed = whole[place % whole.size()];
    changed = static_cast<char>(changed ^ bytes[2]);
    write_file(file, whole);
    require(!read_or_refused(file, owner_of_all()), "a change was not noticed");
}

const Target checkpoint("checkpoint", [](std::string_view bytes) {
    const CheckpointFolder folder(scratch_folder() / "result");
    folder.make();
    const char how = bytes.empty() ? '\0' : bytes.front();
    const std::string_view rest = bytes.substr(bytes.empty() ? 0 : 1);
    if (how == 's')
        attempt_file(folder.index(), sealed(rest));
    else if (how == 'v')
        attempt_file(folder.index(), sealed(known_version(folder.index()).append(rest)));
    else if (how == 'p')
        attempt_payload(folder.index(), rest);
    else if (how == 'c')
        attempt_change(folder.index(), rest);
    else
        attempt_file(folder.index(), bytes);
});

}  // namespace
}  // namespace polhode::fuzz
