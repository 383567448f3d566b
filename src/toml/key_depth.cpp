#include "toml/key_depth.hpp"

namespace polhode {

std::optional<std::size_t> line_of_deep_key(std::string_view toml, std::size_t most) {
    std::size_t line = 1, dots = 0;
    std::string_view quotes;  // those that a text began with, and ends with
    bool in_comment = false;
    for (std::size_t i = 0; i < toml.size(); ++i) {
        const char c = toml[i];
        const std::string_view rest = toml.substr(i);
        if (c == '\n') {
            ++line;
            dots = 0;
            in_comment = false;
            if (quotes.size() < 3) quotes = {};
        } else if (in_comment) {
            continue;
        } else if (!quotes.empty()) {
            if (c == '\\' && quotes.front() == '"') {
                ++i;
                if (i < toml.size() && toml[i] == '\n') ++line;
            } else if (rest.starts_with(quotes)) {
                i += quotes.size() - 1;
                quotes = {};
            }
        } else if (c == '"' || c == '\'') {
            const bool several_lines = rest.starts_with("\"\"\"") || rest.starts_with("'''");
            quotes = rest.substr(0, several_lines ? 3 : 1);
            i += quotes.size() - 1;
        } else if (c == '#') {
            in_comment = true;
        } else if (c == '.') {
            if (++dots >= most) return line;
        } else if (c == ',' || c == '=' || c == '[' || c == ']' || c == '{' || c == '}') {
            dots = 0;
        }
    }
    return std::nullopt;
}

}  // namespace polhode
