/// The end of section 4.3: other orders of the rotations in MR.
#include "celledoni2006/figures.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <cmath>

namespace polhode::reproduce::celledoni {

namespace {

const std::vector<std::string> orders{"123", "132", "231", "213", "321", "312"};

double energy_error(Lab& lab, const std::string& problem, const std::string& order, double step) {
    return conservation(lab, {problem, "mr2-" + order, step, 100}).largest_relative();
}

Claim no_difference(const std::string& problem, double step, double seen_at_least) {
    return {.id = fmt::format("{}-{}", problem, step),
            .what = fmt::format("the order of the rotations in MR makes no significant difference: energy of "
                                "{}, h = {}, t ≤ 100",
                                problem, step),
            .published = "no significant differences",
            .criterion = "the largest of the six max |ΔH/H₀| is at most 3 times the smallest",
            .examine = [=](Lab& lab) -> Finding {
                std::vector<double> errors;
                for (const std::string& order : orders)
                    errors.push_back(energy_error(lab, problem, order, step));
                const double factor = std::ranges::max(errors) / std::ranges::min(errors);
                return {fmt::format("a factor of {:.0f}: {} for 123, 132, 231, 213, 321, 312", factor,
                                    list(errors)),
                        factor <= 3, factor >= seen_at_least};
            },
            .expected = Verdict::paper_is_wrong,
            .why = fmt::format(
                "On the paper's own problems the order decides over a factor of {} or more. With moments in "
                "ascending order, as here, the paper's own 1-2-3 is the best at h = 0.01 and within a factor "
                "of 6 of the best at 0.05.",
                seen_at_least),
            .quick = true};
}

}  // namespace

Figure section4_3() {
    Figure figure{.id = "section4.3", .title = "the order of the rotations in MR", .claims = {}};
    figure.claims = {
        no_difference("heavy-top-big", 0.01, 150),
        no_difference("heavy-top-big", 0.05, 1000),
        no_difference("satellite", 0.01, 250),
        no_difference("satellite", 0.05, 500),
        {.id = "trajectory",
         .what = "nor in the attitude of the large top at t = 1, h = 1/320",
         .published = "no significant differences",
         .criterion = "the largest of the six errors is at most 3 times the smallest",
         .examine = [](Lab& lab) -> Finding {
             std::vector<double> errors;
             for (const std::string& order : orders)
                 errors.push_back(end_errors(lab, {"heavy-top-big", "mr2-" + order, 1.0 / 320, 1}).attitude);
             const double factor = std::ranges::max(errors) / std::ranges::min(errors);
             return {
                 fmt::format("a factor of {:.0f}: {} for 123, 132, 231, 213, 321, 312", factor, list(errors)),
                 factor <= 3, factor >= 20};
         },
         .expected = Verdict::paper_is_wrong,
         .why = "The error constants of the six orders differ; those with the smallest moment in the "
                "middle are the worst here.",
         .quick = true},
    };
    figure.draw = [](Lab& lab) {
        const std::vector<double> steps{0.05, 0.025, 0.0125, 0.01, 0.005};
        Plots plots;
        plots.columns.push_back({"h", steps, Column::Digits::of_value});
        for (const std::string problem : {"heavy-top-big", "satellite"}) {
            Chart chart{.id = problem,
                        .title = problem,
                        .caption = "First axis outermost; both bodies have I₁ < I₂ < I₃.",
                        .x = {"step h", true},
                        .y = {"max |ΔH/H₀|, t ≤ 100", true},
                        .series = {}};
            for (const std::string& order : orders) {
                Column column{problem + order, {}, Column::Digits::of_value};
                for (const double h : steps) column.values.push_back(energy_error(lab, problem, order, h));
                chart.series.push_back(
                    {.label = order, .x = "h", .y = column.name, .style = Series::Style::marked});
                plots.columns.push_back(std::move(column));
            }
            plots.charts.push_back(std::move(chart));
        }
        return plots;
    };
    return figure;
}

}  // namespace polhode::reproduce::celledoni
