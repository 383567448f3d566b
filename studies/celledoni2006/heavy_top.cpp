/// Figures 3, 4 and 5: the heavy top with moments 1000, 5000, 6000 and ω₀ = (10, 10, 10).
#include "celledoni2006/figures.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::celledoni {

namespace {

/// The paper does not print those of figure 3.
const std::vector<double> fig3_steps{1.0 / 20, 1.0 / 40, 1.0 / 80, 1.0 / 160, 1.0 / 320};
const std::vector<double> long_steps{0.01, 0.05, 0.1};

Run to_one(const std::string& method, double step) { return {"heavy-top-big", method, step, 1}; }
Run to_100(const std::string& method, double step) { return {"heavy-top-big", method, step, 100}; }

std::vector<double> energies(Lab& lab, const std::string& method) {
    std::vector<double> out;
    for (const double h : long_steps) out.push_back(conservation(lab, to_100(method, h)).largest);
    return out;
}
std::vector<double> distances(Lab& lab, const std::string& method) {
    std::vector<double> out;
    for (const double h : long_steps) out.push_back(distance_to_truth(lab, to_100(method, h)));
    return out;
}
std::vector<double> momenta(Lab& lab, const std::string& method) {
    std::vector<double> out;
    for (const double h : long_steps) out.push_back(conservation(lab, to_100(method, h)).momentum);
    return out;
}

Claim growing_energy() {
    return {
        .id = "energy-grows",
        .what = "with the step the amplitude of the oscillations of the energy error grows, of both methods",
        .published = "increases for h = 0.05 and h = 0.1",
        .criterion =
            "max |H − H₀| on [0, 100] at least doubles from h = 0.01 to 0.05 and from 0.05 to 0.1, of SEJ and MR",
        .examine = [](Lab& lab) -> Finding {
            const auto sej = energies(lab, "sej"), mr = energies(lab, "mr2-123");
            const auto doubles = [](const std::vector<double>& e) {
                return measured(e[1] / e[0]) > 2 && measured(e[2] / e[1]) > 2;
            };
            return {fmt::format("SEJ {}; MR {}", list(sej), list(mr)), doubles(sej) && doubles(mr)};
        },
        .quick = true};
}

std::function<Plots(Lab&)> draw_runs(const std::string& method, const std::string& label) {
    return [=](Lab& lab) {
        Plots plots;
        for (const double h : {0.1, 0.05, 0.01}) add_path_and_energy(lab, plots, to_100(method, h), label);
        return plots;
    };
}

}  // namespace

Figure fig3() {
    Figure figure{.id = "fig3", .title = "heavy top: time against error at t = 1", .claims = {}};
    figure.claims = {
        Claim{
            .id = "order",
            .what = "MR, SEJ and SEJ4 have order 2",
            .published = "all the methods have order 2",
            .criterion = "log₂ of the ratio of the momentum errors at h = 1/160 and 1/320 is within 0.1 of 2",
            .examine = [](Lab& lab) -> Finding {
                std::vector<double> orders;
                for (const char* m : {"mr2-123", "sej", "sej4"})
                    orders.push_back(std::log2(end_errors(lab, to_one(m, 1.0 / 160)).momentum
                                               / end_errors(lab, to_one(m, 1.0 / 320)).momentum));
                const double attitude = std::log2(end_errors(lab, to_one("sej4", 1.0 / 160)).attitude
                                                  / end_errors(lab, to_one("sej4", 1.0 / 320)).attitude);
                return {
                    fmt::format("{}; the attitude of SEJ4 still converges as {:.1f}, the torque is so weak",
                                list(orders, "{:.2f}"), attitude),
                    measured(std::max(std::ranges::max(orders) - 2, 2 - std::ranges::min(orders))) <= 0.1};
            },
            .quick = true},
        Claim{
            .id = "sej4-best",
            .what = "the advantage of SEJ4 is quite clear",
            .published = "quite clear",
            .criterion =
                "MR takes at least 1.2 times as long to the attitude error that SEJ4 has at h = 1/80, its elliptic functions "
                "by the arithmetic-geometric mean; MR's time by its order 2",
            .examine = [](Lab& lab) -> Finding {
                const Run mr = to_one("mr2-123", 1.0 / 320);
                const auto ratio = [&](const std::string& m) {
                    const Run run = to_one(m, 1.0 / 80);
                    return seconds(lab, mr)
                         * std::sqrt(end_errors(lab, mr).attitude / end_errors(lab, run).attitude)
                         / seconds(lab, run);
                };
                const double agm = ratio("strang(jem4-agm)");
                return {
                    fmt::format(
                        "{:.1f} times as long; {:.0f} times with SEJ4 in closed form; attitude errors at h = 1/80: MR "
                        "{:.1e}, SEJ {:.1e}, SEJ4 {:.1e}, exact flow (se) {:.1e}",
                        agm, ratio("sej4"), end_errors(lab, to_one("mr2-123", 1.0 / 80)).attitude,
                        end_errors(lab, to_one("sej", 1.0 / 80)).attitude,
                        end_errors(lab, to_one("sej4", 1.0 / 80)).attitude,
                        end_errors(lab, to_one("se", 1.0 / 80)).attitude),
                    measured(agm) >= 1.2};
            }},
        Claim{
            .id = "mr-like-sej",
            .what = "MR and SEJ perform similarly",
            .published = "similarly",
            .criterion =
                "attitude errors within a factor of 5 of each other at every step: the error of the figure is that of the "
                "attitude, beside which SEJ's of the momentum cannot be seen",
            .examine = [](Lab& lab) -> Finding {
                std::vector<double> attitude, momentum;
                for (const double h : fig3_steps) {
                    const EndErrors mr = end_errors(lab, to_one("mr2-123", h)),
                                    sej = end_errors(lab, to_one("sej", h));
                    attitude.push_back(mr.attitude / sej.attitude);
                    momentum.push_back(mr.momentum / sej.momentum);
                }
                return {
                    "MR/SEJ " + list(attitude, "{:.1f}") + "; in the momentum " + list(momentum, "{:.0e}"),
                    measured(std::ranges::min(attitude)) > 0.2 && measured(std::ranges::max(attitude)) < 5};
            },
            .quick = true},
        Claim{.id = "own-formulation",
              .what = "SEJ and SEJ4 with the elliptic functions as in section 3",
              .published = "E, G, τ by the arithmetic-geometric mean",
              .criterion = "errors at h = 1/80 agree with those of this library's closed form to 1e-6",
              .examine = [](Lab& lab) -> Finding {
                  const auto off = [&](const char* a, const char* b) {
                      return std::abs(end_errors(lab, to_one(a, 1.0 / 80)).attitude
                                          / end_errors(lab, to_one(b, 1.0 / 80)).attitude
                                      - 1);
                  };
                  const double two = off("strang(jem2-agm)", "sej"), four = off("strang(jem4-agm)", "sej4");
                  return {fmt::format("{:.1e}, {:.1e}", two, four), measured(std::max(two, four)) < 1e-6};
              },
              .quick = true},
    };
    figure.draw = [](Lab& lab) {
        Plots plots;
        const std::vector<Named> methods{{"mr2-123", "MR"},
                                         {"sej", "SEJ"},
                                         {"sej4", "SEJ4"},
                                         {"strang(jem2-agm)", "SEJ (AGM)"},
                                         {"strang(jem4-agm)", "SEJ4 (AGM)"},
                                         {"se", "exact flow"}};
        plots.charts.push_back(
            work_chart(lab, plots, "heavy-top-big", fig3_steps, methods, ErrorOf::attitude));
        plots.charts.push_back(
            work_chart(lab, plots, "heavy-top-big", fig3_steps, methods, ErrorOf::momentum));
        return plots;
    };
    return figure;
}

Figure fig4() {
    Figure figure{.id = "fig4", .title = "heavy top on [0, 100], SEJ", .claims = {}};
    figure.claims = {
        growing_energy(),
        Claim{
            .id = "same-character",
            .what = "SEJ's path of the centre of mass maintains the same character at h = 0.01, 0.05 and 0.1",
            .published = "same character",
            .criterion =
                "at least 60 % of the visits to 72 equal cells of the sphere are those of the true path (MR's path at h = 0.1, which "
                "the paper calls different, shares about half with its own at 0.01)",
            .examine = [](Lab& lab) -> Finding {
                std::vector<double> shared;
                for (const double h : long_steps)
                    shared.push_back(100 * visits_shared_with_truth(lab, to_100("sej", h)));
                return {
                    fmt::format(
                        "{}; as a motion it is lost: mean distance from the true place {}, exact flow (se) {}; momentum "
                        "about the vertical lost {} of |L|",
                        list(shared, "{:.0f} %"), list(distances(lab, "sej"), "{:.2f}"),
                        list(distances(lab, "se")), list(momenta(lab, "sej"))),
                    measured(std::ranges::min(shared)) >= 60};
            }},
        {.id = "benefits-greatly",
         .what =
             "the overall numerical solution benefits greatly from the very accurate solution of the Euler equations",
         .published = "benefits greatly",
         .criterion = "none: “greatly” is no number. Shown are energy and path at h = 0.01",
         .examine = [](Lab& lab) -> Finding {
             const auto off = [&](const char* m) { return distance_to_truth(lab, to_100(m, 0.01)); };
             const auto energy = [&](const char* m) { return conservation(lab, to_100(m, 0.01)).largest; };
             const double nearer = off("mr2-123") / off("sej"), better = energy("mr2-123") / energy("sej");
             return {
                 fmt::format(
                     "energy error of SEJ {:.0f} times smaller than MR's, path {:.1f} times nearer; DMV2, without that "
                     "solution: energy error {:.1f} times SEJ's, path off by {:.2f}; SEJ4's path off by {:.1e}",
                     better, nearer, energy("dmv2") / energy("sej"), off("dmv2"), off("sej4")),
                 false,
                 measured(better) > 1000 && measured(nearer) > 1.3 && measured(nearer) < 10
                     && measured(energy("dmv2")) < 10 * energy("sej")};
         },
         .expected = Verdict::remark,
         .why =
             "The energy does, the path by a factor of two. The torque is 1e-6 of the kinetic energy, so the energy error is "
             "small for every method that keeps the kinetic energy: DMV2 has nearly that of SEJ. What the path benefits from "
             "is an accurate attitude."},
    };
    figure.draw = draw_runs("sej", "SEJ");
    return figure;
}

Figure fig5() {
    Figure figure{.id = "fig5", .title = "heavy top on [0, 100], MR, and SEJ beside it", .claims = {}};
    figure.claims = {
        Claim{.id = "distance",
              .what = "at h = 0.01 the paths of SEJ and MR are close",
              .published = "mean |u_SEJ − u_MR| = O(1e-1)",
              .criterion = "between 10^-1.5 and 10^-0.5",
              .examine = [](Lab& lab) -> Finding {
                  const double distance = lab.value("celledoni2006 SEJ to MR", [] {
                      return mean_distance(path(to_100("sej", 0.01)), path(to_100("mr2-123", 0.01)));
                  });
                  return {fmt::format("{:.2f}", distance),
                          measured(0.0316) < distance && measured(distance) < 0.316};
              },
              .close = "the ends are those of the printed power of ten",
              .quick = true},
        Claim{.id = "factor",
              .what = "at h = 0.01 the energy error of SEJ is a factor 1e-4 smaller than MR's",
              .published = "1e-4",
              .criterion = "the ratio of max |H − H₀| is within a factor of 3",
              .examine = [](Lab& lab) -> Finding {
                  const double ratio = energies(lab, "sej")[0] / energies(lab, "mr2-123")[0];
                  return {fmt::format("{:.1e}", ratio), measured(1e-4 / 3) < ratio && measured(ratio) < 3e-4};
              },
              .quick = true},
        Claim{.id = "consistently",
              .what = "SEJ has a much smaller energy error than MR at every step",
              .published = "consistently much smaller",
              .criterion = "at least 1000 times smaller for h = 0.01, 0.05 and 0.1",
              .examine = [](Lab& lab) -> Finding {
                  const auto sej = energies(lab, "sej"), mr = energies(lab, "mr2-123");
                  std::vector<double> ratio;
                  for (std::size_t i = 0; i < sej.size(); ++i) ratio.push_back(sej[i] / mr[i]);
                  return {list(ratio), measured(std::ranges::max(ratio)) < 1e-3};
              },
              .quick = true},
        Claim{
            .id = "another-path",
            .what = "MR's path at h = 0.1 is different from the one at h = 0.01",
            .published = "different",
            .criterion =
                "they share less than 0.8 of the visits to 72 equal cells of the sphere that those at h = 0.05 and 0.01 "
                "share",
            .examine = [](Lab& lab) -> Finding {
                const Values v = lab.values("celledoni2006 MR against MR", []() -> Values {
                    const Path fine = path(to_100("mr2-123", 0.01));
                    return {common_visits(path(to_100("mr2-123", 0.1)), fine),
                            common_visits(path(to_100("mr2-123", 0.05)), fine)};
                });
                return {fmt::format("{:.0f} % and {:.0f} %", 100 * v[0], 100 * v[1]),
                        measured(v[0]) < 0.8 * v[1]};
            },
            .quick = true},
    };
    figure.draw = draw_runs("mr2-123", "MR");
    return figure;
}

}  // namespace polhode::reproduce::celledoni
