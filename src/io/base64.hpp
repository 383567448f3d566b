/// Bytes as text (RFC 4648, with padding).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace polhode {

std::string base64(std::span<const std::byte> bytes);
/// None if the text is none of bytes; the padding may be missing.
std::optional<std::vector<std::byte>> bytes_of_base64(std::string_view text);

/// Numbers as the bytes of 32-bit or 64-bit floats, the lowest byte first.
std::string base64_of_floats(std::span<const double> numbers);
std::string base64_of_doubles(std::span<const double> numbers);

}  // namespace polhode
