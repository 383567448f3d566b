#include "io/terminal.hpp"

#include "polhode/error.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace polhode {

bool is_terminal(int file_descriptor) { return ::isatty(file_descriptor) == 1; }

bool has_cursor(int file_descriptor) {
    const char* kind = std::getenv("TERM");
    return is_terminal(file_descriptor) && kind && *kind != '\0' && std::strcmp(kind, "dumb") != 0;
}

bool has_colour(int file_descriptor) {
    const char* plain = std::getenv("NO_COLOR");
    return has_cursor(file_descriptor) && (!plain || *plain == '\0');
}

std::string bold(std::string_view text, bool wanted) {
    return wanted ? fmt::format("\033[1m{}\033[0m", text) : std::string(text);
}

int terminal_width(int file_descriptor, int otherwise) {
    winsize size{};
    if (::ioctl(file_descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    if (const char* columns = std::getenv("COLUMNS")) {
        int width = 0;
        std::from_chars(columns, columns + std::strlen(columns), width);
        if (width > 0) return width;
    }
    return otherwise;
}

void say(std::string_view text) noexcept {
    (void)std::fwrite(text.data(), 1, text.size(), stderr);
    (void)std::fflush(stderr);
}

void complain(std::string_view message) noexcept try {
    std::string line = bold("polhode:", has_colour(STDERR_FILENO)) + ' ';
    for (const char c : message) {
        const auto code = static_cast<unsigned char>(c);
        if (code < 0x20 || code == 0x7f)
            line += fmt::format("\\x{:02x}", code);
        else
            line += c;
    }
    say(line + '\n');
} catch (...) {
    say("polhode: a message, for which there is no memory\n");
}

void print(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0)
        throw RunError(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
}

}  // namespace polhode
