#include "report/energy_courses.hpp"

#include "io/envelope.hpp"
#include "polhode/simulate/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace polhode {
namespace {

constexpr double longer = 10, most_steps = 30'000;
constexpr std::size_t most_parts = 150;

struct Course {
    Envelope envelope{most_parts};
    double largest = 0;
};

Course course_of(const Problem& problem, const std::string& method, double step, double end) {
    Course out;
    std::optional<double> initial;
    Plan plan{.method = method, .steps = FixedStep{step}, .end = end};
    plan.balance = plan.conservation = false;
    const Expected<Result> made = try_simulate(problem, plan, {.on_sample = [&](const Sample& s) {
                                                   if (!s.energy) return;
                                                   if (!initial) initial = s.energy;
                                                   const double error = std::abs(*s.energy - *initial);
                                                   out.largest = std::max(out.largest, error);
                                                   if (s.time > 0)
                                                       out.envelope.add(s.time, std::array{error});
                                               }});
    // the part before a failure tells as well
    static_cast<void>(made);
    return out;
}

}  // namespace

void add_energy_courses(Plots& plots, const Problem& problem, const Comparison& comparison) {
    if (comparison.rows.empty() || comparison.rows.front().cells.empty()) return;
    const auto& cells = comparison.rows.front().cells;
    const double step = cells[cells.size() / 2].step;
    const double end = std::min(longer * comparison.end, most_steps * step);
    Chart chart{.id = "energy",
                .title = "Energy over a long time",
                .caption = fmt::format(
                    "Largest |H − H₀| in each part of the time, at the step h\u00a0=\u00a0{:.4g}, for "
                    "{:.3g} times the interval of the comparison. Below 10⁻²⁰ nothing is drawn.",
                    step, end / comparison.end),
                .x = {"time t"},
                .y = {"|H − H₀|", true},
                .series = {}};
    std::vector<Column> columns;
    double largest = 0;
    for (std::size_t i = 0; i < comparison.rows.size(); ++i) {
        const Course course = course_of(problem, comparison.rows[i].method, step, end);
        largest = std::max(largest, course.largest);
        Column time{fmt::format("energy-x{}", i), {}, Column::Digits::of_value};
        Column error{fmt::format("energy-y{}", i), {}, Column::Digits::of_value};
        for (const Envelope::Part& part : course.envelope.parts()) {
            time.values.push_back(time.values.empty() ? 0 : part.to);
            error.values.push_back(part.largest[0] > 1e-20 ? part.largest[0] : gap);
        }
        chart.series.push_back({.label = comparison.rows[i].method, .x = time.name, .y = error.name});
        columns.push_back(std::move(time));
        columns.push_back(std::move(error));
    }
    if (!(largest > 0)) return;
    plots.columns.insert(plots.columns.end(), columns.begin(), columns.end());
    plots.charts.push_back(std::move(chart));
}

}  // namespace polhode
