#include "report/policy.hpp"

#include "io/base64.hpp"
#include "io/sha256.hpp"

#include <fmt/format.h>
#include <array>
#include <charconv>

namespace polhode {
namespace {

/// As the policy writes it: 'sha256-…'.
std::string source_of(std::string_view text) {
    Sha256 hash;
    hash.add(text);
    const std::string digits = hash.finish();
    std::array<std::byte, 32> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        unsigned value = 0;
        std::from_chars(digits.data() + 2 * i, digits.data() + 2 * i + 2, value, 16);
        bytes[i] = static_cast<std::byte>(value);
    }
    return fmt::format("'sha256-{}'", base64(bytes));
}

}  // namespace

std::string content_policy(std::string_view style, const std::vector<std::string>& scripts) {
    std::string allowed;
    for (const std::string& script : scripts) allowed += " " + source_of(script);
    return fmt::format(
        "default-src 'none'; style-src {}; script-src{}; img-src data:; base-uri 'none'; form-action 'none'",
        source_of(style), allowed.empty() ? " 'none'" : allowed);
}

}  // namespace polhode
