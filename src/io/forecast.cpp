#include "io/forecast.hpp"

#include "io/terminal.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <limits>
#include <string>

namespace polhode {
namespace {

constexpr double seconds_to_look = 2, long_run = 60;

}  // namespace

Forecast::Forecast(bool wanted) : wanted_(wanted && !has_cursor(STDERR_FILENO)) {}

void Forecast::look(long done, long all) {
    if (!wanted_) return;
    if (first_ < 0) first_ = done;
    const double seconds = std::chrono::duration<double>(Clock::now() - begin_).count();
    if (seconds < seconds_to_look || done <= first_) return;
    wanted_ = false;
    const double left = seconds * static_cast<double>(all - done) / static_cast<double>(done - first_);
    if (left < long_run) return;
    const std::string all_of_it = clock_time(seconds + left);
    const char* const about =
        all_of_it == clock_time(std::numeric_limits<double>::infinity()) ? "" : "about ";
    complain(fmt::format("the run will take {}{}", about, all_of_it));
}

}  // namespace polhode
