#include "motion.hpp"

#include "polhode/error.hpp"
#include "polhode/mechanics/eigen.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

namespace polhode::python {
namespace {

/// A step within which a polynomial is trusted to follow the body, in radians: that of the library's own samples.
constexpr double longest_interpolated = 0.25;

/// What makes a step of any length from the start of one of the run's. A method that needs its past is replaced by one
/// of high order.
Method stepper_for(const Method& run, bool own_steps) {
    Method any = run.sheet.self_starting() ? run : method("se8-kl");
    if (own_steps && run.automatic) any.on_double = run.automatic;
    return any;
}

}  // namespace

Motion::Motion(const Problem& problem, const Method& method, bool own_steps,
               std::shared_ptr<const MadeSteps> steps)
    : body_(problem.body),
      free_(is_free(problem)),
      method_(stepper_for(method, own_steps)),
      steps_(std::move(steps)),
      stepper_(method_, problem.body, problem.torque),
      principal_(core::from_eigen(problem.body.principal_axes())) {
    if (!own_steps && breakpoints(problem.torque, {first(), last()}, method.sheet.order_attitude).empty())
        dense_.emplace(problem.body, problem.torque, dense_order(method.sheet));
}

void Motion::enter(std::size_t step) {
    if (entered_ == step) return;
    entered_.reset();
    curve_.reset();
    if (dense_) {
        const core::State<double> before = core::to_principal(steps_->states[step], principal_),
                                  after = core::to_principal(steps_->states[step + 1], principal_);
        const double from = steps_->times[step], to = steps_->times[step + 1];
        const double rate = dense_->natural_rate(from, before).or_throw();
        if (rate * (to - from) <= longest_interpolated) {
            const core::DenseStep<double> curve = dense_->between(from, before, to, after).or_throw();
            if (free_ || curve.is_good()) curve_ = curve;
        }
    }
    entered_ = step;
}

State Motion::at(double t) {
    if (!(t >= first() && t <= last())) throw InputError("sol: expected a time within the run");
    const auto& [times, states] = *steps_;
    const auto after = std::upper_bound(times.begin(), times.end(), t);
    const auto step = static_cast<std::size_t>(after - times.begin()) - 1;
    if (times[step] == t || step + 1 == times.size()) return states[step];
    enter(step);
    if (curve_)
        return core::from_principal(curve_->at((t - times[step]) / (times[step + 1] - times[step])),
                                    principal_);
    State state = states[step];
    stepper_.step(state, times[step], t - times[step]);
    return state;
}

double Motion::energy(const State& state, double t) const {
    const auto energy = stepper_.energy(state, t);
    return energy ? *energy : body_.kinetic_energy(state, t);
}

}  // namespace polhode::python
