#include "ensemble/one_body.hpp"

namespace polhode {

Problem problem_of_body(const Problem& common, const Ensemble& bodies, std::size_t k) {
    Problem problem = common;
    problem.body = bodies.body(k);
    problem.torque = bodies.torque(k);
    problem.initial = bodies.state(k);
    return problem;
}

Expected<Problem> problem_of_body(const EnsembleSetup& setup, std::size_t k) {
    const auto drawn = try_draw_ensemble(setup, {k, k + 1}, 1);
    if (!drawn) return drawn.error();
    return problem_of_body(setup.problem, *drawn, 0);
}

}  // namespace polhode
