#include "io/output_folder.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace polhode {

namespace fs = std::filesystem;

OutputFile::OutputFile(const fs::path& path, std::string shown)
    : file_(std::fopen(path.c_str(), "wb")), shown_(std::move(shown)) {
    if (!file_) fail();
}

void OutputFile::fail() const {
    throw RunError(fmt::format("cannot write \"{}\": {}", shown_, std::strerror(errno)));
}

void OutputFile::write(std::string_view text) {
    if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size()) fail();
}

void OutputFile::overwrite(std::uint64_t offset, std::string_view bytes) {
    if (::fseeko(file_.get(), static_cast<off_t>(offset), SEEK_SET) != 0) fail();
    write(bytes);
    if (::fseeko(file_.get(), 0, SEEK_END) != 0) fail();
}

void OutputFile::close() {
    if (file_ && std::fclose(file_.release()) != 0) fail();
}

OutputFolder::OutputFolder(fs::path folder) : folder_(std::move(folder)) {
    try {
        make_folders();
        if (::access(folder_.c_str(), W_OK | X_OK) != 0)
            throw fs::filesystem_error("", std::error_code(errno, std::generic_category()));
    } catch (const fs::filesystem_error& error) {
        remove_made_folders();
        throw InputError(fmt::format("--out: cannot write into the folder \"{}\": {}", folder_.string(),
                                     error.code().message()));
    }
}

void OutputFolder::make_folders() {
    if (folder_.empty())
        throw fs::filesystem_error("", std::make_error_code(std::errc::no_such_file_or_directory));
    std::vector<fs::path> missing;
    for (fs::path p = folder_; !p.empty() && !fs::exists(p); p = p.parent_path()) missing.push_back(p);
    while (!missing.empty()) {
        if (fs::create_directory(missing.back())) made_.push_back(missing.back());
        missing.pop_back();
    }
    if (!fs::is_directory(folder_))
        throw fs::filesystem_error("", std::make_error_code(std::errc::not_a_directory));
}

void OutputFolder::remove_made_folders() noexcept {
    std::error_code ignored;  // the folder stays if another program has put a file there
    for (; !made_.empty(); made_.pop_back()) fs::remove(made_.back(), ignored);
}

OutputFolder::~OutputFolder() {
    if (committed_) return;
    std::error_code ignored;
    for (const Staged& staged : staged_) fs::remove(staged.temporary, ignored);
    remove_made_folders();
}

std::filesystem::path OutputFolder::reserve(const std::string& name) {
    // the process id keeps two runs into one folder apart
    staged_.push_back({folder_ / fmt::format(".{}.{}.part", name, ::getpid()), folder_ / name, nullptr});
    return staged_.back().temporary;
}

OutputFile& OutputFolder::start(const std::string& name) {
    reserve(name);
    Staged& last = staged_.back();
    last.file = std::make_unique<OutputFile>(last.temporary, last.final.string());
    return *last.file;
}

void OutputFolder::commit() {
    for (Staged& staged : staged_)
        if (staged.file) staged.file->close();
    for (const Staged& staged : staged_) {
        std::error_code error;
        fs::rename(staged.temporary, staged.final, error);
        if (error)
            throw RunError(fmt::format("cannot write \"{}\": {}", staged.final.string(), error.message()));
    }
    committed_ = true;
}

}  // namespace polhode
