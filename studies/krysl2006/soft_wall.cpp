#include "draw.hpp"
#include "krysl2006.hpp"
#include "krysl_claims.hpp"
#include "polhode/simulate/simulate.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::krysl2006_parts {

namespace {

using namespace krysl;

constexpr double step = 0.5, end = 20000;
const std::vector<Named> references{{"AKW", "akw"}, {"BBTRAP", "bbtrap"}, {"SWC1", "swc1"}};
const std::vector<Named> present{{"TRAP", "trap"}, {"IMID", "imid"}, {"TRAPM", "trapm"}, {"IMIDM", "imidm"}};

const std::string drawn = "Step 0.5, 40 000 steps: least and largest of every 40.";

EnergyError energy(Lab& lab, const std::string& method) {
    return energy_error(lab, {wall, method, step, end});
}

/// How the error of the Hamiltonian moves over the long run.
struct Rhythm {
    double crossings;  ///< of its mean, per step
    double
        wandering;  ///< standard deviation of the means of blocks of 1000 steps, relative to that of the steps
};
Rhythm rhythm(Lab& lab, const std::string& method) {
    const Run run{wall, method, step, end};
    const EnergyError e = energy(lab, method);
    const Values v = lab.values("rhythm of " + key(run), [&]() -> Values {
        constexpr double block = 1000;
        double start = 0, before = 0, crossings = 0, sum = 0, squares = 0, blocks = 0, count = 0;
        simulate(problem(wall), {.method = method, .steps = FixedStep{step}, .end = end, .every = 1},
                 {[&](const Sample& s) {
                      if (s.step == 0) start = *s.energy;
                      const double x = (*s.energy - start) / std::abs(start) - e.mean;
                      crossings += x * before < 0;
                      before = x;
                      sum += x;
                      if (++count >= block) {
                          squares += std::pow(sum / block, 2);
                          blocks += 1;
                          sum = count = 0;
                      }
                  },
                  {}});
        return {crossings / (end / step), std::sqrt(squares / blocks) / e.deviation};
    });
    return {v[0], v[1]};
}

/// One quantity of several methods, as text and as numbers.
template <class Measure>
Values each(std::string& text, const std::vector<Named>& methods, Measure quantity) {
    Values values;
    for (const Named& m : methods) {
        values.push_back(quantity(m.method));
        text += fmt::format("{}{} {:.2g}", text.empty() ? "" : ", ", m.method, values.back());
    }
    return values;
}

// --- Figure 4 ----------------------------------------------------------------------------------------------------

Claim large_rotations() {
    return {.id = "rotations",
            .what = "Δt = 0.5 leads to rotations within a step of well over 30°",
            .published = "well over 30°",
            .criterion =
                "largest angle of a step in an accurate run to t = 2000 above 30°, the paper's own number",
            .examine =
                [](Lab& lab) {
                    const double most = largest(trace(lab, {wall, "se8-kl", 0.02, 2000}, 25).turn);
                    return Finding{fmt::format("{:.1f}°", most), measured(most) > 30};
                },
            .close = "the paper gives the number itself",
            .quick = true};
}

Claim no_blow_up() {
    return {.id = "bounded",
            .what = "none of AKW, BBTRAP and SWC1 blows up",
            .published = "none",
            .criterion = "40 000 steps done, largest |H − H₀|/H₀ below 0.2",
            .examine =
                [](Lab& lab) {
                    Finding f{"", true};
                    f.holds = measured(largest(each(f.ours, references,
                                                    [&](const std::string& m) {
                                                        const EnergyError e = energy(lab, m);
                                                        return e.reached < end ? INFINITY : e.size();
                                                    })))
                            < 0.2;
                    return f;
                },
            .quick = true};
}

Claim irregular() {
    return {
        .id = "irregular",
        .what = "their long-term behaviour displays an irregular pattern",
        .published = "irregular",
        .criterion =
            "the means of blocks of 1000 steps wander by more than half of the standard deviation of the "
            "steps",
        .examine =
            [](Lab& lab) {
                Finding f{"", true};
                f.holds =
                    measured(smallest(each(f.ours, references,
                                           [&](const std::string& m) { return rhythm(lab, m).wandering; })))
                    > 0.5;
                return f;
            },
        .quick = true};
}

Claim none_is_exact() {
    return {.id = "none-exact",
            .what = "none of the algorithms conserves the Hamiltonian of this system exactly",
            .published = "none",
            .criterion = "largest |H − H₀|/H₀ above 1e-3 for all seven",
            .examine =
                [](Lab& lab) {
                    Finding f{"", true};
                    const auto size = [&](const std::string& m) { return energy(lab, m).size(); };
                    const double a = smallest(each(f.ours, references, size)),
                                 b = smallest(each(f.ours, present, size));
                    f.holds = measured(std::min(a, b)) > 1e-3;
                    return f;
                },
            .quick = true};
}

Plots draw_references(Lab& lab) { return draw_energies_apart(lab, {wall, "", step, end}, references, drawn); }

// --- Figure 5 ----------------------------------------------------------------------------------------------------

Claim a_fifth() {
    return {
        .id = "scale",
        .what = "the vertical scale is 1/5 of Figure 4's: the error is generally much smaller",
        .published = "1/5",
        .criterion =
            "largest error of the reference algorithms at least 2.5 times the largest of the present ones, and each of them at least twice it",
        .examine =
            [](Lab& lab) {
                Finding f{"", true};
                const auto size = [&](const std::string& m) { return energy(lab, m).size(); };
                const Values a = each(f.ours, references, size), b = each(f.ours, present, size);
                f.holds = measured(largest(a)) > 2.5 * largest(b) && measured(smallest(a)) > 2 * largest(b);
                return f;
            },
        .quick = true};
}

Claim clean() {
    return {
        .id = "clean",
        .what = "the present algorithms yield very clean and well-behaved solutions",
        .published = "clean",
        .criterion =
            "largest error of the last tenth within 2 % of that of the first tenth, trend below 2 % of it",
        .examine =
            [](Lab& lab) {
                Finding f{"late/early", true};
                for (const Named& m : present) {
                    const EnergyError e = energy(lab, m.method);
                    f.ours += fmt::format(", {} {:.4f}", m.method, e.late / e.early);
                    f.holds = f.holds && measured(std::abs(e.late / e.early - 1)) < 0.02
                           && measured(std::abs(e.slope)) < 0.02 * e.size();
                }
                return f;
            },
        .quick = true};
}

Claim trapezoidal_error() {
    return {.id = "trap-error",
            .what = "the trapezoidal rules have a somewhat higher error than the midpoint rules",
            .published = "somewhat higher",
            .criterion = "TRAP above IMID and TRAPM above IMIDM, by a factor below 3.5",
            .examine =
                [](Lab& lab) {
                    const double a = energy(lab, "trap").size() / energy(lab, "imid").size(),
                                 b = energy(lab, "trapm").size() / energy(lab, "imidm").size();
                    return Finding{fmt::format("TRAP/IMID {:.2f}, TRAPM/IMIDM {:.2f}", a, b),
                                   measured(std::min(a, b)) > 1 && measured(std::max(a, b)) < 3.5};
                },
            .quick = true};
}

Claim trapezoidal_rhythm() {
    return {
        .id = "trap-frequency",
        .what =
            "the trapezoidal rules display a more pronounced periodic pattern of lower frequency than the midpoint rules",
        .published = "lower frequency",
        .criterion =
            "the error crosses its mean at most 3/4 as often as that of the midpoint rule of the pair",
        .examine =
            [](Lab& lab) {
                std::string text, wander;
                const Values c =
                    each(text, present, [&](const std::string& m) { return rhythm(lab, m).crossings; });
                (void)each(wander, present, [&](const std::string& m) { return rhythm(lab, m).wandering; });
                return Finding{"crossings per step: " + text + "; means of 1000 steps wander by " + wander,
                               measured(c[0]) < 0.75 * c[1] && measured(c[2]) < 0.75 * c[3],
                               measured(c[0]) < c[1] && measured(c[2]) < c[3] && measured(c[2]) > 0.9 * c[3]};
            },
        .expected = Verdict::differs,
        .why =
            "TRAP's error crosses its mean two thirds as often as IMID's. TRAPM's crosses it as often as IMIDM's, but the means of 1000 steps wander forty times as far: a slow pattern too, of another kind.",
        .close = "the frequencies of one pair are equal but for 3 %, which is what is said of it",
        .quick = true};
}

Claim superior() {
    return {
        .id = "superior",
        .what =
            "in the overall quality of the representation of the Hamiltonian all of the present algorithms are superior to the "
            "reference algorithms",
        .published = "all",
        .criterion =
            "each of the four has a smaller largest error than each of AKW, BBTRAP and SWC1, and means of 1000 steps that "
            "wander less, relative to the standard deviation of the steps; by a factor of 1.3 at least",
        .examine =
            [](Lab& lab) {
                std::string sizes, wander;
                const auto size = [&](const std::string& m) { return energy(lab, m).size(); };
                const auto wandering = [&](const std::string& m) { return rhythm(lab, m).wandering; };
                const Values a = each(sizes, references, size), b = each(sizes, present, size),
                             c = each(wander, references, wandering), d = each(wander, present, wandering);
                return Finding{
                    "errors " + sizes + "; wandering " + wander,
                    measured(smallest(a)) > 1.3 * largest(b) && measured(smallest(c)) > 1.3 * largest(d)};
            },
        .quick = true};
}

Claim very_long() {
    return {.id = "very-long",
            .what = "stable and bounded response for large steps and very long time integrations",
            .published = "stable and bounded",
            .criterion =
                "400 000 steps, ten times the paper's: largest error no more than 2 % above that of 40 000",
            .examine = [](Lab& lab) {
                Finding f{"longer/shorter", true};
                for (const Named& m : present) {
                    const double r = energy_error(lab, {wall, m.method, step, 10 * end}).size()
                                   / energy(lab, m.method).size();
                    f.ours += fmt::format(", {} {:.4f}", m.method, r);
                    f.holds = f.holds && measured(r - 1) < 0.02;
                }
                return f;
            }};
}

Plots draw_present(Lab& lab) { return draw_energies_apart(lab, {wall, "", step, end}, present, drawn); }

}  // namespace

std::vector<Figure> soft_wall() {
    return {{"fig4",
             "Soft wall: Hamiltonian over 40 000 steps, reference algorithms",
             {meets_the_wall("imidm", step), large_rotations(), no_blow_up(), irregular(), none_is_exact()},
             draw_references},
            {"fig5",
             "Soft wall: Hamiltonian over 40 000 steps, present algorithms",
             {a_fifth(), clean(), trapezoidal_error(), trapezoidal_rhythm(), superior(), very_long()},
             draw_present}};
}

}  // namespace polhode::reproduce::krysl2006_parts
