#include "reproduce/sentences.hpp"

#include <fmt/format.h>
#include <map>
#include <sstream>
#include <stdexcept>

namespace polhode::reproduce {

namespace {

struct Line {
    std::string place, rest;
};

/// "fig6" as "Figure 6"; other parts by their titles.
std::string place_of_cell(const Figure& figure, const Claim& claim) {
    const std::string where = figure.id.starts_with("fig") ? "Figure " + figure.id.substr(3) : figure.title;
    return fmt::format("{}, {}, {}", where, claim.row, claim.column);
}

}  // namespace

Study with_sentences(Study study, std::string_view tsv) {
    std::map<std::string, Line> lines;
    std::istringstream in{std::string(tsv)};
    for (std::string text; std::getline(in, text);) {
        const std::size_t first = text.find('\t'), second = text.find('\t', first + 1);
        if (first == text.npos || second == text.npos)
            throw std::logic_error(
                fmt::format("{}/sentences.tsv: three fields expected in {}", study.name, text));
        const std::string claim = text.substr(0, first), place = text.substr(first + 1, second - first - 1),
                          rest = text.substr(second + 1);
        if (claim == "-")
            study.uncovered.push_back({place, rest});
        else if (claim != "claim" && !lines.emplace(claim, Line{place, rest}).second)
            throw std::logic_error(fmt::format("{}/sentences.tsv: {} twice", study.name, claim));
    }
    for (Figure& figure : study.figures)
        for (Claim& claim : figure.claims) {
            const std::string id = figure.id + "/" + claim.id;
            const auto line = lines.extract(id);
            if (!line.empty()) {
                claim.place = line.mapped().place;
                claim.fails_if = line.mapped().rest;
            } else if (claim.is_cell()) {
                claim.place = place_of_cell(figure, claim);
                claim.fails_if = "a number that does not meet the criterion";
            } else {
                throw std::logic_error(fmt::format("{}/sentences.tsv: no line for {}", study.name, id));
            }
        }
    if (!lines.empty())
        throw std::logic_error(
            fmt::format("{}/sentences.tsv: there is no claim {}", study.name, lines.begin()->first));
    return study;
}

}  // namespace polhode::reproduce
