/// What every study must be: complete, with unique ids, and with reasons.
#include "studies.hpp"
#include "polhode/error.hpp"
#include "report/html.hpp"
#include "report/picture.hpp"
#include "reproduce/reproduce.hpp"
#include "reproduce/reproduce_output.hpp"
#include "reproduce/reproduce_report.hpp"
#include "reproduce/sentences.hpp"

#include <gtest/gtest.h>
#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

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

std::size_t lines_of(const std::string& file) {
    std::ifstream in(std::string(POLHODE_SOURCE_DIR) + "/" + file);
    return static_cast<std::size_t>(std::count(std::istreambuf_iterator<char>(in), {}, '\n'));
}

/// The line that examines a claim is one of the sources, and that of no other claim unless one function examines
/// both: the last line of a list of claims would be that of all of them.
TEST(Studies, SayWhichLineExaminesAClaim) {
    std::map<std::string, std::set<std::string>> what_is_examined;
    for (const Study& s : studies())
        for (const Figure& f : s.figures)
            for (const Claim& c : f.claims) {
                const std::string code = code_of(c), file = code.substr(0, code.find(':'));
                EXPECT_GE(c.code.line(), 1U) << s.name << '/' << f.id << '/' << c.id;
                EXPECT_LE(c.code.line(), lines_of(file))
                    << s.name << '/' << f.id << '/' << c.id << ": " << code;
                what_is_examined[code].insert(c.examine.target_type().name());
            }
    for (const auto& [code, functions] : what_is_examined)
        EXPECT_LE(functions.size(), 2U) << code;  // two: as on record, or deviating from it
}

/// Every claim, each cell of a table too, says on the page and in the JSON object where the paper has it and which
/// line examines it.
TEST(Studies, ShowPlaceAndCodeOfEveryClaim) {
    Lab lab;
    const Reproduction all = reproduce(studies(), {{"all"}, false, 1}, lab, [](long, long) { return false; });
    const std::string page = reproduction_html(all, lab);
    EXPECT_LT(page.size(), 1'200'000U);
    const nlohmann::json json = nlohmann::json::parse(reproduction_json(all));
    std::size_t claims = 0;
    for (std::size_t s = 0; s < studies().size(); ++s)
        for (std::size_t f = 0; f < studies()[s].figures.size(); ++f) {
            const Figure& figure = studies()[s].figures[f];
            for (std::size_t c = 0; c < figure.claims.size(); ++c, ++claims) {
                const Claim& claim = figure.claims[c];
                const std::string id = studies()[s].name + '/' + figure.id + '/' + claim.id;
                const nlohmann::json& shown = json["studies"][s]["figures"][f]["claims"][c];
                EXPECT_EQ(shown["place"], claim.place) << id;
                EXPECT_EQ(shown["code"], code_of(claim)) << id;
                const std::size_t begin = page.find(" id=\"" + html::escape(id) + '"');
                ASSERT_NE(begin, page.npos) << id;
                const std::string item = page.substr(begin, page.find("</li>", begin) - begin);
                EXPECT_NE(item.find(html::escape(claim.place)), item.npos) << item;
                EXPECT_NE(item.find(html::code(code_of(claim))), item.npos) << item;
                if (claim.is_cell()) {
                    EXPECT_NE(page.find("<a href=\"#" + html::escape(id) + "\">–</a></td>"), page.npos) << id;
                }
            }
        }
    EXPECT_EQ(claims, all.count());
}

/// The words that are quoted, “between these”.
std::vector<std::string> quotes(const std::string& place) {
    const std::string open = "“", close = "”";
    std::vector<std::string> found;
    for (std::size_t begin = place.find(open); begin != place.npos; begin = place.find(open, begin + 1)) {
        const std::size_t end = place.find(close, begin);
        if (end != place.npos) found.push_back(place.substr(begin, end - begin));
    }
    return found;
}

/// One sentence of a paper is one claim, however many numbers and methods illustrate it.
TEST(Studies, ExamineASentenceOnce) {
    for (const Study& s : studies()) {
        std::set<std::string> places, quoted;
        for (const Figure& f : s.figures)
            for (const Claim& c : f.claims) {
                const std::string where = s.name + '/' + f.id + '/' + c.id;
                EXPECT_TRUE(places.insert(c.place).second) << where << ": " << c.place;
                for (const std::string& words : quotes(c.place))
                    EXPECT_TRUE(quoted.insert(words).second) << where << ": " << words;
            }
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
