#include "report/report.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "report/html.hpp"
#include "report/motion_figure.hpp"
#include "report/page.hpp"
#include "report/picture_data.hpp"
#include "report/poinsot_pictures.hpp"
#include "report/run_plots.hpp"
#include "report/torque_rows.hpp"
#include "simulate/momentum_law.hpp"
#include "text/quantity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

using html::card, html::code, html::math, html::Row;

// --- the top: what was run, and how well it went -----------------------------------------------------------

std::string incomplete_note(const Result& result) {
    return fmt::format(
        "<p class=\"warning\" role=\"note\"><strong>Incomplete run.</strong> It was stopped at {}, after {} "
        "steps; everything below describes this part only.</p>\n",
        math(fmt::format("t = {}", result.time)), html::count(result.steps));
}

std::string missed_note(const Result& result) {
    return fmt::format(
        "<p class=\"warning\" role=\"note\"><strong>Energy not met.</strong> Its correction had no solution in "
        "{} of {} steps.</p>\n",
        html::count(result.missed_projections), html::count(result.steps));
}

std::string headline(const Problem& problem, const Result& result) {
    const std::string shortened =
        result.step_shortened
            ? fmt::format(" <small>({} shortened to divide the interval)</small>", result.requested_step)
            : "";
    const std::vector<Row> facts = {
        {"Method", code(result.method)},
        {"Step", result.variable
                     ? fmt::format("{:.3g} to {:.3g} <small>({})</small>", result.variable->smallest,
                                   result.variable->largest,
                                   result.variable->reversible ? "reversible" : "of controlled error")
                     : fmt::format("{}{}", result.step, shortened)},
        {"Steps", html::count(result.steps)},
        {result.complete ? "End time" : "Reached time", fmt::format("{}", result.time)},
        {"Run", result.ended_by   ? "<span class=\"good\">ended by " + code(*result.ended_by) + "</span>"
                : result.complete ? "<span class=\"good\">complete</span>"
                                  : "<span class=\"bad\">incomplete</span>"}};
    std::string out = fmt::format("<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n<dl class=\"run\">\n",
                                  html::escape(problem.name), html::escape(problem.description));
    for (const Row& row : facts)
        out += fmt::format("<div><dt>{}</dt><dd>{}</dd></div>\n", row.name, row.value);
    out += "</dl>\n";
    if (!result.complete) out += incomplete_note(result);
    if (result.missed_projections > 0) out += missed_note(result);
    return out + "</header>\n";
}

/// The one number that says how far the run can be trusted.
std::string error_card(const Result& result, const std::optional<Certificate>& certificate) {
    if (!certificate) return card("Measured error", "–", "not measured");
    if (!certificate->error) return card("Measured error", "–", "there is no run to compare with");
    return card("Measured error", html::brief(certificate->error),
                certificate->whole ? std::string("radians, or relative in the momentum")
                                   : fmt::format("radians or relative, in the first {} of {} steps",
                                                 html::count(certificate->steps), html::count(result.steps)));
}

std::string energy_card(const Result& result) {
    const auto& energy = result.conservation.energy;
    if (energy) {
        const double initial = std::abs(result.energy_initial.value_or(0));
        if (!(initial > 0))
            return card("Energy error", html::brief(energy->max_error), "absolute: H₀ is zero");
        return card(
            "Energy error, relative", html::brief(energy->max_error / initial),
            fmt::format("at most {}; |H₀| is {}", html::brief(energy->max_error), html::brief(initial)));
    }
    if (const auto& balance = result.conservation.energy_balance)
        return card("Energy balance", html::brief(balance->max_error),
                    fmt::format("|H − H₀ − W|; the torque has no potential, its work W is {}",
                                html::brief(balance->work)));
    return card("Energy error", "–", "the torque has no potential");
}

std::string momentum_card(const Problem& problem, const Result& result) {
    const auto& trend = result.conservation.momentum;
    const double size = problem.initial.spatial_momentum().norm();
    if (trend) {
        const std::string what =
            conserves_whole_momentum(problem) ? "‖L − L₀‖ in space" : "change about the field axis";
        return size > 0 ? card("Momentum error, relative", html::brief(trend->max_error / size), what)
                        : card("Momentum error", html::brief(trend->max_error), what);
    }
    if (const auto& balance = result.conservation.momentum_balance) {
        const double most = std::max(size, balance->impulse.norm());
        return card("Momentum balance, relative", most > 0 ? html::brief(balance->max_error / most) : "–",
                    fmt::format("the torque gave {}", html::brief(balance->impulse.norm())));
    }
    return card("Momentum error", "–", "no conserved component is known");
}

std::string rate(double steps_per_second) {
    return steps_per_second < 1e6 ? html::brief(steps_per_second * 1e-3) + " thousand steps/s"
                                  : html::brief(steps_per_second * 1e-6) + " million steps/s";
}

std::string work_card(const Problem& problem, const Result& result) {
    if (is_free(problem)) return card("Torque evaluations", "–", "nothing acts on the body");
    return card("Torque evaluations", html::count(result.torque_evaluations),
                result.steps > 0
                    ? fmt::format("{} per step", html::brief(static_cast<double>(result.torque_evaluations)
                                                             / static_cast<double>(result.steps)))
                    : std::string("no step was made"));
}

std::string cards(const Problem& problem, const Result& result,
                  const std::optional<Certificate>& certificate) {
    const bool moved = result.steps > 0;
    const double steps = static_cast<double>(result.steps);
    std::string out = "<section class=\"cards\" aria-label=\"Summary\">\n";
    out += error_card(result, certificate) + energy_card(result) + momentum_card(problem, result)
         + work_card(problem, result);
    out += card("Wall time", duration(result.wall_seconds),
                moved && result.wall_seconds > 0
                    ? fmt::format("{} a step; {}", duration(result.wall_seconds / steps),
                                  rate(steps / result.wall_seconds))
                    : std::string("all steps and samples"));
    return out + "</section>\n";
}

// --- the charts --------------------------------------------------------------------------------------------

std::string charts(const Plots& plots, const RunRecord& record) {
    if (plots.charts.empty()) return "";
    std::string body = figures(plots);
    if (record.samples.size() < record.taken)
        body += fmt::format(
            "<p class=\"note\">Curves are drawn from all {} samples, by the least and the largest value in each of {} "
            "parts of the time.</p>\n",
            html::count(static_cast<long>(record.taken)),
            html::count(static_cast<long>(record.envelope.size())));
    return fmt::format("<section aria-label=\"Charts\">\n{}</section>\n", body);
}

std::string poinsot_section(const Problem& problem) {
    const std::optional<Poinsot> poinsot = poinsot_of(problem);
    if (!poinsot) return "";
    return fmt::format("<section aria-label=\"Poinsot’s construction\">\n{}</section>\n",
                       poinsot_figures(*poinsot, false));
}

// --- the method's property sheet ---------------------------------------------------------------------------

std::string yes_or_no(bool value) {
    return value ? "<span class=\"yes\">✓</span> yes" : "<span class=\"no\">–</span> no";
}

std::string_view solves(Solve solve) {
    switch (solve) {
        case Solve::nothing: return "nothing: closed formulas";
        case Solve::drift: return "the free motion; explicit in the torque";
        case Solve::torque: return "an equation with the torque: implicit";
    }
    return "";
}

std::string order_text(const Sheet& sheet) {
    if (sheet.order_attitude == sheet.order_momentum) return fmt::format("{}", sheet.order_attitude);
    return fmt::format("{} in attitude, {} in momentum", sheet.order_attitude, sheet.order_momentum);
}

std::string method_section(const Sheet& sheet, const Result& result) {
    const char* per = sheet.solve == Solve::torque ? "per iteration" : "per step";
    std::vector<Row> rows = {{"Name", code(sheet.name)}};
    if (!sheet.formula.empty()) rows.push_back({"Step", code(sheet.formula)});
    if (!sheet.source.empty()) rows.push_back({"Source", html::escape(sheet.source)});
    rows.insert(
        rows.end(),
        {{"Order", order_text(sheet)},
         {"Solves", std::string(solves(sheet.solve))},
         {"Torque evaluations", sheet.free_only ? std::string("none: free bodies only")
                                                : fmt::format("{} {}", sheet.torque_evaluations, per)},
         // steps whose length depends on the state take these away
         {"Symplectic", yes_or_no(sheet.symplectic && !result.variable)},
         {"Time-symmetric",
          yes_or_no(sheet.time_symmetric && (!result.variable || result.variable->reversible))},
         {"Keeps momentum, free body", yes_or_no(sheet.conserves_momentum)},
         {"Keeps energy, free body", yes_or_no(sheet.conserves_energy)},
         {"Keeps momentum about the field axis", yes_or_no(sheet.conserves_axis_momentum)},
         {"Self-starting", yes_or_no(sheet.self_starting())}});
    return html::section(
        "Method", fmt::format("<p class=\"lead\">{}</p>\n{}", html::escape(sheet.title), html::table(rows)));
}

// --- problem, conservation, final state --------------------------------------------------------------------

std::vector<Row> state_rows(const Body& body, const State& state) {
    return {{"Quaternion <small>(x, y, z, w)</small>", html::exact(state.attitude)},
            {"Momentum Π, body", html::exact(state.momentum)},
            {"Momentum L, space", html::exact(state.spatial_momentum())},
            {"Angular velocity ω, body", html::exact(body.angular_velocity(state.momentum))}};
}

std::string problem_section(const Problem& problem, const Result& result) {
    std::vector<Row> rows = {{"Principal moments", html::exact(problem.body.moments())}};
    if (!problem.body.principal_axes().isApprox(Eigen::Quaterniond::Identity())) {
        rows.push_back({"Inertia tensor, body axes", html::matrix(problem.body.tensor()), true});
    }
    if (problem.body.has_rotor())
        rows.push_back({"Rotor momentum h, body axes", html::exact(problem.body.rotor_momentum())});
    for (Row& row : torque_rows(problem.torque)) rows.push_back(std::move(row));
    for (Row& row : state_rows(problem.body, problem.initial)) rows.push_back(std::move(row));
    if (result.energy_initial) rows.push_back({"Energy H₀", html::exact(*result.energy_initial)});
    return html::section("Problem and initial state", html::table(rows));
}

std::string final_section(const Problem& problem, const Result& result) {
    std::vector<Row> rows = {{"Time", html::exact(result.time)}};
    for (Row& row : state_rows(problem.body, result.final_state)) rows.push_back(std::move(row));
    if (result.energy_final) rows.push_back({"Energy H", html::exact(*result.energy_final)});
    rows.push_back({"Attitude R", html::matrix(result.final_state.attitude.toRotationMatrix()), true});
    return html::section("Final state", html::table(rows));
}

/// The first of them; events.csv has them all.
std::string events_section(const Result& result) {
    if (result.events.empty()) return "";
    constexpr std::size_t most = 50;
    std::string out =
        "<div class=\"scroll\"><table class=\"numbers\">\n<thead><tr><th>event</th><th>time</th>"
        "<th>crossing</th></tr></thead>\n<tbody>\n";
    for (std::size_t i = 0; i < std::min(most, result.events.size()); ++i) {
        const EventRecord& event = result.events[i];
        out += fmt::format("<tr><th>{}</th><td>{}</td><td>{}</td></tr>\n", html::escape(event.name),
                           event.time, event.rising ? "rising" : "falling");
    }
    out += "</tbody>\n</table></div>\n";
    if (result.events.size() > most)
        out += fmt::format("<p class=\"note\">The first {} of {} events.</p>\n", most,
                           html::count(static_cast<long>(result.events.size())));
    return html::section("Events", out);
}

std::string with_uncertainty(const Conservation::Trend& trend) {
    return trend.slope_uncertainty
             ? fmt::format("{} ± {}", html::brief(trend.error_slope), html::brief(trend.slope_uncertainty))
             : html::brief(trend.error_slope);
}

/// What making (part of) the run again has shown.
std::vector<Row> certificate_rows(const Result& result, const Certificate& certificate) {
    const std::string part = certificate.whole
                               ? ""
                               : fmt::format("<br><small>over the first {} of {} steps</small>",
                                             html::count(certificate.steps), html::count(result.steps));
    return {
        {"Relies on", html::escape(fmt::format("{}", fmt::join(certificate.relies_on, "; ")))},
        {"Error, radians or relative",
         fmt::format("{}<br><small>{}{}</small>{}", html::brief(certificate.error),
                     certificate.error ? "measured against " : "unknown: ",
                     html::escape(certificate.error_by), part)},
        {"Distance from the start after running back", html::brief(certificate.reversibility_defect) + part},
        {"Round-off, against 80-bit arithmetic", html::brief(certificate.round_off) + part}};
}

std::string accuracy_section(const Problem& problem, const Result& result,
                             const std::optional<Certificate>& certificate) {
    std::vector<Row> rows;
    if (certificate) rows = certificate_rows(result, *certificate);
    if (const auto& energy = result.conservation.energy) {
        rows.insert(rows.end(), {{"Largest " + math("|H − H₀|"), html::brief(energy->max_error)},
                                 {"Mean of " + math("H − H₀"), html::brief(energy->mean_error)},
                                 {"Slope of " + math("H − H₀") + " in time", with_uncertainty(*energy)}});
    }
    if (const auto& momentum = result.conservation.momentum) {
        const std::string error = math(conserves_whole_momentum(problem) ? "‖L − L₀‖" : "(L − L₀) · d");
        rows.insert(rows.end(), {{"Largest " + error, html::brief(momentum->max_error)},
                                 {"Slope of " + error + " in time", with_uncertainty(*momentum)}});
    }
    if (const auto& balance = result.conservation.energy_balance)
        rows.insert(rows.end(),
                    {{"Work of the torques without a potential, " + math("W"), html::brief(balance->work)},
                     {"Largest " + math("|H − H₀ − W|"), html::brief(balance->max_error)}});
    if (const auto& balance = result.conservation.momentum_balance)
        rows.push_back({"Largest " + math("‖L − L₀ − ∫RT dt‖"), html::brief(balance->max_error)});
    rows.push_back(
        {"Largest " + math("| |q| − 1 |"), html::brief(result.conservation.max_quaternion_norm_error)});

    for (const ReferenceState& reference : problem.references) {
        if (std::abs(reference.time - result.time) > 1e-9 * std::abs(reference.time)) continue;
        rows.push_back({"Attitude error " + math("‖R − R<sub>ref</sub>‖"),
                        html::brief(attitude_distance(result.final_state, reference.state))});
        rows.push_back({"Momentum error " + math("‖Π − Π<sub>ref</sub>‖"),
                        html::brief((result.final_state.momentum - reference.state.momentum).norm())});
        rows.push_back({"Reference known to", fmt::format("{}, relative", html::brief(reference.agreement))});
    }
    return html::section(certificate ? "Certificate" : "Accuracy", html::table(rows));
}

}  // namespace

std::string report_html(const Problem& problem, const Result& result, const RunRecord& record,
                        const std::optional<Certificate>& certificate) {
    Page page{fmt::format("{} · {} · Polhode", problem.name, result.method),
              {},
              run_plots(problem, result, record, certificate),
              motion_data(problem, result, record.motion, record.mesh)};
    page.body = headline(problem, result) + motion_figure(problem, result, record.motion, record.mesh)
              + cards(problem, result, certificate) + charts(page.plots, record) + poinsot_section(problem)
              + "<div class=\"columns\">\n" + method_section(method(result.method).sheet, result)
              + accuracy_section(problem, result, certificate) + problem_section(problem, result)
              + events_section(result) + final_section(problem, result) + "</div>\n";
    return page_html(page);
}

}  // namespace polhode
