#include "report/ensemble_report.hpp"

#include "io/ensemble_output.hpp"
#include "polhode/catalogue.hpp"
#include "report/cloud_figure.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/torque_rows.hpp"
#include "simulate/momentum_law.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <filesystem>
#include <limits>
#include <ranges>

namespace polhode {
namespace {

using html::card, html::code, html::Row;

struct Words {
    std::string title, label, caption;
};

Words words_for(Quantity quantity, const EnsembleScenario& scenario) {
    const auto direction = [](const Eigen::Vector3d& v) {
        return fmt::format("({:.4g}, {:.4g}, {:.4g})", v.x(), v.y(), v.z());
    };
    switch (quantity) {
        case Quantity::pointing_error:
            return {"Pointing error", "angle in radians",
                    fmt::format("Between the body axis {} and the direction {} of space.",
                                direction(scenario.plan.pointing.axis),
                                direction(scenario.plan.pointing.target))};
        case Quantity::energy_error: return {"Energy error", "H − H₀", "Change of the energy of each body."};
        case Quantity::momentum_error:
            return conserves_whole_momentum(scenario.setup.problem)
                     ? Words{"Momentum error", "‖L − L₀‖", "Change of the momentum in space."}
                     : Words{"Momentum error", "(L − L₀) · d",
                             "Change of the momentum about the axis of the field."};
        case Quantity::rate: return {"Rate", "|ω|", "Magnitude of the angular velocity."};
        case Quantity::attitude_error:
            return {"Attitude error", "angle in radians",
                    "Of the rotation between the attitude and the target of the control."};
    }
    return {};
}

// --- the charts --------------------------------------------------------------------------------------------

/// Median and quantile bands over time.
void add_over_time(Plots& plots, const QuantityResult& q, const Words& words) {
    const std::string id(name(q.quantity));
    const auto column = [&](std::size_t j) { return fmt::format("{}_{}", id, quantile_percents[j]); };
    for (std::size_t j = 0; j < quantile_percents.size(); ++j) {
        Column c{column(j), {}};
        for (const auto& s : q.samples) c.values.push_back(s ? s->quantiles[j] : gap);
        plots.columns.push_back(std::move(c));
    }
    plots.charts.push_back({.id = id + "_chart",
                            .title = words.title + " over time",
                            .caption = words.caption,
                            .x = {"time t"},
                            .y = {words.label},
                            .series = {{.label = "median", .x = "time", .y = column(2)},
                                       {.label = "25–75 %",
                                        .x = "time",
                                        .y = column(3),
                                        .style = Series::Style::band,
                                        .low = column(1)},
                                       {.label = "5–95 %",
                                        .x = "time",
                                        .y = column(4),
                                        .style = Series::Style::band,
                                        .low = column(0)}}});
}

void add_distribution(Plots& plots, const QuantityResult& q, const Words& words) {
    const std::string id(name(q.quantity));
    const Summary& s = *q.samples.back();
    const std::size_t bins = q.final_histogram.size();
    Column edges{id + "_edges", {}}, counts{id + "_counts", {}, Column::Digits::of_value};
    for (std::size_t i = 0; i <= bins; ++i) {
        edges.values.push_back(s.min + (s.max - s.min) * static_cast<double>(i) / static_cast<double>(bins));
        counts.values.push_back(q.final_histogram[std::min(i, bins - 1)]);
    }
    const std::string caption = s.max > s.min
                                  ? fmt::format("Bodies in each of {} equal parts of the range.", bins)
                                  : fmt::format("The same for all bodies: {:.6g}.", s.min);
    plots.charts.push_back(
        {.id = id + "_distribution",
         .title = words.title + " at the end",
         .caption = caption,
         .x = {words.label},
         .y = {"bodies"},
         .series = {{.label = "", .x = edges.name, .y = counts.name, .style = Series::Style::bars}}});
    plots.columns.push_back(std::move(edges));
    plots.columns.push_back(std::move(counts));
}

Plots plots_of(const EnsembleScenario& scenario, const EnsembleResult& result) {
    Plots plots;
    plots.columns.push_back({"time", result.times, Column::Digits::of_value});
    for (const QuantityResult& q : result.quantities) {
        const Words words = words_for(q.quantity, scenario);
        add_over_time(plots, q, words);
        if (!q.final_histogram.empty()) add_distribution(plots, q, words);
    }
    return plots;
}

// --- the text ----------------------------------------------------------------------------------------------

std::string headline(const EnsembleScenario& scenario, const EnsembleResult& result) {
    const Problem& problem = scenario.setup.problem;
    const std::vector<Row> facts = {{"Bodies", html::count(static_cast<long>(result.count))},
                                    {"Method", code(method(scenario.plan.stepping.method).sheet.name)},
                                    {"Step", fmt::format("{}", scenario.plan.stepping.step)},
                                    {"Steps", html::count(result.steps)},
                                    {"End time", fmt::format("{}", result.time)},
                                    {"Seed", fmt::format("{}", scenario.setup.seed)}};
    std::string out = fmt::format("<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n<dl class=\"run\">\n",
                                  html::escape(problem.name), html::escape(problem.description));
    for (const Row& row : facts)
        out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", row.name, row.value);
    out += "</dl>\n";
    if (result.failures > 0)
        out += fmt::format(
            "<p class=\"warning\" role=\"note\"><strong>{} of {} bodies failed.</strong> From the failed "
            "step on they stand still and do not count in the statistics.</p>\n",
            html::count(static_cast<long>(result.failures)), html::count(static_cast<long>(result.count)));
    for (const std::string& note : result.notes)
        out += fmt::format("<p class=\"warning\" role=\"note\">{}</p>\n", html::escape(note));
    return out + "</header>\n";
}

std::string cards(const EnsembleResult& result) {
    const double rate = result.wall_seconds > 0 ? result.body_steps / result.wall_seconds : 0;
    const auto& pointing = result.quantities.front().samples.back();
    std::string out = "<section class=\"cards\" aria-label=\"Summary\">\n";
    out +=
        card("Pointing error at the end", pointing ? html::brief(pointing->quantiles[2]) : "–",
             pointing ? fmt::format("median, in radians; 95 % below {}", html::brief(pointing->quantiles[4]))
                      : std::string("no body is left"));
    out += card("Failed bodies", html::count(static_cast<long>(result.failures)),
                fmt::format("of {}", html::count(static_cast<long>(result.count))));
    out += card("Body-steps per second", large_number(rate),
                fmt::format("{} body-steps", large_number(result.body_steps)));
    out += card("Wall time", duration(result.wall_seconds),
                fmt::format("{} of it for the steps", duration(result.march_seconds)));
    out += card("Machine", fmt::format("{}", result.ranks * result.threads),
                fmt::format("threads in {} process{}; {}", result.ranks, result.ranks == 1 ? "" : "es",
                            name(result.target)));
    return out + "</section>\n";
}

std::string numbers(const EnsembleScenario& scenario, const EnsembleResult& result) {
    std::string out =
        "<div class=\"scroll\"><table class=\"numbers\">\n<thead><tr><th>at the end</th><th>mean</th>"
        "<th>std. deviation</th><th>least</th>";
    for (const int percent : quantile_percents) out += fmt::format("<th>{} %</th>", percent);
    out += "<th>largest</th></tr></thead>\n<tbody>\n";
    for (const QuantityResult& q : result.quantities) {
        if (!q.samples.back()) continue;
        const Summary& s = *q.samples.back();
        const Words words = words_for(q.quantity, scenario);
        out += fmt::format("<tr><td>{}, {}</td><td>{}</td><td>{}</td><td>{}</td>", words.title, words.label,
                           html::brief(s.mean), html::brief(s.deviation), html::brief(s.min));
        for (const double quantile : s.quantiles) out += fmt::format("<td>{}</td>", html::brief(quantile));
        out += fmt::format("<td>{}</td></tr>\n", html::brief(s.max));
    }
    return out + "</tbody></table></div>\n";
}

std::string text_of(const Distribution& d, bool attitude) {
    const auto three = [](const Eigen::Vector3d& v) { return html::exact(v); };
    switch (d.kind) {
        case Distribution::Kind::constant:
            return attitude ? "the same for all" : three(d.mean) + ", the same for all";
        case Distribution::Kind::normal:
            return attitude ? "normal about the initial attitude, standard deviation " + three(d.sigma)
                            : "normal, mean " + three(d.mean) + ", standard deviation " + three(d.sigma);
        case Distribution::Kind::uniform:
            return attitude ? "uniform over all attitudes"
                            : "uniform, from " + three(d.low) + " to " + three(d.high);
        case Distribution::Kind::file:
            return "from " + code(std::filesystem::path(d.file).filename().string());
    }
    return "";
}

std::string settings(const EnsembleScenario& scenario) {
    const EnsembleSetup& setup = scenario.setup;
    const bool velocity = setup.rotation.velocity;
    std::vector<Row> rows = {
        {"Initial attitude <small>(x, y, z, w)</small>", html::exact(setup.problem.initial.attitude)},
        {"Attitudes", text_of(setup.attitude, true)},
        {fmt::format("{}, {}", velocity ? "Angular velocity ω" : "Momentum",
                     setup.rotation.in_space ? "space" : "body"),
         text_of(setup.rotation.distribution, false)},
        {"Principal moments",
         setup.inertia ? text_of(*setup.inertia, false) : html::exact(setup.problem.body.moments())}};
    if (scenario.choice) rows.push_back({"Tolerance", html::escape(tolerance_text(*scenario.choice))});
    if (setup.problem.body.has_rotor())
        rows.push_back({"Rotor momentum h, body axes", html::exact(setup.problem.body.rotor_momentum())});
    for (Row& row : torque_rows(setup.problem.torque)) rows.push_back(std::move(row));
    for (const ParameterDistribution& p : setup.parameters)
        rows.push_back({fmt::format("{}, which differs", code(p.name)), text_of(p.distribution, false)});
    if (setup.correlated)
        rows.push_back(
            {fmt::format("{}", fmt::join(setup.correlated->names | std::views::transform(code), ", ")),
             "normal, correlated"});
    return html::section("Distributions", html::table(rows));
}

std::string failures(const EnsembleResult& result) {
    if (result.failures == 0) return "";
    std::vector<Row> rows;
    rows.reserve(result.first_failures.size());
    for (const BodyFailure& f : result.first_failures)
        rows.push_back({fmt::format("Body {}, step {}", f.body, f.step), html::escape(f.reason)});
    return html::section(result.failures > rows.size() ? fmt::format("The first {} failures", rows.size())
                                                       : std::string("Failures"),
                         html::table(rows));
}

}  // namespace

std::string ensemble_html(const EnsembleScenario& scenario, const EnsembleResult& result) {
    Page page{.title = fmt::format("{}: {} bodies", scenario.setup.problem.name, result.count),
              .body = {},
              .plots = plots_of(scenario, result)};
    const ViewedCloud cloud = viewed_cloud(scenario.setup, scenario.plan);
    page.motion = cloud_data(cloud, scenario.plan.pointing);
    page.body = headline(scenario, result) + cloud_figure(cloud, result) + cards(result);
    page.body += fmt::format("<section aria-label=\"Charts\">\n{}</section>\n", figures(page.plots));
    page.body += fmt::format("<div class=\"columns\">\n{}{}</div>\n", settings(scenario), failures(result));
    page.body += html::section("Statistics at the end", numbers(scenario, result));
    return page_html(page);
}

}  // namespace polhode
