/// A small difference in words: its size, or "round-off" below 1e-12, where the last bits are those of the compiler.
#pragma once

#include <fmt/format.h>
#include <cmath>
#include <string>

namespace polhode::reproduce {

inline std::string or_round_off(double difference) {
    return std::abs(difference) < 1e-12 ? "round-off" : fmt::format("{:.1e}", difference);
}

}  // namespace polhode::reproduce
