#include "draw.hpp"
#include "krysl2004.hpp"
#include "krysl_claims.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2004_parts {

namespace {

using namespace krysl;

constexpr double finest = 0.02 / 128;
const std::vector<double> steps = halved(0.04, finest);

Errors at(Lab& lab, const std::string& method, double step) { return errors(lab, {fast, method, step}); }

// --- Figure 8: the paper does not say the step; 0.01 is a turn of 29° -----------------------------------------------

const Run eight{fast, "", 0.01, 10};
EnergyError energy(Lab& lab, const std::string& method) {
    return energy_error(lab, {fast, method, 0.01, 10});
}

Claim energy_grows() {
    return {.id = "grows",
            .what = "LIEMID[E] and SW display a distinct non-conservation of the energy",
            .published = "not conserved",
            .criterion =
                "error at the end above 1e-4, more than 100 times that of LIEMID[I], and its trend above 80 "
                "% of it",
            .examine =
                [](Lab& lab) {
                    const double implicit = energy(lab, "liemid-i").size();
                    Finding f{"", true};
                    for (const char* m : {"liemid-e", "sw"}) {
                        const EnergyError e = energy(lab, m);
                        f.ours += fmt::format("{}{} {:.1e} (trend {:.1e})", f.ours.empty() ? "" : ", ", m,
                                              e.size(), e.slope);
                        f.holds = f.holds && measured(e.size()) > 1e-4 && measured(e.size()) > 100 * implicit
                               && measured(1 - e.slope / e.size()) < 0.2;
                    }
                    return f;
                },
            .quick = true};
}

Claim energy_is_periodic() {
    return {
        .id = "periodic",
        .what = "NMB, LIEMID[E1], [E2], [EA] and [I] show an essentially periodic Hamiltonian with no drift",
        .published = "no drift",
        .criterion = "trend over the run below 10 % of the largest error",
        .examine =
            [](Lab& lab) {
                Finding f{"largest |H − H₀|/H₀", true};
                for (const char* m : {"nmb", "liemid-e1", "liemid-e2", "liemid-ea", "liemid-i"}) {
                    const EnergyError e = energy(lab, m);
                    f.ours += fmt::format(", {} {:.1e}", m, e.size());
                    f.holds = f.holds && measured(std::abs(e.slope)) < 0.1 * e.size();
                }
                return f;
            },
        .quick = true};
}

Claim implicit_is_worse() {
    return {.id = "implicit",
            .what =
                "the energy error of the implicit midpoint is larger than those of the explicit variants, "
                "linear and quadratic",
            .published = "larger",
            .criterion = "LIEMID[I]'s largest error exceeds those of [E1], [E2] and [EA]",
            .examine =
                [](Lab& lab) {
                    const double i = energy(lab, "liemid-i").size(), one = energy(lab, "liemid-e1").size(),
                                 two = energy(lab, "liemid-e2").size(), a = energy(lab, "liemid-ea").size();
                    return Finding{listed({{"I", i}, {"E1", one}, {"E2", two}, {"EA", a}}),
                                   measured(i) > std::max({one, two, a})};
                },
            .quick = true};
}

Claim conserved_quantities() {
    return {
        .id = "four-constants",
        .what =
            "the symmetric top has four conserved quantities: the Hamiltonian, the momentum about the "
            "top's axis and about that of gravity, the norm of the gravity vector in the body frame",
        .published = "four",
        .criterion =
            "the momenta change by less than 1e-9 relative in an accurate run (se8-kl, step 0.01), the "
            "Hamiltonian by less than 1e-12; the norm is that of a rotated unit vector",
        .examine =
            [](Lab& lab) {
                const Run run{fast, "se8-kl", 0.01, 10};
                const EnergyError e = energy_error(lab, run);
                const Trace t = trace(lab, run);
                Values own;
                for (std::size_t i = 0; i < t.time.size(); ++i) {
                    double dot = 0;
                    for (std::size_t k = 0; k < 3; ++k) dot += t.axis[k][i] * t.spatial[k][i];
                    own.push_back(dot / 50);
                }
                const double axis = largest(own) - smallest(own);
                return Finding{
                    fmt::format("H {:.0e}, own axis {:.0e}, gravity {:.0e}", e.size(), axis, e.momentum / 50),
                    measured(e.size()) < 1e-12 && measured(axis) < 1e-9 && measured(e.momentum / 50) < 1e-9};
            },
        .quick = true};
}

Plots draw_energies(Lab& lab) {
    Plots plots;
    Chart all = draw_energy(plots, lab, eight, forced_methods);
    all.caption = "Step 0.01: overall.";
    Plots zoomed;
    Chart zoom = draw_energy(zoomed, lab, eight,
                             {{"LIEMID[EA]", "liemid-ea"},
                              {"LIEMID[I]", "liemid-i"},
                              {"LIEMID[E1]", "liemid-e1"},
                              {"LIEMID[E2]", "liemid-e2"},
                              {"AKW", "akw"},
                              {"NMB", "nmb"}});
    zoom.id = "zoom";
    zoom.title = "Hamiltonian, near the axis";
    zoom.caption = "Without LIEMID[E] and SW.";
    for (Column& c : zoomed.columns) c.name = "zoom " + c.name;
    for (Series& s : zoom.series) {
        s.x = "zoom " + s.x;
        s.y = "zoom " + s.y;
    }
    plots.columns.insert(plots.columns.end(), zoomed.columns.begin(), zoomed.columns.end());
    plots.charts = {all, zoom};
    return plots;
}

// --- Figure 9 ----------------------------------------------------------------------------------------------------

Claim best_performer() {
    return {
        .id = "ea-best",
        .what = "LIEMID[EA] is the best performer, even compared with the implicit midpoint Lie method",
        .published = "best",
        .criterion = "least error in attitude and momentum at every step drawn, 0.04 to 0.00016",
        .examine =
            [](Lab& lab) {
                double least = 1e300, from = 0;
                std::string behind;
                for (const double h : steps) {
                    const Errors a = at(lab, "liemid-ea", h);
                    double here = 1e300;
                    for (const Named& m : forced_methods) {
                        if (m.method == "liemid-ea") continue;
                        const Errors e = at(lab, m.method, h);
                        here = std::min({here, e.attitude / a.attitude, e.momentum / a.momentum});
                    }
                    if (here < 1) {
                        behind += fmt::format(" {:.3g} ({:.2f})", h, here);
                        least = 1e300;
                    } else {
                        if (least > 1e299) from = h;
                        least = std::min(least, here);
                    }
                }
                return Finding{
                    fmt::format("from {:.3g} on the next best has at least {:.2f} times its errors; another "
                                "is ahead at{}",
                                from, least, behind.empty() ? " no step" : behind),
                    behind.empty(), measured(least) > 1.3 && measured(from) >= 0.00125};
            },
        .expected = Verdict::differs,
        .why =
            "True of the smaller steps; at the largest ones, where a step turns the top by 60° and more, others are "
            "ahead in attitude.",
        .quick = true};
}

Claim first_order_variants() {
    return {
        .id = "variants",
        .what =
            "the first-order variants produce errors comparable to those of the best quadratic method "
            "for smaller time steps",
        .published = "comparable",
        .criterion = "at the two smallest steps [E1] and [E2] are within 3 times the errors of LIEMID[EA]",
        .examine =
            [](Lab& lab) {
                const auto ratio = [&](double h) {
                    const Errors a = at(lab, "liemid-ea", h), one = at(lab, "liemid-e1", h),
                                 two = at(lab, "liemid-e2", h);
                    return std::max(std::max(one.attitude, two.attitude) / a.attitude,
                                    std::max(one.momentum, two.momentum) / a.momentum);
                };
                std::string text;
                for (const double h : steps)
                    text += fmt::format("{}{:.1f} at {:.3g}", text.empty() ? "" : ", ", ratio(h), h);
                const double fine = ratio(finest), before = ratio(2 * finest);
                return Finding{"times LIEMID[EA]'s: " + text, measured(std::max(fine, before)) < 3,
                               measured(before) > 5 && measured(std::abs(fine / before - 2)) < 0.3};
            },
        .expected = Verdict::paper_is_wrong,
        .why =
            "They are of first order, so that every halving of the step doubles the distance. “Larger” time steps may "
            "have been meant.",
        .quick = true};
}

Plots draw_errors(Lab& lab) { return draw_convergence(lab, fast, forced_methods, steps); }

// --- Figure 10 ---------------------------------------------------------------------------------------------------

const std::vector<double> scaled_steps{0.02, 0.01, 0.005};
const double initial_energy = 1250 + 20 * std::cos(0.3);

Claim scaled_energy() {
    return {.id = "no-drift",
            .what =
                "over an interval 90 times longer, no perceivable drift or change in amplitude of the error "
                "of the Hamiltonian of LIEMID[EA]",
            .published = "no drift, same amplitude",
            .criterion = "up to t = 900, last tenth within 1 % of the first",
            .examine =
                [](Lab& lab) {
                    Finding f{"amplitude of (H − H₀)/Δt²", true};
                    for (const double h : scaled_steps) {
                        const EnergyError e = energy_error(lab, {fast, "liemid-ea", h, 900});
                        f.ours += fmt::format(", {:.3f} at {} (late/early {:.4f})",
                                              e.size() * initial_energy / (h * h), h, e.late / e.early);
                        f.holds = f.holds && measured(std::abs(e.late / e.early - 1)) < 0.01;
                    }
                    return f;
                },
            .quick = true};
}

Claim scaled_amplitude() {
    return {.id = "scales",
            .what = "scaled by 1/Δt² the error is the same for different steps",
            .published = "scaled error",
            .criterion = "amplitudes of (H − H₀)/Δt² at 0.02, 0.01, 0.005 within 5 %",
            .examine =
                [](Lab& lab) {
                    Values a;
                    for (const double h : scaled_steps)
                        a.push_back(energy_error(lab, {fast, "liemid-ea", h, 900}).size() * initial_energy
                                    / (h * h));
                    return Finding{fmt::format("{:.3f}, {:.3f}, {:.3f}", a[0], a[1], a[2]),
                                   measured(largest(a) / smallest(a) - 1) < 0.05};
                },
            .quick = true};
}

Plots draw_scaled(Lab& lab) {
    Plots plots;
    for (const double h : scaled_steps) {
        Chart chart{
            fmt::format("scaled{}", plots.charts.size()),
            fmt::format("Error of the Hamiltonian over Δt², step {}", h),
            "LIEMID[EA]: least and largest of each thousandth of the run, 90 times as long as the others.",
            {"time"},
            {"(H − H₀)/Δt²"},
            {}};
        Curve c = energy_curve(lab, {fast, "liemid-ea", h, 900});
        for (double& e : c.y) e *= initial_energy / (h * h);
        add_curve(plots, chart, fmt::format("step {}", h), std::move(c.x), std::move(c.y));
        plots.charts.push_back(chart);
    }
    return plots;
}

}  // namespace

std::vector<Figure> fast_top() {
    return {{"fig8",
             "Fast top: Hamiltonian",
             {energy_grows(), energy_is_periodic(), implicit_is_worse(), conserved_quantities()},
             draw_energies},
            {"fig9",
             "Fast top: convergence at t = 10",
             {best_performer(), first_order_variants(),
              of_order("ea-order", "LIEMID[EA] is of second order", "second order", fast, {"liemid-ea"}, 2,
                       0.05, 2 * finest, finest)},
             draw_errors},
            {"fig10",
             "Fast top: error of the Hamiltonian of LIEMID[EA] over Δt²",
             {scaled_energy(), scaled_amplitude(),
              symplectic("symplectic", "the scaled error without drift is evidence of symplecticness",
                         "symplectic", slow, {"liemid-ea"},
                         "The canonical form changes by O(h³) in a step. The energy of a time-symmetric "
                         "method does not drift on a regular motion, symplectic or not.")},
             draw_scaled}};
}

}  // namespace polhode::reproduce::krysl2004_parts
