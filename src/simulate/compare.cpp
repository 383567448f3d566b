#include "polhode/simulate/compare.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/error.hpp"
#include "polhode/mechanics/attitude_distance.hpp"
#include "polhode/scalar/exponential.hpp"
#include "polhode/simulate/simulate.hpp"
#include "threads/in_parallel.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <cmath>

namespace polhode {

const ReferenceState* stored_reference(const Problem& problem, double time) {
    for (const ReferenceState& r : problem.references)
        if (std::abs(r.time - time) <= 1e-12 * std::abs(time)) return &r;
    return nullptr;
}

ReferenceState reference_at(const Problem& problem, double time) {
    const ReferenceState* stored = stored_reference(problem, time);
    return stored ? *stored : computed_reference(problem, time);
}

namespace {

double momentum_distance(const State& a, const State& b) { return (a.momentum - b.momentum).norm(); }

/// A choice of methods of different kinds: often used ones, an implicit one, one that keeps the energy,
/// one of fourth order. For a free body it leaves out the splittings over the exact drift, which have no
/// error to compare.
std::vector<std::string> default_methods(const Problem& problem) {
    if (is_free(problem))
        return {"liemid", "trapm", "vexp", "dmv2", "akw", "mr2-auto", "rkmk-rk4", "rkmk-gauss4"};
    return {"liemid-ea", "liemid-i", "vexp", "dmv2", "akw", "se", "rkmk-rk4", "se4-rkn"};
}

std::vector<std::string> methods_of(const ComparePlan& plan, const Problem& problem) {
    if (!plan.methods.empty()) return plan.methods;
    std::vector<std::string> names = default_methods(problem);
    if (plan.usual_method.empty()) return names;
    const std::string first(method(plan.usual_method).sheet.name);
    std::erase(names, first);
    names.insert(names.begin(), first);
    return names;
}

std::vector<double> steps_around(double usual_step) {
    std::vector<double> steps;
    for (const double factor : {16.0, 8.0, 4.0, 2.0, 1.0, 0.5, 0.25}) steps.push_back(factor * usual_step);
    return steps;
}

/// A short run is repeated until it has taken this long in all, and its least time counts.
constexpr double least_seconds = 0.02;
constexpr int most_repeats = 50;

CompareCell run_cell(const Problem& problem, const std::string& method, double end, double step,
                     const State& reference) {
    CompareCell cell;
    cell.step = step;
    const Plan plan{.method = method, .steps = FixedStep{step}, .end = end, .balance = false};
    double total = 0, least = 1e300;
    for (int repeat = 0; repeat < most_repeats && total < least_seconds; ++repeat) {
        const Expected<Result> result = try_simulate(problem, plan);
        if (!result) {
            cell.failure = result.error().message;
            return cell;
        }
        total += result->wall_seconds;
        least = std::min(least, result->wall_seconds);
        if (repeat > 0) continue;
        cell.step = result->step;
        cell.steps = result->steps;
        cell.error_attitude = attitude_distance(result->final_state, reference);
        cell.error_momentum = momentum_distance(result->final_state, reference);
        if (result->conservation.energy) cell.energy_error = result->conservation.energy->max_error;
        cell.torque_evaluations = result->torque_evaluations;
    }
    cell.seconds = least;
    return cell;
}

/// Least-squares slope of log(error) against log(step), over the smallest steps whose errors lie in (floor,
/// ceiling). At the smallest ones rounding may dominate: a step does not count while its error is not below
/// that of the next larger step.
template <class Error>
std::optional<double> fitted_order(const std::vector<CompareCell>& cells, double floor, double ceiling,
                                   Error error) {
    constexpr std::size_t most = 4;  // the finest levels tell the order
    std::vector<std::pair<double, double>> points;
    auto finest = cells.rbegin();
    while (finest != cells.rend() && finest + 1 != cells.rend() && error(*finest) >= error(*(finest + 1)))
        ++finest;
    for (auto cell = finest; cell != cells.rend() && points.size() < most; ++cell)
        if (cell->failure.empty() && error(*cell) > floor && error(*cell) < ceiling)
            points.emplace_back(core::logarithm(cell->step), core::logarithm(error(*cell)));
    if (points.size() < 2) return std::nullopt;
    double x = 0, y = 0, xx = 0, xy = 0;
    for (const auto& [a, b] : points) x += a, y += b;
    x /= static_cast<double>(points.size());
    y /= static_cast<double>(points.size());
    for (const auto& [a, b] : points) xx += (a - x) * (a - x), xy += (a - x) * (b - y);
    return xx > 0 ? std::optional(xy / xx) : std::nullopt;
}

struct SourcedReference {
    ReferenceState reference;
    std::string source;  ///< in words
};

SourcedReference reference_for(const Problem& problem, double end, double usual_step) {
    if (const ReferenceState* stored = stored_reference(problem, end))
        return {*stored, fmt::format("stored end state, known to {:.0e}", stored->agreement)};
    const ReferenceState computed = computed_reference(problem, end, usual_step);
    return {computed, fmt::format("computed with rkmk-gauss6 at halved steps until two agreed to {:.0e}",
                                  computed.agreement)};
}

}  // namespace

ReferenceState computed_reference(const Problem& problem, double end, std::optional<double> usual_step) {
    constexpr double wanted = 1e-11;
    constexpr int most_halvings = 14;
    std::optional<State> coarse;
    double agreement = 1;
    double step = 4 * usual_step.value_or(problem.defaults.step);
    for (int halving = 0; halving < most_halvings; ++halving, step /= 2) {
        const Expected<Result> run = try_simulate(
            problem, {.method = "rkmk-gauss6", .steps = FixedStep{step}, .end = end, .balance = false});
        if (!run) {
            if (run.error().kind == Error::Kind::input) run.error().raise();
            coarse.reset();  // the step was too large
            continue;
        }
        const State& fine = run->final_state;
        if (coarse) {
            const double size = fine.momentum.norm();
            agreement = std::max(attitude_distance(fine, *coarse),
                                 momentum_distance(fine, *coarse) / (size > 0 ? size : 1));
            if (agreement <= wanted) return {end, fine, agreement};
        }
        coarse = fine;
    }
    throw RunError(
        fmt::format("no reference for {} at t = {}: two runs at halved steps still differ by {:.1e}; the "
                    "motion may be chaotic over so long a time",
                    problem.name, end, agreement));
}

Comparison compare(const Problem& problem, const ComparePlan& plan,
                   const std::function<bool(long, long)>& progress) {
    Comparison comparison;
    comparison.problem = problem.name;
    comparison.end = plan.end.value_or(problem.defaults.end);
    const double usual_step = plan.usual_step.value_or(problem.defaults.step);
    if (!std::isfinite(comparison.end) || comparison.end <= 0)
        throw InputError(fmt::format("end is {}, expected a finite number > 0", comparison.end));
    std::vector<double> steps = plan.steps.empty() ? steps_around(usual_step) : plan.steps;
    for (const double step : steps)
        if (!std::isfinite(step) || step <= 0)
            throw InputError(fmt::format("step is {}, expected a finite number > 0", step));
    std::ranges::sort(steps, std::greater<>{});
    for (const std::string& name : methods_of(plan, problem)) {
        const Method& m = method(name);
        if (const auto refused = refusal(m.sheet, problem.torque)) refused->raise();
        comparison.rows.push_back(
            {std::string(m.sheet.name), std::vector<CompareCell>(steps.size()), {}, {}});
    }

    auto [reference, source] = reference_for(problem, comparison.end, usual_step);
    comparison.reference_source = std::move(source);
    comparison.reference = reference.state;
    comparison.reference_error = reference.agreement;

    // runs are handed out one by one, the cheap ones of every method first, so that the last ones overlap
    const long total = static_cast<long>(comparison.rows.size() * steps.size());
    const auto rows = static_cast<long>(comparison.rows.size());
    comparison.complete = in_parallel(
        total, plan.threads,
        [&](long i) {
            CompareRow& row = comparison.rows[static_cast<std::size_t>(i % rows)];
            const auto level = static_cast<std::size_t>(i / rows);
            row.cells[level] =
                run_cell(problem, row.method, comparison.end, steps[level], comparison.reference);
        },
        progress);
    if (!comparison.complete)
        for (CompareRow& row : comparison.rows)
            for (CompareCell& cell : row.cells)
                if (cell.steps == 0 && cell.failure.empty())
                    cell.failure = "not run: the comparison was stopped";

    const double momentum = std::max(reference.state.momentum.norm(), 1e-300),
                 floor = 20 * reference.agreement;
    for (CompareRow& row : comparison.rows) {
        row.order_attitude = fitted_order(row.cells, std::max(floor, 3e-12), 0.1,
                                          [](const CompareCell& c) { return c.error_attitude; });
        row.order_momentum = fitted_order(row.cells, std::max(floor, 3e-12) * momentum, 0.1 * momentum,
                                          [](const CompareCell& c) { return c.error_momentum; });
    }
    return comparison;
}

}  // namespace polhode
