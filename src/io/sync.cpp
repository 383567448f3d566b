#include "io/sync.hpp"

#include "polhode/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>

namespace polhode {

namespace {

/// The error of bringing it to the disk; 0 if it is there.
int error_of_sync(const std::filesystem::path& path, int flags) {
    const int opened = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | flags);
    if (opened < 0) return errno;
    const int error = ::fsync(opened) == 0 ? 0 : errno;
    ::close(opened);
    return error;
}

}  // namespace

void cannot_write(const std::filesystem::path& path, int error) {
    throw RunError(fmt::format("cannot write \"{}\": {}", path.string(), std::strerror(error)));
}

void sync_file(const std::filesystem::path& file) {
    if (const int error = error_of_sync(file, 0); error != 0) cannot_write(file, error);
}

void sync_folder(const std::filesystem::path& folder) {
    const int error = error_of_sync(folder, O_DIRECTORY);
    if (error != 0 && error != EINVAL && error != ENOTSUP) cannot_write(folder, error);
}

}  // namespace polhode
