#include "io/output_file.hpp"

#include "polhode/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <utility>

namespace polhode {

OutputFile::OutputFile(const std::filesystem::path& path, std::string shown) : shown_(std::move(shown)) {
    constexpr mode_t by_umask = 0666;
    const int opened = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, by_umask);
    if (opened < 0) fail();
    file_.reset(::fdopen(opened, "wb"));
    if (!file_) {
        ::close(opened);
        fail();
    }
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

void OutputFile::flush() {
    if (std::fflush(file_.get()) != 0) fail();
}

void OutputFile::close() {
    if (file_ && std::fclose(file_.release()) != 0) fail();
}

}  // namespace polhode
