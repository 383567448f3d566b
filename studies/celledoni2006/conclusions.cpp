/// What sections 1, 2 and 5 say of the new methods.
#include "celledoni2006/figures.hpp"
#include "polhode/integrator.hpp"
#include "polhode/mechanics/attitude_distance.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::celledoni {

namespace {

/// The long runs of figures 4, 5, 7 and 8.
std::vector<double> over_long_runs(const std::string& method,
                                   const std::function<double(const Run&)>& measure) {
    std::vector<double> out;
    for (const double h : {0.01, 0.05, 0.1}) out.push_back(measure({"heavy-top-big", method, h, 100}));
    for (const double h : {0.05, 0.1}) out.push_back(measure({"satellite", method, h, 400}));
    return out;
}
constexpr const char* long_runs = "top h = 0.01, 0.05, 0.1, satellite h = 0.05, 0.1";

/// ‖R − R_other‖ and ‖Π − Π_other‖/|Π| at the end of two runs, the larger.
double apart(const State& a, const State& b) {
    return std::max(attitude_distance(a, b), (a.momentum - b.momentum).norm() / b.momentum.norm());
}

}  // namespace

Figure section2() {
    return {.id = "section2",
            .title = "properties of the splitting",
            .claims = {
                {.id = "symmetric",
                 .what = "SEJ and SEJ4 are time-symmetric",
                 .published = "Φ(h) Φ(−h) = 1",
                 .criterion =
                     "a step of h = 0.1 of the top with moments 1, 2, 3 and one of −0.1 lead back to 1e-14",
                 .examine = [](Lab& lab) -> Finding {
                     const Values off = lab.values("celledoni2006 there and back", []() -> Values {
                         Values out;
                         for (const char* m : {"sej", "sej4"}) {
                             const Problem& top = problem("heavy-top-123");
                             Integrator integrator(m, top.body, top.torque);
                             State state = top.initial;
                             integrator.step(state, 0, 0.1);
                             integrator.step(state, 0.1, -0.1);
                             out.push_back(apart(state, top.initial));
                         }
                         return out;
                     });
                     return {list(off), std::ranges::max(off) < 1e-14};
                 },
                 .quick = true},
                {.id = "more-terms",
                 .what = "with more terms of the Magnus series the method is closer to the Störmer–Verlet "
                         "splitting with the exact free flow",
                 .published = "a more accurate approximation",
                 .criterion = "the top with moments 1, 2, 3 at t = 10, h = 0.01: SEJ4 is at least 100 "
                              "times nearer to that splitting (se) than SEJ",
                 .examine = [](Lab& lab) -> Finding {
                     const Values off = lab.values("celledoni2006 to Verlet", []() -> Values {
                         const auto end = [](const char* m) {
                             return simulate(problem("heavy-top-123"),
                                             {.method = m, .steps = FixedStep{0.01}, .end = 10})
                                 .final_state;
                         };
                         return {apart(end("sej"), end("se")), apart(end("sej4"), end("se"))};
                     });
                     return {fmt::format("SEJ {:.1e}, SEJ4 {:.1e}", off[0], off[1]), 100 * off[1] < off[0]};
                 },
                 .quick = true},
            }};
}

Figure section5() {
    return {
        .id = "section5",
        .title = "conclusions",
        .claims = {
            {.id = "energy",
             .what = "the new method keeps the energy better in many experiments",
             .published = "better energy conservation",
             .criterion =
                 "max |H − H₀| of SEJ is smaller than MR's in every long run of figures 4, 5, 7 and 8",
             .examine = [](Lab& lab) -> Finding {
                 const auto energy = [&](const Run& run) { return conservation(lab, run).largest; };
                 auto ratio = over_long_runs("sej", energy);
                 const auto mr = over_long_runs("mr2-123", energy);
                 for (std::size_t i = 0; i < mr.size(); ++i) ratio[i] /= mr[i];
                 return {fmt::format("SEJ/MR {} ({})", list(ratio), long_runs), std::ranges::max(ratio) < 1};
             },
             .quick = true},
            {.id = "momentum",
             .what = "it behaves better than the symplectic integrator (section 1): the other constant of "
                     "the motion",
             .published = "better behaviour of the numerical solution",
             .criterion = "SEJ keeps the momentum about the field axis as well as MR, to a factor of 10, "
                          "in every long run",
             .examine = [](Lab& lab) -> Finding {
                 const auto momentum = [&](const Run& run) { return conservation(lab, run).momentum; };
                 const auto sej = over_long_runs("sej", momentum), sej4 = over_long_runs("sej4", momentum),
                            mr = over_long_runs("mr2-123", momentum);
                 bool as_well = true;
                 for (std::size_t i = 0; i < mr.size(); ++i) as_well = as_well && sej[i] <= 10 * mr[i];
                 return {fmt::format("SEJ {}; SEJ4 {}; MR at most {:.0e} of |L| ({})", list(sej), list(sej4),
                                     std::ranges::max(mr), long_runs),
                         as_well,
                         std::ranges::max(mr) < 1e-12 && std::ranges::min(sej) > 1e-3 && sej.back() > 0.5
                             && std::ranges::min(sej4) > 1e-6 && sej4.back() > 0.03};
             },
             .expected = Verdict::paper_is_wrong,
             .why = "SEJ turns Π by the exact rotation of the step and R by another, so RΠ is lost, and "
                    "with it the momentum about the axis of the field. MR and the splitting with the exact "
                    "flow keep it to round-off. The paper looks at the energy alone.",
             .quick = true},
            {.id = "free-momentum",
             .what = "the same on the free body of section 4.1, where all of RΠ is constant",
             .published = "better behaviour of the numerical solution",
             .criterion = "on [0, 400], h = 0.4, JEM2 keeps RΠ as well as MR2, to a factor of 10",
             .examine = [](Lab& lab) -> Finding {
                 const auto lost = [&](const char* m) {
                     return conservation(lab, {"free-543", m, 0.4, 400}).momentum;
                 };
                 const double mr = lost("mr2-123"), two = lost("sej"), four = lost("sej4");
                 return {fmt::format("JEM2 {:.1e}, JEM4 {:.1e}, MR2 {:.0e}, exact flow (se) {:.0e}", two,
                                     four, mr, lost("se")),
                         two <= 10 * mr, two > 1e-3 && four > 1e-6 && mr < 1e-13 && lost("se") < 1e-13};
             },
             .expected = Verdict::paper_is_wrong,
             .why = "JEM2 and JEM4 do not keep RΠ; the paper does not mention it.",
             .quick = true},
            {.id = "path",
             .what = "it behaves better than the symplectic integrator (section 1): the path at large steps",
             .published = "better behaviour of the numerical solution",
             .criterion = "the mean distance of SEJ to the true path is below half of 0.77, that of a "
                          "random angle about L, in the long runs with h ≥ 0.05",
             .examine = [](Lab& lab) -> Finding {
                 const auto distance = [&](const Run& run) { return distance_to_truth(lab, run); };
                 const auto sej = over_long_runs("sej", distance), mr = over_long_runs("mr2-123", distance),
                            se = over_long_runs("se", distance);
                 const double nearest = *std::min_element(sej.begin() + 1, sej.end());
                 const double farthest = *std::max_element(sej.begin() + 1, sej.end());
                 return {fmt::format("SEJ {}; MR {}; exact flow (se) {} ({})", list(sej, "{:.2f}"),
                                     list(mr, "{:.2f}"), list(se), long_runs),
                         farthest < 0.38, nearest > 0.7 && std::ranges::max(se) < 0.5};
             },
             .expected = Verdict::paper_is_wrong,
             .why = "From h = 0.05 on neither follows the motion. SEJ has lost the angle about L, MR the "
                    "place on the polhode too. Energy is no measure of the path."},
            {.id = "efficiency",
             .what = "the new method is more efficient in many experiments",
             .published = "more efficient than the symplectic splitting",
             .criterion =
                 "SEJ in closed form takes less time than MR to the same attitude error of the large top "
                 "at t = 1, h = 1/320",
             .examine = [](Lab& lab) -> Finding {
                 const Run mr{"heavy-top-big", "mr2-123", 1.0 / 320, 1};
                 const auto ratio = [&](const char* m) {
                     const Run run{"heavy-top-big", m, 1.0 / 320, 1};
                     return seconds(lab, run) / seconds(lab, mr)
                          * std::sqrt(end_errors(lab, run).attitude / end_errors(lab, mr).attitude);
                 };
                 const double closed = ratio("sej");
                 return {
                     fmt::format("{:.2f} of the time; {:.1f} times the time with the arithmetic-geometric "
                                 "mean; exact flow (se) {:.1e}",
                                 closed, ratio("strang(jem2-agm)"), ratio("se")),
                     closed < 1};
             }},
        }};
}

}  // namespace polhode::reproduce::celledoni
