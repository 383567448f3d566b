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

}  // namespace

std::string base64(std::span<const std::byte> bytes) {
    static constexpr char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
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
