/// heyoka, which compiles its series for each problem, as its users call it: from Python, in a process of its own on
/// the same core (heyoka_rows.py). It times itself, and cannot take turns with the others.
#pragma once

#include "peer.hpp"

#include <fmt/format.h>
#include <cstdio>
#include <memory>
#include <sstream>

namespace polhode::bench {

struct HeyokaRow {
    double tolerance, microseconds;
    long steps;
    Outcome outcome;
};

/// Lines that the script prints; none if it cannot be run.
inline std::vector<std::string> heyoka_lines(const std::string& arguments) {
    const auto close = [](std::FILE* pipe) { pclose(pipe); };
    const std::unique_ptr<std::FILE, decltype(close)> pipe(
        popen(fmt::format("'{}' '{}' {} 2>/dev/null", BENCH_PYTHON, HEYOKA_ROWS, arguments).c_str(), "r"),
        close);
    std::vector<std::string> lines;
    std::array<char, 1024> line;
    while (pipe && std::fgets(line.data(), line.size(), pipe.get())) lines.emplace_back(line.data());
    return lines;
}

/// "" if it is not there.
inline std::string heyoka_version() {
    const std::vector<std::string> lines = heyoka_lines("--version");
    return lines.empty() ? "" : lines.front().substr(0, lines.front().find('\n'));
}

/// A field as the script takes it.
struct FieldArguments {
    std::string operator()(const Free&) const { return "free 0"; }
    std::string operator()(const Weight& field) const {
        return fmt::format("weight {}", field.weight_moment);
    }
    std::string operator()(const Wall& field) const { return fmt::format("wall {}", field.sign); }
    std::string operator()(const Gradient& field) const {
        return fmt::format("gradient {}", field.coefficient);
    }
    template <class Field>
    std::string operator()(const Dear<Field>&) const {
        return "";  // one that waits cannot be written as an expression
    }
};

inline std::vector<HeyokaRow> heyoka_rows(const Task& task) {
    const std::string field = std::visit(FieldArguments{}, task.field);
    if (field.empty()) return {};
    std::vector<HeyokaRow> rows;
    for (const std::string& line : heyoka_lines(fmt::format(
             "{} {} {} {}", field, fmt::join(task.moments, " "), fmt::join(task.start, " "), task.end))) {
        std::istringstream words(line);
        HeyokaRow row{};
        words >> row.tolerance >> row.microseconds >> row.steps;
        for (double& x : row.outcome.state) words >> x;
        row.outcome.work = row.steps;
        if (words) rows.push_back(row);
    }
    return rows;
}

}  // namespace polhode::bench
