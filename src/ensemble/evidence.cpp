#include "ensemble/evidence.hpp"

#include "polhode/error.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace polhode {
namespace {

constexpr std::size_t most_bodies = 8;
constexpr long most_steps = 1000;

/// The larger one; nothing if one is not known.
void widen(std::optional<double>& worst, const std::optional<double>& next, bool first) {
    if (first)
        worst = next;
    else if (worst)
        worst = next ? std::optional(std::max(*worst, *next)) : std::nullopt;
}

using Drifts = std::vector<Certificate::Drift>;

std::optional<Certificate::Drift> joined(const Drifts& drifts) {
    if (drifts.empty()) return std::nullopt;
    const auto n = static_cast<double>(drifts.size());
    Certificate::Drift all{};
    for (const Certificate::Drift& d : drifts) {
        all.max_error = std::max(all.max_error, d.max_error);
        all.mean_error += d.mean_error / n;
        all.error_slope += d.error_slope / n;
    }
    if (drifts.size() < 2) {
        all.slope_uncertainty = drifts[0].slope_uncertainty;
        return all;
    }
    double squares = 0;
    for (const Certificate::Drift& d : drifts)
        squares += (d.error_slope - all.error_slope) * (d.error_slope - all.error_slope);
    all.slope_uncertainty = std::sqrt(squares / (n - 1) / n);
    return all;
}

}  // namespace

EnsembleEvidence certify_ensemble(const EnsembleSetup& setup, const EnsemblePlan& plan,
                                  const std::function<bool()>& go_on) {
    const Ensemble bodies = draw_ensemble(setup, {0, std::min(most_bodies, setup.count)}, 1);
    const long steps = std::min(plan.steps, most_steps);
    const Plan single{
        .method = plan.method, .steps = std::max(1L, steps), .end = static_cast<double>(steps) * plan.step};
    EnsembleEvidence evidence;
    evidence.worst.whole = false;
    evidence.worst.error_by = "no body was made again";
    Drifts energy, momentum;
    for (std::size_t k = 0; k < bodies.count() && steps > 0 && go_on(); ++k) try {
            Problem problem = setup.problem;
            problem.body = bodies.body(k);
            problem.torque = bodies.torque(k);
            problem.initial = bodies.state(k);
            problem.end = *single.end;
            const Result result = simulate(problem, single);
            const Evidence next =
                certify(problem, single, result,
                        {.steps = steps, .on_progress = [&](long, long) { return go_on(); }});
            if (next.steps == 0) continue;
            const bool first = evidence.bodies++ == 0;
            Evidence& worst = evidence.worst;
            const long evaluations = worst.torque_evaluations + next.torque_evaluations;
            if (first) worst = next;
            widen(worst.error, next.error, first);
            widen(worst.round_off, next.round_off, first);
            widen(worst.reversibility_defect, next.reversibility_defect, first);
            if (!next.error) worst.error_by = next.error_by;
            worst.torque_evaluations = evaluations;
            worst.whole = next.whole && steps == plan.steps;
            if (result.certificate.energy) energy.push_back(*result.certificate.energy);
            if (result.certificate.momentum) momentum.push_back(*result.certificate.momentum);
        } catch (const RunError&) {
            continue;  // the result lists failures separately
        }
    evidence.energy = joined(energy);
    evidence.momentum = joined(momentum);
    return evidence;
}

}  // namespace polhode
