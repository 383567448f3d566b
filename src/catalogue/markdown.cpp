#include "catalogue/markdown.hpp"

#include "polhode/catalogue.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode {

namespace {

std::string_view mark(bool holds) { return holds ? "yes" : "–"; }

std::string order(const Sheet& s) {
    std::string text = fmt::format("{}", s.order_attitude);
    if (s.order_momentum != s.order_attitude) text += fmt::format(" / {}", s.order_momentum);
    if (s.order_by_rate < std::min(s.order_attitude, s.order_momentum))
        text += fmt::format(" ({} by ω)", s.order_by_rate);
    return text;
}

std::string torque_evaluations(const Sheet& s) {
    if (s.free_only) return "free motion only";
    return s.solve == Solve::torque ? fmt::format("{} per iteration", s.torque_evaluations)
                                    : fmt::format("{}", s.torque_evaluations);
}

std::string row(const Sheet& s) {
    return fmt::format("| `{}` | {} | {} | {} | {} | {} | {} | {} |\n", s.name, order(s),
                       torque_evaluations(s), mark(s.conserves_momentum), mark(s.conserves_energy),
                       mark(s.conserves_axis_momentum), mark(s.time_symmetric), mark(s.symplectic));
}

}  // namespace

std::string property_table_markdown(std::span<const std::string> methods) {
    std::string table =
        "| method | order | torques per step | momentum | energy | axis momentum | time-symmetric | "
        "symplectic |\n"
        "|---|---|---|---|---|---|---|---|\n";
    if (methods.empty())
        for (const Method& m : catalogue()) table += row(m.sheet);
    for (const std::string& name : methods) table += row(method(name).sheet);
    return table;
}

}  // namespace polhode
