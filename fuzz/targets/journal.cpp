/// What a dead writer has left, to be completed by the next one: a manifest, and behind a zero byte the list of files to
/// remove. Nothing outside the two folders may be touched.
#include "io/manifest.hpp"
#include "io/result_place.hpp"
#include "target.hpp"

namespace polhode::fuzz {
namespace {

namespace fs = std::filesystem;

const Target journal("journal", [](std::string_view bytes) {
    const fs::path parent = scratch_folder() / "parent", place = parent / "result";
    const fs::path staging = parent / ".result.part.abcdef";
    fs::remove_all(parent);
    fs::create_directories(place);
    fs::create_directories(staging);
    write_file(parent / "victim", "stays");
    write_file(place / "stranger", "stays");
    write_file(place / "old.csv", "goes if the journal says so");
    write_file(staging / "a.csv", "new");
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    write_file(staging / manifest_name, bytes.substr(0, end));
    write_file(staging / ".replaces", bytes.substr(std::min(end + 1, bytes.size())));

    const bool known = read_manifest(staging).has_value();
    succeeds([&] { const ResultPlace taken(place); });
    require(fs::exists(parent / "victim"), "a file outside the folder is gone");
    require(fs::file_size(parent / "victim") == 5, "a file outside the folder was written");
    require(!fs::exists(parent / "a.csv"), "a file went outside the folder");
    if (!known) require(fs::exists(place / "old.csv"), "a file of no known result is gone");
    (void)trouble_with_result(place);
});

}  // namespace
}  // namespace polhode::fuzz
