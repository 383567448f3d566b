#include "reproduce/picture.hpp"

#include "report/html.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string_view>

namespace polhode::reproduce {

namespace {

/// Classes of page.css: the policy of a page applies no style that stands in an element.
std::string_view class_of(Picture::Pen pen) {
    switch (pen) {
        case Picture::Pen::thin: return "thin";
        case Picture::Pen::strong: return "strong";
        case Picture::Pen::other: return "other";
        case Picture::Pen::dashed: return "dashed";
        case Picture::Pen::face: return "face";
    }
    return "";
}

}  // namespace

void Picture::line(std::vector<Point> points, Pen pen) { lines_.push_back({std::move(points), pen}); }
void Picture::label(Point at, std::string text) { labels_.push_back({at, std::move(text)}); }

std::string Picture::svg() const {
    Point low{1e300, 1e300}, high{-1e300, -1e300};
    for (const Line& l : lines_)
        for (const Point& p : l.points) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y)};
        }
    constexpr double width = 640, margin = 14;
    const double scale = (width - 2 * margin) / (high.x - low.x),
                 height = 2 * margin + scale * (high.y - low.y);
    const auto x = [&](const Point& p) { return margin + scale * (p.x - low.x); };
    const auto y = [&](const Point& p) { return height - margin - scale * (p.y - low.y); };
    std::string out =
        fmt::format("<svg class=\"picture\" viewBox=\"0 0 {:.0f} {:.0f}\" role=\"img\" aria-label=\"{}\">\n",
                    width, height, html::escape(title_));
    for (const Line& l : lines_) {
        out += fmt::format("<path class=\"{}\" d=\"", class_of(l.pen));
        for (std::size_t i = 0; i < l.points.size(); ++i)
            out += fmt::format("{}{:.1f} {:.1f}", i == 0 ? "M" : "L", x(l.points[i]), y(l.points[i]));
        out += "\"/>\n";
    }
    for (const Label& l : labels_)
        out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\">{}</text>\n", x(l.at), y(l.at),
                           html::escape(l.text));
    return out + "</svg>\n";
}

}  // namespace polhode::reproduce
