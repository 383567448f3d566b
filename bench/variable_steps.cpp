/// Both signs of the soft wall over a long time, at the same number of torque evaluations: equal steps,
/// reversible steps, and steps of controlled error.
///
///     build/bench/variable_steps [END]     (10000)
#include "options.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/simulate/simulate.hpp"

#include <fmt/format.h>
#include <cmath>
#include <optional>
#include <string>

using namespace polhode;
using namespace polhode::bench;

namespace {

/// The run of a family of plans, ordered by accuracy, that takes about this number of torque evaluations: to
/// ten percent, and if possible to one. In a chaotic motion their number jumps with the bound, so that
/// halving may miss it: then bounds around are tried. There may be none: a body that has lost its energy can
/// fall into the attracting wall, where no step is short enough.
template <class Family>
std::optional<Result> with_evaluations(const Problem& problem, long wanted, double low, double high,
                                       const Family& plan_of) {
    std::optional<Result> best;
    double least = 0.1, middle = 0;
    const auto too_many = [&](double bound) {
        const Result result = simulate(problem, plan_of(bound));
        const double ratio = static_cast<double>(result.torque_evaluations) / static_cast<double>(wanted);
        if (std::abs(ratio - 1) < least) {
            least = std::abs(ratio - 1);
            best = result;
        }
        return ratio > 1;
    };
    for (int halving = 0; halving < 12 && least > 0.01; ++halving) {
        middle = std::sqrt(low * high);
        (too_many(middle) ? low : high) = middle;
    }
    for (int k = -6; k <= 6 && !best; ++k) too_many(middle * std::pow(10, k / 6.0));
    return best;
}

void print(const std::string& method, const char* steps, const Result& r, double reference) {
    const Conservation::Trend& energy = *r.conservation.energy;
    print_row({code(method), steps, fmt::format("{}", r.torque_evaluations),
               fmt::format("{:.2g} to {:.2g}", r.variable ? r.variable->smallest : r.step,
                           r.variable ? r.variable->largest : r.step),
               scientific(energy.max_error), fmt::format("{:.2g}", reference / energy.max_error),
               fmt::format("{:.1e} ± {:.1e}", energy.error_slope, energy.slope_uncertainty.value_or(0))});
}

}  // namespace

int main(int count, char** arguments) {
    const Usage usage{.name = "variable_steps",
                      .what = "Equal, reversible and controlled steps over a long time, at the same work.",
                      .words = "[END]     (10000)",
                      .most_words = 1};
    return run_bench(count, arguments, usage, [](const Options& options) {
        const double end = options.number(0, "END", 10000);
        const struct {
            const char* problem;
            const char* method;
            double step;
        } cases[] = {
            {"soft-wall-repulsive", "se", 0.01},      {"soft-wall-repulsive", "se4-rkn", 0.02},
            {"soft-wall-repulsive", "se6-rkn", 0.03}, {"soft-wall", "se", 0.02},
            {"soft-wall", "se4-rkn", 0.05},           {"soft-wall", "se6-rkn", 0.1},
        };
        std::string last;
        for (const auto& c : cases) {
            if (c.problem != last) {
                last = c.problem;
                print_note(fmt::format("\n{} up to t = {}", c.problem, end));
                print_head({"method", "steps", "torques", "length", "max &#124;H − H₀&#124;", "better by",
                            "slope of H − H₀"});
            }
            const Problem& p = problem(c.problem);
            const std::string method = c.method;
            const Result reversible =
                simulate(p, {.method = method, .steps = ReversibleSteps{c.step}, .end = end});
            const long evaluations = reversible.torque_evaluations;
            const Result equal = simulate(
                p, {.method = method,
                    .steps = StepCount{evaluations / polhode::method(method).sheet.torque_evaluations},
                    .end = end});
            const auto controlled = with_evaluations(p, evaluations, 1e-14, 1e-2, [&](double error) {
                return Plan{.method = method, .steps = ErrorPerStep{error, c.step}, .end = end};
            });
            const double reference = equal.conservation.energy->max_error;
            print(method, "equal", equal, reference);
            print(method, "reversible", reversible, reference);
            if (controlled)
                print(method, "of controlled error", *controlled, reference);
            else
                print_row({code(method), "of controlled error", "none takes as few", "", "", "", ""});
        }
    });
}
