#include "ensemble/paired_ensembles.hpp"

#include "advise/beside.hpp"
#include "polhode/mechanics/attitude_angle.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
double PairedErrors::worst() const { return *std::ranges::max_element(of_bodies); }

PairedEnsembles::PairedEnsembles(const Problem& problem, double end, int threads, Target target,
                                 const std::function<bool()>& go_on)
    : problem_(problem), end_(end), threads_(threads), target_(target), go_on_(go_on) {}

Expected<EnsembleIntegrator> PairedEnsembles::integrator_of(Ensemble& bodies, const EqualRun& run) const {
    return EnsembleIntegrator::try_make(bodies, {.method = run.method,
                                                 .step = end_ / static_cast<double>(run.steps),
                                                 .threads = threads_,
                                                 .target = target_,
                                                 .control = problem_.control,
                                                 .wheels = problem_.wheels,
                                                 .impulses = problem_.impulses,
                                                 .steps = run.steps});
}

Expected<bool> PairedEnsembles::begins(const Ensemble& bodies, const EqualRun& run) const {
    Ensemble moved = bodies;
    auto integrator = integrator_of(moved, run);
    if (!integrator) return integrator.error();
    integrator->advance(1);
    return integrator->failures().empty();
}

Expected<PairedErrors> PairedEnsembles::measure(const Ensemble& bodies, const EqualRun& run,
                                                const EqualRun& check, long looks, double hopeless) const {
    Ensemble a = bodies, b = bodies;
    for (std::size_t k = 0; k < b.count(); ++k)
        b.set_principal_state(k, start_beside(b.principal_state(k), 0x1p-53));
    auto first = integrator_of(a, run), second = integrator_of(b, check);
    if (!first) return first.error();
    if (!second) return second.error();
    const std::size_t count = bodies.count();
    std::vector<double> angle(count), apart(count), momentum(count);
    for (std::size_t k = 0; k < count; ++k) momentum[k] = norm(bodies.principal_state(k).momentum);
    const auto error = [&](std::size_t k) {
        return error_of_formula_per_difference
             * std::max(angle[k], apart[k] > 0 ? apart[k] / momentum[k] : 0);
    };
    PairedErrors errors;
    for (long look = 0; look < looks; ++look) {
        if (go_on_ && !go_on_()) return run_error("stopped on the way");
        first->advance(run.steps / looks);
        if (look == 0)
            errors.refused =
                std::ranges::any_of(first->failures(), [](const BodyFailure& f) { return f.step == 1; });
        if (errors.refused) break;
        second->advance(check.steps / looks);
        double worst = 0;
        for (std::size_t k = 0; k < count; ++k) {
            const core::State<double> p = a.principal_state(k), q = b.principal_state(k);
            angle[k] = std::max(angle[k], core::attitude_angle(p.attitude, q.attitude));
            apart[k] = std::max(apart[k], norm(p.momentum - q.momentum));
            momentum[k] = std::max(momentum[k], norm(q.momentum));
            worst = std::max(worst, error(k));
        }
        if (worst > hopeless) break;
    }
    for (std::size_t k = 0; k < count; ++k) errors.of_bodies.push_back(error(k));
    for (const auto* made : {&*first, &*second})
        for (const BodyFailure& f : made->failures()) errors.of_bodies[f.body] = INFINITY;
    return errors;
}

}  // namespace polhode
