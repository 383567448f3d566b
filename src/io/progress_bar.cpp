#include "io/progress_bar.hpp"

#include "io/terminal.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>

namespace polhode {

namespace {

/// "[#####...............]  25 %  WHAT, 3 s left"
std::string line(double part, const std::string& what, double seconds, int width) {
    constexpr int cells = 20;
    const int filled = static_cast<int>(part * cells);
    std::string text =
        fmt::format("[{:#<{}}{:.<{}}] {:3.0f} %  {}", "", filled, "", cells - filled, 100 * part, what);
    if (part > 0) text += fmt::format(", {} left", clock_time(seconds * (1 - part) / part));
    return text.substr(0, static_cast<std::size_t>(std::max(width - 1, 0)));
}

}  // namespace

std::string progress_line(long done, long total, double seconds, int width) {
    const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
    return line(part, fmt::format("{} of {} steps", done, total), seconds, width);
}

std::string ensemble_progress_line(long done, long total, std::size_t bodies, double seconds, int width) {
    const double part = total > 0 ? static_cast<double>(done) / static_cast<double>(total) : 1;
    const double body_steps = static_cast<double>(done) * static_cast<double>(bodies);
    return line(part,
                fmt::format("{} of {} steps of {} bodies, {} body-steps/s", done, total, bodies,
                            large_number(body_steps / seconds)),
                seconds, width);
}

ProgressBar::ProgressBar(bool wanted) : wanted_(wanted && has_cursor(STDERR_FILENO)) {}

void ProgressBar::show(long done, long total) {
    show([&](double seconds, int width) { return progress_line(done, total, seconds, width); });
}

void ProgressBar::show(const std::function<std::string(double seconds, int width)>& text) {
    if (!wanted_) return;
    const double seconds = std::chrono::duration<double>(Clock::now() - start_).count();
    if (seconds < 1) return;
    say(fmt::format("\r\033[K{}", text(seconds, terminal_width(STDERR_FILENO, 80))));
    shown_ = true;
}

ProgressBar::~ProgressBar() {
    if (shown_) say("\r\033[K");
}

}  // namespace polhode
