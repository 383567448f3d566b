#include "draw.hpp"
#include "krysl2005.hpp"
#include "krysl_claims.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2005_parts {

namespace {

using namespace krysl;

constexpr double step = 0.1;
const std::vector<Named> methods{
    {"AKW", "akw"}, {"SW", "sw"}, {"LIEMID[I]", "liemid-i"}, {"LIEMID[EA]", "liemid-ea"}};

Trace path(Lab& lab, const std::string& method) { return trace(lab, {slow, method, step, 20}); }

/// The axis at the times of the path, from an accurate run.
Trace reference(Lab& lab) { return trace(lab, {slow, "se8-kl", 0.01, 20}, 10); }

/// In the plane that is drawn.
double gap(const Trace& a, const Trace& b, std::size_t i) {
    return std::hypot(a.axis[0][i] - b.axis[0][i], a.axis[1][i] - b.axis[1][i]);
}

/// Root mean square distance of the tip of the axis from the reference.
double off(Lab& lab, const std::string& method) {
    const Trace exact = reference(lab), t = path(lab, method);
    double sum = 0;
    const std::size_t n = std::min(t.time.size(), exact.time.size());
    for (std::size_t i = 0; i < n; ++i) sum += std::pow(gap(t, exact, i), 2);
    return std::sqrt(sum / double(n));
}

Claim increments() {
    return {.id = "increments",
            .what = "Δt = 0.1 corresponds to incremental rotations of about 30°",
            .published = "about 30°",
            .criterion = "angles of the steps of the reference: mean within 10° of 30°, largest below 50°",
            .examine =
                [](Lab& lab) {
                    const Trace t = reference(lab);
                    double sum = 0;
                    for (const double a : t.turn) sum += a;
                    const double mean = sum / double(t.turn.size() - 1), most = largest(t.turn);
                    return Finding{fmt::format("mean {:.1f}°, largest {:.1f}°", mean, most),
                                   measured(std::abs(mean - 30)) < 10 && measured(most) < 50};
                },
            .quick = true};
}

Claim captures_the_path() {
    return {
        .id = "ea-better",
        .what = "LIEMID[EA] captures the trajectories much better than the canonical implicit algorithms",
        .published = "much better",
        .criterion =
            "root mean square distance of the tip from the reference below half of that of AKW and LIEMID[I]",
        .examine =
            [](Lab& lab) {
                const double a = off(lab, "liemid-ea"), i = off(lab, "liemid-i"), akw = off(lab, "akw");
                return Finding{listed({{"EA", a}, {"I", i}, {"AKW", akw}}),
                               measured(2 * a) < std::min(i, akw)};
            },
        .quick = true};
}

Claim loses_stability() {
    return {.id = "sw-unstable",
            .what = "SW loses stability early on",
            .published = "early on",
            .criterion =
                "its tip is more than 0.5 away from the reference before t = 5, and |H − H₀| exceeds |H₀| "
                "before t = 20",
            .examine =
                [](Lab& lab) {
                    const Trace exact = reference(lab), t = path(lab, "sw");
                    double left = 1e300;
                    for (std::size_t i = 0; i < t.time.size() && left > 1e299; ++i)
                        if (gap(t, exact, i) > 0.5) left = t.time[i];
                    const double energy = energy_error(lab, {slow, "sw", step, 20}).size();
                    return Finding{fmt::format("at t = {:.1f}; energy error {:.0f} |H₀|", left, energy),
                                   measured(left) < 5 && measured(energy) > 1};
                },
            .quick = true};
}

Claim conserves_neither() {
    return {.id = "sw-neither",
            .what = "SW conserves neither energy nor the symplectic form",
            .published = "neither",
            .criterion =
                "kinetic energy of the free body changes by more than 1e-3 in 1000 steps of 0.5, the form by "
                "more than 1e-6 in a step of 0.1",
            .examine =
                [](Lab& lab) {
                    const double energy = energy_error(lab, {"free-body", "sw", 0.5, 500}).size(),
                                 form = symplectic_defect(lab, "sw", "free-body", 0.1);
                    return Finding{fmt::format("{:.1e}, {:.1e}", energy, form),
                                   measured(energy) > 1e-3 && measured(form) > 1e-6};
                },
            .quick = true};
}

Claim best_to_date() {
    return {
        .id = "best-explicit",
        .what = "numerical evidence suggests that it is the best explicit second-order integrator to date",
        .published = "best",
        .criterion =
            "neither McLachlan–Reich (1993) nor the same kicks around the exact free motion (se) give a smaller distance "
            "from the reference or a smaller error of the attitude at t = 20",
        .examine =
            [](Lab& lab) {
                const double a = off(lab, "liemid-ea"), s = off(lab, "se"), one = off(lab, "kdk-liemid");
                const double own = errors(lab, {slow, "liemid-ea", step}).attitude,
                             ratio = own / errors(lab, {slow, "se", step}).attitude,
                             mr = off(lab, "mr2-auto"),
                             mr_ratio = own / errors(lab, {slow, "mr2-auto", step}).attitude;
                return Finding{
                    listed({{"EA", a}, {"McLachlan–Reich", mr}, {"exact drift", s}, {"one drift", one}})
                        + fmt::format("; attitude error EA/McLachlan–Reich {:.1f}, EA/exact drift {:.0f}",
                                      mr_ratio, ratio),
                    measured(std::min(s, mr)) >= a && measured(std::max(ratio, mr_ratio)) <= 1,
                    measured(s) < 0.8 * a && measured(one) > 1.8 * a && measured(ratio) > 20
                        && measured(mr_ratio) > 3};
            },
        .expected = Verdict::paper_is_wrong,
        .why =
            "In this figure the error is that of the drift. One drift per step gives more than twice the "
            "distance of the two half drifts of LIEMID[EA]. McLachlan–Reich has a sixth of its attitude error, though its tip is farther off, and the exact free motion, elementary for a symmetric top (Dullweber and others, 1997), a far smaller one and a smaller "
            "distance, both with one torque per step and no equation to solve.",
        .quick = true};
}

Plots draw_paths(Lab& lab) {
    Plots plots;
    const Trace exact = trace(lab, {slow, "se8-kl", 0.01, 20}, 1);
    for (const Named& m : methods) {
        Chart chart{m.method, m.label, "Path of the top's axis seen from above; dashed: reference.",
                    {"x"},    {"y"},   {}};
        chart.disc = true;
        const Trace t = path(lab, m.method);
        add_curve(plots, chart, m.label, t.axis[0], t.axis[1]);
        add_curve(plots, chart, "reference", exact.axis[0], exact.axis[1], Series::Style::guide);
        plots.charts.push_back(chart);
    }
    return plots;
}

}  // namespace

Figure slow_top() {
    return {"fig1",
            "Slow top: path of the axis, step 0.1",
            {increments(), captures_the_path(), loses_stability(), conserves_neither(), best_to_date()},
            draw_paths};
}

}  // namespace polhode::reproduce::krysl2005_parts
