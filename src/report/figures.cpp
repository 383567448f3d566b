#include "report/figures.hpp"

#include "report/html.hpp"

#include <fmt/format.h>

namespace polhode {

std::string figure(const Chart& chart) {
    const std::string id = html::escape(chart.id), title = html::escape(chart.title);
    // The script fills in the buttons and the names of the curves.
    std::string out = chart.disc ? "<figure class=\"disc\">\n" : "<figure>\n";
    out += fmt::format("<h3>{}<span class=\"tools\"></span></h3>\n<div class=\"plot\">", title);
    out += fmt::format("<canvas id=\"{}\" role=\"img\" aria-label=\"{}\"></canvas></div>\n", id, title);
    out += "<div class=\"legend\"></div>\n";
    out += fmt::format("<figcaption>{}</figcaption>\n</figure>\n", html::escape(chart.caption));
    return out;
}

std::string figures(const Plots& plots) {
    std::string out = "<div class=\"figures\">\n";
    for (const Chart& chart : plots.charts) out += figure(chart);
    return out + "</div>\n";
}

}  // namespace polhode
