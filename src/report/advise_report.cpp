#include "report/advise_report.hpp"

#include "io/advise_output.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

/// One curve per method.
template <class X>
void add_chart(Plots& plots, const Advice& advice, Chart chart, X x) {
    for (std::size_t i = 0; i < advice.rows.size(); ++i) {
        Column across{fmt::format("{}-x{}", chart.id, i), {}, Column::Digits::of_value};
        Column up{fmt::format("{}-y{}", chart.id, i), {}, Column::Digits::of_value};
        for (const AdvicePoint& point : advice.rows[i].points) {
            if (!(x(point) > 0 && point.error > 0)) continue;
            across.values.push_back(x(point));
            up.values.push_back(point.error);
        }
        chart.series.push_back(
            {.label = advice.rows[i].method, .x = across.name, .y = up.name, .style = Series::Style::marked});
        plots.columns.push_back(std::move(across));
        plots.columns.push_back(std::move(up));
    }
    // the tolerance, across all curves
    double low = INFINITY, high = 0;
    for (const AdviceRow& row : advice.rows)
        for (const AdvicePoint& point : row.points)
            if (x(point) > 0 && point.error > 0) {
                low = std::min(low, x(point));
                high = std::max(high, x(point));
            }
    if (high > 0) {
        Column across{chart.id + "-tolerance-x", {low, high}, Column::Digits::of_value};
        Column up{chart.id + "-tolerance-y",
                  {advice.question.tolerance, advice.question.tolerance},
                  Column::Digits::of_value};
        chart.series.push_back(
            {.label = "tolerance", .x = across.name, .y = up.name, .style = Series::Style::guide});
        plots.columns.push_back(std::move(across));
        plots.columns.push_back(std::move(up));
    }
    chart.named = true;
    plots.charts.push_back(std::move(chart));
}

Plots plots_of(const Advice& advice) {
    Plots plots;
    const Axis error{"largest error", true};
    add_chart(
        plots, advice,
        {.id = "time",
         .title = "Error against time",
         .caption =
             "On this machine, with the torque as dear as you said; lower left is better. Errors are in radians, or "
             "relative in the momentum.",
         .x = {"seconds", true},
         .y = error,
         .series = {}},
        [](const AdvicePoint& p) { return p.seconds; });
    add_chart(plots, advice,
              {.id = "work",
               .title = "Error against torque evaluations",
               .caption = "What counts when the torque is expensive.",
               .x = {"torque evaluations", true},
               .y = error,
               .series = {}},
              [](const AdvicePoint& p) { return static_cast<double>(p.torque_evaluations); });
    return plots;
}

std::string ranking(const Advice& advice) {
    std::string out =
        "<div class=\"scroll\"><table "
        "class=\"numbers\">\n<thead><tr><th>method</th><th>step</th><th>error</th>"
        "<th>torque evaluations</th><th>time</th><th>keeps structure</th></tr></thead>\n<tbody>\n";
    for (const AdviceRow& row : advice.rows) {
        const std::string step = row.own_steps ? "its own" : fmt::format("{:.3g}", row.step);
        const std::string numbers =
            row.reached
                ? fmt::format("<td>{}</td><td>{:.1e}</td><td>{:.3g}</td><td>{}</td>", step, row.error_at_end,
                              row.torque_evaluations, duration(row.seconds))
                : fmt::format("<td>–</td><td>{:.1e}</td><td>–</td><td>out of reach</td>", row.best_error);
        out += fmt::format("<tr><td>{}</td>{}<td>{}</td></tr>\n", html::code(row.method), numbers,
                           row.keeps_structure ? "yes" : "–");
    }
    return out + "</tbody></table></div>\n";
}

}  // namespace

std::string advise_html(const Problem& problem, const Advice& advice, const std::string& command) {
    Page page{.title = fmt::format("{}: which method", problem.name), .body = {}, .plots = plots_of(advice)};
    page.body = fmt::format(
        "<header>\n<h1>{}: which method</h1>\n<p class=\"lead\">{} Methods for a tolerance of {:.3g}, {}.</p>\n"
        "</header>\n",
        html::escape(problem.name), html::escape(problem.description), advice.question.tolerance,
        measured_on(advice));
    page.body += html::section("Ranking, for the whole run", ranking(advice));
    page.body += fmt::format("<p class=\"recommended\">Recommended: {}.</p>\n", html::escape(advice.reason));
    if (!command.empty()) page.body += fmt::format("<p>{}</p>\n", html::code(command));
    page.body += fmt::format("<section aria-label=\"Charts\">\n{}</section>\n", figures(page.plots));
    return page_html(page);
}

}  // namespace polhode
