#include "io/checkpoint_pace.hpp"

#include "polhode/error.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>

namespace polhode {

std::optional<double> checkpoint_interval(const std::string& text) {
    if (text == "off") return std::nullopt;
    const std::optional<double> seconds = seconds_in(text);
    if (!seconds || !(*seconds > 0))
        throw InputError(
            fmt::format("--checkpoint: expected a time such as 60s, 5min or 2h, or off, got \"{}\"", text));
    return seconds;
}

}  // namespace polhode
