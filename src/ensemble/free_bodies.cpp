#include "ensemble/free_bodies.hpp"

#include "advise/yardstick.hpp"
#include "polhode/mechanics/attitude_distance.hpp"

#include <algorithm>
#include <cmath>

namespace polhode {
namespace {

struct SeenAt {
    double time;
    std::vector<core::State<double>> states;  ///< of all bodies
};

/// How far what was seen of a body is from where it is.
Expected<double> largest_error(const Problem& problem, const core::State<double>& start, double end,
                               const std::vector<SeenAt>& seen, std::size_t k,
                               const std::function<bool()>& go_on) {
    Walker truth(method("se"), problem, start, end, go_on);
    long double unit = norm(start.momentum), angle = 0, momentum = 0;
    for (const auto& [time, states] : seen) {
        const auto there = truth.at(time);
        if (!there) return there.error();
        const core::State<long double> body = precise(states[k]);
        angle = std::max(angle, attitude_angle(body.attitude, (*there)->attitude));
        momentum = std::max(momentum, norm(body.momentum - (*there)->momentum));
        unit = std::max(unit, norm((*there)->momentum));
    }
    return static_cast<double>(std::max(angle, unit > 0 ? momentum / unit : momentum));
}

}  // namespace

Expected<std::vector<double>> errors_of_free_bodies(const Problem& problem, const Ensemble& bodies,
                                                    const EqualRun& run, double end, int threads,
                                                    Target target, const std::function<bool()>& go_on) {
    constexpr long looks = 64;
    Ensemble moved = bodies;
    auto integrator = PairedEnsembles(problem, end, threads, target, go_on).integrator_of(moved, run);
    if (!integrator) return integrator.error();
    std::vector<SeenAt> seen;
    while (integrator->steps() < run.steps) {
        if (go_on && !go_on()) return run_error("stopped on the way");
        integrator->advance(std::min(std::max(1L, run.steps / looks), run.steps - integrator->steps()));
        SeenAt& now =
            seen.emplace_back(SeenAt{integrator->steps() == run.steps ? end : integrator->time(), {}});
        for (std::size_t k = 0; k < moved.count(); ++k) now.states.push_back(moved.principal_state(k));
    }
    std::vector<double> errors(bodies.count(), INFINITY);
    std::vector<bool> failed(bodies.count());
    for (const BodyFailure& f : integrator->failures()) failed[f.body] = true;
    for (std::size_t k = 0; k < bodies.count(); ++k) {
        if (failed[k]) continue;
        const Problem one{.body = bodies.body(k), .impulses = problem.impulses};
        const Expected<double> error = largest_error(one, bodies.principal_state(k), end, seen, k, go_on);
        if (!error) return error.error();
        errors[k] = *error;
    }
    return errors;
}

}  // namespace polhode
