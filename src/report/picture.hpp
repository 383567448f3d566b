/// Drawings that are no charts: lines in a plane at equal scales, as SVG that stands in a page or a file by itself.
#pragma once

#include <string>
#include <vector>

namespace polhode {

class Picture {
public:
    struct Point {
        double x, y;
    };
    enum class Pen {
        thin,    ///< what is there to show the shape
        strong,  ///< what the figure is about
        other,   ///< the second such thing
        dashed,  ///< helping lines
        face,    ///< a filled area
    };
    enum class Side { near, far };  ///< of what is drawn; what is behind it is faint

    /// `title` is read out in place of the drawing.
    explicit Picture(std::string title) : title_(std::move(title)) {}

    void line(std::vector<Point> points, Pen pen, Side side = Side::near);
    void dot(Point at, Pen pen, Side side = Side::near);
    void label(Point at, std::string text);

    /// An element of a page, whose style it takes its colours from.
    std::string svg() const;
    /// A file of its own, in the colours of the light scheme on white, for papers and slides.
    std::string svg_file() const;

private:
    struct Line {
        std::vector<Point> points;
        Pen pen;
        Side side;
    };
    struct Label {
        Point at;
        std::string text;
    };
    std::string drawn(const std::string& attributes, const std::string& style) const;

    std::string title_;
    std::vector<Line> lines_, dots_;  // a dot is a line of one point
    std::vector<Label> labels_;
};

}  // namespace polhode
