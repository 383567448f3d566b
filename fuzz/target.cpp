#include "target.hpp"

#include <unistd.h>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace polhode::fuzz {
namespace {

namespace fs = std::filesystem;

std::vector<const Target*>& list() {
    static std::vector<const Target*> all;
    return all;
}

class Scratch {
public:
    Scratch() {
        const fs::path memory = "/dev/shm";
        std::error_code none;
        const bool in_memory = fs::is_directory(memory, none) && ::access(memory.c_str(), W_OK) == 0;
        std::string name = (in_memory ? memory : fs::temp_directory_path()) / "polhode-fuzz-XXXXXX";
        require(::mkdtemp(name.data()) != nullptr, "there is no place for files");
        folder = name;
    }
    ~Scratch() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    fs::path folder;
};

}  // namespace

Target::Target(std::string its_name, Attempt its_attempt) : name(std::move(its_name)), attempt(its_attempt) {
    list().push_back(this);
}

const std::vector<const Target*>& targets() { return list(); }

void require(bool holds, std::string_view sentence) {
    if (holds) return;
    (void)std::fprintf(stderr, "fuzz: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
    std::abort();
}

void check_message(std::string_view message) { require(!message.empty(), "an error without a word"); }

const fs::path& scratch_folder() {
    static const Scratch scratch;
    return scratch.folder;
}

void write_file(const fs::path& file, std::string_view bytes) {
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    out.close();
    require(!out.fail(), "a file could not be written");
}

}  // namespace polhode::fuzz
