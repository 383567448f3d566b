/// The pages of the documentation, and the parts of them that a command writes:
///
///     <!-- NAME: ARGUMENTS -->
///     lines
///     <!-- /NAME -->
#pragma once

#include <gtest/gtest.h>
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace polhode::test {

inline std::filesystem::path in_tree(const std::string& path) {
    return std::filesystem::path(POLHODE_SOURCE_DIR) / path;
}

inline std::string text_of(const std::string& path) {
    std::ifstream file(in_tree(path));
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

inline std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

template <class Iterator>
std::string joined(Iterator begin, Iterator end) {
    std::string text;
    for (; begin != end; ++begin) text += *begin + '\n';
    return text;
}

struct Page {
    std::string path;  ///< from the root of the tree
    std::vector<std::string> lines;

    std::string place(std::size_t line) const { return path + ":" + std::to_string(line + 1); }
};

inline std::vector<Page> pages() {
    std::vector<std::string> paths{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"};
    for (const auto& file : std::filesystem::directory_iterator(in_tree("docs")))
        if (file.path().extension() == ".md") paths.push_back("docs/" + file.path().filename().string());
    std::ranges::sort(paths);
    std::vector<Page> all;
    for (const std::string& path : paths) all.push_back({path, split(text_of(path))});
    return all;
}

/// Whether each line lies in a fenced block of code; the fences do.
inline std::vector<bool> in_code(const Page& page) {
    std::vector<bool> code;
    bool inside = false;
    for (const std::string& line : page.lines) {
        const bool fence = line.starts_with("```");
        code.push_back(inside || fence);
        if (fence) inside = !inside;
    }
    return code;
}

struct Block {
    std::string name, arguments;
    std::size_t begin, end;  ///< the lines between the markers
};

inline std::vector<Block> blocks(const Page& page) {
    static const std::regex opening("<!-- ([a-z]+)(: (.*))? -->"), closing("<!-- /([a-z]+) -->");
    const std::vector<bool> code = in_code(page);
    std::vector<Block> all;
    bool open = false;
    for (std::size_t n = 0; n < page.lines.size(); ++n) {
        std::smatch match;
        if (code[n]) continue;
        if (std::regex_match(page.lines[n], match, closing)) {
            EXPECT_TRUE(open && all.back().name == match[1]) << page.place(n) << " closes nothing";
            if (open) all.back().end = n;
            open = false;
        } else if (std::regex_match(page.lines[n], match, opening)) {
            EXPECT_FALSE(open) << page.place(n) << ": the block before is still open";
            all.push_back({match[1], match[3], n + 1, n + 1});
            open = true;
        }
    }
    EXPECT_FALSE(open) << page.path << ": the last block is still open";
    return all;
}

}  // namespace polhode::test
