/// A file being written.
#pragma once

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace polhode {

/// Every failure, also a full disk, is a RunError that names the file.
class OutputFile {
public:
    /// Makes the file `path`, which must not exist, not even as a link; messages call it `shown`.
    OutputFile(const std::filesystem::path& path, std::string shown);

    void write(std::string_view text);
    /// Bytes already written, by others.
    void overwrite(std::uint64_t offset, std::string_view bytes);
    void flush();  ///< hands all that was written to the system
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

}  // namespace polhode
