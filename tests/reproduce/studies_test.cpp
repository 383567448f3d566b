/// What every study must be: complete, with unique ids, and with reasons.
#include "studies.hpp"
#include "polhode/error.hpp"
#include "reproduce/reproduce.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <set>
#include <string>

namespace polhode::reproduce {
namespace {

TEST(Studies, AreWellFormed) {
    std::set<std::string> names;
    for (const Study& s : studies()) {
        EXPECT_TRUE(names.insert(s.name).second) << s.name;
        EXPECT_FALSE(s.citation.empty() || s.about.empty()) << s.name;
        std::set<std::string> figures;
        for (const Figure& f : s.figures) {
            EXPECT_TRUE(figures.insert(f.id).second) << s.name << '/' << f.id;
            EXPECT_FALSE(f.claims.empty()) << s.name << '/' << f.id;
            std::set<std::string> claims;
            for (const Claim& c : f.claims) {
                const std::string where = s.name + '/' + f.id + '/' + c.id;
                EXPECT_TRUE(claims.insert(c.id).second) << where;
                EXPECT_EQ(c.id.find(' '), std::string::npos) << where;
                EXPECT_FALSE(c.what.empty() || c.published.empty() || c.criterion.empty() || !c.examine)
                    << where;
                EXPECT_EQ(c.expected == Verdict::reproduced, c.why.empty()) << where;
                EXPECT_EQ(c.row.empty(), c.column.empty()) << where;
            }
        }
    }
}

/// The quick part touches every figure.
TEST(Studies, HaveQuickClaims) {
    for (const Study& s : studies())
        for (const Figure& f : s.figures)
            EXPECT_TRUE(std::ranges::any_of(f.claims, &Claim::quick)) << s.name << '/' << f.id;
}

TEST(Reproduce, SaysWhatThereIs) {
    Lab lab;
    const auto complaint = [&](const std::string& name) {
        try {
            reproduce(studies(), {{name}, true, 1}, lab);
            return std::string("accepted");
        } catch (const InputError& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(complaint("all/fig6"), "\"all/fig6\": all has no figures; name a study, as in buss2001/fig6");
    EXPECT_EQ(complaint("bus2001"), "there is no study \"bus2001\"; did you mean \"buss2001\"?");
    EXPECT_EQ(complaint("buss2001/fig9").rfind("study buss2001 has no figure \"fig9\"; there are fig3, ", 0),
              0U);
}

TEST(Reproduce, TakesAFigureOnce) {
    Lab lab;
    const Reproduction once = reproduce(studies(), {{"buss2001/fig5"}, true, 2}, lab);
    const Reproduction more =
        reproduce(studies(), {{"buss2001/fig5", "buss2001/fig5", "buss2001/fig3"}, true, 2}, lab);
    ASSERT_EQ(more.studies.size(), 1U);
    EXPECT_EQ(more.studies[0].figures.size(), 2U);
    EXPECT_EQ(more.studies[0].figures[0].claims.size(), once.count());
}

TEST(Reproduce, StopsWhenAsked) {
    Lab lab;
    const Reproduction stopped =
        reproduce(studies(), {{"buss2001/text-long-run"}, false, 1}, lab, [](long, long) { return false; });
    EXPECT_FALSE(stopped.complete);
    EXPECT_FALSE(stopped.as_expected());
}

}  // namespace
}  // namespace polhode::reproduce
