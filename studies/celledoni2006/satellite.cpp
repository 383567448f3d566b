/// Figures 7 and 8: the satellite on [0, 400].
#include "celledoni2006/figures.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode::reproduce::celledoni {

namespace {

const std::vector<Named> methods{{"mr2-123", "MR"}, {"sej", "SEJ"}, {"sej4", "SEJ4"}};

Run to_400(const std::string& method, double step) { return {"satellite", method, step, 400}; }

/// Of MR, SEJ and SEJ4.
template <class Measure>
std::vector<double> of_all(const Measure& measure) {
    std::vector<double> out;
    for (const Named& m : methods) out.push_back(measure(m.method));
    return out;
}
std::vector<double> energies(Lab& lab, double step) {
    return of_all(
        [&](const std::string& m) { return conservation(lab, to_400(m, step)).largest_relative(); });
}
std::vector<double> distances(Lab& lab, double step) {
    return of_all([&](const std::string& m) { return distance_to_truth(lab, to_400(m, step)); });
}
std::vector<double> shared_visits(Lab& lab, double step) {
    return of_all([&](const std::string& m) { return 100 * visits_shared_with_truth(lab, to_400(m, step)); });
}

Claim better_energy(double step, const std::string& published, double times) {
    return {.id = "energy",
            .what = fmt::format("SEJ and SEJ4 keep the energy better than MR at h = {}", step),
            .published = published,
            .criterion = fmt::format("max |ΔH/H₀| at least {} times smaller than MR's", times),
            .examine = [=](Lab& lab) -> Finding {
                const auto e = energies(lab, step);
                return {fmt::format("MR, SEJ, SEJ4: {}; exact flow (se) {:.1e}", list(e),
                                    conservation(lab, to_400("se", step)).largest_relative()),
                        measured(times * std::max(e[1], e[2])) < e[0]};
            },
            .quick = true};
}

Claim energy_is_kept() {
    return {.id = "preserved",
            .what = "in the test problem of the satellite the energy is preserved",
            .published = "preserved",
            .criterion = "max |ΔH/H₀| below 1e-11 on [0, 20] in an accurate run (se8-kl, h = 0.0025)",
            .examine = [](Lab& lab) -> Finding {
                const double off = conservation(lab, {"satellite", "se8-kl", 0.0025, 20}).largest_relative();
                return {fmt::format("{:.0e}", off), measured(off) < 1e-11};
            },
            .quick = true};
}

std::function<Plots(Lab&)> draw_runs(double step) {
    return [=](Lab& lab) {
        Plots plots;
        for (const Named& m : methods) add_path_and_energy(lab, plots, to_400(m.method, step), m.label);
        return plots;
    };
}

}  // namespace

Figure fig7() {
    Figure figure{.id = "fig7", .title = "satellite on [0, 400], h = 0.1", .claims = {}};
    figure.claims = {
        energy_is_kept(),
        better_energy(0.1, "much better", 100),
        {.id = "sej4-best",
         .what = "SEJ4 gives the best results: the path of Qe₃",
         .published = "SEJ4 best",
         .criterion =
             "the largest share of the visits to 72 equal cells of the sphere in common with the true path, by at least 5 "
             "of 100, and the smallest mean distance from it",
         .examine = [](Lab& lab) -> Finding {
             const auto shared = shared_visits(lab, 0.1), d = distances(lab, 0.1);
             return {
                 fmt::format(
                     "MR, SEJ, SEJ4: {}; mean distance {} (a random angle about L: 0.77), exact flow (se) {:.2f}",
                     list(shared, "{:.0f} %"), list(d, "{:.2f}"), distance_to_truth(lab, to_400("se", 0.1))),
                 measured(shared[2]) >= 5 + std::max(shared[0], shared[1])
                     && measured(d[2]) < std::min(d[0], d[1])};
         },
         .close = "the sign is the claim"},
    };
    figure.draw = draw_runs(0.1);
    return figure;
}

Figure fig8() {
    Figure figure{.id = "fig8", .title = "satellite on [0, 400], h = 0.05", .claims = {}};
    figure.claims = {
        better_energy(0.05, "better", 10),
        {.id = "similar",
         .what = "the three methods perform similarly",
         .published = "similarly",
         .criterion =
             "each shares at least 60 % of the visits to 72 equal cells of the sphere with the true path",
         .examine = [](Lab& lab) -> Finding {
             const auto shared = shared_visits(lab, 0.05), d = distances(lab, 0.05);
             const auto first = of_all(
                 [&](const std::string& m) { return distance_to_truth(lab, {"satellite", m, 0.05, 20}); });
             return {
                 fmt::format(
                     "MR, SEJ, SEJ4: {}; mean distance {} on [0, 400], {} on [0, 20], exact flow (se) {:.2f}, {:.1e}",
                     list(shared, "{:.0f} %"), list(d, "{:.2f}"), list(first, "{:.2f}"),
                     distance_to_truth(lab, to_400("se", 0.05)),
                     distance_to_truth(lab, {"satellite", "se", 0.05, 20})),
                 measured(std::ranges::min(shared)) >= 60};
         }},
    };
    figure.draw = draw_runs(0.05);
    return figure;
}

}  // namespace polhode::reproduce::celledoni
