#include "reproduce/reproduce_markdown.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <array>
#include <stdexcept>

namespace polhode {

using namespace reproduce;

namespace {

/// A bar would end the cell.
std::string cell(std::string text) {
    for (std::size_t at = 0; (at = text.find('|', at)) != text.npos; at += 2) text.insert(at, "\\");
    return text;
}

const Figure& figure_of(const std::vector<Study>& studies, const std::string& name) {
    for (const Study& study : studies)
        for (const Figure& figure : study.figures)
            if (study.name + "/" + figure.id == name) return figure;
    throw std::logic_error("there is no figure " + name);
}

}  // namespace

std::string verdict_table_markdown(const std::vector<Study>& studies) {
    std::string out =
        "| study | sentences | cells of tables | reproduced | differ | paper is wrong | remarks | not examined |\n"
        "|---|---|---|---|---|---|---|---|\n";
    std::array<std::size_t, 7> all{};
    for (const Study& study : studies) {
        std::array<std::size_t, 7> row{};
        for (const Figure& figure : study.figures)
            for (const Claim& claim : figure.claims) {
                ++row[claim.is_cell() ? 1 : 0];
                ++row[2 + static_cast<std::size_t>(claim.expected)];
            }
        row[6] = study.uncovered.size();
        for (std::size_t i = 0; i < row.size(); ++i) all[i] += row[i];
        out += fmt::format("| `{}` | {} |\n", study.name, fmt::join(row, " | "));
    }
    return out + fmt::format("| all | {} |\n", fmt::join(all, " | "));
}

std::string uncovered_markdown(const std::vector<Study>& studies) {
    std::string out;
    for (const Study& study : studies)
        for (const Uncovered& u : study.uncovered)
            out += fmt::format("- `{}`, {}:\n  {}.\n", study.name, u.place, u.reason);
    return out;
}

std::string claims_table_markdown(const std::vector<Study>& studies, const std::vector<std::string>& names,
                                  Lab& lab) {
    std::string out = "| claim | the paper | ours | verdict |\n|---|---|---|---|\n";
    for (const std::string& name : names) {
        const std::size_t slash = name.find('/', name.find('/') + 1);
        const Figure& figure = figure_of(studies, name.substr(0, slash));
        const auto claim = std::ranges::find(figure.claims, name.substr(slash + 1), &Claim::id);
        if (claim == figure.claims.end()) throw std::logic_error("there is no claim " + name);
        const Finding finding = claim->examine(lab);
        const bool as_recorded = claim->expected == Verdict::reproduced
                                   ? finding.holds.met()
                                   : finding.explained.met() && !finding.holds.met();
        out += fmt::format("| {} | {} | {} | {} |\n", cell(claim->what), cell(claim->published),
                           cell(finding.ours),
                           as_recorded ? reproduce::name(claim->expected) : "not as on record");
    }
    return out;
}

std::string figure_table_markdown(const std::vector<Study>& studies, const std::string& name, Lab& lab) {
    const Figure& figure = figure_of(studies, name);
    if (!figure.table) throw std::logic_error(name + " has no table");
    return figure.table(lab);
}

}  // namespace polhode
