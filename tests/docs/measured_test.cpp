/// A measured number in a table says where it comes from. Its table stands in one of two kinds of blocks:
///
///     <!-- measured: COMMAND [#N] -->   scripts/measure-docs puts the Nth table that the command prints here
///     <!-- recorded: WHERE -->          a file that computes the numbers (a test, a study), or a command
#include "page.hpp"

namespace polhode::test {
namespace {

bool is_table(const std::string& line) { return line.starts_with("|"); }

bool in_block(const std::vector<Block>& all, std::size_t line) {
    return std::ranges::any_of(all, [&](const Block& b) { return b.begin <= line && line < b.end; });
}

TEST(MeasuredTables, StandInBlocksThatNameTheirSource) {
    // 1.2e-5 (but not the tolerance in a name, taylor-16@1e-10) or a time
    static const std::regex measured("(^|[^@0-9.])[0-9]+(\\.[0-9]+)?(e-[0-9]| (ns|µs|ms)[^a-z])");
    for (const Page& page : pages()) {
        const std::vector<Block> all = blocks(page);
        const std::vector<bool> code = in_code(page);
        for (std::size_t n = 2; n < page.lines.size(); ++n) {
            const bool body =
                is_table(page.lines[n]) && is_table(page.lines[n - 1]) && is_table(page.lines[n - 2]);
            if (body && !code[n] && !in_block(all, n)) {
                EXPECT_FALSE(std::regex_search(page.lines[n], measured))
                    << page.place(n) << " has a measured number outside a block 'measured' or 'recorded'";
            }
        }
    }
}

/// The source of build/bench/NAME or build/tests/NAME_test.
std::string source_of(const std::string& program) {
    if (program == "build/polhode") return "apps/polhode";
    const std::string name = program.substr(program.rfind('/') + 1);
    if (program.starts_with("build/bench/")) return "bench/" + name + ".cpp";
    if (program.starts_with("build/tests/")) return "tests/" + name.substr(0, name.rfind("_test"));
    return "";
}

TEST(MeasuredTables, AreWrittenByProgramsOfTheTree) {
    int found = 0;
    for (const Page& page : pages())
        for (const Block& block : blocks(page)) {
            if (block.name != "measured" && block.name != "recorded") continue;
            ++found;
            const std::string first = block.arguments.substr(0, block.arguments.find_first_of(" ,:"));
            const std::string source = first.starts_with("build/") ? source_of(first) : first;
            EXPECT_TRUE(first == "polhode" || (!source.empty() && std::filesystem::exists(in_tree(source))))
                << page.place(block.begin) << " names '" << first << "', of which there is no source";
            EXPECT_LT(block.begin, block.end) << page.place(block.begin) << " is empty";
        }
    EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace polhode::test
