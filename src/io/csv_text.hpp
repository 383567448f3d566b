/// Text in a file of comma-separated values.
#pragma once

#include <string>
#include <string_view>

namespace polhode {

/// A field quoted by the rules of RFC 4180.
inline std::string csv_text(std::string_view text) {
    std::string out = "\"";
    for (const char c : text) {
        if (c == '"') out += '"';
        out += c;
    }
    return out + '"';
}

}  // namespace polhode
