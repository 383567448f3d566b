#include "draw.hpp"
#include "krysl2006.hpp"
#include "krysl_claims.hpp"
#include "polhode/catalogue.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2006_parts {

namespace {

using namespace krysl;

const std::vector<Named> methods{{"IMID", "imid"},   {"TRAP", "trap"}, {"IMIDM", "imidm"},
                                 {"TRAPM", "trapm"}, {"AKW", "akw"},   {"BBTRAP", "bbtrap"},
                                 {"SWC1", "swc1"}};
const std::vector<std::string> names{"imid", "trap", "imidm", "trapm", "akw", "bbtrap", "swc1"};
const std::string free_name = "free-body";

constexpr double finest_free = 1.0 / 256, finest_slow = 1.0 / 2048, finest_fast = 0.02 / 128;

Errors on_free(Lab& lab, const std::string& m) { return errors(lab, {free_name, m, finest_free}); }
Errors on_slow(Lab& lab, const std::string& m) { return errors(lab, {slow, m, finest_slow}); }
Errors on_fast(Lab& lab, const std::string& m) { return errors(lab, {fast, m, finest_fast}); }

// --- Figure 1 ----------------------------------------------------------------------------------------------------

Claim most_accurate() {
    return {
        .id = "imid",
        .what = "the most accurate algorithm both in the body-frame momentum and in the attitude is IMID",
        .published = "IMID in both",
        .criterion = "least error at step 2⁻⁸ in both, to 0.1 % (AKW's momentum is the same)",
        .examine =
            [](Lab& lab) {
                std::string text = "attitude/momentum";
                Check attitude = true, momentum = true;
                const Errors own = on_free(lab, "imid"), trap = on_free(lab, "trap");
                for (const std::string& m : names) {
                    const Errors e = on_free(lab, m);
                    text += fmt::format(", {} {:.2e}/{:.2e}", m, e.attitude, e.momentum);
                    attitude = attitude && measured(e.attitude) > 0.999 * own.attitude;
                    momentum = momentum && measured(e.momentum) > 0.999 * own.momentum;
                }
                return Finding{text, attitude && momentum,
                               momentum && measured(trap.attitude) < own.attitude
                                   && measured(own.attitude) < 1.3 * trap.attitude};
            },
        .expected = Verdict::differs,
        .why =
            "In momentum yes. In attitude TRAP's error is 9 % smaller at every small step; TRAPM and IMIDM follow "
            "closely. In a log–log plot the four curves nearly coincide.",
        .close = "the sign is the claim",
        .quick = true};
}

Claim without_momentum() {
    return {.id = "imid-not-momentum",
            .what = "IMID is energy-conserving and does not conserve spatial angular momentum",
            .published = "energy, not momentum",
            .criterion = "in 200 steps of 0.5: energy to 1e-14, momentum changes by more than 1e-4",
            .examine =
                [](Lab& lab) {
                    const EnergyError e = energy_error(lab, {free_name, "imid", 0.5, 100});
                    return Finding{fmt::format("energy {:.0e}, momentum {:.1e}", e.size(), e.momentum),
                                   measured(e.size()) < 1e-14 && measured(e.momentum) > 1e-4};
                },
            .quick = true};
}

Claim akw_matches() {
    return {.id = "akw",
            .what = "AKW matches IMID in momentum but is an order of magnitude less accurate in attitude",
            .published = "matches; an order of magnitude",
            .criterion = "momentum errors equal to 1 %, attitude error 5 to 50 times larger",
            .examine =
                [](Lab& lab) {
                    const Errors a = on_free(lab, "akw"), i = on_free(lab, "imid");
                    const double r = a.attitude / i.attitude, p = a.momentum / i.momentum;
                    return Finding{fmt::format("AKW/IMID {:.3f} in momentum, {:.1f} in attitude", p, r),
                                   measured(std::abs(p - 1)) < 0.01 && measured(r) > 5 && measured(r) < 50};
                },
            .quick = true};
}

Claim trap_slightly_behind() {
    return {.id = "trap",
            .what = "TRAP is slightly less accurate than IMID in momentum because of the half-step shift",
            .published = "slightly less",
            .criterion =
                "its error is 1 to 3 times IMID's; TRAP agrees with IMID conjugated by half a step to 1e-13",
            .examine =
                [](Lab& lab) {
                    const double r = on_free(lab, "trap").momentum / on_free(lab, "imid").momentum;
                    const Problem& p = problem(free_name);
                    double off = 0;
                    for (const State& s : states_of(p))
                        off = std::max(
                            off,
                            distance(stepped("trap", p, stepped("euler-backward", p, s, 0, 0.25), 0.25, 0.5),
                                     stepped("euler-backward", p, stepped("imid", p, s, 0, 0.5), 0.5, 0.25)));
                    return Finding{fmt::format("{:.2f} times; conjugate to {:.0e}", r, off),
                                   measured(r) > 1 && measured(r) < 3 && measured(off) < 1e-13};
                },
            .quick = true};
}

Claim pair_is_inaccurate() {
    return {.id = "bbtrap-swc1",
            .what = "the energy- and momentum-conserving pair BBTRAP/SWC1 is rather inaccurate in momentum",
            .published = "rather inaccurate",
            .criterion = "momentum errors the largest of all, more than 10 times IMID's",
            .examine =
                [](Lab& lab) {
                    double others = 0;
                    for (const char* m : {"imid", "trap", "imidm", "trapm", "akw"})
                        others = std::max(others, on_free(lab, m).momentum);
                    const double b = on_free(lab, "bbtrap").momentum, s = on_free(lab, "swc1").momentum,
                                 i = on_free(lab, "imid").momentum;
                    return Finding{fmt::format("{:.0f} and {:.0f} times IMID's", b / i, s / i),
                                   measured(std::min(b, s)) > others && measured(std::min(b, s)) > 10 * i};
                },
            .quick = true};
}

// --- Figure 2 ----------------------------------------------------------------------------------------------------

Claim outstanding() {
    return {
        .id = "accuracy",
        .what = "the absolute accuracy of the present algorithms is outstanding",
        .published = "outstanding",
        .criterion =
            "each of IMID, TRAP, IMIDM and TRAPM ahead of each of AKW, BBTRAP and SWC1 at step 2⁻¹¹, in attitude "
            "and momentum",
        .examine =
            [](Lab& lab) {
                std::string text = "attitude/momentum";
                for (const std::string& m : names) {
                    const Errors e = on_slow(lab, m);
                    text += fmt::format(", {} {:.1e}/{:.1e}", m, e.attitude, e.momentum);
                }
                Check all = true;
                for (const char* own : {"imid", "trap", "imidm", "trapm"})
                    for (const char* other : {"akw", "bbtrap", "swc1"}) {
                        const Errors a = on_slow(lab, own), b = on_slow(lab, other);
                        all = all && measured(a.attitude) < b.attitude && measured(a.momentum) < b.momentum;
                    }
                const Errors swc1 = on_slow(lab, "swc1"), imidm = on_slow(lab, "imidm"),
                             imid = on_slow(lab, "imid"), akw = on_slow(lab, "akw");
                return Finding{text, all,
                               measured(swc1.attitude) < imidm.attitude
                                   && measured(swc1.momentum) < imidm.momentum
                                   && measured(imid.attitude) < swc1.attitude
                                   && measured(imidm.attitude) < akw.attitude};
            },
        .expected = Verdict::differs,
        .why =
            "IMID and TRAP have the most accurate attitude, and all four are ahead of AKW. But SWC1 is ahead of IMIDM and "
            "TRAPM in both.",
        .close = "the sign is the claim",
        .quick = true};
}

// --- Figure 3 ----------------------------------------------------------------------------------------------------

Claim distinct_motions() {
    return {.id = "motions",
            .what =
                "the kinetic energy of the fast top is dominant, and precession and nutation have distinct "
                "frequencies",
            .published = "dominant, distinct",
            .criterion =
                "K₀ more than 10 times |V₀|; nutations more than 10 times as fast as the precession, in an "
                "accurate run",
            .examine =
                [](Lab& lab) {
                    const double ratio = 1250 / (20 * std::cos(0.3));
                    const Trace t = trace(lab, {fast, "se8-kl", 0.01, 10});
                    double mean = 0, crossings = 0, angle = 0;
                    for (const double z : t.axis[2]) mean += z / double(t.time.size());
                    for (std::size_t i = 1; i < t.time.size(); ++i) {
                        crossings += (t.axis[2][i] - mean) * (t.axis[2][i - 1] - mean) < 0;
                        const double x = t.axis[0][i], y = t.axis[1][i], x0 = t.axis[0][i - 1],
                                     y0 = t.axis[1][i - 1];
                        angle += std::atan2(x0 * y - y0 * x, x0 * x + y0 * y);
                    }
                    const double nutation = crossings / 2 / 10,
                                 precession = std::abs(angle) / 6.283185307179586 / 10;
                    return Finding{
                        fmt::format("K₀/V₀ {:.0f}; {:.2f} nutations and {:.3f} precessions per unit of time",
                                    ratio, nutation, precession),
                        measured(ratio) > 10 && measured(nutation) > 10 * precession};
                },
            .quick = true};
}

Claim significantly_better() {
    return {
        .id = "imidm-trapm",
        .what = "IMIDM and TRAPM are significantly more accurate than the other algorithms",
        .published = "significantly",
        .criterion = "at every step from 0.00125 on their errors are below a third of the best of the others",
        .examine =
            [](Lab& lab) {
                double least = 1e300;
                for (const double h : halved(0.00125, finest_fast))
                    for (const char* own : {"imidm", "trapm"})
                        for (const char* other : {"imid", "trap", "akw", "bbtrap", "swc1"}) {
                            const Errors a = errors(lab, {fast, own, h}), b = errors(lab, {fast, other, h});
                            least = std::min({least, b.attitude / a.attitude, b.momentum / a.momentum});
                        }
                return Finding{fmt::format("the best of the others has {:.1f} times their errors", least),
                               measured(least) > 3};
            },
        .quick = true};
}

Claim decisive_advantage() {
    return {
        .id = "why",
        .what =
            "perhaps conservation of the spatial momentum combined with time symmetry is a decisive "
            "advantage here",
        .published = "perhaps decisive",
        .criterion = "none: a guess. Shown are other methods with both properties",
        .examine =
            [](Lab& lab) {
                Finding f{"error relative to IMIDM, attitude/momentum", false, true};
                const Errors own = on_fast(lab, "imidm");
                for (const char* m : {"swc1", "bbtrap", "dmv2"}) {
                    const Errors e = on_fast(lab, m);
                    const double r = e.attitude / own.attitude, p = e.momentum / own.momentum;
                    const Sheet& sheet = method(m).sheet;
                    f.ours += fmt::format(", {} {:.0f}/{:.0f}", m, r, p);
                    f.explained = f.explained && sheet.conserves_momentum && sheet.time_symmetric
                               && measured(std::min(r, p)) > 3;
                }
                return f;
            },
        .expected = Verdict::remark,
        .why =
            "They do not decide: SWC1, BBTRAP and the discrete Moser–Veselov method conserve the spatial momentum and are "
            "time-symmetric too, and are 6 to 3000 times less accurate here.",
        .quick = true};
}

Plots draw_free(Lab& lab) { return draw_convergence(lab, free_name, methods, halved(4, finest_free)); }
Plots draw_slow(Lab& lab) { return draw_convergence(lab, slow, methods, halved(1.0 / 8, finest_slow)); }
Plots draw_fast(Lab& lab) { return draw_convergence(lab, fast, methods, halved(0.04, finest_fast)); }

}  // namespace

std::vector<Figure> convergence() {
    const auto second_order = [](const std::string& problem, double finest) {
        return of_order("order", "all the algorithms are of second order", "second order", problem, names, 2,
                        0.05, 2 * finest, finest);
    };
    return {
        {"fig1",
         "Free body: convergence at t = 100",
         {second_order(free_name, finest_free), most_accurate(), without_momentum(), akw_matches(),
          trap_slightly_behind(), pair_is_inaccurate()},
         draw_free},
        {"fig2",
         "Slow top: convergence at t = 20",
         {second_order(slow, finest_slow), outstanding()},
         draw_slow},
        {"fig3",
         "Fast top: convergence at t = 10",
         {distinct_motions(), second_order(fast, finest_fast), significantly_better(), decisive_advantage()},
         draw_fast}};
}

}  // namespace polhode::reproduce::krysl2006_parts
