/// What the paper's text says.
#include "buss2001/figures.hpp"
#include "buss2001/measure.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace polhode::reproduce::buss {

namespace {

constexpr double start_energy = 1560 / 19.0;

/// A number that should lie in a range.
Claim in_range(const std::string& id, const std::string& what, const std::string& published, double low,
               double high, const std::function<double(Lab&)>& compute) {
    return {.id = id,
            .what = what,
            .published = published,
            .criterion = fmt::format("between {} and {}", low, high),
            .examine = [=](Lab& lab) -> Finding {
                const double ours = compute(lab);
                return {fmt::format("{:.4g}", ours), ours >= low && ours <= high};
            },
            .quick = true};
}

/// The same, on record as not holding: we find a number in another range.
Claim refuted(Claim claim, Verdict verdict, const std::string& why, double low, double high) {
    claim.expected = verdict;
    claim.why = why;
    claim.examine = [examine = claim.examine, low, high](Lab& lab) {
        Finding finding = examine(lab);
        const double ours = std::stod(finding.ours);
        finding.explained = ours >= low && ours <= high;
        return finding;
    };
    return claim;
}

double steps(Lab& lab, const std::string& method, double T, double epsilon, long most = 163840) {
    return static_cast<double>(steps_for_accuracy(lab, method, T, epsilon, most));
}

/// log₂ of what halving the step does to the error.
double order(Lab& lab, const std::string& method, double T, long N) {
    return std::log2(error_of(lab, method, T, N) / error_of(lab, method, T, 2 * N));
}

const char *third = "3rd order (energy-preserving)", *fourth = "4th order (energy-preserving)",
           *augmented = "Augmented 2nd order", *mr4 = "MR 4th-order 2-3-1", *mr231 = "McLachlan-Reich 2-3-1";

void add_problem_data(std::vector<Claim>& claims) {
    claims.push_back(in_range("start-energy", "initial energy", "82.1053", 82.10525, 82.10535,
                              [](Lab& lab) { return energy_after(lab, "buss1", 0.001, 1); }));
    claims.push_back(refuted(
        in_range("prism", "initial energy of the printed prism 1 : 4 : 18, by the largest energy 150",
                 "82.1053", 82.10525, 82.10535,
                 [](Lab&) {
                     const double J1 = 18 * 18 + 1, J2 = 4 * 4 + 1;  // of edges 4, 18, 1 along axes 1, 2, 3
                     return 75 * (1 + J2 / J1);
                 }),
        Verdict::paper_is_wrong,
        "Moments in the ratio 325 : 17 : 340 give 78.92. Moments (95, 9, 94)/300 give every printed energy; "
        "the "
        "angular momentum lies between the axes of largest and least moment, not “the two of least”.",
        78.9, 79));
    int column = 0;
    for (const auto& [h, printed, unit] : {std::tuple(0.0001, 0.41, 0.01),
                                           {0.0005, 2.0, 0.1},
                                           {0.001, 4.1, 0.1},
                                           {0.002, 8.1, 0.1},
                                           {0.004, 16.3, 0.1},
                                           {0.008, 32.5, 0.1},
                                           {0.016, 65.1, 0.1},
                                           {0.02, 81.4, 0.1}}) {
        const double step = h;
        claims.push_back(in_range(
            fmt::format("mean-rotation-{}", ++column),
            fmt::format("mean rotation of a perfect algorithm at h = {}, degrees", h),
            fmt::format("{}", printed), printed - unit, printed + unit, [step](Lab& lab) {
                const long N = std::lround(4 / step);
                return mean_rotation(lab, "se", 4, N) * static_cast<double>(N - 1) / static_cast<double>(N);
            }));
    }
}

void add_energy(std::vector<Claim>& claims) {
    claims.push_back(
        {.id = "gain",
         .what = "all non-symplectic algorithms gain energy, the augmented second-order one loses it",
         .published = "as said",
         .criterion = "sign of E − E₀ after 400 000 steps of 0.001",
         .examine = [](Lab& lab) -> Finding {
             bool all = true;
             for (const char* m : {"1st order", "2nd order", "False 3rd order", "3rd order", "4th order",
                                   "Runge-Kutta", "AB-AM (paper code)"})
                 all = all && energy_after(lab, m, 0.001, 400'000) > start_energy;
             const double loss = energy_after(lab, augmented, 0.001, 400'000) - start_energy;
             return {
                 fmt::format("{}; augmented {:+.3f}", all ? "all others gain" : "not all others gain", loss),
                 all && loss < 0};
         },
         .quick = true});
    claims.push_back(
        {.id = "groups",
         .what = "Group-1 (augmented, third, fourth) keeps energy better than Group-2 in every column of "
                 "Figure 4 from h = 0.0005 on",
         .published = "consistently better",
         .criterion = "worst of Group-1 below best of Group-2",
         .examine = [](Lab& lab) -> Finding {
             double closest = 1e300;
             for (const auto& [h, N] :
                  {std::pair(0.0005, 800'000L), {0.001, 400'000L}, {0.002, 200'000L}, {0.004, 100'000L}}) {
                 double worst = 0, best = 1e300;
                 for (const char* m : {augmented, "3rd order", "4th order"})
                     worst = std::max(worst, std::abs(energy_after(lab, m, h, N) - start_energy));
                 for (const char* m : {"2nd order", "False 3rd order", "Runge-Kutta", "AB-AM (paper code)"})
                     best = std::min(best, std::abs(energy_after(lab, m, h, N) - start_energy));
                 closest = std::min(closest, best / worst);
             }
             return {fmt::format("at least {:.1f} times better", closest), closest > 1};
         },
         .quick = true});
    claims.push_back(
        in_range("mr4-energy",
                 "fourth-order McLachlan–Reich keeps energy better than second order: ratio of |E − E₀|, "
                 "4 s at h = 0.008",
                 "even better", 0, 1, [](Lab& lab) {
                     return std::abs(energy_after(lab, mr4, 0.008, 500) - start_energy)
                          / std::abs(energy_after(lab, mr231, 0.008, 500) - start_energy);
                 }));
    claims.push_back(refuted(
        in_range("optional-term",
                 "the optional h³/36 term reduces the drift of the third-order method by about one third: "
                 "what is left "
                 "of it, 400 000 steps of 0.001",
                 "about 0.67", 0.55, 0.8,
                 [](Lab& lab) {
                     return (energy_after(lab, "buss3", 0.001, 400'000) - start_energy)
                          / (energy_after(lab, "buss3-plain", 0.001, 400'000) - start_energy);
                 }),
        Verdict::differs, "One fifth is left, not two thirds: 0.081 against 0.421.", 0.15, 0.25));
    claims.push_back(refuted(
        in_range("adams-energy", "Adams–Bashforth–Moulton gains energy: E after 400 000 steps of 0.001",
                 "85.4372", 85.4, 85.5,
                 [](Lab& lab) { return energy_after(lab, "abm4-naive", 0.001, 400'000); }),
        Verdict::paper_is_wrong,
        "A defect of the paper's program, reproduced in Figure 4 as “paper code”. The method as it is "
        "meant gives 82.105.",
        82.1, 82.11));
}

void add_accuracy(std::vector<Claim>& claims) {
    claims.push_back(in_range("runge-kutta-order",
                              "Runge–Kutta on rotation vectors is only second-order accurate", "2", 1.9, 2.1,
                              [](Lab& lab) { return order(lab, "rk4-naive", 0.4, 800); }));
    claims.push_back(in_range("adams-order", "Adams–Bashforth–Moulton likewise", "2", 1.9, 2.1,
                              [](Lab& lab) { return order(lab, "abm4-naive", 0.4, 1600); }));
    claims.push_back(in_range("third-order", "the third-order method is third-order", "3", 2.9, 3.1,
                              [](Lab& lab) { return order(lab, "buss3", 0.4, 800); }));
    claims.push_back(in_range("fourth-order", "the fourth-order method is fourth-order", "4", 3.9, 4.1,
                              [](Lab& lab) { return order(lab, "buss4", 0.4, 1600); }));
    claims.push_back(
        refuted(in_range("simo-wong-order", "Simo–Wong's explicit method performs like the first-order one",
                         "1", 0.8, 1.2, [](Lab& lab) { return order(lab, "sw", 0.4, 1600); }),
                Verdict::paper_is_wrong,
                "A defect of the paper's program: a division by h is missing, and what is left is the "
                "first-order method "
                "(“paper code” in Figures 4 and 6). The method as it is meant is of second order.",
                1.9, 2.1));
    claims.push_back(in_range(
        "augmented-half",
        "augmented second order needs about half the steps of Runge–Kutta (T = 0.4, ε = 10⁻⁶)",
        "6513 / 12771", 0.45, 0.55,
        [](Lab& lab) { return steps(lab, augmented, 0.4, 1e-6) / steps(lab, "Runge-Kutta", 0.4, 1e-6); }));
    claims.push_back(in_range("augmented-correction",
                              "energy correction makes the augmented method slightly worse: ratio of steps",
                              "210 / 195", 1, 1.15, [](Lab& lab) {
                                  return steps(lab, "Augmented 2nd order (energy-preserving)", 0.4, 1e-3)
                                       / steps(lab, augmented, 0.4, 1e-3);
                              }));
    claims.push_back(
        in_range("nine-fold",
                 "third order with correction is almost nine times as efficient as augmented second order "
                 "(T = 4, ε = 10⁻³)",
                 "5573 / 652", 8, 9,
                 [](Lab& lab) { return steps(lab, augmented, 4, 1e-3) / steps(lab, third, 4, 1e-3); }));
    claims.push_back(
        in_range("thirty-fold", "and more than thirty times (T = 0.4, ε = 10⁻⁶)", "6513 / 209", 30, 33,
                 [](Lab& lab) { return steps(lab, augmented, 0.4, 1e-6) / steps(lab, third, 0.4, 1e-6); }));
    claims.push_back(in_range(
        "six-fold", "third order with correction: six times the steps for 1000 times the accuracy (T = 4)",
        "six-fold", 5, 6.5,
        [](Lab& lab) { return steps(lab, third, 4, 1e-6) / steps(lab, third, 4, 1e-3); }));
    claims.push_back(in_range("fifteen", "doubling its steps divides the error by about 15", "15", 14, 17,
                              [](Lab& lab) { return std::exp2(order(lab, third, 4, 1500)); }));
    claims.push_back(
        refuted(in_range("better-than-fourth", "it acts like a better than fourth-order algorithm",
                         "more than 4", 4.1, 9, [](Lab& lab) { return order(lab, third, 4, 1500); }),
                Verdict::paper_is_wrong,
                "It is of order four. The paper takes 1/N² for the global error of a third-order method, "
                "which has 1/N³, and so "
                "counts one order too many.",
                3.9, 4.1));
    claims.push_back(
        in_range("third-equals-fourth",
                 "with correction the third- and fourth-order methods are equivalent: ratio of steps "
                 "(T = 4, ε = 10⁻⁶)",
                 "3888 / 3700", 0.95, 1.1,
                 [](Lab& lab) { return steps(lab, fourth, 4, 1e-6) / steps(lab, third, 4, 1e-6); }));
    claims.push_back(
        in_range("two-thirds",
                 "fourth-order McLachlan–Reich needs about 2/3 of the steps of third order with correction "
                 "(T = 4, ε = 10⁻⁶)",
                 "2364 / 3700", 0.6, 0.7,
                 [](Lab& lab) { return steps(lab, mr4, 4, 1e-6) / steps(lab, third, 4, 1e-6); }));
    claims.push_back(refuted(
        in_range("mr231-order",
                 "McLachlan–Reich 2-3-1 acts more like a third-order than a second-order algorithm: order "
                 "by halving",
                 "3", 2.5, 3.5, [](Lab& lab) { return order(lab, mr231, 0.4, 600); }),
        Verdict::paper_is_wrong,
        "It is of second order with a small constant; the paper's own counts, 39 and 1192 for 1000 times the "
        "accuracy, "
        "say so too.",
        1.9, 2.1));
    claims.push_back(in_range("cayley-order", "McLachlan–Reich by Cayley maps is still second-order accurate",
                              "2", 1.9, 2.1,
                              [](Lab& lab) { return order(lab, "mr2-231-cayley", 0.4, 1600); }));
    claims.push_back(refuted(
        in_range(
            "cayley-cost",
            "and by its lower cost (0.53 against 0.84) makes sense: cost times steps, relative to rotations "
            "(2-3-1, T = 0.4, ε = 10⁻³)",
            "below 1", 0, 1,
            [](Lab& lab) {
                return 0.53 * steps(lab, "mr2-231-cayley", 0.4, 1e-3) / (0.84 * steps(lab, mr231, 0.4, 1e-3));
            }),
        Verdict::paper_is_wrong,
        "The Cayley maps add an error θ³/12 to each rotation: 686 steps instead of 39.", 10, 12.5));
}

}  // namespace

Figure two_hundred_million_steps() {
    Figure figure{"text-long-run", "Energy after 200 million steps of 0.02", {}};
    for (const auto& [row, printed] :
         {std::pair("McLachlan-Reich 1-2-3", "75.2587"), {"McLachlan-Reich 2-3-1", "82.1218"}})
        figure.claims.push_back(
            {.id = row == std::string("McLachlan-Reich 1-2-3") ? "1-2-3" : "2-3-1",
             .what = fmt::format("{}: energy after 200 million steps, 81.4° each", row),
             .published = printed,
             .criterion = "every printed digit",
             .examine = [method = std::string(row), value = std::string(printed)](Lab& lab) -> Finding {
                 const double energy = energy_after(lab, method, 0.02, 200'000'000);
                 const std::string ours = fmt::format("{:.4f}", energy);
                 return {ours, ours == value, std::abs(energy / std::stod(value) - 1) < 1e-3};
             },
             .expected = Verdict::differs,
             .why = "The energy oscillates without drifting, so the value tells the phase of the motion, to "
                    "which the "
                    "rounding errors of 200 million steps have added up; close to the printed one, but not "
                    "to its digits."});
    figure.claims.push_back(
        in_range("modest", "very modest drift of 1-2-3: |E − E₀|/E₀ after a million such steps",
                 "very modest", 0, 0.15, [](Lab& lab) {
                     const double E = energy_after(lab, "McLachlan-Reich 1-2-3", 0.02, 1'000'000);
                     return std::abs(E - start_energy) / start_energy;
                 }));
    return figure;
}

Figure sentences() {
    Figure figure{"text", "Claims of the text", {}};
    add_problem_data(figure.claims);
    add_energy(figure.claims);
    add_accuracy(figure.claims);
    return figure;
}

}  // namespace polhode::reproduce::buss
