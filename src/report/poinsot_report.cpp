#include "report/poinsot_report.hpp"

#include "io/poinsot_output.hpp"
#include "report/html.hpp"
#include "report/page.hpp"
#include "report/poinsot_pictures.hpp"

#include <fmt/format.h>
#include <cmath>

namespace polhode {
namespace {

std::string cards(const Poinsot& p) {
    const HerpolhodeConstants& h = p.herpolhode();
    const auto or_infinite = [](double value) { return std::isfinite(value) ? html::brief(value) : "∞"; };
    std::string out = "<section class=\"cards\" aria-label=\"Summary\">\n";
    out += html::card("Polhode", or_infinite(p.period()), "period of ω in the body");
    out += html::card("Herpolhode", or_infinite(h.advance), "radians about L in that time");
    out += html::card("Radius",
                      fmt::format("{} – {}", html::brief(h.least_radius), html::brief(h.largest_radius)),
                      "of the herpolhode, least and largest");
    out += html::card("Plane", html::brief(p.plane().distance), "its distance from the centre, 2T/|L|");
    out += html::card("Modulus k²", html::brief(p.motion().polhode().modulus2),
                      "0 at an axis, 1 on the separatrix");
    return out + "</section>\n";
}

std::vector<html::Row> rows(const Poinsot& p) {
    std::vector<html::Row> out;
    for (const Fact& fact : poinsot_facts(p))
        if (fact.name.empty())
            out.back().value += "<br>" + html::escape(fact.value);
        else
            out.push_back({html::escape(fact.name), html::escape(fact.value)});
    return out;
}

std::vector<html::Row> frame_rows(const Poinsot& p) {
    const InvariablePlane& plane = p.plane();
    return {{"Principal axes <small>(columns, in the body)</small>",
             html::matrix(p.body().principal_axes().toRotationMatrix()), true},
            {"Axis that ω circles, body", html::exact(p.axis())},
            {"Normal L/|L|, space", html::exact(plane.normal)},
            {"Direction of angle 0, space", html::exact(plane.first)},
            {"Direction of angle π/2, space", html::exact(plane.second)}};
}

}  // namespace

std::string poinsot_html(const std::string& name, const Poinsot& p) {
    const std::string title = name.empty() ? "Poinsot’s construction" : name + ": Poinsot’s construction";
    Page page{.title = title, .body = {}, .plots = {}};
    page.body = fmt::format("<header>\n<h1>{}</h1>\n<p class=\"lead\">{}</p>\n</header>\n",
                            html::escape(title), html::escape(poinsot_sentence(p)));
    page.body += cards(p);
    page.body += fmt::format("<section aria-label=\"Pictures\">\n{}</section>\n", poinsot_figures(p, true));
    page.body += "<div class=\"columns\">\n" + html::section("In numbers", html::table(rows(p)))
               + html::section("Frames", html::table(frame_rows(p))) + "</div>\n";
    return page_html(page);
}

}  // namespace polhode
