#include "commands.hpp"
#include "io/terminal.hpp"
#include "io/whole_file.hpp"
#include "module.hpp"
#include "polhode/error.hpp"

#include <fmt/format.h>
#include <fstream>
#include <iterator>

namespace polhode::program {
namespace {

namespace fs = std::filesystem;

/// Stands near the beginning of every page of the laboratory.
constexpr std::string_view page_mark = "content=\"Polhode laboratory";

/// Where it was installed, or where `make lab` puts it in the clone whose build folder the program is in.
fs::path find_page() {
    std::error_code error;
    const fs::path here = program_folder();
    for (const fs::path& file :
         {here / POLHODE_DATA_FOLDER / "lab.html", here / ".." / "build-wasm" / "lab" / "index.html"})
        if (fs::is_regular_file(file, error)) return file.lexically_normal();
    throw RunError("the page of the laboratory was not found: it is made by 'make lab'");
}

std::string text_of(const fs::path& file, std::size_t most = std::string::npos) {
    std::ifstream in(file, std::ios::binary);
    std::string text;
    if (most == std::string::npos) {
        text.assign(std::istreambuf_iterator<char>(in), {});
    } else {
        text.resize(most);
        in.read(text.data(), static_cast<std::streamsize>(most));
        text.resize(static_cast<std::size_t>(in.gcount()));
    }
    if (in.bad()) throw RunError(fmt::format("\"{}\" could not be read to its end", file.string()));
    return text;
}

bool is_page(const fs::path& file) { return text_of(file, 1000).find(page_mark) != std::string::npos; }

fs::path folder_of(const fs::path& file) {
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

/// Of a file that is there only a page of the laboratory is replaced.
void check_place(const std::string& out) {
    if (out.empty()) throw InputError("--out: expected the name of a file, got none");
    std::error_code error;
    const fs::path file = out;
    if (fs::is_directory(file, error))
        throw InputError(fmt::format("--out: \"{}\" is a folder, expected a file", out));
    if (fs::exists(file, error) && !is_page(file))
        throw InputError(fmt::format("--out: \"{}\" is there, and is not a page of the laboratory", out));
    if (!fs::is_directory(folder_of(file), error))
        throw InputError(
            fmt::format("--out: \"{}\": there is no folder \"{}\"", out, folder_of(file).string()));
}

}  // namespace

int lab(const LabOptions& options) {
    if (options.out) check_place(*options.out);
    const fs::path found = find_page();
    if (!options.out) {
        print(fmt::format("{}\n", found.string()));
        return 0;
    }
    const std::string page = text_of(found);
    if (page.find(page_mark) == std::string::npos)
        throw RunError(
            fmt::format("\"{}\" is not a page of the laboratory: 'make lab' makes one", found.string()));
    write_whole_file(*options.out, page);
    if (!options.quiet)
        print(fmt::format("The laboratory is the page {}: open it in a browser. It needs no network.\n",
                          *options.out));
    return 0;
}

}  // namespace polhode::program
