/// The command line and the JSON of the benchmarks.
#include "../../bench/options.hpp"

#include <gtest/gtest.h>

namespace polhode::bench {
namespace {

const Usage usage{.name = "some_bench",
                  .what = "Prints something.",
                  .words = "[METHOD]",
                  .most_words = 1,
                  .options = {{"--cases", "N", "so many"}, {"--verbose", "", "more lines"}}};

std::string error_of(const std::vector<std::string>& arguments) {
    try {
        const Options options(usage, arguments);
        options.count("--cases", 1);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

TEST(BenchOptions, AreReadInAnyOrder) {
    const Options options(usage, {"--cases", "12", "se", "--json", "out.json"});
    EXPECT_EQ(options.count("--cases", 400), 12);
    EXPECT_EQ(options.word(0, "liemid"), "se");
    EXPECT_EQ(options.value("--json"), "out.json");
    EXPECT_FALSE(options.has("--verbose"));
    EXPECT_EQ(Options(usage, {}).count("--cases", 400), 400);
}

TEST(BenchOptions, SayWhatIsWrong) {
    EXPECT_EQ(error_of({"--case", "12"}),
              "there is no option --case: some_bench has --cases, --verbose, --json, --help");
    EXPECT_EQ(error_of({"--cases"}), "--cases expects N after it (some_bench --help)");
    EXPECT_EQ(error_of({"--cases", "many"}), "--cases: \"many\" is not a number above 0");
    EXPECT_EQ(error_of({"--cases", "1.5"}), "--cases: \"1.5\" is not a whole number");
    EXPECT_EQ(error_of({"--cases", "-3"}), "--cases: \"-3\" is not a number above 0");
    EXPECT_EQ(error_of({"se", "liemid"}), "\"liemid\" is one argument too many (some_bench --help)");
}

TEST(BenchOptions, HelpNamesAllOfThem) {
    const std::string help = Options(usage, {}).help();
    for (const char* part : {"Prints something.", "build/bench/some_bench [OPTION...] [METHOD]", "--cases N",
                             "--verbose", "--json FILE", "--help"})
        EXPECT_NE(help.find(part), std::string::npos) << part;
}

TEST(BenchJson, HasNumbersWhereTheTableHasThem) {
    EXPECT_EQ(cell_json("408"), 408);
    EXPECT_EQ(cell_json("-1.5e-12"), -1.5e-12);
    EXPECT_EQ(cell_json("**0.049**"), 0.049);
    EXPECT_EQ(cell_json("2.15 ms"), (nlohmann::json{{"value", 2.15}, {"unit", "ms"}}));
    EXPECT_EQ(cell_json("35.5 %"), (nlohmann::json{{"value", 35.5}, {"unit", "%"}}));
    EXPECT_EQ(cell_json("`se`"), "se");
    EXPECT_EQ(cell_json("`m*r32`, `-m*r31`, `0`"), "`m*r32`, `-m*r31`, `0`");
    EXPECT_EQ(cell_json("1.59 of 7"), "1.59 of 7");
    EXPECT_EQ(cell_json("4 (3)"), "4 (3)");
    EXPECT_TRUE(cell_json("–").is_null());
    EXPECT_TRUE(cell_json("").is_null());
}

TEST(BenchJson, HasTheTablesAndNoDate) {
    const Record printed{{"two tables"},
                         {{{"method", "ns"}, {{"`se`", "49"}, {"`vexp`", "–"}}}, {{"h"}, {}}}};
    const nlohmann::json report = report_json("per_step", {"se"}, printed);
    EXPECT_EQ(report["bench"], "per_step");
    EXPECT_EQ(report["arguments"], nlohmann::json({"se"}));
    EXPECT_EQ(report["notes"], nlohmann::json({"two tables"}));
    ASSERT_EQ(report["tables"].size(), 2u);
    EXPECT_EQ(report["tables"][0]["heads"], nlohmann::json({"method", "ns"}));
    EXPECT_EQ(report["tables"][0]["rows"].dump(), R"([["se",49.0],["vexp",null]])");
    EXPECT_EQ(report["tables"][1]["rows"].size(), 0u);
    EXPECT_FALSE(report["host"]["compiler"].get<std::string>().empty());
    EXPECT_EQ(report.size(),
              5u);  // host, compiler, what was asked and what was printed: nothing that changes by itself
}

}  // namespace
}  // namespace polhode::bench
