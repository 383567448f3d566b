/// The README cannot go stale: its method table, its program and its scenario are the real ones.
#include "catalogue/markdown.hpp"

#include <fstream>
#include <gtest/gtest.h>
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

TEST(Readme, HasTheMethodTableOfTheCatalogue) {
    expect_readme_contains(polhode::property_table_markdown(), "the method table");
}

TEST(Readme, ShowsTheProgramThatTheTestsCompileAndRun) {
    expect_readme_contains(text_of("examples/first_program.cpp"), "the C++ example");
}

TEST(Readme, ShowsAScenarioThatRuns) {
    expect_readme_contains(text_of("examples/scenarios/slow-top.toml"), "the scenario");
}

}  // namespace
