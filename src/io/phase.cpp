#include "io/phase.hpp"

#include "io/terminal.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace polhode {

Phase::Phase(std::string what, bool wanted) : what_(std::move(what)) {
    if (!wanted || !has_cursor(STDERR_FILENO)) return;
    try {
        shown_by_ = std::thread([this] { show(); });
    } catch (const std::system_error&) {  // without a thread nothing is shown, and all else goes on
    }
}

void Phase::show() {
    std::unique_lock lock(mutex_);
    int seconds = 0;
    while (!ended_.wait_for(lock, std::chrono::seconds(1), [&] { return over_; })) {
        ++seconds;
        const std::string line = fmt::format("{}, {}", what_, clock_time(seconds));
        const int width = std::max(terminal_width(STDERR_FILENO, 80) - 1, 0);
        say(fmt::format("\r\033[K{}", line.substr(0, static_cast<std::size_t>(width))));
    }
    if (seconds > 0) say("\r\033[K");
}

Phase::~Phase() {
    if (!shown_by_.joinable()) return;
    {
        const std::lock_guard lock(mutex_);
        over_ = true;
    }
    ended_.notify_one();
    shown_by_.join();
}

}  // namespace polhode
