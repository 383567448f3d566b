/// What every study must be: complete, with unique ids, and with reasons.
#include "studies.hpp"
#include "polhode/error.hpp"
#include "report/picture.hpp"
#include "reproduce/reproduce.hpp"
#include "reproduce/sentences.hpp"

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
                EXPECT_FALSE(c.place.empty() || c.fails_if.empty()) << where;
                EXPECT_TRUE(code_of(c).starts_with("studies/")) << where << ": " << code_of(c);
            }
        }
    }
}

/// One sentence of a paper is one claim, however many numbers illustrate it.
TEST(Studies, ExamineASentenceOnce) {
    for (const Study& s : studies()) {
        std::set<std::string> places;
        for (const Figure& f : s.figures)
            for (const Claim& c : f.claims)
                EXPECT_TRUE(places.insert(c.place).second)
                    << s.name << '/' << f.id << '/' << c.id << ": " << c.place;
    }
}

Study one_claim(Verdict expected, const Finding& finding) {
    return {"study",
            "",
            "",
            {{"fig1",
              "",
              {{.id = "claim",
                .what = "what",
                .published = "published",
                .criterion = "criterion",
                .examine = [=](Lab&) { return finding; },
                .expected = expected,
                .why = "why"}}}}};
}

/// A remark is one if what is said of it is seen, whether or not its criterion is met.
TEST(Reproduce, JudgesRemarks) {
    Lab lab;
    const auto judged = [&](const Finding& finding) {
        const std::vector<Study> studies{one_claim(Verdict::remark, finding)};
        return reproduce(studies, {{"study"}, false, 1}, lab).studies[0].figures[0].claims[0];
    };
    EXPECT_EQ(judged({"", false, true}).verdict, Verdict::remark);
    EXPECT_EQ(judged({"", true, true}).verdict, Verdict::remark);
    EXPECT_TRUE(judged({"", false, true}).as_expected);
    EXPECT_EQ(judged({"", true, false}).verdict, Verdict::differs);
    EXPECT_FALSE(judged({"", true, false}).as_expected);
}

/// Every sentence has its line, every line its claim.
TEST(Sentences, MustFit) {
    const Study study = one_claim(Verdict::remark, {});
    const auto complaint = [&](std::string_view tsv) {
        try {
            return with_sentences(study, tsv).figures[0].claims[0].place;
        } catch (const std::logic_error& error) {
            return std::string(error.what());
        }
    };
    EXPECT_EQ(complaint("claim\tplace\tfails if\nfig1/claim\tsection 1\tnothing\n"), "section 1");
    EXPECT_EQ(complaint(""), "study/sentences.tsv: no line for fig1/claim");
    EXPECT_EQ(complaint("fig1/claim\ta\tb\nfig2/x\tc\td\n"), "study/sentences.tsv: there is no claim fig2/x");
    EXPECT_EQ(complaint("fig1/claim\ta\tb\nfig1/claim\ta\tb\n"), "study/sentences.tsv: fig1/claim twice");
    EXPECT_EQ(complaint("fig1/claim\ta\n"), "study/sentences.tsv: three fields expected in fig1/claim\ta");
    EXPECT_EQ(with_sentences(study, "fig1/claim\ta\tb\n-\tsection 2\tno number\n").uncovered.at(0).reason,
              "no number");
}

TEST(Picture, DrawsWhatItIsGiven) {
    Picture picture("a <line>");
    picture.line({{0, 0}, {2, 1}}, Picture::Pen::strong);
    picture.label({2, 1}, "q & r");
    const std::string svg = picture.svg();
    EXPECT_NE(svg.find("a &lt;line&gt;"), std::string::npos);
    EXPECT_NE(svg.find("M14.0 320.0L626.0 14.0"), std::string::npos) << svg;
    EXPECT_NE(svg.find("q &amp; r"), std::string::npos);
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
    EXPECT_EQ(complaint("buss2001/fig9").rfind("study buss2001 has no figure \"fig9\"; there are fig1, ", 0),
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
