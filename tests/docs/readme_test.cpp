/// The README cannot go stale: its method table, its program and its scenario are the real ones.
#include "catalogue/markdown.hpp"

#include <gtest/gtest.h>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

namespace {

std::string text_of(const std::string& path) {
    std::ifstream file(std::string(POLHODE_SOURCE_DIR) + "/" + path);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

void expect_readme_contains(const std::string& part, const std::string& what) {
    EXPECT_NE(text_of("README.md").find(part), std::string::npos)
        << what << " in README.md differs; it should contain\n"
        << part;
}

/// With POLHODE_UPDATE_README set (`make readme`) the table is written instead.
TEST(Readme, HasTheMethodTableOfTheCatalogue) {
    const std::string begin = "<!-- methods -->\n", end = "<!-- /methods -->\n";
    std::string readme = text_of("README.md");
    const std::size_t from = readme.find(begin), to = readme.find(end);
    ASSERT_TRUE(from != std::string::npos && to != std::string::npos && from < to)
        << "the markers are missing";
    const std::size_t first = from + begin.size();
    const std::string table = polhode::property_table_markdown();
    if (std::getenv("POLHODE_UPDATE_README") != nullptr)
        std::ofstream(std::string(POLHODE_SOURCE_DIR) + "/README.md")
            << readme.replace(first, to - first, table);
    else
        EXPECT_EQ(readme.substr(first, to - first), table)
            << "`make readme` writes the table of the catalogue";
}

TEST(Readme, ShowsTheProgramThatTheTestsCompileAndRun) {
    expect_readme_contains(text_of("examples/first_program.cpp"), "the C++ example");
}

TEST(Readme, ShowsAScenarioThatRuns) {
    expect_readme_contains(text_of("examples/scenarios/slow-top.toml"), "the scenario");
}

}  // namespace
