/// Figures 1 and 2 and the energies of section 4.1: moments 5, 4, 3, momentum (−1, 0, 2), no torque.
#include "celledoni2006/figures.hpp"
#include "polhode/simulate/free_motion.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::celledoni {

namespace {

const std::vector<double> steps{1.0 / 4, 1.0 / 8, 1.0 / 16, 1.0 / 32, 1.0 / 64};

Run to_one(const std::string& method, double step) { return {"free-543", method, step, 1}; }
Run to_400(const std::string& method) { return {"free-543", method, 0.4, 400}; }

std::vector<double> momentum_errors(Lab& lab, const std::string& method) {
    std::vector<double> out;
    for (const double h : steps) out.push_back(end_errors(lab, to_one(method, h)).momentum);
    return out;
}
std::vector<double> attitude_errors(Lab& lab, const std::string& method) {
    std::vector<double> out;
    for (const double h : steps) out.push_back(end_errors(lab, to_one(method, h)).attitude);
    return out;
}

/// Ratios of two methods' errors at the same steps.
std::vector<double> ratios(const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> out;
    for (std::size_t i = 0; i < a.size(); ++i) out.push_back(a[i] / b[i]);
    return out;
}
Check all_between(double low, const std::vector<double>& values, double high) {
    return measured(std::ranges::min(values)) >= low && measured(std::ranges::max(values)) <= high;
}

/// The orders seen between two large steps, where no error is near round-off.
Claim orders_of_the_momentum() {
    return {.id = "orders",
            .what = "MR is of orders 2 and 4, DMV of orders 2, 4 and 6 in the momentum",
            .published = "2, 4; 2, 4, 6",
            .criterion = "log₂ of the ratio of the errors at h = 1/8 and 1/16 is within 0.1 for each",
            .examine = [](Lab& lab) -> Finding {
                Finding f{"", true};
                for (const auto& [method, order] :
                     {std::pair("mr2-123", 2), {"mr4-123", 4}, {"dmv2", 2}, {"dmv4", 4}, {"dmv6", 6}}) {
                    const double seen = std::log2(end_errors(lab, to_one(method, 1.0 / 8)).momentum
                                                  / end_errors(lab, to_one(method, 1.0 / 16)).momentum);
                    f.ours += fmt::format("{}{} {:.2f}", f.ours.empty() ? "" : ", ", method, seen);
                    f.holds = f.holds && measured(std::abs(seen - order)) <= 0.1;
                }
                return f;
            },
            .quick = true};
}

/// How much longer a method of order p takes than another for the error the other has at h = 1/64.
double time_to_the_same_error(Lab& lab, const std::string& method, const std::string& other, int order) {
    const Run ours = to_one(method, 1.0 / 64), theirs = to_one(other, 1.0 / 64);
    const double finer =
        std::pow(end_errors(lab, ours).attitude / end_errors(lab, theirs).attitude, 1.0 / order);
    return seconds(lab, ours) * finer / seconds(lab, theirs);
}

/// The factor that a number may be away from a printed power of ten.
constexpr double of_a_printed_power = 5;

Claim energy_oscillates() {
    return {.id = "mr",
            .what = "the energy of MR of orders 2 and 4 oscillates about its value",
            .published = "amplitudes about 1e-03 and 1e-05",
            .criterion = "half the range of H is within a factor of 5 of the printed power of ten, of both",
            .examine = [](Lab& lab) -> Finding {
                const double two = conservation(lab, to_400("mr2-123")).amplitude,
                             four = conservation(lab, to_400("mr4-123")).amplitude;
                return {list({two, four}),
                        all_between(1 / of_a_printed_power, {two / 1e-3, four / 1e-5}, of_a_printed_power)};
            },
            .quick = true};
}

Claim moser_veselov_energy() {
    return {
        .id = "dmv",
        .what = "the energy error of DMV of orders 2, 4 and 6",
        .published = "of the size of 1e-13",
        .criterion = "the largest error is within a factor of 5 of the printed power of ten",
        .examine = [](Lab& lab) -> Finding {
            std::vector<double> seen;
            for (const char* m : {"dmv2", "dmv4", "dmv6"})
                seen.push_back(conservation(lab, to_400(m)).largest);
            return {list(seen), all_between(1e-13 / of_a_printed_power, seen, 1e-13 * of_a_printed_power),
                    measured(std::ranges::max(seen)) < 1e-14};
        },
        .expected = Verdict::differs,
        .why =
            "Ours is a hundred times smaller, of the last bits. The paper's may be that of its way to solve the equation.",
        .quick = true};
}

}  // namespace

Figure fig1() {
    Figure figure{.id = "fig1", .title = "Euler's equations: time against error at t = 1", .claims = {}};
    figure.claims = {
        orders_of_the_momentum(),
        Claim{.id = "je-exact",
              .what = "JE is accurate to round-off at every step size",
              .published = "error of the size of 1e-14, independent of the step",
              .criterion =
                  "‖Π − Π_true‖ ≤ 1e-13 for h = 1/4 … 1/64, by the paper's own formulation restarted "
                  "at every step",
              .examine = [](Lab& lab) -> Finding {
                  const auto errors = momentum_errors(lab, "strang(jem2-agm)");
                  return {list(errors), all_between(0, errors, 1e-13)};
              },
              .quick = true},
        {.id = "mr-dmv",
         .what =
             "MR and DMV of orders 2 and 4 perform similarly, with a slight advantage for MR of order 2 and for DMV of "
             "order 4",
         .published = "similar; slight advantages",
         .criterion =
             "time to the error that the other has at h = 1/64: MR of order 2 takes a third to 1 of DMV's, DMV of order 4 a third to 1 of MR's",
         .examine = [](Lab& lab) -> Finding {
             const auto ratio = [&](const char* a, const char* b, int order) {
                 const Run ours = to_one(a, 1.0 / 64), theirs = to_one(b, 1.0 / 64);
                 return seconds(lab, ours) / seconds(lab, theirs)
                      * std::pow(end_errors(lab, ours).momentum / end_errors(lab, theirs).momentum,
                                 1.0 / order);
             };
             const auto errors = [&](const char* a, const char* b) {
                 return list(ratios(momentum_errors(lab, a), momentum_errors(lab, b)), "{:.2f}");
             };
             const double two = ratio("mr2-123", "dmv2", 2), four = ratio("dmv4", "mr4-123", 4);
             return {
                 fmt::format(
                     "time: MR2/DMV2 {:.2f}, DMV4/MR4 {:.2f}; errors at the same steps: MR2/DMV2 {}, DMV4/MR4 {}",
                     two, four, errors("mr2-123", "dmv2"), errors("dmv4", "mr4-123")),
                 measured(two) > 1.0 / 3 && measured(two) < 1 && measured(four) > 1.0 / 3
                     && measured(four) < 1};
         },
         .close = "the sign is the claim: an advantage"},
        Claim{.id = "initial-value",
              .what = "the text starts from (1, 0, 2), the caption from (−1, 0, 2)",
              .published = "one figure for both",
              .criterion = "the momentum errors of MR2, MR4 and DMV2 at h = 1/4 agree to 1e-9: each motion "
                           "mirrors the other",
              .examine = [](Lab& lab) -> Finding {
                  const double off = lab.value("celledoni2006 initial values", [] {
                      const auto error = [](const char* m, double sign) {
                          Problem p = problem("free-543");
                          p.initial.momentum.x() *= sign;
                          const State end =
                              simulate(p, {.method = m, .steps = FixedStep{0.25}, .end = 1}).final_state;
                          return (end.momentum - free_motion(p.body, p.initial).at(1).momentum).norm();
                      };
                      double most = 0;
                      for (const char* m : {"mr2-123", "mr4-123", "dmv2"})
                          most = std::max(most, std::abs(error(m, -1) / error(m, 1) - 1));
                      return most;
                  });
                  return {fmt::format("they agree to {:.0e}", off), measured(off) < 1e-9};
              },
              .quick = true},
        Claim{
            .id = "je-fast",
            .what = "JE performs excellently beside MR and DMV: the arithmetic-geometric mean is efficient",
            .published = "excellent performance",
            .criterion =
                "JE at h = 1/4, τ sought at every step, takes less time than each of MR2, MR4, DMV2, DMV4 and DMV6 would take to "
                "an error of 1e-14, by its order from h = 1/64 on, or would need at any step where it is there already",
            .examine = [](Lab& lab) -> Finding {
                const Run je = to_one("strang(jem2-agm)", 1.0 / 4);
                double fastest = 1e300;
                std::string text = fmt::format("JE {:.1f} µs, {:.1e}; to 1e-14", 1e6 * seconds(lab, je),
                                               end_errors(lab, je).momentum);
                for (const auto& [m, order] :
                     {std::pair("mr2-123", 2), {"mr4-123", 4}, {"dmv2", 2}, {"dmv4", 4}, {"dmv6", 6}}) {
                    const Run run = to_one(m, 1.0 / 64);
                    const double takes =
                        seconds(lab, run)
                        * std::pow(std::max(1.0, end_errors(lab, run).momentum / 1e-14), 1.0 / order);
                    text += fmt::format(", {} {:.1f} µs", m, 1e6 * takes);
                    fastest = std::min(fastest, takes);
                }
                return {text
                            + fmt::format("; in the closed form of this library JE takes {:.1f} µs",
                                          1e6 * seconds(lab, to_one("sej", 1.0 / 4))),
                        measured(seconds(lab, je)) < fastest};
            }},
    };
    figure.draw = [](Lab& lab) {
        Plots plots;
        plots.charts.push_back(work_chart(lab, plots, "free-543", steps,
                                          {{"mr2-123", "MR2"},
                                           {"mr4-123", "MR4"},
                                           {"dmv2", "DMV2"},
                                           {"dmv4", "DMV4"},
                                           {"dmv6", "DMV6"},
                                           {"strang(jem2-agm)", "JE (AGM)"},
                                           {"sej", "JE (closed form)"}},
                                          ErrorOf::momentum));
        return plots;
    };
    return figure;
}

Figure section4_1() {
    return {.id = "section4.1",
            .title = "energy of the free body on [0, 400], h = 0.4",
            .claims = {
                energy_oscillates(),
                moser_veselov_energy(),
                Claim{.id = "je",
                      .what = "JE, evaluated from one τ, keeps the energy to the last bit",
                      .published = "about 1e-16",
                      .criterion = "max |H − H₀| ≤ 5e-16, every state in closed form from the initial one",
                      .examine = [](Lab& lab) -> Finding {
                          const double largest = lab.value("celledoni2006 energy of the closed form", [] {
                              const Problem& p = problem("free-543");
                              const FreeMotion motion = free_motion(p.body, p.initial);
                              double most = 0;
                              for (int n = 0; n <= 1000; ++n)
                                  most = std::max(most, std::abs(p.body.kinetic_energy(motion.at(0.4 * n))
                                                                 - p.body.kinetic_energy(p.initial)));
                              return most;
                          });
                          return {fmt::format("{:.1e}; restarted at every step {:.1e}", largest,
                                              conservation(lab, to_400("strang(jem2-agm)")).largest),
                                  measured(largest) <= 5e-16};
                      },
                      .quick = true},
            }};
}

Figure fig2() {
    Figure figure{.id = "fig2", .title = "free rigid body: time against error at t = 1", .claims = {}};
    figure.claims = {
        Claim{.id = "orders",
              .what = "JEM2 and JEM4 are of orders 2 and 4 in the attitude",
              .published = "orders 2 and 4",
              .criterion = "log₂ of the ratio of the errors at h = 1/16 and 1/32 is within 0.1",
              .examine = [](Lab& lab) -> Finding {
                  const auto order = [&](const char* m) {
                      return std::log2(end_errors(lab, to_one(m, 1.0 / 16)).attitude
                                       / end_errors(lab, to_one(m, 1.0 / 32)).attitude);
                  };
                  const double two = order("sej"), four = order("sej4");
                  return {fmt::format("{:.2f}, {:.2f}", two, four),
                          measured(std::abs(two - 2)) < 0.1 && measured(std::abs(four - 4)) < 0.1};
              },
              .quick = true},
        Claim{
            .id = "jem",
            .what = "JEM2 and JEM4 perform very well beside MR2 and MR4",
            .published = "very well",
            .criterion =
                "less time to the same attitude error, JEM2 than MR2 and JEM4 than MR4, with the elliptic functions as "
                "the paper computes them",
            .examine = [](Lab& lab) -> Finding {
                const double two = time_to_the_same_error(lab, "strang(jem2-agm)", "mr2-123", 2),
                             four = time_to_the_same_error(lab, "strang(jem4-agm)", "mr4-123", 4),
                             closed2 = time_to_the_same_error(lab, "sej", "mr2-123", 2),
                             closed4 = time_to_the_same_error(lab, "sej4", "mr4-123", 4);
                const auto errors2 = ratios(attitude_errors(lab, "mr2-123"), attitude_errors(lab, "sej")),
                           errors4 = ratios(attitude_errors(lab, "mr4-123"), attitude_errors(lab, "sej4"));
                return {
                    fmt::format(
                        "{:.1f} and {:.1f} times the time; {:.2f} and {:.2f} in the closed form of this library; at "
                        "the same step errors at least {:.0f} and {:.0f} times smaller",
                        two, four, closed2, closed4, std::ranges::min(errors2), std::ranges::min(errors4)),
                    measured(two) < 1 && measured(four) < 1,
                    measured(two) > 1.3 && measured(std::ranges::min(errors2)) > 2
                        && measured(std::ranges::min(errors4)) > 20};
            },
            .expected = Verdict::differs,
            .why =
                "At the same step they err less. But compiled, a step with the arithmetic-geometric mean, τ included, takes many "
                "times that of MR2, and JEM2's error is only five times smaller. In MATLAB, where the paper was computed, the "
                "price of a call hides that of its arithmetic, and τ was not counted."},
        Claim{
            .id = "exact-flow",
            .what = "for asymmetric bodies the exact flow is replaced by a computationally efficient "
                    "approximation (section 2)",
            .published = "a computationally efficient time-symmetric approximation",
            .criterion =
                "none: it does not say that nothing else is efficient. Shown is the exact flow beside JEM4",
            .examine = [](Lab& lab) -> Finding {
                const Run jem = to_one("sej4", 1.0 / 64), exact = to_one("se", 1.0 / 64),
                          once = to_one("se", 1);
                const double ratio = seconds(lab, once) / seconds(lab, jem);
                const Check right = measured(end_errors(lab, once).attitude) < 1e-13
                                 && measured(end_errors(lab, exact).attitude) < 1e-13;
                return {fmt::format("JEM4 {:.1f} µs for {:.1e}; exact flow {:.2f} µs in one step for {:.1e}, "
                                    "{:.1f} µs in 64",
                                    1e6 * seconds(lab, jem), end_errors(lab, jem).attitude,
                                    1e6 * seconds(lab, once), end_errors(lab, once).attitude,
                                    1e6 * seconds(lab, exact)),
                        false, right && measured(ratio) < 0.5};
            },
            .expected = Verdict::remark,
            .why =
                "It is efficient, and not needed: the attitude is elementary too once the momentum's elliptic functions are known: one more "
                "algebraic factor and one sine and cosine. A step of the exact flow takes about as long as one of JEM4, and any "
                "number of steps can be one."},
    };
    figure.draw = [](Lab& lab) {
        Plots plots;
        plots.charts.push_back(work_chart(lab, plots, "free-543", steps,
                                          {{"mr2-123", "MR2"},
                                           {"mr4-123", "MR4"},
                                           {"sej", "JEM2"},
                                           {"sej4", "JEM4"},
                                           {"strang(jem2-agm)", "JEM2 (AGM)"},
                                           {"strang(jem4-agm)", "JEM4 (AGM)"},
                                           {"se", "exact flow"}},
                                          ErrorOf::attitude));
        return plots;
    };
    return figure;
}

}  // namespace polhode::reproduce::celledoni
