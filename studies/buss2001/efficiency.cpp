/// What the text says of the work that an accuracy takes.
#include "buss2001/claims.hpp"
#include "buss2001/prices.hpp"

#include <algorithm>

namespace polhode::reproduce::buss {

namespace {

const std::string with = " (energy-preserving)";

Claim twofold() {
    return in_range("augmented-half",
                    "augmented second order needs about half the steps of Runge–Kutta (T = 0.4, ε = 10⁻⁶)",
                    "6513 / 12771", 1.0 / 3, 2.0 / 3, [](Lab& lab) {
                        return steps(lab, augmented, 0.4, 1e-6) / steps(lab, "Runge-Kutta", 0.4, 1e-6);
                    });
}

/// Steps and price together, relative to Runge–Kutta.
Claim times_as_efficient(const std::string& id, const std::string& method, const std::string& label,
                         double times, double low, double high) {
    return in_range(
        id,
        fmt::format("the {} method is approximately {} times as efficient as Runge–Kutta: steps for "
                    "10⁻⁶ at T = 0.4 times the cost of a step by the text's counts",
                    label, times),
        fmt::format("{}", times), low, high, [=](Lab& lab) {
            return steps(lab, "Runge-Kutta", 0.4, 1e-6) * multiplications("Runge-Kutta")
                 / (steps(lab, method, 0.4, 1e-6) * multiplications(method));
        });
}

Claim who_gains() {
    return {
        .id = "who-gains",
        .what =
            "AB-AM, third order, McLachlan–Reich 1-2-3 and its fourth-order 2-3-1 benefit substantially from "
            "energy correction, the remaining methods modestly",
        .published = "substantially; modest",
        .criterion =
            "at T = 0.4, ε = 10⁻⁶ the ratio of steps without and with correction is larger for each of "
            "the four than for any of the second, false third, fourth order, McLachlan–Reich 2-3-1 and "
            "Runge–Kutta; Adams–Bashforth–Moulton is taken as it is meant (abm4-naive)",
        .examine = [](Lab& lab) -> Finding {
            std::string text;
            const auto gain = [&](const std::string& m) {
                const double r = steps(lab, m, 0.4, 1e-6) / steps(lab, m + with, 0.4, 1e-6);
                text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", m, r);
                return r;
            };
            const double adams = gain("abm4-naive");
            double least = gain("AB-AM (paper code)"), most = 0;
            for (const std::string& m : {std::string("3rd order"), std::string("McLachlan-Reich 1-2-3"), mr4})
                least = std::min(least, gain(m));
            for (const std::string& m : {std::string("2nd order"), std::string("False 3rd order"),
                                         std::string("4th order"), mr231, std::string("Runge-Kutta")})
                most = std::max(most, gain(m));
            return {text, measured(std::min(adams, least)) > most,
                    measured(least) > most && measured(std::abs(adams - 1)) < 0.02};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "True of the other three, and of the paper's AB-AM, which is defective. As it is meant it takes as many steps "
            "with the correction as without, like Runge–Kutta.",
        .close = "the sign is the claim: who gains more"};
}

Claim groups_by_order() {
    return {
        .id = "group-order",
        .what =
            "Group A (fourth order) outperforms B (third), B outperforms C (second), C outperforms D (first)",
        .published = "A, B, C, D",
        .criterion =
            "steps for 10⁻⁶ at T = 0.4 without correction: the worst of each group below the best of "
            "the next",
        .examine = [](Lab& lab) -> Finding {
            const auto range = [&](std::vector<std::string> methods) {
                std::pair<double, double> r(INFINITY, 0);
                for (const std::string& m : methods) {
                    const double n = steps(lab, m, 0.4, 1e-6);
                    r = {std::min(r.first, n), std::max(r.second, n)};
                }
                return r;
            };
            const auto a = range({"4th order", mr4}), b = range({"3rd order"}),
                       c = range({"2nd order", "False 3rd order", augmented, "McLachlan-Reich 1-2-3", mr231,
                                  "Runge-Kutta", "abm4-naive"}),
                       d = range({"1st order"});
            const std::string first =
                std::isinf(d.first) ? "more than 163840" : fmt::format("{:.0f}", d.first);
            return {
                fmt::format("A {:.0f} to {:.0f}, B {:.0f}, C {:.0f} to {:.0f}, D {}", a.first, a.second,
                            b.first, c.first, c.second, first),
                measured(a.second) < b.first && measured(b.second) < c.first && measured(c.second) < d.first};
        }};
}

Claim growing_advantage() {
    return {
        .id = "closest-competitor",
        .what =
            "the advantage of third order with correction over McLachlan–Reich 2-3-1 grows with the accuracy "
            "and with the length of the simulation",
        .published = "greater",
        .criterion =
            "ratio of steps larger at ε = 10⁻⁶ than at 10⁻³ (T = 0.4), and at T = 4 than at 0.4 (10⁻³)",
        .examine = [](Lab& lab) -> Finding {
            const auto ratio = [&](double T, double e) {
                return steps(lab, mr231, T, e) / steps(lab, third, T, e);
            };
            const double a = ratio(0.4, 1e-3), b = ratio(0.4, 1e-6), c = ratio(4, 1e-3);
            return {fmt::format("{:.2f} at T = 0.4, 10⁻³; {:.2f} at 10⁻⁶; {:.2f} at T = 4", a, b, c),
                    measured(b) > 1.3 * a && measured(c) > 1.3 * a};
        }};
}

Claim best_per_cost() {
    return {
        .id = "best-per-cost",
        .what =
            "for long-term accuracy, third order with energy correction gives the best accuracy per "
            "computational cost",
        .published = "best",
        .criterion =
            "steps times the cost of a step by the text's counts, for 10⁻⁶ at T = 4 and 10⁻³ at T = 40: "
            "the least of third and fourth order and fourth-order McLachlan–Reich, each with and without "
            "correction",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"relative to third order with correction", true, true};
            for (const auto& [T, e] : {std::pair(4.0, 1e-6), {40.0, 1e-3}}) {
                const double own = steps(lab, third, T, e);
                const auto cost = [&, end = T, accuracy = e](const std::string& m, const char* price,
                                                             bool corrected) {
                    return steps(lab, corrected ? m + with : m, end, accuracy)
                         * relative_cost(price, corrected) / own;
                };
                const double mr = cost(mr4, "Symplectic 4th order", true),
                             plain = cost(mr4, "Symplectic 4th order", false),
                             four = cost("4th order", "4th order", true),
                             four_plain = cost("4th order", "4th order", false);
                f.ours += fmt::format(
                    "; T = {}, {:.0e}: MR4 with correction {:.2f}, without {:.2f}, fourth order "
                    "{:.2f}, {:.2f}",
                    T, e, mr, plain, four, four_plain);
                f.holds = f.holds && measured(std::min({mr, plain, four, four_plain})) >= 1;
                f.explained =
                    f.explained && measured(mr) < 0.85 && measured(std::min({plain, four, four_plain})) > 1;
            }
            return f;
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "By the paper's own counts and prices the fourth-order McLachlan–Reich method with energy correction, "
            "which it calls inelegant, takes three quarters of the work. Of the others the sentence holds.",
        .close = "the sign is the claim, of the others"};
}

Claim cayley() {
    return {
        .id = "cayley-cost",
        .what = "Cayley maps make sense for the second-order symplectic algorithm, by their lower cost",
        .published = "makes sense",
        .criterion =
            "none: advice. Shown is cost times steps relative to rotations for each order of the axes, T = "
            "0.4, ε = 10⁻³, the cost two thirds",
        .examine = [](Lab& lab) -> Finding {
            std::string text;
            double least = INFINITY, most = 0;
            for (const char* o : {"123", "132", "213", "231", "312", "321"}) {
                const std::string m = std::string("mr2-") + o;
                const double r = 2.0 / 3 * steps(lab, m + "-cayley", 0.4, 1e-3) / steps(lab, m, 0.4, 1e-3);
                least = std::min(least, r);
                most = std::max(most, r);
                text += fmt::format("{}{} {:.2f}", text.empty() ? "" : ", ", o, r);
            }
            return {text, false, measured(least) < 1 && measured(most) > 8};
        },
        .expected = Verdict::remark,
        .why =
            "It depends on the order of the axes: with 3-2-1 Cayley maps pay, with 1-2-3 they neither pay nor "
            "cost, with the paper's best order, 2-3-1, they cost twelve times the work, because they add an error "
            "θ³/12 to each rotation. For stability alone, which is what the paper advises them for, this does not "
            "count."};
}

Claim cayley_words() {
    return {
        .id = "cayley-reversed",
        .what =
            "with Cayley maps the relative cost is 0.53 and 0.98, “with and without the energy preservation, "
            "respectively”",
        .published = "0.53 with, 0.98 without",
        .criterion = "two thirds of the cost by the text's counts, within 0.06, in the order of the words",
        .examine = [](Lab&) -> Finding {
            const double without = relative_cost("Symplectic 2nd order Cayley", false),
                         corrected = relative_cost("Symplectic 2nd order Cayley", true);
            return {fmt::format("{:.2f} without, {:.2f} with", without, corrected),
                    measured(std::abs(corrected - 0.53)) < 0.06 && measured(std::abs(without - 0.98)) < 0.06,
                    measured(std::abs(without - 0.53)) < 0.06 && measured(std::abs(corrected - 0.98)) < 0.06};
        },
        .expected = Verdict::paper_is_wrong,
        .why = "The words are in the wrong order: a correction cannot make a step cheaper.",
        .quick = true};
}

Claim never_fails() {
    return {
        .id = "never-fails",
        .what = "the equations of the energy correction may have no solution, but that was never seen",
        .published = "never",
        .criterion =
            "in none of the steps of Figures 6 and 7 with correction, as counted for each accuracy at T = "
            "0.4 and 4",
        .examine = [](Lab& lab) -> Finding {
            double missed = 0, total = 0;
            for (const char* m : {"1st order", "2nd order", "False 3rd order", "Augmented 2nd order",
                                  "3rd order", "4th order", "McLachlan-Reich 1-2-3", "McLachlan-Reich 2-3-1",
                                  "MR 4th-order 2-3-1", "Runge-Kutta"})
                for (const auto& [T, e] : {std::pair(0.4, 1e-3), {0.4, 1e-6}, {4.0, 1e-3}}) {
                    const double N = steps(lab, m + with, T, e);
                    missed += missed_corrections(lab, m + with, T, static_cast<long>(N));
                    total += N;
                }
            return {fmt::format("{:.0f} of {:.0f} steps", missed, total), missed == 0};
        }};
}

/// Runge–Kutta with three ways to average rotations.
const std::string vectors = "Runge-Kutta", quaternions = "Runge-Kutta (averaged quaternions)",
                  spherical = "Runge-Kutta (spherical averages)";

Claim averaged_quaternions() {
    return {
        .id = "averaged-quaternions",
        .what =
            "Runge–Kutta's rotations are averaged as quaternions in Euclidean 4-space: energy after 250 steps of "
            "0.016, as in Figure 5",
        .published = "132.808",
        .criterion = "every printed digit",
        .examine = [](Lab& lab) -> Finding {
            const std::string ours = fmt::format("{:.3f}", energy_after(lab, quaternions, 0.016, 250)),
                              other = fmt::format("{:.3f}", energy_after(lab, vectors, 0.016, 250));
            return {fmt::format("{}; {} with rotation vectors averaged", ours, other), ours == "132.808",
                    other == "132.808"};
        },
        .expected = Verdict::differs,
        .why =
            "Every energy and count of Runge–Kutta in Figures 4 to 6 is that of averaged rotation vectors. The "
            "text may describe another version of the program.",
        .quick = true};
}

Claim spherical_averages() {
    return {
        .id = "spherical-averages",
        .what = "spherical weighted averages give only a very small improvement over averaged quaternions",
        .published = "very small",
        .criterion = "the error at T = 0.4 with 100 steps changes by less than 1 %",
        .examine = [](Lab& lab) -> Finding {
            const double q = error_of(lab, quaternions, 0.4, 100), s = error_of(lab, spherical, 0.4, 100);
            return {fmt::format("{:.6e} with quaternions, {:.6e} with spherical averages: {:+.1e} of it", q,
                                s, s / q - 1),
                    measured(std::abs(s / q - 1)) < 0.01};
        },
        .quick = true};
}

}  // namespace

std::vector<Claim> claims_of_efficiency() {
    return {
        twofold(),
        times_as_efficient("six-times", augmented, "augmented second-order", 6, 4, 8),
        times_as_efficient("three-times", "2nd order", "second-order", 3, 2, 5),
        in_range(
            "augmented-correction",
            "energy correction makes the augmented method slightly worse: ratio of steps (T = 0.4, ε = 10⁻³; "
            "that it is above 1 is the claim)",
            "210 / 195", 1, 1.5,
            [](Lab& lab) {
                return steps(lab, augmented + with, 0.4, 1e-3) / steps(lab, augmented, 0.4, 1e-3);
            }),
        in_range(
            "nine-fold",
            "third order with correction is almost nine times as efficient as augmented second order (T = 4, ε "
            "= 10⁻³)",
            "5573 / 652", 6, 12,
            [](Lab& lab) { return steps(lab, augmented, 4, 1e-3) / steps(lab, third, 4, 1e-3); }),
        close(in_range(
                  "thirty-fold",
                  "and more than thirty times (T = 0.4, ε = 10⁻⁶; thirty is the paper's own bound)",
                  "6513 / 209", 30, INFINITY,
                  [](Lab& lab) { return steps(lab, augmented, 0.4, 1e-6) / steps(lab, third, 0.4, 1e-6); }),
              "the paper gives the number itself"),
        in_range(
            "third-equals-fourth",
            "with correction the third- and fourth-order methods are equivalent: ratio of steps (T = 4, ε = "
            "10⁻⁶)",
            "3888 / 3700", 0.75, 1.4,
            [](Lab& lab) { return steps(lab, fourth, 4, 1e-6) / steps(lab, third, 4, 1e-6); }),
        in_range(
            "two-thirds",
            "fourth-order McLachlan–Reich needs about 2/3 of the steps of third order with correction (T = 4, ε "
            "= 10⁻⁶)",
            "2364 / 3700", 0.45, 0.85,
            [](Lab& lab) { return steps(lab, mr4, 4, 1e-6) / steps(lab, third, 4, 1e-6); }),
        who_gains(),
        groups_by_order(),
        growing_advantage(),
        best_per_cost(),
        never_fails(),
        averaged_quaternions(),
        spherical_averages(),
        cayley(),
        cayley_words()};
}

}  // namespace polhode::reproduce::buss
