/// Results as Markdown tables on standard output, from where scripts/measure-docs takes them into the
/// documentation.
#pragma once

#include <fmt/format.h>
#include <cstdio>
#include <string>
#include <vector>

namespace polhode::bench {

/// Flushed, so that a long run can be followed.
inline void print_row(const std::vector<std::string>& cells) {
    fmt::print("| {} |\n", fmt::join(cells, " | "));
    std::fflush(stdout);
}

/// The first line of a table. A blank line before it ends whatever was printed so far.
inline void print_head(const std::vector<std::string>& heads) {
    fmt::print("\n");
    print_row(heads);
    fmt::print("|");
    for (std::size_t n = 0; n < heads.size(); ++n) fmt::print("---|");
    fmt::print("\n");
}

inline std::string code(std::string_view name) { return fmt::format("`{}`", name); }
inline std::string fixed(double value, int digits) { return fmt::format("{:.{}f}", value, digits); }
inline std::string scientific(double value) { return fmt::format("{:.1e}", value); }

}  // namespace polhode::bench
