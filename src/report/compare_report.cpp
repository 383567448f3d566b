#include "report/compare_report.hpp"

#include "report/html.hpp"
#include "report/page.hpp"

#include <fmt/format.h>
#include <cmath>
#include <limits>

namespace polhode {
namespace {

/// One curve per method: `x` and `y` of its runs, gaps where a run failed or is too good for a logarithmic
/// axis.
template <class X, class Y>
void add_chart(Plots& plots, const Comparison& comparison, Chart chart, X x, Y y) {
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        Column across{fmt::format("{}-x{}", chart.id, i), {}, Column::Digits::of_value};
        Column up{fmt::format("{}-y{}", chart.id, i), {}, Column::Digits::of_value};
        for (const CompareCell& cell : comparison.rows[i].cells) {
            const bool usable = cell.failure.empty() && x(cell) > 0 && y(cell) > 0;
            across.values.push_back(usable ? x(cell) : gap);
            up.values.push_back(usable ? y(cell) : gap);
        }
        chart.series.push_back({.label = comparison.rows[i].method,
                                .x = across.name,
                                .y = up.name,
                                .style = Series::Style::marked});
        plots.columns.push_back(std::move(across));
        plots.columns.push_back(std::move(up));
    }
    plots.charts.push_back(std::move(chart));
}

Plots plots_of(const Comparison& comparison) {
    Plots plots;
    const Axis attitude{"attitude error ‖R − R_ref‖", true}, momentum{"momentum error ‖Π − Π_ref‖", true};
    const auto step = [](const CompareCell& c) { return c.step; };
    const auto error = [](const CompareCell& c) { return c.error_attitude; };
    add_chart(plots, comparison,
              {.id = "attitude",
               .title = "Convergence of the attitude",
               .caption = "Error at the end against the step.",
               .x = {"step h", true},
               .y = attitude,
               .series = {}},
              step, error);
    add_chart(plots, comparison,
              {.id = "momentum",
               .title = "Convergence of the momentum",
               .caption = "Error at the end against the step.",
               .x = {"step h", true},
               .y = momentum,
               .series = {}},
              step, [](const CompareCell& c) { return c.error_momentum; });
    add_chart(
        plots, comparison,
        {.id = "work",
         .title = "Error against torque evaluations",
         .caption = "What counts when the torque is expensive; lower left is better.",
         .x = {"torque evaluations", true},
         .y = attitude,
         .series = {}},
        [](const CompareCell& c) { return static_cast<double>(c.torque_evaluations); }, error);
    add_chart(
        plots, comparison,
        {.id = "time",
         .title = "Error against time",
         .caption = "With the built-in torque, which costs almost nothing; least time of several repeats.",
         .x = {"seconds", true},
         .y = attitude,
         .series = {}},
        [](const CompareCell& c) { return c.seconds; }, error);
    return plots;
}

std::string numbers(const Comparison& comparison) {
    std::string out = "<div class=\"scroll\"><table class=\"numbers\">\n<thead><tr><th>method</th>";
    for (const CompareCell& cell : comparison.rows.front().cells)
        out += fmt::format("<th>h = {:.4g}</th>", cell.step);
    out += "<th>order R</th><th>order Π</th></tr></thead>\n<tbody>\n";
    const auto order = [](const std::optional<double>& p) {
        return p ? fmt::format("{:.2f}", *p) : std::string("–");
    };
    for (const CompareRow& row : comparison.rows) {
        out += "<tr><td>" + html::code(row.method) + "</td>";
        for (const CompareCell& cell : row.cells)
            out += cell.failure.empty()
                     ? fmt::format("<td>{:.2e}</td>", cell.error_attitude)
                     : fmt::format("<td title=\"{}\">failed</td>", html::escape(cell.failure));
        out += fmt::format("<td>{}</td><td>{}</td></tr>\n", order(row.order_attitude),
                           order(row.order_momentum));
    }
    return out + "</tbody></table></div>\n";
}

}  // namespace

std::string compare_html(const Problem& problem, const Comparison& comparison) {
    Page page{.title = fmt::format("{}: {} methods compared", problem.name, comparison.rows.size()),
              .body = {},
              .plots = plots_of(comparison)};
    page.body = fmt::format(
        "<header>\n<h1>{}</h1>\n<p class=\"lead\">{} Methods compared at time {}.</p>\n</header>\n",
        html::escape(problem.name), html::escape(problem.description), comparison.end);
    page.body += fmt::format("<section aria-label=\"Charts\">\n{}</section>\n", figures(page.plots));
    page.body += html::section("Attitude error by step, and fitted orders", numbers(comparison));
    page.body +=
        fmt::format("<p class=\"note\">Reference: {}. {}</p>\n", html::escape(comparison.reference_source),
                    html::escape(comparison.reference_note));
    return page_html(page);
}

}  // namespace polhode
