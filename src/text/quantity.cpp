#include "text/quantity.hpp"

#include <fmt/format.h>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string_view>

namespace polhode {

std::string duration(double seconds) {
    if (seconds >= 60) return clock_time(seconds);
    if (seconds >= 1) return fmt::format("{:.3g} s", seconds);
    if (seconds >= 1e-3) return fmt::format("{:.3g} ms", 1e3 * seconds);
    if (seconds >= 1e-6) return fmt::format("{:.3g} µs", 1e6 * seconds);
    return fmt::format("{:.3g} ns", 1e9 * seconds);
}

std::optional<double> seconds_in(const std::string& text) {
    struct Unit {
        std::string_view name;
        double seconds;
    };
    constexpr std::array units{Unit{"ns", 1e-9}, Unit{"us", 1e-6}, Unit{"µs", 1e-6}, Unit{"ms", 1e-3},
                               Unit{"s", 1},     Unit{"min", 60},  Unit{"h", 3600}};
    char* rest = nullptr;
    const double number = std::strtod(text.c_str(), &rest);
    for (const Unit& unit : units)
        if (rest != text.c_str() && rest == unit.name && number >= 0 && number < 1e9)
            return number * unit.seconds;
    return std::nullopt;
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
