#include "reproduce/reproduce_output.hpp"

#include "io/json_number.hpp"
#include "io/table.hpp"
#include "polhode/version.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {

using namespace reproduce;

namespace {

/// Null where no threshold can change the outcome.
Json margin_json(const Margin& margin) {
    if (!std::isfinite(margin.factor())) return nullptr;
    return {{"measured", margin.measured}, {"threshold", margin.threshold}, {"factor", margin.factor()}};
}

Json claim_json(const Judged& c) {
    Json json{{"id", c.claim->id},
              {"what", c.claim->what},
              {"published", c.claim->published},
              {"ours", c.done ? Json(c.ours) : Json(nullptr)},
              {"criterion", c.claim->criterion},
              {"fails_if", c.claim->fails_if},
              {"place", c.claim->place},
              {"code", code_of(*c.claim)},
              {"verdict", c.done ? Json(name(c.verdict)) : Json(nullptr)},
              {"expected", name(c.claim->expected)},
              {"as_expected", c.done && c.as_expected}};
    json["why"] = c.why.empty() ? Json(nullptr) : Json(c.why);
    json["thresholds"] = c.rests_on.thresholds();
    json["nearest_threshold"] = margin_json(c.rests_on.margin());
    json["close"] = c.claim->close.empty() ? Json(nullptr) : Json(c.claim->close);
    return json;
}

}  // namespace

std::string origin_of_numbers(const Reproduction& r) {
    return r.remembered == 0
             ? "All numbers were computed now."
             : fmt::format(
                   "{} numbers were remembered from an earlier run of this program (--fresh computes them "
                   "again).",
                   r.remembered);
}

std::string studies_table(const std::vector<Study>& studies, int width) {
    std::vector<std::vector<std::string>> rows{{"study", "claims", "what it shows"}};
    for (const Study& s : studies) {
        std::size_t claims = 0;
        for (const Figure& f : s.figures) claims += f.claims.size();
        rows.push_back({s.name, fmt::format("{}", claims), s.citation});
        for (const Figure& f : s.figures)
            rows.push_back({fmt::format("{}/{}", s.name, f.id), fmt::format("{}", f.claims.size()), f.title});
    }
    return table(rows, width);
}

std::string studies_json(const std::vector<Study>& studies) {
    Json json{{"polhode", version}, {"schema", 1}};
    Json list = Json::array();
    for (const Study& s : studies) {
        Json figures = Json::array();
        for (const Figure& f : s.figures)
            figures.push_back({{"id", f.id}, {"title", f.title}, {"claims", f.claims.size()}});
        list.push_back({{"name", s.name}, {"citation", s.citation}, {"figures", figures}});
    }
    json["studies"] = list;
    return json_text(json);
}

std::string reproduction_table(const Reproduction& r, int width) {
    std::vector<std::vector<std::string>> rows{
        {"figure", "reproduced", "differs", "paper is wrong", "remark", ""}};
    std::vector<Fact> others;
    for (const JudgedStudy& s : r.studies)
        for (const JudgedFigure& f : s.figures) {
            std::size_t counts[std::size(all_verdicts)] = {}, unexpected = 0, missing = 0;
            for (const Judged& c : f.claims) {
                if (!c.done) {
                    ++missing;
                    continue;
                }
                ++counts[static_cast<int>(c.verdict)];
                unexpected += !c.as_expected;
                if (c.verdict != Verdict::reproduced || !c.as_expected)
                    others.push_back(
                        {fmt::format("{}/{}/{}", s.study->name, f.figure->id, c.claim->id),
                         fmt::format("{}{}: published {}, ours {}. {}", c.as_expected ? "" : "UNEXPECTED ",
                                     name(c.verdict), c.claim->published, c.ours, c.why)});
            }
            rows.push_back({fmt::format("{}/{}", s.study->name, f.figure->id), fmt::format("{}", counts[0]),
                            fmt::format("{}", counts[1]), fmt::format("{}", counts[2]),
                            fmt::format("{}", counts[3]),
                            missing      ? fmt::format("{} not done", missing)
                            : unexpected ? fmt::format("{} not as on record", unexpected)
                                         : f.figure->title});
        }
    std::string out = table(rows, width);
    for (const Fact& fact : others)
        out += fmt::format("\n{}\n    {}", fact.name, wrapped(fact.value, width, 4));
    return out
         + fmt::format(
               "\n{} claims ({} sentences, {} cells of tables): {} reproduced, {} differ, {} where the paper "
               "is wrong, {} remarks; {}. {} {:.0f} s\n",
               r.count(), r.count() - r.cells(), r.cells(), r.count(Verdict::reproduced),
               r.count(Verdict::differs), r.count(Verdict::paper_is_wrong), r.count(Verdict::remark),
               r.as_expected() ? "every verdict as on record"
               : r.complete    ? "NOT every verdict as on record"
                               : "not complete",
               origin_of_numbers(r), r.wall_seconds);
}

std::string reproduction_json(const Reproduction& r) {
    Json json{{"polhode", version},
              {"schema", 1},
              {"quick", r.quick},
              {"complete", r.complete},
              {"as_expected", r.as_expected()},
              {"claims", r.count()},
              {"cells", r.cells()},
              {"remembered", r.remembered},
              {"wall_seconds", json_number("wall_seconds", r.wall_seconds)}};
    for (const Verdict v : all_verdicts) json["verdicts"][name(v)] = r.count(v);
    json["studies"] = Json::array();
    for (const JudgedStudy& s : r.studies) {
        Json figures = Json::array();
        for (const JudgedFigure& f : s.figures) {
            Json claims = Json::array();
            for (const Judged& c : f.claims) claims.push_back(claim_json(c));
            figures.push_back({{"id", f.figure->id}, {"title", f.figure->title}, {"claims", claims}});
        }
        Json uncovered = Json::array();
        for (const Uncovered& u : s.study->uncovered)
            uncovered.push_back({{"place", u.place}, {"reason", u.reason}});
        json["studies"].push_back({{"name", s.study->name},
                                   {"citation", s.study->citation},
                                   {"figures", figures},
                                   {"uncovered", uncovered}});
    }
    return json_text(json);
}

}  // namespace polhode
