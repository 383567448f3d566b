/// Drawings of figures that are no charts: lines in a plane at equal scales, as SVG that stands in the page by itself.
#pragma once

#include <string>
#include <vector>

namespace polhode::reproduce {

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

    /// `title` is read out in place of the drawing.
    explicit Picture(std::string title) : title_(std::move(title)) {}

    void line(std::vector<Point> points, Pen pen);
    void label(Point at, std::string text);

    std::string svg() const;

private:
    struct Line {
        std::vector<Point> points;
        Pen pen;
    };
    struct Label {
        Point at;
        std::string text;
    };
    std::string title_;
    std::vector<Line> lines_;
    std::vector<Label> labels_;
};

}  // namespace polhode::reproduce
