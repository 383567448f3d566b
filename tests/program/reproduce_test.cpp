/// polhode reproduce.
#include "program/run_program.hpp"

#include <gtest/gtest.h>

namespace polhode::test {
namespace {

using nlohmann::json;

class ReproduceCommand : public ProgramTest {};

/// Every verdict that takes little time is the one on record: a regression shows here.
TEST_F(ReproduceCommand, QuickVerdictsAreThoseOnRecord) {
    const Outcome outcome = run({"reproduce", "all", "--quick", "--fresh", "--json"});
    const json all = outcome.json();
    for (const json& study : all["studies"])
        for (const json& figure : study["figures"])
            for (const json& claim : figure["claims"])
                EXPECT_TRUE(claim["as_expected"].get<bool>())
                    << study["name"] << '/' << figure["id"] << '/' << claim["id"] << ": published "
                    << claim["published"] << ", ours " << claim["ours"] << ' ' << claim["why"];
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_TRUE(all["complete"].get<bool>());
    EXPECT_EQ(all["claims"].get<int>(), all["verdicts"]["reproduced"].get<int>()
                                            + all["verdicts"]["differs"].get<int>()
                                            + all["verdicts"]["paper-is-wrong"].get<int>());
}

TEST_F(ReproduceCommand, ListsTheStudies) {
    const json list = run({"reproduce", "--list", "--json"}).json()["studies"];
    ASSERT_FALSE(list.empty());
    const std::string table = run({"reproduce", "--list"}).out;
    for (const json& study : list) EXPECT_NE(table.find(study["name"].get<std::string>()), std::string::npos);
}

TEST_F(ReproduceCommand, WritesAPage) {
    const Outcome outcome = run({"reproduce", "buss2001/fig5", "--fresh", "--out", "papers"});
    EXPECT_EQ(outcome.exit_code, 0) << outcome.err;
    const std::string page = contents(folder / "papers/reproduce.html");
    for (const char* part : {"The papers, recomputed", "Figure 5", "74.5092"})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    EXPECT_NE(contents(folder / "papers/reproduce.json").find("\"verdict\": \"reproduced\""),
              std::string::npos);
}

TEST_F(ReproduceCommand, RefusesBadInput) {
    EXPECT_EQ(run({"reproduce"}).exit_code, 2);
    EXPECT_EQ(run({"reproduce", "nothing"}).exit_code, 2);
    EXPECT_EQ(run({"reproduce", "buss2001/fig99"}).exit_code, 2);
    EXPECT_EQ(run({"reproduce", "buss2001/fig5", "--threads", "-1"}).exit_code, 2);
}

}  // namespace
}  // namespace polhode::test
