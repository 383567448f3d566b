#include "reproduce/reproduce_report.hpp"

#include "report/html.hpp"
#include "report/page.hpp"
#include "reproduce/reproduce_output.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <string_view>
#include <utility>

namespace polhode {

using namespace reproduce;

namespace {

std::string_view style_of(const Judged& c) {
    if (!c.done || !c.as_expected) return "unexpected";
    switch (c.verdict) {
        case Verdict::reproduced: return "reproduced";
        case Verdict::differs: return "differs";
        case Verdict::paper_is_wrong: return "wrong";
        case Verdict::remark: return "remark";
    }
    return "";
}

std::string badge(const Judged& c) {
    return fmt::format("<span class=\"verdict {}\">{}</span>", style_of(c),
                       !c.done          ? "not done"
                       : !c.as_expected ? "not as on record"
                                        : std::string(name(c.verdict)));
}

/// "fig6" as "Figure 6", "section4.1" as "Section 4.1".
std::string heading(const Figure& figure) {
    for (const auto& [stem, word] : {std::pair("fig", "Figure "), {"section", "Section "}})
        if (figure.id.starts_with(stem))
            return fmt::format("{}{}: {}", word, figure.id.substr(std::string_view(stem).size()),
                               figure.title);
    return figure.title;
}

/// Where a claim stands on the page, escaped: "buss2001/fig6/1st-order/…".
std::string anchor(const Study& study, const JudgedFigure& f, const Judged& c) {
    return html::escape(fmt::format("{}/{}/{}", study.name, f.figure->id, c.claim->id));
}

/// Claims that have a place in a table: rows and columns in order of appearance, published above ours.
std::string grid(const Study& study, const JudgedFigure& f) {
    std::vector<std::string> rows, columns;
    for (const Judged& c : f.claims) {
        if (c.claim->row.empty()) continue;
        if (std::ranges::find(rows, c.claim->row) == rows.end()) rows.push_back(c.claim->row);
        if (std::ranges::find(columns, c.claim->column) == columns.end()) columns.push_back(c.claim->column);
    }
    if (rows.empty()) return "";
    std::string out = "<div class=\"scroll\"><table class=\"numbers claims\">\n<thead><tr><th></th>";
    for (const std::string& column : columns) out += "<th>" + html::escape(column) + "</th>";
    out += "</tr></thead>\n<tbody>\n";
    for (const std::string& row : rows) {
        out += "<tr><th>" + html::escape(row) + "</th>";
        for (const std::string& column : columns) {
            const auto cell = std::ranges::find_if(
                f.claims, [&](const Judged& c) { return c.claim->row == row && c.claim->column == column; });
            if (cell == f.claims.end())
                out += "<td></td>";
            else
                out += fmt::format(
                    "<td class=\"claim {}\" title=\"{}\"><span>{}</span><br><a href=\"#{}\">{}</a></td>",
                    style_of(*cell), html::escape(cell->why), html::escape(cell->claim->published),
                    anchor(study, f, *cell), html::escape(cell->done ? cell->ours : "–"));
        }
        out += "</tr>\n";
    }
    return out
         + "</tbody></table></div>\n<p class=\"note\">Published above, ours below; marked where they "
           "differ. Ours leads to the criterion and to the code.</p>\n";
}

/// The table says all of it but the criterion, the place and the code.
bool is_told_by_table(const Judged& c) {
    return c.claim->is_cell() && (!c.done || (c.verdict == Verdict::reproduced && c.as_expected));
}

/// The other claims, and the reason for every one that was not reproduced.
std::string list(const Study& study, const JudgedFigure& f) {
    std::string out;
    for (const Judged& c : f.claims) {
        if (is_told_by_table(c)) continue;
        const std::string id = anchor(study, f, c);
        out += fmt::format("<li class=\"claim {}\" id=\"{}\">{} {}", style_of(c), id, badge(c),
                           html::escape(c.claim->what));
        out += fmt::format("<br><small><b>Published</b> {} <b>Ours</b> {}</small>",
                           html::escape(c.claim->published), html::escape(c.done ? c.ours : "–"));
        if (!c.why.empty()) out += fmt::format("<br><small>{}</small>", html::escape(c.why));
        out += fmt::format(
            "<details><summary>{} · <a href=\"#{}\">{}</a></summary><small><b>Counts as reproduced:</b> {}<br><b>Would "
            "fail it:</b> {}<br><b>Examined in</b> {}</small></details>",
            html::escape(c.claim->place), id, id, html::escape(c.claim->criterion),
            html::escape(c.claim->fails_if), html::code(code_of(*c.claim)));
        out += "</li>\n";
    }
    return out.empty() ? "" : "<ul class=\"claims\">\n" + out + "</ul>\n";
}

/// What a table does not say of its cells: where each is printed, when it counts as reproduced and what examines it.
std::string list_of_cells(const Study& study, const JudgedFigure& f) {
    std::string out;
    std::size_t cells = 0;
    for (const Judged& c : f.claims) {
        if (!is_told_by_table(c)) continue;
        ++cells;
        const std::string id = anchor(study, f, c);
        out +=
            fmt::format("<li class=\"claim {}\" id=\"{}\"><a href=\"#{}\">{}</a>: {}. Examined in {}</li>\n",
                        style_of(c), id, id, html::escape(c.claim->place), html::escape(c.claim->criterion),
                        html::code(code_of(*c.claim)));
    }
    if (cells == 0) return "";
    return fmt::format(
        "<details class=\"cells\"><summary>Place, criterion and code of {} cells of the table</summary>"
        "<ul class=\"claims\">\n{}</ul></details>\n",
        cells, out);
}

/// Ids and column names made unique on the page.
Plots prefixed(Plots plots, const std::string& prefix) {
    for (Column& column : plots.columns) column.name = prefix + column.name;
    for (Chart& chart : plots.charts) {
        chart.id = prefix + chart.id;
        for (Series& s : chart.series) {
            s.x = prefix + s.x;
            s.y = prefix + s.y;
            if (!s.faint.empty()) s.faint = prefix + s.faint;
        }
    }
    return plots;
}

void append(Plots& all, Plots more) {
    std::ranges::move(more.columns, std::back_inserter(all.columns));
    std::ranges::move(more.charts, std::back_inserter(all.charts));
}

std::string filter(const Reproduction& r) {
    std::string out = "<form id=\"filter\"><fieldset>";
    const auto box = [&](std::string_view name, std::string_view value, std::string_view label) {
        out += fmt::format("<label><input type=\"checkbox\" name=\"{}\" value=\"{}\" checked> {}</label>",
                           name, value, html::escape(label));
    };
    for (const auto& [style, verdict] : {std::pair("reproduced", Verdict::reproduced),
                                         {"differs", Verdict::differs},
                                         {"wrong", Verdict::paper_is_wrong},
                                         {"remark", Verdict::remark}})
        box("verdict", style, name(verdict));
    out += "</fieldset><fieldset>";
    for (const JudgedStudy& s : r.studies) box("paper", s.study->name, s.study->name);
    return out + "</fieldset></form>\n";
}

std::string uncovered(const Study& study) {
    if (study.uncovered.empty()) return "";
    std::string out = fmt::format("<details class=\"uncovered\"><summary>Not examined: {}</summary><ul>\n",
                                  study.uncovered.size());
    for (const Uncovered& u : study.uncovered)
        out += fmt::format("<li>{}: {}</li>\n", html::escape(u.place), html::escape(u.reason));
    return out + "</ul></details>\n";
}

std::string summary(const Reproduction& r) {
    const auto card = [](std::string_view title, const std::string& value, std::string_view note) {
        return fmt::format(
            "<div class=\"card\"><h2>{}</h2><p class=\"value\">{}</p><p class=\"note\">{}</p></div>\n", title,
            value, note);
    };
    const auto number = [](std::size_t n) { return html::count(static_cast<long>(n)); };
    return "<div class=\"cards\">\n"
         + card("Claims", number(r.count()),
                fmt::format("{} sentences and {} cells of tables", r.count() - r.cells(), r.cells()))
         + card("Reproduced", number(r.count(Verdict::reproduced)), "by the criterion beside each")
         + card("Differ", number(r.count(Verdict::differs)), "explained where they stand")
         + card("Paper is wrong", number(r.count(Verdict::paper_is_wrong)), "with the evidence")
         + card("Remarks", number(r.count(Verdict::remark)), "nothing that a number could refute")
         + "</div>\n";
}

}  // namespace

std::string reproduction_html(const Reproduction& r, Lab& lab) {
    Page page{.title = "The papers, recomputed", .body = {}, .plots = {}, .script = "claims.js"};
    page.body =
        "<header>\n<h1>The papers, recomputed</h1>\n<p class=\"lead\">What the papers print, beside "
        "what the program computes today.</p>\n";
    if (!r.complete)
        page.body +=
            "<p class=\"warning\" role=\"note\"><strong>Incomplete.</strong> The run was stopped; "
            "claims not examined are marked.</p>\n";
    page.body +=
        fmt::format("<p class=\"note\">{} {}{}</p>\n",
                    r.as_expected() ? "Every verdict is the one on record."
                    : r.complete    ? "<strong>Not every verdict is the one on record.</strong>"
                                    : "",
                    r.quick ? "A quick run: a part of the claims. " : "", html::escape(origin_of_numbers(r)));
    page.body += "</header>\n" + summary(r) + filter(r);
    page.body += "<nav class=\"contents\">";
    for (const JudgedStudy& s : r.studies)
        page.body += fmt::format("<a href=\"#{0}\">{0}</a> ", html::escape(s.study->name));
    page.body += "</nav>\n";
    for (const JudgedStudy& s : r.studies) {
        page.body += fmt::format(
            "<section class=\"study\" id=\"{0}\">\n<h2>{0}</h2>\n<p class=\"lead\">{1}</p>\n"
            "<p>{2}</p>\n",
            html::escape(s.study->name), html::escape(s.study->citation), html::escape(s.study->about));
        for (const JudgedFigure& f : s.figures) {
            page.body += fmt::format("<article>\n<h3>{}</h3>\n", html::escape(heading(*f.figure)));
            if (f.figure->draw && !r.quick && r.complete) {
                Plots plots =
                    prefixed(f.figure->draw(lab), fmt::format("{}-{}-", s.study->name, f.figure->id));
                page.body += figures(plots);
                append(page.plots, std::move(plots));
            }
            if (f.figure->picture) page.body += f.figure->picture(lab);
            page.body += grid(*s.study, f) + list_of_cells(*s.study, f) + list(*s.study, f) + "</article>\n";
        }
        page.body += uncovered(*s.study) + "</section>\n";
    }
    return page_html(page);
}

}  // namespace polhode
