#include "io/base64.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

namespace polhode {
namespace {

template <class Bits>
void append(std::vector<std::byte>& bytes, Bits bits) {
    for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8)
        bytes.push_back(static_cast<std::byte>((bits >> shift) & 0xff));
}

constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
    std::string out;
    out.reserve((bytes.size() + 2) / 3 * 4);
    for (std::size_t i = 0; i < bytes.size(); i += 3) {
        std::uint32_t group = 0;
        const std::size_t count = std::min<std::size_t>(3, bytes.size() - i);
        for (std::size_t k = 0; k < 3; ++k)
            group = (group << 8) | (k < count ? std::to_integer<std::uint32_t>(bytes[i + k]) : 0);
        for (std::size_t k = 0; k < 4; ++k) out += k <= count ? digits[(group >> (18 - 6 * k)) & 63] : '=';
    }
    return out;
}

std::optional<std::vector<std::byte>> bytes_of_base64(std::string_view text) {
    for (int k = 0; k < 2 && text.ends_with('='); ++k) text.remove_suffix(1);
    if (text.size() % 4 == 1) return std::nullopt;
    std::vector<std::byte> out;
    out.reserve(text.size() / 4 * 3 + 2);
    std::uint32_t group = 0;
    int bits = 0;
    for (const char c : text) {
        const std::size_t digit = digits.find(c);
        if (digit == std::string_view::npos) return std::nullopt;
        group = (group << 6) | static_cast<std::uint32_t>(digit);
        bits += 6;
        if (bits < 8) continue;
        bits -= 8;
        out.push_back(static_cast<std::byte>((group >> bits) & 0xff));
    }
    return out;
}

std::string base64_of_floats(std::span<const double> numbers) {
    std::vector<std::byte> bytes;
    bytes.reserve(4 * numbers.size());
    for (const double x : numbers) append(bytes, std::bit_cast<std::uint32_t>(static_cast<float>(x)));
    return base64(bytes);
}

std::string base64_of_doubles(std::span<const double> numbers) {
    std::vector<std::byte> bytes;
    bytes.reserve(8 * numbers.size());
    for (const double x : numbers) append(bytes, std::bit_cast<std::uint64_t>(x));
    return base64(bytes);
}

}  // namespace polhode
