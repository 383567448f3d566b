#include "io/table.hpp"

#include "io/terminal.hpp"

#include <algorithm>

namespace polhode {
namespace {

bool continues(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

std::string padded(std::string_view text, std::size_t width) {
    const std::size_t own = columns(text);
    return std::string(text) + std::string(width > own ? width - own : 0, ' ');
}

std::string without_trailing_spaces(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
}

}  // namespace

std::size_t columns(std::string_view text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return !continues(c); }));
}

std::string table(const std::vector<std::vector<std::string>>& rows, int width, bool colour) {
    if (rows.empty()) return "";
    const std::size_t last = rows.front().size() - 1;
    std::vector<std::size_t> widths(last + 1, 0);
    for (const auto& row : rows)
        for (std::size_t i = 0; i <= last; ++i) widths[i] = std::max(widths[i], columns(row[i]));

    std::size_t before_last = 0;
    for (std::size_t i = 0; i < last; ++i) before_last += widths[i] + 2;
    const auto total = static_cast<std::size_t>(std::max(width, 0));
    const std::size_t room = total > before_last ? total - before_last : 0;
    constexpr std::size_t least = 24;  // narrower than this, a wrapped text is no longer readable
    const bool with_last = room >= std::min(least, widths[last]);

    std::string out;
    for (const auto& row : rows) {
        std::string line;
        for (std::size_t i = 0; i < last; ++i) line += padded(row[i], widths[i] + 2);
        if (with_last) line += wrapped(row[last], width, before_last);
        out += without_trailing_spaces(std::move(line)) + '\n';
    }
    const std::size_t headings = out.find('\n');
    return bold(std::string_view(out).substr(0, headings), colour) + out.substr(headings);
}

std::string wrapped(std::string_view text, int width, std::size_t indent) {
    std::string out, line;
    const auto room = static_cast<std::size_t>(std::max(width - static_cast<int>(indent), 20));
    std::size_t used = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        const std::string_view word = text.substr(0, end);
        if (used > 0 && used + 1 + columns(word) > room) {
            out += line + '\n' + std::string(indent, ' ');
            line.clear();
            used = 0;
        }
        if (used > 0) line += ' ', ++used;
        line += word;
        used += columns(word);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out + line;
}

std::string facts(const std::vector<Fact>& rows, int width) {
    std::size_t names = 0;
    for (const Fact& row : rows) names = std::max(names, columns(row.name));
    std::string out;
    for (const Fact& row : rows)
        out += "  " + padded(row.name, names + 2) + wrapped(row.value, width, names + 4) + '\n';
    return out;
}

}  // namespace polhode
