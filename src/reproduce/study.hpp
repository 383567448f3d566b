/// What a paper says, as claims that a computation can confirm or refute. A study lists them; it runs nothing
/// itself.
#pragma once

#include "chart/chart.hpp"
#include "reproduce/check.hpp"
#include "reproduce/lab.hpp"

#include <functional>
#include <source_location>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::reproduce {

enum class Verdict {
    reproduced,
    differs,         ///< not the published value, and not clear who is right, or a matter of the last digits
    paper_is_wrong,  ///< not the published value, and the claim's `why` says why it cannot be
    remark,          ///< nothing that a number could refute; ours says what can be said of it
};
inline constexpr Verdict all_verdicts[] = {Verdict::reproduced, Verdict::differs, Verdict::paper_is_wrong,
                                           Verdict::remark};
std::string_view name(Verdict verdict);

/// What the computation gave.
struct Finding {
    std::string ours;     ///< our value, in the form of the published one
    Check holds = false;  ///< the criterion is met
    /// Of a claim that does not hold: it deviates as the study's `why` says. Of a remark: what is said of it is
    /// seen. If not, something has changed.
    Check explained = true;
};

struct Claim {
    std::string id;         ///< unique within the figure, without spaces
    std::string what;       ///< in words
    std::string published;  ///< as printed
    std::string criterion;  ///< when it counts as reproduced, in words
    std::function<Finding(Lab&)> examine;
    Verdict expected = Verdict::reproduced;
    std::string why = {};  ///< needed for every other expectation
    /// Why a threshold is within a factor of 1.3 of what is measured; needed for every such one (reproduce/check.hpp).
    std::string close = {};
    bool quick = false;                 ///< takes less than a second or two, and stands for its figure
    std::string row = {}, column = {};  ///< its place, if the figure is a table
    std::string place = {};     ///< where the paper says it: section and words (studies/NAME/sentences.tsv)
    std::string fails_if = {};  ///< what we would have to see for it not to hold (the same file)
    std::source_location code = std::source_location::current();  ///< where it is examined

    bool is_cell() const { return !row.empty(); }
};

/// A sentence that is not examined, and why not.
struct Uncovered {
    std::string place, reason;
};

struct Figure {
    std::string id;     ///< "fig6", "section4.1"
    std::string title;  ///< what it shows
    std::vector<Claim> claims;
    /// The figure drawn anew; ids and column names are made unique by the report. May be empty.
    std::function<Plots(Lab&)> draw = {};
    /// A figure that is no chart, as SVG (report/picture.hpp). May be empty.
    std::function<std::string(Lab&)> picture = {};
    /// Numbers of the figure as a table of Markdown, for a page of the documentation. May be empty.
    std::function<std::string(Lab&)> table = {};
};

struct Study {
    std::string name;  ///< "buss2001"
    std::string citation;
    std::string about;  ///< the protocol, in a few sentences
    std::vector<Figure> figures;
    std::vector<Uncovered> uncovered = {};
};

/// The file of the sources that examines a claim, and the line: "studies/buss2001/text.cpp:40".
std::string code_of(const Claim& claim);

}  // namespace polhode::reproduce
