#include "io/direct_file.hpp"

#include "io/sync.hpp"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace polhode {

DirectFile::DirectFile(const std::filesystem::path& path, std::filesystem::path shown)
    : shown_(std::move(shown)) {
    constexpr mode_t by_umask = 0666;
    opened_ = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, by_umask);
    if (opened_ < 0) cannot_write(shown_, errno);
#ifdef O_DIRECT
    // not asked for as it is opened: a disk that refuses it may have made the file by then
    const int flags = ::fcntl(opened_, F_GETFL);
    is_direct_ = flags >= 0 && ::fcntl(opened_, F_SETFL, flags | O_DIRECT) == 0;
#endif
}

DirectFile::~DirectFile() {
    if (opened_ >= 0) ::close(opened_);
}

void DirectFile::use_cache() {
#ifdef O_DIRECT
    const int flags = ::fcntl(opened_, F_GETFL);
    if (is_direct_ && (flags < 0 || ::fcntl(opened_, F_SETFL, flags & ~O_DIRECT) != 0))
        cannot_write(shown_, errno);
#endif
    is_direct_ = false;
}

void DirectFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t part = std::min(bytes.size(), room - filled_);
        std::memcpy(buffer_.get() + filled_, bytes.data(), part);
        filled_ += part;
        bytes.remove_prefix(part);
        if (filled_ == room) flush();
    }
}

void DirectFile::flush() {
    for (std::size_t done = 0; done < filled_;) {
        const ssize_t written = ::write(opened_, buffer_.get() + done, filled_ - done);
        if (written > 0)
            done += static_cast<std::size_t>(written);
        else if (written < 0 && errno == EINVAL && is_direct_)
            use_cache();  // the disk wants another alignment, or has written a part of a block
        else if (written == 0 || errno != EINTR)
            cannot_write(shown_, written == 0 ? ENOSPC : errno);
    }
    filled_ = 0;
}

void DirectFile::finish() {
    if (filled_ % alignment != 0) use_cache();  // which takes ends of any length
    flush();
    if (::fsync(opened_) != 0) cannot_write(shown_, errno);
    if (::close(std::exchange(opened_, -1)) != 0) cannot_write(shown_, errno);
}

}  // namespace polhode
