/// Results as Markdown tables on standard output, from where scripts/measure-docs takes them into the
/// documentation. What is printed is remembered, so that bench/options.hpp can write it as JSON too.
#pragma once

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::bench {

struct Table {
    std::vector<std::string> heads;
    std::vector<std::vector<std::string>> rows;
};

/// All that this program has printed so far.
struct Record {
    std::vector<std::string> notes;
    std::vector<Table> tables;
};
inline Record& record() {
    static Record all;
    return all;
}

/// A line beside the tables: what they are of. Flushed, as a row is.
inline void print_note(const std::string& text) {
    fmt::print("{}\n", text);
    std::fflush(stdout);
    record().notes.push_back(text.substr(std::min(text.find_first_not_of('\n'), text.size())));
}

inline void print_cells(const std::vector<std::string>& cells) {
    fmt::print("| {} |\n", fmt::join(cells, " | "));
}

/// The first line of a table. A blank line before it ends whatever was printed so far.
inline void print_head(const std::vector<std::string>& heads) {
    fmt::print("\n");
    print_cells(heads);
    fmt::print("|");
    for (std::size_t n = 0; n < heads.size(); ++n) fmt::print("---|");
    fmt::print("\n");
    record().tables.push_back({heads, {}});
}

/// A line of the last table. Flushed, so that a long run can be followed.
inline void print_row(const std::vector<std::string>& cells) {
    print_cells(cells);
    std::fflush(stdout);
    record().tables.back().rows.push_back(cells);
}

inline std::string code(std::string_view name) { return fmt::format("`{}`", name); }
inline std::string fixed(double value, int digits) { return fmt::format("{:.{}f}", value, digits); }
inline std::string scientific(double value) { return fmt::format("{:.1e}", value); }
inline std::string three_digits(double value) { return fmt::format("{:.3g}", value); }
inline std::string time_text(double microseconds) {
    return microseconds < 1e3 ? fmt::format("{:.3g} µs", microseconds)
                              : fmt::format("{:.3g} ms", microseconds / 1e3);
}

// --- as JSON --------------------------------------------------------------------------------------------------

/// Without the marks of Markdown around the whole of it.
inline std::string_view unmarked(std::string_view text) {
    for (const std::string_view mark : {"**", "`"})
        if (text.size() > 2 * mark.size() && text.starts_with(mark) && text.ends_with(mark)
            && text.find(mark, mark.size()) == text.size() - mark.size())
            text = text.substr(mark.size(), text.size() - 2 * mark.size());
    return text;
}

/// A number is a number, one with a unit behind it ("2.15 ms") a value and its unit, a dash or nothing null,
/// all else a text.
inline nlohmann::json cell_json(std::string_view text) {
    text = unmarked(text);
    if (text.empty() || text == "–") return nullptr;
    double value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{}) return text;
    if (rest == end) return value;
    const std::string_view unit(rest + 1, static_cast<std::size_t>(end - rest - 1));
    if (*rest != ' ' || unit.empty() || unit.find_first_of(" ,;(0123456789") != unit.npos) return text;
    return {{"value", value}, {"unit", unit}};
}

inline nlohmann::json tables_json(const Record& all) {
    nlohmann::json tables = nlohmann::json::array();
    for (const Table& table : all.tables) {
        nlohmann::json heads = nlohmann::json::array(), rows = nlohmann::json::array();
        for (const std::string& head : table.heads) heads.push_back(unmarked(head));
        for (const auto& row : table.rows) {
            nlohmann::json cells = nlohmann::json::array();
            for (const std::string& cell : row) cells.push_back(cell_json(cell));
            rows.push_back(std::move(cells));
        }
        tables.push_back({{"heads", std::move(heads)}, {"rows", std::move(rows)}});
    }
    return tables;
}

}  // namespace polhode::bench
