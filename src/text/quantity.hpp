/// Durations and large numbers for people.
#pragma once

#include <optional>
#include <string>

namespace polhode {

/// Three digits in the unit that fits: "12.3 ms", "456 ns".
std::string duration(double seconds);

/// The seconds that a text such as "50us" or "5min" means, of units from ns to h; nothing if it is no such text.
std::optional<double> seconds_in(const std::string& text);

/// Whole units: "8 s", "3 min 5 s", "2 h 10 min".
std::string clock_time(double seconds);

/// Three digits and a word: "31.2 million".
std::string large_number(double number);

}  // namespace polhode
