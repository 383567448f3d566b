/// Files that appear whole or not at all: written under temporary names beside their place, renamed at the
/// end.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

/// A file being written. Every failure, also a full disk, is a RunError that names the file.
class OutputFile {
public:
    /// Writes to `path`; messages call it `shown`.
    OutputFile(const std::filesystem::path& path, std::string shown);

    void write(std::string_view text);
    /// Bytes already written, by others.
    void overwrite(std::uint64_t offset, std::string_view bytes);
    void close();  ///< some failures appear only here

private:
    [[noreturn]] void fail() const;

    struct Close {
        void operator()(std::FILE* file) const { std::fclose(file); }
    };
    std::unique_ptr<std::FILE, Close> file_;
    std::string shown_;
};

/// Numbers as they are in memory, for OutputFile::write.
template <class T>
std::string_view bytes_of(std::span<const T> values) {
    return {reinterpret_cast<const char*>(values.data()), values.size_bytes()};
}

class OutputFolder {
public:
    /// Makes the folder, and those above it, where missing. Throws InputError if files cannot be made in it.
    explicit OutputFolder(std::filesystem::path folder);
    /// Without commit(): removes the temporary files and the folders that were made here.
    ~OutputFolder();
    OutputFolder(const OutputFolder&) = delete;
    OutputFolder& operator=(const OutputFolder&) = delete;

    /// Starts the file that commit() will name `name`.
    OutputFile& start(const std::string& name);
    /// The temporary name of a file that the caller writes and closes before commit().
    std::filesystem::path reserve(const std::string& name);
    /// Closes all files and gives them their names.
    void commit();

private:
    struct Staged {
        std::filesystem::path temporary, final;
        std::unique_ptr<OutputFile> file;
    };
    void make_folders();
    void remove_made_folders() noexcept;

    std::filesystem::path folder_;
    std::vector<std::filesystem::path> made_;  ///< outermost first
    std::vector<Staged> staged_;
    bool committed_ = false;
};

}  // namespace polhode
