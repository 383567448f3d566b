#include "io/text_file.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <system_error>

namespace polhode {

Expected<std::string> read_text(const std::filesystem::path& file, std::string_view what) {
    const auto failure = [&](std::string_view why) {
        return input_error(fmt::format("cannot read {}\"{}\": {}", what, file.string(), why));
    };
    std::error_code ignored;
    if (std::filesystem::is_directory(file, ignored)) return failure("it is a folder");
    errno = 0;
    std::ifstream in(file, std::ios::binary);
    if (!in) return failure(std::strerror(errno));
    std::string text{std::istreambuf_iterator<char>(in), {}};
    if (in.bad()) return failure(std::strerror(errno));
    return text;
}

}  // namespace polhode
