/// Links and anchors lead somewhere, paths of files that the text names exist, lines of prose are not too
/// long.
#include "page.hpp"

#include <map>
#include <set>

namespace polhode::test {
namespace {

/// The characters of a line, not its bytes.
std::vector<std::string> characters(const std::string& line) {
    std::vector<std::string> all;
    for (const char c : line)
        if ((static_cast<unsigned char>(c) & 0xC0) == 0x80 && !all.empty())
            all.back() += c;
        else
            all.emplace_back(1, c);
    return all;
}

/// The anchor that GitHub makes of a heading: lower case, no punctuation, hyphens for spaces.
std::string anchor(const std::string& heading) {
    std::string slug;
    for (const std::string& c : characters(heading)) {
        const auto byte = static_cast<unsigned char>(c[0]);
        if (c == " ")
            slug += '-';
        else if (byte >= 0x80 ? byte != 0xE2 : std::isalnum(byte) || c == "-" || c == "_")
            slug += byte < 0x80 ? std::string(1, static_cast<char>(std::tolower(byte))) : c;
    }
    return slug;
}

std::set<std::string> anchors(const Page& page) {
    const std::vector<bool> code = in_code(page);
    std::set<std::string> all;
    std::map<std::string, int> times;
    for (std::size_t n = 0; n < page.lines.size(); ++n) {
        const std::string& line = page.lines[n];
        if (code[n] || !line.starts_with("#")) continue;
        const std::string slug = anchor(line.substr(line.find(' ') + 1));
        const int before = times[slug]++;
        all.insert(before == 0 ? slug : slug + "-" + std::to_string(before));
    }
    return all;
}

void expect_target(const Page& page, std::size_t line, const std::string& target,
                   const std::map<std::string, std::set<std::string>>& anchors_of) {
    if (target.starts_with("http")) return;
    const std::string file = target.substr(0, target.find('#'));
    const std::filesystem::path folder = std::filesystem::path(page.path).parent_path();
    const std::string path = file.empty() ? page.path : (folder / file).lexically_normal().string();
    EXPECT_TRUE(std::filesystem::exists(in_tree(path))) << page.place(line) << " links to " << target;
    if (target.find('#') == std::string::npos) return;
    const auto known = anchors_of.find(path);
    EXPECT_TRUE(known != anchors_of.end() && known->second.contains(target.substr(target.find('#') + 1)))
        << page.place(line) << " links to " << target << ", which has no such heading";
}

/// Calls visit(match, line number) for every match outside code blocks.
template <class Visit>
void for_each_match(const Page& page, const std::regex& pattern, Visit&& visit) {
    const std::vector<bool> code = in_code(page);
    for (std::size_t n = 0; n < page.lines.size(); ++n) {
        const std::string& line = page.lines[n];
        if (code[n]) continue;
        for (std::sregex_iterator match(line.begin(), line.end(), pattern), end; match != end; ++match)
            visit((*match)[1].str(), n);
    }
}

TEST(Links, AndAnchorsLeadSomewhere) {
    const std::vector<Page> all = pages();
    std::map<std::string, std::set<std::string>> anchors_of;
    for (const Page& page : all) anchors_of[page.path] = anchors(page);
    static const std::regex link("\\]\\(([^) ]+)\\)");
    for (const Page& page : all)
        for_each_match(page, link, [&](const std::string& target, std::size_t line) {
            expect_target(page, line, target, anchors_of);
        });
}

TEST(Links, EveryPageIsInTheIndex) {
    const std::string index = text_of("docs/README.md");
    for (const Page& page : pages())
        if (page.path.starts_with("docs/") && page.path != "docs/README.md") {
            EXPECT_NE(index.find("](" + page.path.substr(5) + ")"), std::string::npos) << page.path;
        }
}

TEST(Paths, NamedInTheTextExist) {
    static const std::regex path("`((?:tests|bench|examples|scripts|studies|cmake)/[A-Za-z0-9_./-]+)`");
    for (const Page& page : pages()) {
        if (page.path == "CHANGELOG.md") continue;  // what was may be gone
        for_each_match(page, path, [&](const std::string& name, std::size_t line) {
            const bool program =
                name.starts_with("bench/") && std::filesystem::exists(in_tree(name + ".cpp"));
            EXPECT_TRUE(program || std::filesystem::exists(in_tree(name)))
                << page.place(line) << ": " << name;
        });
    }
}

TEST(Lines, OfProseHaveAtMost120Characters) {
    for (const Page& page : pages()) {
        const std::vector<Block> all = blocks(page);
        for (std::size_t n = 0; n < page.lines.size(); ++n) {
            const std::string& line = page.lines[n];
            const bool written = std::ranges::any_of(all, [&](const Block& b) {
                return b.begin <= n + 1 && n < b.end;
            });  // its opening marker too
            if (!written && !line.starts_with("|")) {
                EXPECT_LE(characters(line).size(), 120u) << page.place(n);
            }
        }
    }
}

TEST(Readme, FitsOnTwoScreens) { EXPECT_LE(split(text_of("README.md")).size(), 120u); }

}  // namespace
}  // namespace polhode::test
