/// Each finding of docs/reliability.md is guarded by a test that is there: one that was renamed guards nothing.
#include "page.hpp"

namespace polhode::test {
namespace {

namespace fs = std::filesystem;

/// All of the C++ tests as one text, without what formatting puts between suite and case.
std::string cases_of_tests() {
    static const std::regex gap(",\\s+");
    std::string all;
    for (const auto& file : fs::recursive_directory_iterator(in_tree("tests")))
        if (file.path().filename().string().ends_with("_test.cpp"))
            all += text_of(fs::relative(file.path(), in_tree("")).string());
    return std::regex_replace(all, gap, ",");
}

/// Whether there is a suite, a case `Suite.Case` or a test `folder/name` of ctest.
bool is_there(const std::string& name, const std::string& cases, const std::string& ctest) {
    if (name.starts_with("fuzz/")) return fs::exists(in_tree("fuzz/targets/" + name.substr(5) + ".cpp"));
    if (name.find('/') != std::string::npos)
        return std::regex_search(ctest, std::regex("add_test\\(NAME " + name + "\\s"));
    const std::size_t dot = name.find('.');
    if (dot == std::string::npos) return cases.find('(' + name + ',') != std::string::npos;
    return cases.find('(' + name.substr(0, dot) + ',' + name.substr(dot + 1) + ')') != std::string::npos;
}

TEST(Reliability, WhatGuardsAgainstEachFindingIsThere) {
    static const std::regex row("\\| \\d+ \\|.*\\| (.*) \\|"), quoted("`([^`]+)`"),
        input("`fuzz/(\\w+)` \\(`([^`]+)`\\)"), aside("\\([^)]*\\)");
    const std::string cases = cases_of_tests(), ctest = text_of("cmake/tests.cmake");
    int rows = 0;
    for (const std::string& line : split(text_of("docs/reliability.md"))) {
        std::smatch found;
        if (!std::regex_match(line, found, row)) continue;
        ++rows;
        const std::string by = found[1], names = std::regex_replace(by, aside, "");
        for (std::sregex_iterator match(names.begin(), names.end(), quoted), end; match != end; ++match)
            EXPECT_TRUE(is_there((*match)[1], cases, ctest)) << "no test " << (*match)[1] << ": " << line;
        for (std::sregex_iterator match(by.begin(), by.end(), input), end; match != end; ++match)
            EXPECT_TRUE(
                fs::exists(in_tree("fuzz/regressions/" + (*match)[1].str() + "/" + (*match)[2].str())))
                << "no input " << (*match)[2] << ": " << line;
    }
    EXPECT_GE(rows, 30);
}

}  // namespace
}  // namespace polhode::test
