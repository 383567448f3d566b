/// What the documentation quotes from the sources is what the sources say: the tables of the catalogue, the
/// programs and scenarios of examples/, the numbers of the studies. With POLHODE_UPDATE_DOCS set (`make docs`) these parts are written
/// instead of compared.
#include "catalogue/markdown.hpp"
#include "page.hpp"
#include "reproduce/reproduce_markdown.hpp"
#include "studies.hpp"
#include "torque/markdown.hpp"

#include <cstdlib>
#include <map>
#include <ranges>

namespace polhode::test {
namespace {

std::vector<std::string> words(const std::string& text) {
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

/// <!-- methods: NAME... -->; without names, the whole catalogue.
std::string methods(const std::string& names) { return property_table_markdown(words(names)); }

/// <!-- torques -->
std::string torques(const std::string&) { return torque_table_markdown(); }

/// The lines between `// [SECTION]` and the next such mark, moved to the left margin.
std::string section(const std::string& text, const std::string& name) {
    std::vector<std::string> lines;
    bool inside = false;
    for (const std::string& line : split(text)) {
        const std::size_t start = line.find_first_not_of(' ');
        if (start != std::string::npos && line.substr(start).starts_with("// ["))
            inside = line.substr(start) == "// [" + name + "]";
        else if (inside)
            lines.push_back(line);
    }
    EXPECT_FALSE(lines.empty()) << "no section " << name;
    while (!lines.empty() && lines.back().empty()) lines.pop_back();
    std::size_t margin = 100;
    for (const std::string& line : lines)
        if (!line.empty()) margin = std::min(margin, line.find_first_not_of(' '));
    for (std::string& line : lines) line = line.substr(std::min(margin, line.size()));
    return joined(lines.begin(), lines.end());
}

/// <!-- example: FILE [SECTION] -->
std::string example(const std::string& arguments) {
    const std::vector<std::string> word = words(arguments);
    const std::string text = text_of(word.at(0)),
                      language = word[0].ends_with(".cpp") ? "cpp" : word[0].substr(word[0].rfind('.') + 1);
    return "```" + language + "\n" + (word.size() > 1 ? section(text, word[1]) : text) + "```\n";
}

/// Numbers that several blocks show are computed once.
reproduce::Lab& lab() {
    static reproduce::Lab one;
    return one;
}

/// <!-- verdicts -->
std::string verdicts(const std::string&) { return verdict_table_markdown(reproduce::studies()); }

/// <!-- uncovered -->
std::string uncovered(const std::string&) { return uncovered_markdown(reproduce::studies()); }

/// <!-- claims: STUDY/FIGURE/CLAIM... -->
std::string claims(const std::string& names) {
    return claims_table_markdown(reproduce::studies(), words(names), lab());
}

/// <!-- studied: STUDY/FIGURE -->
std::string studied(const std::string& name) {
    return figure_table_markdown(reproduce::studies(), name, lab());
}

const std::map<std::string, std::string (*)(const std::string&)> writers{
    {"methods", methods},     {"torques", torques}, {"example", example}, {"verdicts", verdicts},
    {"uncovered", uncovered}, {"claims", claims},   {"studied", studied}};

TEST(Docs, QuoteTheSourcesAsTheyAre) {
    const bool write = std::getenv("POLHODE_UPDATE_DOCS") != nullptr;
    for (Page& page : pages()) {
        // from the last one backwards: a block that changes its length leaves those before it where they are
        const std::vector<Block> all = blocks(page);
        for (const Block& block : all | std::views::reverse) {
            const auto writer = writers.find(block.name);
            if (writer == writers.end()) {
                EXPECT_TRUE(block.name == "measured" || block.name == "recorded")
                    << page.place(block.begin) << ": nothing writes a block '" << block.name << "'";
                continue;
            }
            const auto begin = page.lines.begin() + static_cast<std::ptrdiff_t>(block.begin),
                       end = page.lines.begin() + static_cast<std::ptrdiff_t>(block.end);
            const std::string text = writer->second(block.arguments);
            if (!write) {
                EXPECT_EQ(joined(begin, end), text) << page.place(block.begin) << ": `make docs` writes it";
                continue;
            }
            const std::vector<std::string> lines = split(text);
            page.lines.insert(page.lines.erase(begin, end), lines.begin(), lines.end());
        }
        if (write) std::ofstream(in_tree(page.path)) << joined(page.lines.begin(), page.lines.end());
    }
}

}  // namespace
}  // namespace polhode::test
