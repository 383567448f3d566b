/// Figure 6: the heavy top with moments 1, 2, 3 and ω₀ = (1, 2, 3), either of them times α.
#include "celledoni2006/figures.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace polhode::reproduce::celledoni {

namespace {

const std::vector<double> alphas{0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30, 100};

enum class Varied { velocity, moments };

/// The mean of |H − H₀| over [0, 10] with h = 0.01.
double mean_error(Lab& lab, const std::string& method, Varied varied, double alpha, double weight = 1) {
    const bool moments = varied == Varied::moments;
    return lab.value(
        fmt::format("celledoni2006 fig6 {} {} alpha={} weight={}", method, moments ? "moments" : "velocity",
                    alpha, weight),
        [&] {
            Problem top = problem("heavy-top-123");
            const Eigen::Vector3d one(1, 2, 3);
            top.body = Body::from_moments(moments ? alpha * one : one);
            top.initial.momentum = top.body.momentum(moments ? one : alpha * one);
            top.torque = core::HeavyTop{.weight_moment = weight};
            return conservation(top, {.method = method, .steps = FixedStep{0.01}, .end = 10}).mean;
        });
}

double ratio(Lab& lab, Varied varied, double alpha) {
    return mean_error(lab, "sej", varied, alpha) / mean_error(lab, "mr2-123", varied, alpha);
}

Claim better_when_large(const std::string& id, const std::string& what, Varied varied, double at_10) {
    return {.id = id,
            .what = what,
            .published = "SEJ smaller than MR",
            .criterion = fmt::format(
                "mean |H − H₀| of SEJ is below {} of MR's at α = 10, and smaller still at α = 100", at_10),
            .examine = [=](Lab& lab) -> Finding {
                const double ten = ratio(lab, varied, 10), hundred = ratio(lab, varied, 100);
                return {fmt::format("SEJ/MR {:.1e} at 10, {:.1e} at 100", ten, hundred),
                        measured(ten) < at_10 && measured(hundred) < ten};
            },
            .quick = true};
}

Claim no_better_when_small(const std::string& id, const std::string& what, Varied varied) {
    return {.id = id,
            .what = what,
            .published = "smaller in some cases",
            .criterion = "mean |H − H₀| of SEJ is at least 0.7 of MR's for α = 0.01, 0.03, 0.1, 0.3, 1",
            .examine = [=](Lab& lab) -> Finding {
                std::vector<double> seen;
                for (const double alpha : alphas)
                    if (alpha <= 1) seen.push_back(ratio(lab, varied, alpha));
                return {"SEJ/MR " + list(seen, "{:.2f}"), measured(std::ranges::min(seen)) >= 0.7};
            },
            .quick = true};
}

}  // namespace

Figure fig6() {
    Figure figure{
        .id = "fig6", .title = "heavy top on [0, 10], h = 0.01: mean energy error against α", .claims = {}};
    figure.claims = {
        better_when_large("fast",
                          "(a) SEJ keeps the energy better than MR when the angular velocity is large",
                          Varied::velocity, 0.05),
        no_better_when_small("slow", "(a) not when it is small", Varied::velocity),
        better_when_large("heavy",
                          "(b) SEJ keeps the energy better than MR when the moments of inertia are large",
                          Varied::moments, 0.3),
        no_better_when_small("light", "(b) not when they are small", Varied::moments),
        {.id = "relative",
         .what = "this happens especially where the moments of inertia are of large size (section 5)",
         .published = "moments of large size",
         .criterion =
             "none beyond that of (b), which fixes the weight. Shown is the ratio SEJ/MR when the moments and the weight "
             "both grow 1000-fold",
         .examine = [](Lab& lab) -> Finding {
             const auto at = [&](double scale) {
                 return mean_error(lab, "sej", Varied::moments, scale, scale)
                      / mean_error(lab, "mr2-123", Varied::moments, scale, scale);
             };
             const double small = at(1), large = at(1000);
             return {fmt::format("{:.3f} and {:.3f}", small, large), false,
                     measured(std::abs(large / small - 1)) < 1e-6};
         },
         .expected = Verdict::remark,
         .why =
             "True where the weight is fixed. Both together are a change of units, and nothing changes: what counts is the "
             "torque relative to the kinetic energy, as section 4.2 says itself.",
         .quick = true},
    };
    figure.draw = [](Lab& lab) {
        Plots plots;
        plots.columns.push_back({"alpha", alphas, Column::Digits::of_value});
        for (const Varied varied : {Varied::velocity, Varied::moments}) {
            const bool moments = varied == Varied::moments;
            Chart chart{.id = moments ? "moments" : "velocity",
                        .title = moments ? "(b) moments α(1, 2, 3)" : "(a) angular velocity α(1, 2, 3)",
                        .caption = "Mean of |H − H₀| over 1000 steps.",
                        .x = {"α", true},
                        .y = {"mean |H − H₀|", true},
                        .series = {}};
            for (const Named& m : {Named{"mr2-123", "MR"}, Named{"sej", "SEJ"}, Named{"se", "exact flow"}}) {
                Column column{chart.id + m.method, {}, Column::Digits::of_value};
                for (const double alpha : alphas)
                    column.values.push_back(mean_error(lab, m.method, varied, alpha));
                chart.series.push_back(
                    {.label = m.label, .x = "alpha", .y = column.name, .style = Series::Style::marked});
                plots.columns.push_back(std::move(column));
            }
            plots.charts.push_back(std::move(chart));
        }
        return plots;
    };
    return figure;
}

}  // namespace polhode::reproduce::celledoni
