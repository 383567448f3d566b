/// What 'polhode show' reads: a manifest, and behind a zero byte the summary of the result. Whatever they say, nothing
/// outside the folder is looked at, and what is printed can be printed.
#include "io/shown_result.hpp"
#include "target.hpp"

#include <nlohmann/json.hpp>

namespace polhode::fuzz {
namespace {

namespace fs = std::filesystem;

const Target manifest("manifest", [](std::string_view bytes) {
    const fs::path folder = scratch_folder() / "shown";
    fs::remove_all(folder);
    fs::create_directories(folder);
    const std::size_t end = std::min(bytes.find('\0'), bytes.size());
    write_file(folder / manifest_name, bytes.substr(0, end));
    const std::string_view summary = bytes.substr(std::min(end + 1, bytes.size()));
    for (const char* name : {"summary.json", "compare.json"}) write_file(folder / name, summary);

    if (const auto known = manifest_in(std::string(bytes.substr(0, end)))) {
        const auto again = manifest_in(known->text());
        require(again && again->files.size() == known->files.size(), "a manifest reads back as another");
        for (const Manifest::File& file : known->files)
            require(is_plain_name(file.name), "a manifest names a file of another folder");
        // the same with the right hashes, so that the summary is read
        std::vector<std::string> names;
        for (const char* name : {"summary.json", "compare.json"})
            if (known->lists(name)) names.emplace_back(name);
        if (!names.empty())
            write_file(folder / manifest_name, manifest_of(folder, names, known->complete, folder).text());
    }
    succeeds([&] {
        const ShownResult result = shown_result(folder);
        (void)shown_text(folder, result, 80);
        require(nlohmann::json::accept(shown_json(folder, result)), "what is printed is no JSON");
    });
});

}  // namespace
}  // namespace polhode::fuzz
