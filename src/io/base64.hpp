/// Bytes as text (RFC 4648, with padding).
#pragma once

#include <cstddef>
#include <span>
#include <string>

namespace polhode {

std::string base64(std::span<const std::byte> bytes);

/// Numbers as the bytes of 32-bit or 64-bit floats, the lowest byte first.
std::string base64_of_floats(std::span<const double> numbers);
std::string base64_of_doubles(std::span<const double> numbers);

}  // namespace polhode
