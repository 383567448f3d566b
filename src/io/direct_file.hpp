/// A large file that is written from its beginning to its end, and that nobody reads soon.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <new>
#include <string_view>

namespace polhode {

/// Writes past the system's cache, where the disk allows that: copying a gigabyte into the cache takes longer than the
/// disk does. Every failure is a RunError that names the file.
class DirectFile {
public:
    /// Makes the file `path`, which must not exist, not even as a link; messages call it `shown`.
    DirectFile(const std::filesystem::path& path, std::filesystem::path shown);
    ~DirectFile();
    DirectFile(const DirectFile&) = delete;
    DirectFile& operator=(const DirectFile&) = delete;

    void write(std::string_view bytes);
    void finish();  ///< all of it is on the disk then

private:
    void flush();
    void use_cache();

    static constexpr std::size_t alignment = 4096, room = std::size_t{4} << 20U;
    struct Delete {
        void operator()(char* bytes) const { ::operator delete(bytes, std::align_val_t(alignment)); }
    };
    std::filesystem::path shown_;
    std::unique_ptr<char, Delete> buffer_{
        static_cast<char*>(::operator new(room, std::align_val_t(alignment)))};
    std::size_t filled_ = 0;
    int opened_ = -1;
    bool is_direct_ = false;
};

}  // namespace polhode
