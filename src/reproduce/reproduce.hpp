/// Studies carried out: every claim examined, in parallel.
#pragma once

#include "reproduce/study.hpp"

#include <functional>
#include <string>
#include <vector>

namespace polhode::reproduce {

struct Judged {
    const Claim* claim;
    std::string ours;
    Verdict verdict = Verdict::differs;
    std::string why;           ///< for anything but reproduced
    Check rests_on = false;    ///< what is to be seen for the verdict on record
    bool as_expected = false;  ///< the verdict is the one on record, for the reason on record
    bool done = false;         ///< false if the run was stopped before
};

struct JudgedFigure {
    const Figure* figure;
    std::vector<Judged> claims;
};

struct JudgedStudy {
    const Study* study;
    std::vector<JudgedFigure> figures;
};

struct Reproduction {
    std::vector<JudgedStudy> studies;
    bool quick = false;
    bool complete = true;
    double wall_seconds = 0;
    std::size_t remembered = 0;  ///< numbers that the lab knew from an earlier run

    std::size_t count() const;
    std::size_t cells() const;  ///< claims that are cells of a table; the others are sentences
    std::size_t count(Verdict verdict) const;
    bool as_expected() const;  ///< complete, and every claim as recorded
};

/// What to do: "all", "buss2001", "buss2001/fig6"; several. Throws InputError for an unknown name.
struct Selection {
    std::vector<std::string> names;
    bool quick = false;  ///< only claims that take little time
    int threads = 0;     ///< 0: one per core
};

/// The result points into `studies`.
Reproduction reproduce(const std::vector<Study>& studies, const Selection& selection, Lab& lab,
                       const std::function<bool(long done, long total)>& progress = {});

}  // namespace polhode::reproduce
