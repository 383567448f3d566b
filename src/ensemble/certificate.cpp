#include "ensemble/certificate.hpp"

#include "ensemble/one_body.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace polhode {
namespace {

constexpr std::size_t most_bodies = 8;
constexpr long most_steps = 1000;

/// The larger of the two; nothing if one of them is unknown.
void widen(std::optional<double>& worst, const std::optional<double>& next, bool first) {
    if (first)
        worst = next;
    else if (worst)
        worst = next ? std::optional(std::max(*worst, *next)) : std::nullopt;
}

using Trends = std::vector<Conservation::Trend>;

std::optional<Conservation::Trend> joined(const Trends& trends) {
    if (trends.empty()) return std::nullopt;
    const auto n = static_cast<double>(trends.size());
    Conservation::Trend all{};
    for (const Conservation::Trend& d : trends) {
        all.max_error = std::max(all.max_error, d.max_error);
        all.mean_error += d.mean_error / n;
        all.error_slope += d.error_slope / n;
    }
    if (trends.size() < 2) {
        all.slope_uncertainty = trends[0].slope_uncertainty;
        return all;
    }
    double squares = 0;
    for (const Conservation::Trend& d : trends) squares += std::pow(d.error_slope - all.error_slope, 2);
    all.slope_uncertainty = std::sqrt(squares / (n - 1) / n);
    return all;
}

}  // namespace

Expected<EnsembleCertificate> certify_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                               const std::function<bool()>& go_on) {
    const auto bodies = try_draw_ensemble(setup, {0, std::min(most_bodies, setup.count)}, 1);
    if (!bodies) return bodies.error();
    const long steps = std::min(plan.steps, most_steps);
    const Plan single{.method = plan.stepping.method,
                      .steps = StepCount{std::max(1L, steps)},
                      .end = static_cast<double>(steps) * plan.stepping.step,
                      .balance = false};
    EnsembleCertificate certificate;
    certificate.worst.whole = false;
    certificate.worst.error_by = "no body was made again";
    Trends energy, momentum;
    for (std::size_t k = 0; k < bodies->count() && steps > 0 && go_on(); ++k) {
        const Problem problem = problem_of_body(setup.problem, *bodies, k);
        const Expected<Result> result = try_simulate(problem, single);
        if (!result) continue;  // failures have a place of their own in the result
        const Expected<Certificate> checked = try_certify(
            problem, single, *result, {.steps = steps, .on_progress = [&](long, long) { return go_on(); }});
        if (!checked) return checked.error();
        const Certificate& next = *checked;
        if (next.steps == 0) continue;
        const bool first = certificate.bodies++ == 0;
        Certificate& worst = certificate.worst;
        const long evaluations = worst.torque_evaluations + next.torque_evaluations;
        if (first) worst = next;
        widen(worst.error, next.error, first);
        widen(worst.round_off, next.round_off, first);
        widen(worst.reversibility_defect, next.reversibility_defect, first);
        if (!next.error) worst.error_by = next.error_by;
        worst.torque_evaluations = evaluations;
        worst.whole = next.whole && steps == plan.steps;
        if (result->conservation.energy) energy.push_back(*result->conservation.energy);
        if (result->conservation.momentum) momentum.push_back(*result->conservation.momentum);
    }
    certificate.energy = joined(energy);
    certificate.momentum = joined(momentum);
    return certificate;
}

std::optional<FirstPart> first_part_of_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan) {
    constexpr std::size_t few = 3;
    if (plan.steps == 0) return std::nullopt;
    const auto bodies = try_draw_ensemble(setup, {0, std::min(few, setup.count)}, 1);
    if (!bodies) return std::nullopt;
    const Plan single{.method = plan.stepping.method,
                      .steps = StepCount{plan.steps},
                      .end = static_cast<double>(plan.steps) * plan.stepping.step,
                      .balance = false};
    std::optional<FirstPart> worst;
    for (std::size_t k = 0; k < bodies->count(); ++k) {
        const auto first = try_measure_first_part(problem_of_body(setup.problem, *bodies, k), single);
        if (first && (!worst || first->error > worst->error)) worst = *first;
    }
    return worst;
}

}  // namespace polhode
