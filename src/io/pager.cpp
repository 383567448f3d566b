#include "io/pager.hpp"

#include "io/terminal.hpp"

#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <string>

namespace polhode {
namespace {

bool fits_the_terminal(std::string_view text) {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_row == 0) return true;
    return std::ranges::count(text, '\n') < size.ws_row;
}

bool is_on_the_path(const std::string& program) {
    const char* path = std::getenv("PATH");
    std::string_view folders = path ? path : "";
    while (!folders.empty()) {
        const std::size_t end = std::min(folders.find(':'), folders.size());
        if (::access((std::string(folders.substr(0, end)) + '/' + program).c_str(), X_OK) == 0) return true;
        folders.remove_prefix(std::min(end + 1, folders.size()));
    }
    return false;
}

/// "" for none.
std::string pager() {
    if (const char* wanted = std::getenv("PAGER")) return wanted;
    return is_on_the_path("less") ? "less" : "";
}

/// Who has seen enough closes the pager, which is no error.
class IgnoredPipes {
public:
    IgnoredPipes() : before_(std::signal(SIGPIPE, SIG_IGN)) {}
    ~IgnoredPipes() { (void)std::signal(SIGPIPE, before_); }
    IgnoredPipes(const IgnoredPipes&) = delete;
    IgnoredPipes& operator=(const IgnoredPipes&) = delete;

private:
    void (*before_)(int);
};

/// Whether the pager could be run.
bool page(const std::string& command, std::string_view text) {
    constexpr int not_found = 127, not_runnable = 126;  // of a shell
    const IgnoredPipes ignored;
    (void)::setenv("LESS", "FRX", 0);  // shows colours, and leaves the text on the screen
    std::FILE* pipe = ::popen(command.c_str(), "w");
    if (!pipe) return false;
    (void)std::fwrite(text.data(), 1, text.size(), pipe);
    const int status = ::pclose(pipe);
    return !(WIFEXITED(status) && (WEXITSTATUS(status) == not_found || WEXITSTATUS(status) == not_runnable));
}

}  // namespace

void print_paged(std::string_view text) {
    if (has_cursor(STDOUT_FILENO) && !fits_the_terminal(text))
        if (const std::string command = pager(); !command.empty() && page(command, text)) return;
    print(text);
}

}  // namespace polhode
