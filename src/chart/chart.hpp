/// Charts as data. A page holds columns of numbers and charts that name them; assets/page.js draws them.
#pragma once

#include <limits>
#include <string>
#include <vector>

namespace polhode {

/// In place of a value: the curve has a gap there.
inline constexpr double gap = std::numeric_limits<double>::quiet_NaN();

/// Numbers that one or more curves share, such as the times.
struct Column {
    /// How to write the values with few digits and no visible loss.
    enum class Digits {
        of_range,  ///< a grid of some thousand values over the range: for linear axes
        of_value,  ///< six digits each: for logarithmic axes
    };

    std::string name;
    std::vector<double> values;  ///< what is not finite leaves a gap in the curve
    Digits digits = Digits::of_range;
};

struct Axis {
    std::string label;
    bool logarithmic = false;
};

struct Series {
    enum class Style {
        line,    ///< many points: the line alone
        marked,  ///< few points: a mark at each
        guide,   ///< a thin dashed line to compare with, such as a slope
        band,    ///< the area between `low` and `y`, around a curve
        /// A curve of more points than can be told apart, as the area between its least and its largest values.
        envelope,
        bars,  ///< the height `y` from each x to the next
    };

    std::string label;  ///< for the legend, which is drawn from two series on
    std::string x, y;   ///< names of columns
    Style style = Style::line;
    /// Name of a column that is not zero where the curve is to be faint; may be empty.
    std::string faint = {};
    std::string low = {};    ///< name of a column; of a band or an envelope
    std::string group = {};  ///< of a chart that shows one of several groups: which
};

/// An upright line, such as at the time of an event.
struct Mark {
    double x;
    std::string label;
};

/// Curves of which a chart shows one group at a time, by the reader's choice; the first one to begin with.
struct Group {
    std::string name;
    std::string axis_label;
};

struct Chart {
    std::string id;  ///< unique on the page
    std::string title, caption;
    Axis x, y;
    std::vector<Series> series;
    bool disc = false;   ///< equal scales, the unit circle, and a button that zooms to the curve
    bool named = false;  ///< each curve has its name at its lower end
    std::vector<Mark> marks = {};
    std::vector<Group> groups = {};
};

struct Plots {
    std::vector<Column> columns;
    std::vector<Chart> charts;
};

/// What assets/page.js reads, as JSON.
std::string plot_data(const Plots& plots);

}  // namespace polhode
