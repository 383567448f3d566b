#include "io/progress_bar.hpp"

#include "io/terminal.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>

namespace polhode {

std::string progress_line(long done, long total, double seconds, int width) {
    const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
    constexpr int cells = 20;
    const int filled = static_cast<int>(part * cells);
    std::string line = fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %  {} of {} steps", "", filled, "",
                                   cells - filled, 100 * part, done, total);
    if (part > 0) line += fmt::format(", {} left", clock_time(seconds * (1 - part) / part));
    return line.substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
}

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && is_terminal(STDERR_FILENO)) {}

void ProgressBar::show(long done, long total) {
    if (!wanted_) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (seconds < 1) return;
    fmt::print(stderr, "\r\033[K{}", progress_line(done, total, seconds, terminal_width(STDERR_FILENO, 80)));
    std::fflush(stderr);
    shown_ = true;
}

ProgressBar::~ProgressBar() {
    if (shown_) std::fputs("\r\033[K", stderr);
}

}  // namespace polhode
