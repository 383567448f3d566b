#include "report/picture.hpp"

#include "polhode/assets.hpp"
#include "report/html.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string_view>

namespace polhode {

namespace {

/// Classes of picture.css: the policy of a page applies no style that stands in an element.
std::string class_of(Picture::Pen pen, Picture::Side side) {
    const std::string behind = side == Picture::Side::far ? " far" : "";
    switch (pen) {
        case Picture::Pen::thin: return "thin" + behind;
        case Picture::Pen::strong: return "strong" + behind;
        case Picture::Pen::other: return "other" + behind;
        case Picture::Pen::dashed: return "dashed" + behind;
        case Picture::Pen::face: return "face" + behind;
    }
    return "";
}

/// picture.css with the colours of the light scheme, which colours.css names first, in place of their names: programs
/// that draw SVG outside of browsers know no names.
std::string style_of_file() {
    const std::string_view colours = asset("colours.css");
    std::string style(asset("picture.css"));
    for (std::size_t at; (at = style.find("var(")) != style.npos;) {
        const std::size_t end = style.find(')', at);
        const std::string name = style.substr(at + 4, end - at - 4) + ": ";
        const std::size_t value = colours.find(name) + name.size();
        style.replace(at, end + 1 - at, colours.substr(value, colours.find(';', value) - value));
    }
    return style;
}

}  // namespace

void Picture::line(std::vector<Point> points, Pen pen, Side side) {
    lines_.push_back({std::move(points), pen, side});
}
void Picture::dot(Point at, Pen pen, Side side) { dots_.push_back({{at}, pen, side}); }
void Picture::label(Point at, std::string text) { labels_.push_back({at, std::move(text)}); }

std::string Picture::drawn(const std::string& attributes, const std::string& style) const {
    Point low{1e300, 1e300}, high{-1e300, -1e300};
    for (const std::vector<Line>* each : {&lines_, &dots_})
        for (const Line& l : *each)
            for (const Point& p : l.points) {
                low = {std::min(low.x, p.x), std::min(low.y, p.y)};
                high = {std::max(high.x, p.x), std::max(high.y, p.y)};
            }
    // as wide as can be, unless that is too high
    constexpr double width = 640, most_height = 640, margin = 14;
    const double across = high.x - low.x, up = high.y - low.y,
                 scale = std::min((width - 2 * margin) / across, (most_height - 2 * margin) / up),
                 height = 2 * margin + scale * up, left = 0.5 * (width - scale * across);
    const auto x = [&](const Point& p) { return left + scale * (p.x - low.x); };
    const auto y = [&](const Point& p) { return height - margin - scale * (p.y - low.y); };
    std::string out = fmt::format(
        "<svg {}class=\"picture\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n{}",
        attributes, width, height, html::escape(title_), style);
    for (const Line& l : lines_) {
        out += fmt::format("<path class=\"{}\" d=\"", class_of(l.pen, l.side));
        std::string last;
        for (const Point& p : l.points) {
            std::string here = fmt::format("{:.1f} {:.1f}", x(p), y(p));
            if (here == last) continue;
            out.append(last.empty() ? "M" : "L").append(here);
            last = std::move(here);
        }
        out += "\"/>\n";
    }
    for (const Line& d : dots_)
        out += fmt::format("<circle class=\"{}\" cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"5\"/>\n",
                           class_of(d.pen, d.side), x(d.points.front()), y(d.points.front()));
    for (const Label& l : labels_)
        out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x(l.at), y(l.at),
                           html::escape(l.text));
    return out + "</svg>\n";
}

std::string Picture::svg() const { return drawn("", ""); }

std::string Picture::svg_file() const {
    return drawn(
        "xmlns=\"http://www.w3.org/2000/svg\" width=\"640\" ",
        fmt::format("<style>{}svg {{ color: #1d2329; font-family: system-ui, sans-serif; }}</style>\n"
                    "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n",
                    style_of_file()));
}

}  // namespace polhode
