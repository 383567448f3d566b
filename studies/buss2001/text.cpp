/// What the paper's text says of its problem and of the energy.
#include "buss2001/claims.hpp"
#include "buss2001/figures.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace polhode::reproduce::buss {

namespace {

/// The columns of Figure 4 that show 400 seconds and are not saturated for every method of second order.
constexpr std::array<std::pair<double, long>, 3> columns{
    {{0.001, 400'000}, {0.002, 200'000}, {0.004, 100'000}}};

std::string signed_gains(Lab& lab, const std::string& method) {
    std::string text;
    for (const auto& [h, N] : columns)
        text += fmt::format("{}{:+.4f}", text.empty() ? "" : ", ", gained(lab, method, h, N));
    return text;
}

Claim gain() {
    return {
        .id = "gain",
        .what =
            "all non-symplectic algorithms gain energy, with the sole exception of the augmented "
            "second-order one",
        .published = "all but one gain",
        .criterion =
            "sign of E − E₀ after 400 s at h = 0.001, 0.002, 0.004, with Adams–Bashforth–Moulton "
            "as it is meant (abm4-naive)",
        .examine = [](Lab& lab) -> Finding {
            bool others = true, adams_gains = true, adams_loses = true, augmented_loses = true;
            for (const auto& [h, N] : columns) {
                for (const char* m : {"1st order", "2nd order", "False 3rd order", "3rd order", "4th order",
                                      "Runge-Kutta", "AB-AM (paper code)"})
                    others = others && gained(lab, m, h, N) > 0;
                const double adams = gained(lab, "abm4-naive", h, N);
                adams_gains = adams_gains && adams > 0;
                adams_loses = adams_loses && adams < 0;
                augmented_loses = augmented_loses && gained(lab, augmented, h, N) < 0;
            }
            return {fmt::format("E − E₀ at h = 0.001, 0.002, 0.004: AB-AM {}, augmented {}, fourth order {}; "
                                "{} and the paper's AB-AM gain",
                                signed_gains(lab, "abm4-naive"), signed_gains(lab, augmented),
                                signed_gains(lab, "4th order"), others ? "all others" : "not all others"),
                    others && adams_gains && augmented_loses, others && adams_loses && augmented_loses};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "Adams–Bashforth–Moulton as it is meant loses energy too. The paper's program had the predicted "
            "velocity turned by the wrong attitude; with that defect it gains, as printed.",
        .quick = true};
}

Claim groups() {
    return {
        .id = "groups",
        .what =
            "Group-1 (augmented, third, fourth) keeps energy better than Group-2 (second, false third, "
            "Runge–Kutta, AB-AM) in all the experiments",
        .published = "consistently better",
        .criterion =
            "worst |E − E₀| of Group-1 below the best of Group-2 at h = 0.001, 0.002, 0.004, with "
            "AB-AM as it is meant",
        .examine = [](Lab& lab) -> Finding {
            double closest = INFINITY, without_adams = INFINITY, over_adams = INFINITY;
            for (const auto& [h, N] : columns) {
                const auto size = [&, step = h, steps_made = N](const std::string& m) {
                    return std::abs(gained(lab, m, step, steps_made));
                };
                const double worst = std::max({size(augmented), size("3rd order"), size("4th order")}),
                             best = std::min({size("2nd order"), size("False 3rd order"), size("Runge-Kutta"),
                                              size("AB-AM (paper code)")}),
                             adams = size("abm4-naive");
                without_adams = std::min(without_adams, best / worst);
                closest = std::min(closest, std::min(best, adams) / worst);
                over_adams = std::min(over_adams, size("4th order") / adams);
            }
            return {fmt::format("with the paper's AB-AM Group-1 is at least {:.1f} times better; AB-AM as it "
                                "is meant has at most 1/{:.1f} of the fourth-order method's error, the best "
                                "of both groups",
                                without_adams, over_adams),
                    measured(closest) > 1, measured(without_adams) > 1.5 && measured(over_adams) > 2};
        },
        .expected = Verdict::paper_is_wrong,
        .why =
            "It holds of the paper's program, whose AB-AM is defective. Without the defect AB-AM keeps the "
            "energy better than any other non-symplectic method of Figure 4.",
        .quick = true};
}

Claim monotonic(const std::string& id, const std::string& method, const std::string& label, bool is) {
    Claim claim{
        .id = id,
        .what = fmt::format("the energy of the {} method increases steadily and monotonically", label),
        .published = "monotonically",
        .criterion = "it falls in no step of 10 s at h = 0.0001, 0.0005, 0.001",
        .examine = [=](Lab& lab) -> Finding {
            Finding f{"", true, true};
            for (const auto& [h, N] : {std::pair(0.0001, 100'000L), {0.0005, 20'000L}, {0.001, 10'000L}}) {
                const Course c = energy_course(lab, method, h, N);
                f.ours += fmt::format("{}h = {}: falls in {:.0f} of {} steps, {:+.4g} in all",
                                      f.ours.empty() ? "" : "; ", h, c.falls, N, c.rise);
                f.holds = f.holds && c.falls == 0 && measured(c.rise) > 0;
                f.explained = f.explained && measured(c.rise) > 0
                           && (measured(h) > 0.0007 || measured(c.falls) > 0.1 * static_cast<double>(N));
            }
            return f;
        },
        .quick = true};
    if (!is) {
        claim.expected = Verdict::differs;
        claim.why =
            "True of h = 0.001 and more. At smaller steps it is steady from wobble to wobble, but falls in between, in up "
            "to half of the steps.";
    }
    return claim;
}

Claim optional_term() {
    return {
        .id = "optional-term",
        .what =
            "the optional h³/36 term reduces the energy drift of the third-order method by a factor of "
            "approximately one third: what is left of it at the steps of Figures 4 and 5",
        .published = "to one third, or by one third",
        .criterion =
            "at every step between 0.25 and 0.45 of the drift is left (“to one third”), or at every "
            "step between 0.55 and 0.8 (“by one third”)",
        .examine = [](Lab& lab) -> Finding {
            Values left;
            std::string text;
            for (const auto& [h, N] : {std::pair(0.0005, 800'000L),
                                       {0.001, 400'000L},
                                       {0.002, 200'000L},
                                       {0.004, 1000L},
                                       {0.008, 500L},
                                       {0.016, 250L},
                                       {0.02, 200L}}) {
                left.push_back(gained(lab, "buss3", h, N) / gained(lab, "buss3-plain", h, N));
                text += fmt::format("{}{:.3f} at {}", text.empty() ? "" : ", ", left.back(), h);
            }
            const auto all = [&](double low, double high) {
                Check between = true;
                for (const double x : left) between = between && lies_between(low, x, high);
                return between;
            };
            return {text, all(0.25, 0.45) || all(0.55, 0.8), measured(left[0]) < 0.26 && all(0.1, 0.6)};
        },
        .expected = Verdict::differs,
        .why =
            "A fifth is left at small steps; a third (0.35) at h = 0.016 of Figure 5. So “to one third” is "
            "right for large steps and “by one third” for none.",
        .quick = true};
}

/// The edges 4, 18, 1 along the axes 1, 2, 3.
double energy_of_printed_prism() {
    const double J1 = 18 * 18 + 1, J2 = 4 * 4 + 1;
    return 75 * (1 + J2 / J1);
}

Claim modest() {
    return {
        .id = "modest",
        .what =
            "after 200 million steps of 0.02 the energies 75.2587 and 82.1218 represent a very modest drift",
        .published = "very modest",
        .criterion =
            "no drift at all beyond the oscillation: the largest |E − E₀| of the last 10⁵ of 10⁶ steps "
            "is within 10 % of that of the first 10⁵",
        .examine = [](Lab& lab) -> Finding {
            Finding f{"", true};
            for (const char* m : {"McLachlan-Reich 1-2-3", "McLachlan-Reich 2-3-1"}) {
                const auto [early, late] = swing_of_energy(lab, m, 0.02, 1'000'000);
                f.ours += fmt::format("{}{}: up to {:.4f} early, {:.4f} late", f.ours.empty() ? "" : "; ", m,
                                      early, late);
                f.holds = f.holds && measured(std::abs(late / early - 1)) < 0.1;
            }
            return f;
        },
        .quick = true};
}

}  // namespace

std::vector<Claim> problem_data() {
    std::vector<Claim> claims;
    claims.push_back(in_range("start-energy", "initial energy", "82.1053", 82.10525, 82.10535,
                              [](Lab& lab) { return energy_after(lab, "buss1", 0.001, 1); }));
    claims.push_back(refuted(
        in_range("prism", "initial energy of the printed prism 1 : 4 : 18, by the largest energy 150",
                 "82.1053", 82.10525, 82.10535, [](Lab&) { return energy_of_printed_prism(); }),
        Verdict::paper_is_wrong,
        "Moments in the ratio 325 : 17 : 340 give 78.92. Moments (95, 9, 94)/300 give every printed energy; the "
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
        claims.back().row = "mean rotation θ of a perfect algorithm (heads of Figures 4 and 5)";
        claims.back().column = fmt::format("h={}", h);
        if (column == 8) claims.back().close = "the paper prints no more digits";
    }
    return claims;
}

std::vector<Claim> claims_of_energy() {
    return {
        monotonic("first-monotonic", "1st order", "first-order", true),
        monotonic("second-monotonic", "2nd order", "second-order", false),
        gain(),
        groups(),
        in_range("mr4-energy",
                 "fourth-order McLachlan–Reich keeps energy even better than the second-order one: ratio of "
                 "|E − E₀|, 4 s at h = 0.008",
                 "even better", 0, 1,
                 [](Lab& lab) {
                     return std::abs(gained(lab, mr4, 0.008, 500)) / std::abs(gained(lab, mr231, 0.008, 500));
                 }),
        optional_term(),
        refuted(
            in_range("adams-energy", "Adams–Bashforth–Moulton gains energy: E after 400 000 steps of 0.001",
                     "85.4372", 85.4, 85.5,
                     [](Lab& lab) { return energy_after(lab, "abm4-naive", 0.001, 400'000); }),
            Verdict::paper_is_wrong,
            "A defect of the paper's program, reproduced in Figure 4 as “paper code”. The method as it is "
            "meant gives 82.105.",
            82.1, 82.11)};
}

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
                 return {ours, ours == value, measured(std::abs(energy / std::stod(value) - 1)) < 1e-3};
             },
             .expected = Verdict::differs,
             .why =
                 "The energy oscillates without drifting, so the value tells the phase of the motion, to which "
                 "the rounding errors of 200 million steps have added up; close to the printed one, but not to "
                 "its digits.",
             .row = "E after 200 million steps",
             .column = row});
    figure.claims.push_back(modest());
    return figure;
}

Figure sentences() {
    Figure figure{"text", "Claims of the text", {}};
    figure.table = order_table;
    for (std::vector<Claim> part : {problem_data(), claims_of_energy(), claims_of_order(),
                                    claims_of_efficiency(), claims_of_groups(), claims_of_use()})
        std::ranges::move(part, std::back_inserter(figure.claims));
    return figure;
}

}  // namespace polhode::reproduce::buss
