#include "polhode/integrator.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "simulate/failure.hpp"
#include "simulate/starting_state.hpp"

namespace polhode {

Integrator::Integrator(std::string_view name, const Body& body, const Torque& torque)
    : Integrator(method(name), body, torque) {}
Integrator::Integrator(const Method& method, const Body& body, const Torque& torque)
    : body_(body),
      stepper_(method.on_double(body, torque)),
      kernel_state_(std::make_unique<core::State<double>>()) {}
Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

void Integrator::step(State& state, double t, double h) {
    const core::Quaternion<double> principal = core::from_eigen(body_.principal_axes());
    // between two of our own steps the kernel's state goes on as it is, without the rounding of a change of
    // axes
    const bool continues =
        last_ && last_->attitude.coeffs() == state.attitude.coeffs() && last_->momentum == state.momentum;
    const core::State<double> before = continues ? *kernel_state_ : starting_state(state, body_).or_throw();
    core::State<double> after = before;
    const core::Status status = stepper_->step(after, t, h);
    if (!status.ok() || !is_finite(after.momentum))
        step_failure(status, *stepper_, before, after, t, h).raise();
    state = core::from_principal(after, principal);
    last_ = state;
    *kernel_state_ = after;
}

std::optional<double> Integrator::energy(const State& state, double t) const {
    return stepper_->invariants(core::to_principal(state, core::from_eigen(body_.principal_axes())), t)
        .energy;
}

long Integrator::torque_evaluations() const { return stepper_->torque_evaluations(); }
long Integrator::missed_projections() const { return stepper_->missed_projections(); }

}  // namespace polhode
