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
    EXPECT_EQ(all["claims"].get<int>(),
              all["verdicts"]["reproduced"].get<int>() + all["verdicts"]["differs"].get<int>()
                  + all["verdicts"]["paper-is-wrong"].get<int>() + all["verdicts"]["remark"].get<int>());
}

/// A criterion whose threshold is next to what was measured decides little: it was drawn around the number. Such a
/// threshold has a reason, and a reason has such a threshold.
TEST_F(ReproduceCommand, NoThresholdIsCloseWithoutAReason) {
    const json all = run({"reproduce", "all", "--quick", "--fresh", "--json"}).json();
    int thresholds = 0;
    for (const json& study : all["studies"])
        for (const json& figure : study["figures"])
            for (const json& claim : figure["claims"]) {
                thresholds += claim["thresholds"].get<int>();
                const json& nearest = claim["nearest_threshold"];
                const bool is_close = !nearest.is_null() && nearest["factor"] < 1.3;
                EXPECT_EQ(is_close, !claim["close"].is_null())
                    << study["name"] << '/' << figure["id"] << '/' << claim["id"] << " (" << claim["code"]
                    << "): nearest threshold " << nearest << ", reason " << claim["close"];
            }
    EXPECT_GT(thresholds, 500);
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
    for (const char* part :
         {"The papers, recomputed", "Figure 5", "74.5092", "All numbers were computed now.", "id=\"filter\"",
          "id=\"buss2001/fig5/Augmented-2nd-order/h=0.004-N=1000\""})
        EXPECT_NE(page.find(part), std::string::npos) << part;
    EXPECT_NE(contents(folder / "papers/reproduce.json").find("\"verdict\": \"reproduced\""),
              std::string::npos);
}

TEST_F(ReproduceCommand, RefusesBadInput) {
    for (const auto& [arguments, part] : std::vector<std::pair<std::vector<std::string>, std::string>>{
             {{"reproduce"}, "expected a study"},
             {{"reproduce", "nothing"}, "there is no study \"nothing\"; there are all, buss2001"},
             {{"reproduce", "buss2001/fig99"}, "has no figure \"fig99\""},
             {{"reproduce", "--list", "buss2001"}, "--list: expected no name"},
             {{"reproduce", "buss2001/fig5", "--threads", "-1"}, "--threads: expected at least 1, got -1"},
             {{"reproduce", "buss2001", "--out", "/proc/none"}, "/proc/none"}}) {
        const Outcome outcome = run(arguments);
        EXPECT_EQ(outcome.exit_code, 2);
        EXPECT_NE(outcome.err.find(part), std::string::npos) << outcome.err;
    }
}

TEST_F(ReproduceCommand, TakesAnyNumberOfThreads) {
    EXPECT_EQ(run({"reproduce", "buss2001/fig5", "--fresh", "--threads", "1000000"}).exit_code, 0);
}

/// What was computed is kept in the cache folder, and a program without one does without.
TEST_F(ReproduceCommand, KeepsWhatItComputed) {
    Conditions with_cache, without;
    const std::string cache = folder / "cache";
    with_cache.before_start = [&] { setenv("XDG_CACHE_HOME", cache.c_str(), 1); };
    without.before_start = [] { setenv("XDG_CACHE_HOME", "/proc/none", 1); };
    EXPECT_EQ(run({"reproduce", "buss2001/fig5", "--quiet"}, with_cache).exit_code, 0);
    ASSERT_EQ(files("cache/polhode").size(), 1U);
    const std::string kept = contents(folder / "cache/polhode" / files("cache/polhode")[0]);
    EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 28);  // energies of Figure 5
    EXPECT_EQ(run({"reproduce", "buss2001/fig5", "--quiet"}, with_cache).exit_code, 0);
    EXPECT_EQ(contents(folder / "cache/polhode" / files("cache/polhode")[0]), kept);
    EXPECT_EQ(run({"reproduce", "buss2001/fig5", "--quiet"}, without).exit_code, 0);
}

TEST_F(ReproduceCommand, StopsWithinSecondsAndSaysHowToGoOn) {
    Conditions interrupt;
    bool sent = false;
    int ticks = 0;
    interrupt.meanwhile = [&](pid_t child) {
        if (!sent && ++ticks > 100) kill(child, SIGINT), sent = true;
    };
    const Outcome outcome = run({"reproduce", "buss2001/text-long-run", "--fresh", "--quiet"}, interrupt);
    EXPECT_EQ(outcome.exit_code, 1);
    EXPECT_NE(outcome.err.find("nothing is kept of it without --out"), std::string::npos) << outcome.err;
}

/// Where the cache has no place for numbers, the message does not say that they are there.
TEST_F(ReproduceCommand, SaysThatNumbersAreNotKept) {
    const std::string cache = folder / "cache";
    Conditions with_cache;
    with_cache.before_start = [&] { setenv("XDG_CACHE_HOME", cache.c_str(), 1); };
    ASSERT_EQ(run({"reproduce", "buss2001/fig5", "--quiet"}, with_cache).exit_code, 0);
    ASSERT_EQ(files("cache/polhode").size(), 1U);
    const fs::path file = folder / "cache/polhode" / files("cache/polhode")[0];
    fs::remove(file);
    fs::create_directory(file);
    EXPECT_NE(run({"reproduce", "buss2001/fig5"}, with_cache).err.find("numbers are not kept: cannot write"),
              std::string::npos);
    EXPECT_EQ(run({"reproduce", "buss2001/fig5", "--quiet"}, with_cache).err, "");
}

}  // namespace
}  // namespace polhode::test
