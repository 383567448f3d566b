#include "report/compare_report.hpp"

#include "polhode/catalogue.hpp"
#include "report/energy_courses.hpp"
#include "report/html.hpp"
#include "report/page.hpp"

#include <fmt/format.h>
#include <cmath>
#include <set>

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

std::string raised(int power) {
    static constexpr const char* digits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
    std::string out;
    for (const char c : fmt::format("{}", power)) out += digits[c - '0'];
    return out;
}

/// Lines of the slopes that the curves of the last chart are to have, each beside the first curve of its order.
template <class Error>
void add_slopes(Plots& plots, const Comparison& comparison, Error error, int Sheet::* order) {
    Chart& chart = plots.charts.back();
    std::set<int> drawn;
    for (const CompareRow& row : comparison.rows) {
        const Expected<const Method*> known = find_method(row.method);
        if (!known || (*known)->sheet.*order < 1) continue;
        const int power = (*known)->sheet.*order;
        // the two runs of the curve that are best suited for its slope: below saturation, above round-off
        std::vector<const CompareCell*> usable;
        for (const CompareCell& cell : row.cells)
            if (cell.failure.empty() && error(cell) < 0.3 && error(cell) > 1e-12) usable.push_back(&cell);
        if (usable.size() < 2 || !drawn.insert(power).second) continue;
        const CompareCell &from = *usable.front(), &to = *usable.back();
        constexpr double beside = 1.7;
        const double at_end = error(to) * beside;
        Column across{
            fmt::format("{}-slope-x{}", chart.id, power), {from.step, to.step}, Column::Digits::of_value};
        Column up{fmt::format("{}-slope-y{}", chart.id, power),
                  {at_end * std::pow(from.step / to.step, power), at_end},
                  Column::Digits::of_value};
        chart.series.push_back({.label = power == 1 ? std::string("h") : "h" + raised(power),
                                .x = across.name,
                                .y = up.name,
                                .style = Series::Style::guide});
        plots.columns.push_back(std::move(across));
        plots.columns.push_back(std::move(up));
    }
}

Plots plots_of(const Problem& problem, const Comparison& comparison) {
    Plots plots;
    const Axis attitude{"attitude error ‖R − R_ref‖", true}, momentum{"momentum error ‖Π − Π_ref‖", true};
    const auto step = [](const CompareCell& c) { return c.step; };
    const auto error = [](const CompareCell& c) { return c.error_attitude; };
    const auto error_momentum = [](const CompareCell& c) { return c.error_momentum; };
    add_chart(plots, comparison,
              {.id = "attitude",
               .title = "Convergence of the attitude",
               .caption = "Error at the end against the step.",
               .x = {"step h", true},
               .y = attitude,
               .series = {}},
              step, error);
    add_slopes(plots, comparison, error, &Sheet::order_attitude);
    add_chart(plots, comparison,
              {.id = "momentum",
               .title = "Convergence of the momentum",
               .caption = "Error at the end against the step.",
               .x = {"step h", true},
               .y = momentum,
               .series = {}},
              step, error_momentum);
    add_slopes(plots, comparison, error_momentum, &Sheet::order_momentum);
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
    add_energy_courses(plots, problem, comparison);
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
              .plots = plots_of(problem, comparison)};
    page.body = fmt::format(
        "<header>\n<h1>{}: {} methods compared</h1>\n<p class=\"lead\">{} Errors are those at time {}.</p>\n</header>\n",
        html::escape(problem.name), comparison.rows.size(), html::escape(problem.description),
        comparison.end);
    page.body += fmt::format("<section aria-label=\"Charts\">\n{}</section>\n", figures(page.plots));
    page.body += html::section("Attitude error by step, and fitted orders", numbers(comparison));
    page.body +=
        fmt::format("<p class=\"note\">Reference: {}. {}</p>\n", html::escape(comparison.reference_source),
                    html::escape(comparison.reference_note));
    return page_html(page);
}

}  // namespace polhode
