/// What the text says when it compares methods, alone and by the groups that it puts them in.
#include "buss2001/claims.hpp"
#include "buss2001/prices.hpp"

#include <algorithm>

namespace polhode::reproduce::buss {

namespace {

const std::string with = " (energy-preserving)";
/// As it is meant; "AB-AM (paper code)" is what the paper ran.
const std::string adams = "abm4-naive";

double energy_error(Lab& lab, const std::string& method, double h, long N) {
    return std::abs(gained(lab, method, h, N));
}

// --- energy --------------------------------------------------------------------------------------------------------

Claim second_better() {
    return {
        .id = "second-better",
        .what = "the second-order method is substantially better than the first-order one",
        .published = "substantially better",
        .criterion =
            "|E − E₀| at least 1000 times smaller after 10 s at h = 0.0001, where the energy of the first-order "
            "method is not yet the largest there is",
        .examine = [](Lab& lab) -> Finding {
            const double one = energy_error(lab, "1st order", 0.0001, 100'000),
                         two = energy_error(lab, "2nd order", 0.0001, 100'000);
            return {fmt::format("{:.4g} and {:.2g}", one, two), measured(one) > 1000 * two};
        },
        .quick = true};
}

Claim third_order_term() {
    return {
        .id = "third-order-term",
        .what =
            "the third-order term of the augmented method significantly improves the conservation of energy",
        .published = "significantly improves",
        .criterion =
            "|E − E₀| at most a third of the second-order method's after 400 s at h = 0.001, 0.002, 0.004",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"", true};
            for (const auto& [h, N] : {std::pair(0.001, 400'000L), {0.002, 200'000L}, {0.004, 100'000L}}) {
                const double ratio =
                    energy_error(lab, "2nd order", h, N) / energy_error(lab, augmented, h, N);
                f.ours += fmt::format("{}{:.1f} times smaller at {}", f.ours.empty() ? "" : ", ", ratio, h);
                f.holds = f.holds && measured(ratio) > 3;
            }
            return f;
        },
        .quick = true};
}

/// The columns of Figure 4 that show 400 seconds.
constexpr std::pair<double, long> long_columns[] = {
    {0.0005, 800'000}, {0.001, 400'000}, {0.002, 200'000}, {0.004, 100'000}};

Claim group_zero() {
    return {
        .id = "group-zero",
        .what = "McLachlan–Reich (Group-0) is by far the best at energy conservation",
        .published = "by far the best",
        .criterion =
            "|E − E₀| of 1-2-3 and of 2-3-1 below those of the augmented, third- and fourth-order methods after 400 s "
            "at every step of Figure 4",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"1-2-3, 2-3-1, fourth order", true, true};
            for (const auto& [h, N] : long_columns) {
                const double worse = energy_error(lab, "McLachlan-Reich 1-2-3", h, N),
                             better = energy_error(lab, "McLachlan-Reich 2-3-1", h, N),
                             four = energy_error(lab, "4th order", h, N),
                             best = std::min({four, energy_error(lab, augmented, h, N),
                                              energy_error(lab, "3rd order", h, N)});
                f.ours += fmt::format(", {:.1e}, {:.1e}, {:.1e} at {}", worse, better, four, h);
                f.holds = f.holds && measured(std::max(worse, better)) < best;
                if (h < 0.003) f.explained = f.explained && measured(four) < worse;
                if (h > 0.0007) f.explained = f.explained && measured(better) < best;
            }
            return f;
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "True of 2-3-1 from 0.001 on. 1-2-3 is behind the fourth-order method at the steps up to 0.002, in the "
            "paper's own Figure 4 too.",
        .quick = true};
}

// --- accuracy ------------------------------------------------------------------------------------------------------

Claim group_c_orders() {
    return {.id = "group-c-order",
            .what = "the Group C algorithms all act like second-order accurate ones",
            .published = "second-order",
            .criterion = "order by halving within 0.1 of 2 at T = 0.4 from 1600 steps, AB-AM as it is meant",
            .examine = [](Lab& lab) -> Finding {
                Finding f{"", true};
                for (const std::string& m :
                     {std::string("2nd order"), std::string("False 3rd order"), augmented,
                      std::string("McLachlan-Reich 1-2-3"), mr231, std::string("Runge-Kutta"), adams}) {
                    const double seen = order(lab, m, 0.4, 1600);
                    f.ours += fmt::format("{}{} {:.2f}", f.ours.empty() ? "" : ", ", m, seen);
                    f.holds = f.holds && measured(std::abs(seen - 2)) < 0.1;
                }
                return f;
            },
            .quick = true};
}

Claim false_third() {
    return {.id = "false-third",
            .what = "the false third-order method is not much better than the second-order one",
            .published = "not much better",
            .criterion = "at least 0.7 of its steps for 10⁻³ and for 10⁻⁶ at T = 0.4",
            .examine = [](Lab& lab) -> Finding {
                const auto ratio = [&](double e) {
                    return steps(lab, "False 3rd order", 0.4, e) / steps(lab, "2nd order", 0.4, e);
                };
                const double coarse = ratio(1e-3), fine = ratio(1e-6);
                return {fmt::format("{:.2f} and {:.2f} of its steps", coarse, fine),
                        measured(std::min(coarse, fine)) > 0.7};
            },
            .quick = true};
}

Claim adams_worst() {
    return {
        .id = "adams-worst",
        .what =
            "the worst performance of Group C is that of Adams–Bashforth–Moulton without energy correction",
        .published = "worst, 782 steps",
        .criterion =
            "more steps for 10⁻³ at T = 0.4 than any other method of the group, Adams–Bashforth–Moulton as it is meant",
        .examine = [](Lab& lab) -> Finding {
            const auto count = [&](const std::string& m) { return steps(lab, m, 0.4, 1e-3); };
            double most = 0;
            std::string text;
            for (const char* m : {"2nd order", "False 3rd order", "Runge-Kutta", "McLachlan-Reich 1-2-3"}) {
                text += fmt::format(", {} {:.0f}", m, count(m));
                most = std::max(most, count(m));
            }
            const double meant = count(adams), ran = count("AB-AM (paper code)");
            return {fmt::format("{:.0f} as it is meant, {:.0f} as the paper ran it{}", meant, ran, text),
                    measured(meant) > most, measured(ran) > most && measured(meant) < most};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "It is the defect of the paper's program. As it is meant the method takes half the steps, as many as "
            "Runge–Kutta; McLachlan–Reich 1-2-3 takes more.",
        .close = "the sign is the claim",
        .quick = true};
}

Claim similar_levels() {
    return {
        .id = "similar-levels",
        .what =
            "Adams–Bashforth–Moulton with energy correction, the Runge–Kutta and the second-order methods have very "
            "similar performance, measured by the number of steps",
        .published = "very similar",
        .criterion =
            "their steps for 10⁻³ and for 10⁻⁶ at T = 0.4 within a factor of 1.5, Adams–Bashforth–Moulton as the paper "
            "ran it and as it is meant",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"", true};
            for (const double e : {1e-3, 1e-6}) {
                double least = INFINITY, most = 0;
                for (const std::string& m :
                     {"AB-AM (paper code)" + with, adams + with, std::string("Runge-Kutta"),
                      "Runge-Kutta" + with, std::string("2nd order"), "2nd order" + with}) {
                    const double n = steps(lab, m, 0.4, e);
                    least = std::min(least, n);
                    most = std::max(most, n);
                }
                f.ours +=
                    fmt::format("{}{:.0f} to {:.0f} for {:.0e}", f.ours.empty() ? "" : ", ", least, most, e);
                f.holds = f.holds && measured(most / least - 1) < 0.5;
            }
            return f;
        },
        .quick = true};
}

Claim worst_order_like_group_c() {
    return in_range(
        "mr123-like-c",
        "McLachlan–Reich 1-2-3 acts very much like the second-order algorithms: its steps for 10⁻⁶ at T = 0.4 "
        "relative to the second-order method's",
        "16250 / 11509", 0.5, 2, [](Lab& lab) {
            return steps(lab, "McLachlan-Reich 1-2-3", 0.4, 1e-6) / steps(lab, "2nd order", 0.4, 1e-6);
        });
}

Claim best_order_gains_less() {
    return {
        .id = "mr-gains",
        .what =
            "of McLachlan–Reich, 1-2-3 tends to gain accuracy by the energy correction, 2-3-1 to benefit less",
        .published = "less",
        .criterion =
            "the ratio of the steps without and with it is larger for 1-2-3, by 1.3 at least, in the three columns of "
            "Figure 6",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"", true};
            for (const auto& [T, e] : {std::pair(0.4, 1e-3), {0.4, 1e-6}, {4.0, 1e-3}}) {
                const auto gain = [&, end = T, accuracy = e](const std::string& m) {
                    return steps(lab, m, end, accuracy) / steps(lab, m + with, end, accuracy);
                };
                const double worst = gain("McLachlan-Reich 1-2-3"), best = gain(mr231);
                f.ours += fmt::format("{}{:.2f} and {:.2f}", f.ours.empty() ? "" : ", ", worst, best);
                f.holds = f.holds && measured(worst) > 1.3 * best;
            }
            return f;
        },
        .quick = true};
}

Claim superior_to_all() {
    return {
        .id = "superior",
        .what =
            "third order with energy correction is substantially superior to every method of Groups B, C and D",
        .published = "to every",
        .criterion =
            "fewer steps than any of them, with and without correction, in each of the three columns of Figure 6",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"steps of the best of the others relative to it", true, true};
            for (const auto& [T, e] : {std::pair(0.4, 1e-3), {0.4, 1e-6}, {4.0, 1e-3}}) {
                const double own = steps(lab, third, T, e);
                double least = INFINITY;
                std::string best;
                for (const std::string& m :
                     {std::string("3rd order"), std::string("2nd order"), std::string("False 3rd order"),
                      augmented, std::string("McLachlan-Reich 1-2-3"), mr231, std::string("Runge-Kutta"),
                      adams, std::string("1st order")})
                    for (const std::string& variant : {m, m + with}) {
                        if (variant == third) continue;
                        const double r = steps(lab, variant, T, e) / own;
                        if (r < least) least = r, best = variant;
                    }
                f.ours += fmt::format("; T = {}, {:.0e}: {:.2f} ({})", T, e, least, best);
                f.holds = f.holds && measured(least) > 1;
                f.explained = f.explained
                           && (T < 1 && e > 1e-4 ? measured(least) < 1 && best == mr231 + with
                                                 : measured(least) > 1.3);
            }
            return f;
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "True of the second and third column. For 10⁻³ at T = 0.4 McLachlan–Reich 2-3-1 with correction takes fewer "
            "steps, as in the paper's own Figure 6 (31 and 37), and without it less arithmetic by the text's counts.",
        .close = "the sign is the claim",
        .quick = true};
}

Claim overall_more_efficient() {
    return {
        .id = "overall",
        .what =
            "third order with energy correction is overall more efficient than second-order McLachlan–Reich",
        .published = "more efficient",
        .criterion =
            "steps of 2-3-1 times the cost of a step by the text's counts relative to it, with and without correction: the "
            "geometric mean over the four columns of Figures 6 and 7 that 2-3-1 reaches is above 1.3",
        .examine = [](Lab& lab) -> Finding {
            std::string text;
            double mean_plain = 1, mean_corrected = 1;
            for (const auto& [T, e] : {std::pair(0.4, 1e-3), {0.4, 1e-6}, {4.0, 1e-3}, {40.0, 1e-3}}) {
                const double own = steps(lab, third, T, e) * relative_cost("3rd order", true),
                             plain =
                                 steps(lab, mr231, T, e) * relative_cost("Symplectic 2nd order", false) / own,
                             corrected = steps(lab, mr231 + with, T, e)
                                       * relative_cost("Symplectic 2nd order", true) / own;
                mean_plain *= std::pow(plain, 0.25);
                mean_corrected *= std::pow(corrected, 0.25);
                text += fmt::format("; {:.2f}, {:.2f} (T = {}, {:.0e})", plain, corrected, T, e);
            }
            return {
                fmt::format("{:.2f} without and {:.2f} with correction{}", mean_plain, mean_corrected, text),
                measured(std::min(mean_plain, mean_corrected)) > 1.3};
        },
        .quick = true};
}

Claim both_better() {
    return {
        .id = "both-better",
        .what = "with energy correction the fourth-order method too shows better than fourth-order accuracy",
        .published = "better than fourth-order",
        .criterion = "order by halving above 4.1, at T = 4 from 1500 and from 3000 steps",
        .examine = [](Lab& lab) -> Finding {
            const double coarse = order(lab, fourth, 4, 1500), fine = order(lab, fourth, 4, 3000);
            return {fmt::format("{:.2f} and {:.2f}", coarse, fine),
                    measured(std::max(coarse, fine) - 4) > 0.1,
                    measured(std::abs(coarse - 4)) < 0.1 && measured(std::abs(fine - 4)) < 0.1};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "It is of order four. The paper takes 1/N³ for the global error of a fourth-order method, which has 1/N⁴.",
        .quick = true};
}

Claim half_as_many() {
    return {.id = "half-as-many",
            .what = "fourth-order McLachlan–Reich takes about half as many steps with the energy correction",
            .published = "1034 / 2364, 3282 / 7526",
            .criterion = "between a third and two thirds, for 10⁻⁶ at T = 4 and for 10⁻³ at T = 40",
            .examine = [](Lab& lab) -> Finding {
                const auto ratio = [&](double T, double e) {
                    return steps(lab, mr4 + with, T, e) / steps(lab, mr4, T, e);
                };
                const double fine = ratio(4, 1e-6), late = ratio(40, 1e-3);
                return {fmt::format("{:.3f} and {:.3f}", fine, late),
                        lies_between(1.0 / 3, fine, 2.0 / 3) && lies_between(1.0 / 3, late, 2.0 / 3)};
            },
            .quick = true};
}

}  // namespace

std::vector<Claim> claims_of_groups() {
    return {
        second_better(),
        third_order_term(),
        group_zero(),
        group_c_orders(),
        false_third(),
        adams_worst(),
        similar_levels(),
        in_range(
            "runge-kutta-time",
            "a Runge–Kutta step takes approximately three times the time of an augmented second-order step, by the "
            "text's counts",
            "three times", 2.5, 3.5,
            [](Lab&) { return multiplications("Runge-Kutta") / multiplications(augmented); }),
        worst_order_like_group_c(),
        best_order_gains_less(),
        superior_to_all(),
        overall_more_efficient(),
        in_range(
            "fourth-better",
            "without correction fourth order does significantly better than third: steps of third relative to "
            "fourth order (T = 4, ε = 10⁻⁶)",
            "36552 / 5294", 2, INFINITY,
            [](Lab& lab) { return steps(lab, "3rd order", 4, 1e-6) / steps(lab, "4th order", 4, 1e-6); }),
        both_better(),
        half_as_many(),
    };
}

}  // namespace polhode::reproduce::buss
