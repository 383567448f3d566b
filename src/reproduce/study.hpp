/// What a paper says, as claims that a computation can confirm or refute. A study lists them; it runs nothing
/// itself.
#pragma once

#include "chart/chart.hpp"
#include "reproduce/lab.hpp"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace polhode::reproduce {

enum class Verdict {
    reproduced,
    differs,         ///< not the published value, and not clear who is right, or a matter of the last digits
    paper_is_wrong,  ///< not the published value, and the claim's `why` says why it cannot be
};
std::string_view name(Verdict verdict);

/// What the computation gave.
struct Finding {
    std::string ours;  ///< our value, in the form of the published one
    bool holds;        ///< the criterion is met
    /// Of a claim that does not hold: it deviates as the study's `why` says. If not, something has changed.
    bool explained = true;
};

struct Claim {
    std::string id;         ///< unique within the figure, without spaces
    std::string what;       ///< in words
    std::string published;  ///< as printed
    std::string criterion;  ///< when it counts as reproduced, in words
    std::function<Finding(Lab&)> examine;
    Verdict expected = Verdict::reproduced;
    std::string why = {};               ///< needed for every other expectation
    bool quick = false;                 ///< takes less than a second or two, and stands for its figure
    std::string row = {}, column = {};  ///< its place, if the figure is a table
};

struct Figure {
    std::string id;     ///< "fig6", "section4.1"
    std::string title;  ///< what it shows
    std::vector<Claim> claims;
    /// The figure drawn anew; ids and column names are made unique by the report. May be empty.
    std::function<Plots(Lab&)> draw = {};
};

struct Study {
    std::string name;  ///< "buss2001"
    std::string citation;
    std::string about;  ///< the protocol, in a few sentences
    std::vector<Figure> figures;
};

}  // namespace polhode::reproduce
