#include "text/quantity.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

std::string duration(double seconds) {
    if (seconds >= 60) return clock_time(seconds);
    if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
    if (seconds >= 1e-3) return fmt::format("{:.3g} ms", 1e3 * seconds);
    if (seconds >= 1e-6) return fmt::format("{:.3g} µs", 1e6 * seconds);
    return fmt::format("{:.3g} ns", 1e9 * seconds);
}

std::string clock_time(double seconds) {
    const double whole = std::ceil(seconds);
    if (!(whole < 1e9)) return "very long";  // also for what cannot be told yet
    const long s = static_cast<long>(whole);
    if (s < 60) return fmt::format("{} s", s);
    if (s < 3600) return fmt::format("{} min {} s", s / 60, s % 60);
    return fmt::format("{} h {} min", s / 3600, s / 60 % 60);
}

std::string large_number(double number) {
    if (number >= 1e9) return fmt::format("{:.3g} billion", 1e-9 * number);
    if (number >= 1e6) return fmt::format("{:.3g} million", 1e-6 * number);
    if (number >= 1e3) return fmt::format("{:.3g} thousand", 1e-3 * number);
    return fmt::format("{:.3g}", number);
}

}  // namespace polhode
