#include "draw.hpp"
#include "krysl2004.hpp"
#include "krysl_claims.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2004_parts {

namespace {

using namespace krysl;

constexpr double finest = 1.0 / 1024;
const std::vector<double> steps = halved(0.5, finest);

Errors at(Lab& lab, const std::string& method, double step) { return errors(lab, {wall, method, step}); }

// --- Figure 14: the end time is not given; 30 here ----------------------------------------------------------------

Claim lucky_cancellation() {
    return {.id = "variants-momentum",
            .what =
                "the first-order methods LIEMID[E1] and [E2] outperform all the second-order "
                "methods in momentum for larger steps",
            .published = "outperform all",
            .criterion = "both have less momentum error than I, EA, AKW, SW and NMB at 0.5 and 0.25",
            .examine =
                [](Lab& lab) {
                    Finding f{"", true};
                    for (const double h : {0.5, 0.25}) {
                        const double one = at(lab, "liemid-e1", h).momentum,
                                     two = at(lab, "liemid-e2", h).momentum;
                        double best = 1e300;
                        for (const char* m : {"liemid-i", "liemid-ea", "akw", "sw", "nmb"})
                            best = std::min(best, at(lab, m, h).momentum);
                        f.ours += fmt::format("{}step {}: {:.3f}, {:.3f}, best of second order {:.3f}",
                                              f.ours.empty() ? "" : "; ", h, one, two, best);
                        f.holds = f.holds && measured(std::max(one, two)) < best;
                    }
                    return f;
                },
            .close = "the sign is the claim",
            .quick = true};
}

Claim luck() {
    return {
        .id = "luck",
        .what = "they do so by some lucky cancellation of errors",
        .published = "lucky cancellation",
        .criterion =
            "none: luck is no number. Shown is how near they are to the second-order splitting with one drift that "
            "they are conjugate to (kdk-liemid)",
        .examine =
            [](Lab& lab) {
                double most = 0;
                for (const double h : {0.5, 0.25})
                    for (const char* m : {"liemid-e1", "liemid-e2"}) {
                        const double ratio = at(lab, m, h).momentum / at(lab, "kdk-liemid", h).momentum;
                        most = std::max(most, std::max(ratio, 1 / ratio));
                    }
                return Finding{
                    fmt::format("their momentum errors are within {:.2f} times those of kdk-liemid", most),
                    false, measured(most) < 1.6};
            },
        .expected = Verdict::remark,
        .why =
            "[E1] and [E2] are kdk-liemid, a second-order method, conjugated by half a kick. The torque vanishes at R₀ = 1, "
            "so the first half kick is none, and at the end half a kick of this weak torque is small beside the error of a "
            "large step: they show the error of a good second-order method.",
        .quick = true};
}

Claim second_order_attitude() {
    return {.id = "variants-attitude",
            .what = "LIEMID[E1] and [E2] maintain second order in the attitude",
            .published = "second order",
            .criterion =
                "slope of the attitude error between 1/512 and 1/1024 within 0.05 of 2, of the momentum "
                "error within 0.05 of 1",
            .examine =
                [](Lab& lab) {
                    Finding f{"attitude/momentum", true};
                    for (const char* m : {"liemid-e1", "liemid-e2"}) {
                        const Errors o = orders(lab, wall, m, 2 * finest, finest);
                        f.ours += fmt::format(", {} {:.2f}/{:.2f}", m, o.attitude, o.momentum);
                        f.holds = f.holds && measured(std::abs(o.attitude - 2)) < 0.05
                               && measured(std::abs(o.momentum - 1)) < 0.05;
                    }
                    return f;
                },
            .quick = true};
}

Claim alternating_does_well() {
    return {.id = "ea-accuracy",
            .what = "LIEMID[EA] performs very well",
            .published = "very well",
            .criterion = "least error of all in attitude and momentum at 1/1024",
            .examine =
                [](Lab& lab) {
                    const Errors a = at(lab, "liemid-ea", finest);
                    double r = 1e300, p = 1e300;
                    for (const Named& m : forced_methods) {
                        if (m.method == "liemid-ea") continue;
                        const Errors e = at(lab, m.method, finest);
                        r = std::min(r, e.attitude / a.attitude);
                        p = std::min(p, e.momentum / a.momentum);
                    }
                    return Finding{
                        fmt::format("the next best has {:.2f} times in attitude, {:.2f} in momentum", r, p),
                        measured(r) > 1 && measured(p) > 1};
                },
            .quick = true};
}

Plots draw_errors(Lab& lab) { return draw_convergence(lab, wall, forced_methods, steps); }

// --- Figure 15 ---------------------------------------------------------------------------------------------------

constexpr double large_step = 0.75;

/// Root mean square of the distance of a component of the spatial momentum from the reference with step 0.01.
double off(Lab& lab, const std::string& method, std::size_t component) {
    const Trace fine = trace(lab, {wall, "liemid-ea", 0.01, 30}, 75),
                t = trace(lab, {wall, method, large_step, 30});
    double sum = 0;
    const std::size_t n = std::min(fine.time.size(), t.time.size());
    for (std::size_t i = 0; i < n; ++i)
        sum += std::pow(t.spatial[component][i] - fine.spatial[component][i], 2);
    return std::sqrt(sum / double(n));
}

Claim beats_akw() {
    return {
        .id = "akw",
        .what =
            "LIEMID[I], [E1] and [E2] outperform AKW at step 0.75 in one of the components of the momentum that are "
            "not conserved",
        .published = "outperform",
        .criterion =
            "less than half of AKW's root mean square distance from the reference up to t = 30, in π₁ and in π₂",
        .examine =
            [](Lab& lab) {
                Finding f{"", true};
                for (const std::size_t component : {std::size_t{0}, std::size_t{1}}) {
                    const double akw = off(lab, "akw", component), i = off(lab, "liemid-i", component),
                                 one = off(lab, "liemid-e1", component),
                                 two = off(lab, "liemid-e2", component);
                    f.ours += fmt::format("{}π{}: {}", component ? "; " : "", component + 1,
                                          listed({{"AKW", akw},
                                                  {"I", i},
                                                  {"E1", one},
                                                  {"E2", two},
                                                  {"EA", off(lab, "liemid-ea", component)}}));
                    f.holds = f.holds && measured(2 * std::max({i, one, two})) < akw;
                }
                return f;
            },
        .quick = true};
}

Plots draw_component(Lab& lab) {
    Plots plots;
    Chart chart{
        "momentum", "π₁, spatial angular momentum", "Step 0.75; reference with step 0.01.", {"time"}, {"π₁"},
        {}};
    const Trace fine = trace(lab, {wall, "liemid-ea", 0.01, 30}, 3);
    add_curve(plots, chart, "reference", fine.time, fine.spatial[0]);
    for (const Named& m : {Named{"AKW", "akw"},
                           {"LIEMID[I]", "liemid-i"},
                           {"LIEMID[E1]", "liemid-e1"},
                           {"LIEMID[E2]", "liemid-e2"}}) {
        const Trace t = trace(lab, {wall, m.method, large_step, 30});
        add_curve(plots, chart, m.label, t.time, t.spatial[0], Series::Style::marked);
    }
    plots.charts.push_back(chart);
    return plots;
}

// --- Figure 16 ---------------------------------------------------------------------------------------------------

Claim energies() {
    return {
        .id = "no-drift",
        .what = "a figure without a sentence: the Hamiltonian of LIEMID[I] and LIEMID[EA] at step 0.2",
        .published = "two curves",
        .criterion =
            "none: nothing is said of it. Shown is the error up to t = 3000, a hundred times the run drawn, and "
            "whether its last tenth is within 10 % of the first",
        .examine =
            [](Lab& lab) {
                Finding f{"largest |H − H₀|/H₀", false};
                for (const char* m : {"liemid-i", "liemid-ea"}) {
                    const EnergyError e = energy_error(lab, {wall, m, 0.2, 3000});
                    f.ours += fmt::format(", {} {:.1e} (late/early {:.3f})", m, e.size(), e.late / e.early);
                    f.explained = f.explained && measured(std::abs(e.late / e.early - 1)) < 0.1
                               && measured(std::abs(e.slope)) < 0.02 * e.size();
                }
                const double ratio = energy_error(lab, {wall, "liemid-ea", 0.2, 3000}).size()
                                   / energy_error(lab, {wall, "liemid-i", 0.2, 3000}).size();
                f.explained = f.explained && measured(ratio) > 2;
                return f;
            },
        .expected = Verdict::remark,
        .why =
            "Both are bounded. LIEMID[EA]'s error is more than three times LIEMID[I]'s, the other way round than on "
            "the slow top of Figure 12.",
        .quick = true};
}

Plots draw_energies(Lab& lab) {
    Plots plots;
    Chart chart = draw_energy(plots, lab, {wall, "", 0.2, 30},
                              {{"LIEMID[I]", "liemid-i"}, {"LIEMID[EA]", "liemid-ea"}});
    chart.caption = "Step 0.2.";
    plots.charts.push_back(chart);
    return plots;
}

// --- Figure 17 ---------------------------------------------------------------------------------------------------

double projection(Lab& lab, const std::string& method) {
    return energy_error(lab, {wall, method, 0.2, 30}).momentum;
}

Claim conserve_projection() {
    return {
        .id = "liemid",
        .what =
            "all the midpoint Lie algorithms conserve the momentum about the symmetry axis to machine "
            "accuracy, and so does SW",
        .published = "machine accuracy",
        .criterion =
            "change below 1e-13 up to t = 30 at step 0.2, for I, E1, E2, EA and SW, and at 0.01 for LIEMID[E], "
            "whose run fails at 0.2",
        .examine =
            [](Lab& lab) {
                Finding f{"", true};
                for (const char* m : {"liemid-i", "liemid-e1", "liemid-e2", "liemid-ea", "sw"}) {
                    const double p = projection(lab, m);
                    f.ours += fmt::format("{}{} {:.0e}", f.ours.empty() ? "" : ", ", m, p);
                    f.holds = f.holds && measured(p) < 1e-13;
                }
                const double p = energy_error(lab, {wall, "liemid-e", 0.01, 30}).momentum,
                             reached = energy_error(lab, {wall, "liemid-e", 0.2, 30}).reached;
                f.ours +=
                    fmt::format(", liemid-e {:.0e} at 0.01 (at 0.2 the run reaches t = {:.1f})", p, reached);
                f.holds = f.holds && measured(p) < 1e-13;
                return f;
            },
        .quick = true};
}

Claim within_a_bound() {
    return {.id = "akw-nmb",
            .what = "NMB and AKW do not conserve it exactly, but within a certain bound",
            .published = "bounded",
            .criterion = "change between 1e-4 and 1e-1 up to t = 30, and below 1e-1 up to t = 3000",
            .examine =
                [](Lab& lab) {
                    Finding f{"", true};
                    for (const char* m : {"akw", "nmb"}) {
                        const double p = projection(lab, m),
                                     later = energy_error(lab, {wall, m, 0.2, 3000}).momentum;
                        f.ours += fmt::format("{}{} {:.1e}, {:.1e} up to 3000", f.ours.empty() ? "" : "; ", m,
                                              p, later);
                        f.holds =
                            f.holds && measured(p) > 1e-4 && measured(p) < 1e-1 && measured(later) < 1e-1;
                    }
                    return f;
                },
            .quick = true};
}

Plots draw_projection(Lab& lab) {
    Plots plots;
    Chart chart{"projection", "Momentum about the symmetry axis", "Step 0.2.", {"time"}, {"π₃ − 2"}, {}};
    for (const Named& m : {Named{"AKW", "akw"}, {"SW", "sw"}, {"NMB", "nmb"}, {"LIEMID[EA]", "liemid-ea"}}) {
        Trace t = trace(lab, {wall, m.method, 0.2, 30});
        for (double& p : t.spatial[2]) p -= 2;
        add_curve(plots, chart, m.label, t.time, t.spatial[2]);
    }
    plots.charts.push_back(chart);
    return plots;
}

}  // namespace

std::vector<Figure> soft_wall() {
    return {
        {"fig14",
         "Soft wall: convergence",
         {meets_the_wall("liemid-i", 0.75), lucky_cancellation(), luck(), second_order_attitude(),
          alternating_does_well(),
          of_order("ea-order", "LIEMID[EA] maintains second-order accuracy", "second order", wall,
                   {"liemid-ea"}, 2, 0.05, 2 * finest, finest)},
         draw_errors},
        {"fig15", "Soft wall: a component of the spatial momentum, step 0.75", {beats_akw()}, draw_component},
        {"fig16", "Soft wall: Hamiltonian, step 0.2", {energies()}, draw_energies},
        {"fig17",
         "Soft wall: momentum about the symmetry axis",
         {conserve_projection(), within_a_bound()},
         draw_projection}};
}

}  // namespace polhode::reproduce::krysl2004_parts
