#include "text/number.hpp"

#include <charconv>
#include <cmath>
#include <cstdlib>
#include <string>

namespace polhode {

std::optional<double> number_in(std::string_view text) {
    if (text.size() > 1 && text.front() == '+' && text[1] != '-') text.remove_prefix(1);
    double number = 0;
#if defined(__cpp_lib_to_chars)
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return {};
#else
    // libc++ 19 has no from_chars of a double; other letters than these are no number to it either, but to strtod
    if (text.empty() || text.find_first_not_of("0123456789.eE+-") != text.npos) return {};
    const std::string digits(text);
    char* end = nullptr;
    number = std::strtod(digits.c_str(), &end);
    if (*end != '\0') return {};
#endif
    if (!std::isfinite(number)) return {};
    return number;
}

}  // namespace polhode
