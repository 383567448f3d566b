/// Gives kept inputs to a target again: fuzz_replay TARGET FOLDER... Every build runs it, with any compiler.
#include "target.hpp"

#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <fstream>
#include <iterator>

namespace {

namespace fs = std::filesystem;

constexpr unsigned seconds_for_one = 60;  // under sanitizers, on a busy machine

std::vector<fs::path> files_in(const std::vector<fs::path>& folders) {
    std::vector<fs::path> files;
    for (const fs::path& folder : folders)
        if (fs::is_directory(folder))
            for (const auto& entry : fs::directory_iterator(folder)) files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    return files;
}

int replay(const polhode::fuzz::Target& target, const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
        (void)std::fprintf(stderr, "%s: %s\n", target.name.c_str(), file.filename().c_str());
        std::ifstream in(file, std::ios::binary);
        const std::string bytes(std::istreambuf_iterator<char>(in), {});
        ::alarm(seconds_for_one);
        try {
            target.attempt(bytes);
        } catch (const std::exception& error) {
            (void)std::fprintf(stderr, "an exception came through: %s\n", error.what());
            return 1;
        }
        ::alarm(0);
    }
    (void)std::printf("%s: %zu inputs held\n", target.name.c_str(), files.size());
    return 0;
}

}  // namespace

int main(int count, char** arguments) {
    const std::vector<std::string> given(arguments + 1, arguments + count);
    if (given.size() < 2) {
        (void)std::fprintf(stderr, "expected TARGET FOLDER..., where TARGET is one of");
        for (const auto* target : polhode::fuzz::targets())
            (void)std::fprintf(stderr, " %s", target->name.c_str());
        (void)std::fprintf(stderr, "\n");
        return 2;
    }
    const std::vector<fs::path> files = files_in({given.begin() + 1, given.end()});
    if (files.empty()) {
        (void)std::fprintf(stderr, "%s: there is no input to begin with\n", given.front().c_str());
        return 1;
    }
    for (const auto* target : polhode::fuzz::targets())
        if (target->name == given.front()) return replay(*target, files);
    (void)std::fprintf(stderr, "there is no target %s\n", given.front().c_str());
    return 2;
}
