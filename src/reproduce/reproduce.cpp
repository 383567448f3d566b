#include "reproduce/reproduce.hpp"

#include "polhode/error.hpp"
#include "text/nearest_name.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>

namespace polhode::reproduce {

std::string_view name(Verdict verdict) {
    switch (verdict) {
        case Verdict::reproduced: return "reproduced";
        case Verdict::differs: return "differs";
        case Verdict::paper_is_wrong: return "paper-is-wrong";
        case Verdict::remark: return "remark";
    }
    return "";
}

std::string code_of(const Claim& claim) {
    const std::string_view path = claim.code.file_name();
    const std::size_t begin = path.rfind("studies/");
    return fmt::format("{}:{}", begin == path.npos ? path : path.substr(begin), claim.code.line());
}

namespace {

template <class Visit>
void for_each_claim(const Reproduction& r, Visit visit) {
    for (const JudgedStudy& s : r.studies)
        for (const JudgedFigure& f : s.figures)
            for (const Judged& c : f.claims) visit(c);
}

/// The study or figure of a name; all of a study's figures if it names none.
JudgedStudy selected(const std::vector<Study>& studies, const std::string& name, bool quick) {
    const std::size_t slash = name.find('/');
    const std::string study_name = name.substr(0, slash);
    if (study_name == "all")
        throw InputError(fmt::format("\"{}\": all has no figures; name a study, as in buss2001/fig6", name));
    std::vector<std::string_view> known{"all"};
    for (const Study& s : studies) known.push_back(s.name);
    const auto study = std::ranges::find(studies, study_name, &Study::name);
    if (study == studies.end())
        throw InputError(fmt::format("there is no study \"{}\"{}", study_name,
                                     did_you_mean(study_name, known).empty()
                                         ? fmt::format("; there are {}", fmt::join(known, ", "))
                                         : did_you_mean(study_name, known)));
    JudgedStudy result{&*study, {}};
    for (const Figure& figure : study->figures) {
        if (slash != std::string::npos && figure.id != name.substr(slash + 1)) continue;
        JudgedFigure judged{&figure, {}};
        for (const Claim& claim : figure.claims)
            if (!quick || claim.quick) judged.claims.push_back({&claim, {}, Verdict::differs, {}});
        result.figures.push_back(std::move(judged));
    }
    if (result.figures.empty()) {
        std::vector<std::string_view> figures;
        for (const Figure& f : study->figures) figures.push_back(f.id);
        throw InputError(fmt::format("study {} has no figure \"{}\"; there are {}", study_name,
                                     name.substr(slash + 1), fmt::join(figures, ", ")));
    }
    return result;
}

/// A study that is there already gets the figures it has not.
void add(std::vector<JudgedStudy>& all, JudgedStudy study) {
    const auto known = std::ranges::find(all, study.study, &JudgedStudy::study);
    if (known == all.end()) {
        all.push_back(std::move(study));
        return;
    }
    for (JudgedFigure& f : study.figures)
        if (std::ranges::find(known->figures, f.figure, &JudgedFigure::figure) == known->figures.end())
            known->figures.push_back(std::move(f));
}

/// What is to be seen for a verdict.
Check rests_on(Verdict expected, const Finding& finding) {
    switch (expected) {
        case Verdict::reproduced: return finding.holds;
        case Verdict::remark: return finding.explained;
        case Verdict::differs:
        case Verdict::paper_is_wrong: break;
    }
    return !finding.holds && finding.explained;
}

void judge(Judged& judged, Lab& lab) {
    const Claim& claim = *judged.claim;
    Finding finding;
    try {
        finding = claim.examine(lab);
    } catch (const Lab::Stopped&) {
        return;
    } catch (const Lab::Later&) {
        return;
    } catch (const std::exception& error) {
        finding = {fmt::format("failed: {}", error.what()), false, false};
    }
    judged.ours = finding.ours;
    judged.rests_on = rests_on(claim.expected, finding);
    if (claim.expected == Verdict::remark) {
        judged.verdict = finding.explained.met() ? Verdict::remark : Verdict::differs;
        judged.as_expected = finding.explained.met();
        judged.why = judged.as_expected ? claim.why : "what is said of it is not seen: " + claim.why;
    } else if (finding.holds.met()) {
        judged.verdict = Verdict::reproduced;
        judged.as_expected = claim.expected == Verdict::reproduced;
        if (!judged.as_expected) judged.why = "on record as not reproducible, but it was reproduced";
    } else if (finding.explained.met() && claim.expected != Verdict::reproduced) {
        judged.verdict = claim.expected;
        judged.why = claim.why;
        judged.as_expected = true;
    } else {
        judged.verdict = Verdict::differs;
        judged.why = claim.expected == Verdict::reproduced
                       ? "on record as reproduced, but it was not"
                       : "deviates in another way than on record: " + claim.why;
    }
    judged.done = true;
}

}  // namespace

std::size_t Reproduction::count() const {
    std::size_t n = 0;
    for_each_claim(*this, [&](const Judged&) { ++n; });
    return n;
}

std::size_t Reproduction::cells() const {
    std::size_t n = 0;
    for_each_claim(*this, [&](const Judged& c) { n += c.claim->is_cell(); });
    return n;
}

std::size_t Reproduction::count(Verdict verdict) const {
    std::size_t n = 0;
    for_each_claim(*this, [&](const Judged& c) { n += c.done && c.verdict == verdict; });
    return n;
}

bool Reproduction::as_expected() const {
    bool all = complete;
    for_each_claim(*this, [&](const Judged& c) { all = all && c.done && c.as_expected; });
    return all;
}

Reproduction reproduce(const std::vector<Study>& studies, const Selection& selection, Lab& lab,
                       const std::function<bool(long, long)>& progress) {
    const auto start = std::chrono::steady_clock::now();
    Reproduction result;
    result.quick = selection.quick;
    result.remembered = lab.remembered();
    for (const std::string& each : selection.names) {
        if (each == "all")
            for (const Study& s : studies) add(result.studies, selected(studies, s.name, selection.quick));
        else
            add(result.studies, selected(studies, each, selection.quick));
    }

    std::vector<Judged*> claims;
    for (JudgedStudy& s : result.studies)
        for (JudgedFigure& f : s.figures)
            for (Judged& c : f.claims) claims.push_back(&c);
    const auto report = [&](long done, long total) {
        const bool goes_on = !progress || progress(done, total);
        if (!goes_on) lab.stop();
        return goes_on;
    };
    const auto examine = [&](int threads) {
        return in_parallel(
            static_cast<long>(claims.size()), threads,
            [&](long i) { judge(*claims[static_cast<std::size_t>(i)], lab); }, report);
    };
    lab.others_run(true);
    const bool finished = examine(selection.threads);
    lab.others_run(false);
    std::erase_if(claims, [](const Judged* c) { return c->done; });
    if (finished) examine(1);  // what needs the machine for itself
    result.complete = true;
    for_each_claim(result, [&](const Judged& c) { result.complete = result.complete && c.done; });
    result.wall_seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return result;
}

}  // namespace polhode::reproduce
