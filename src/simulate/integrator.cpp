#include "polhode/integrator.hpp"

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/eigen.hpp"
#include "polhode/simulate/resolve.hpp"
#include "simulate/failure.hpp"
#include "simulate/starting_state.hpp"

#include <fmt/format.h>
#include <cmath>
#include <ostream>

namespace polhode {

Integrator::Integrator(std::string_view name, const Body& body, const Torque& torque, const State& start,
                       double time)
    : Integrator(method(name), body, torque, start, time) {}
Integrator::Integrator(const Method& method, const Body& body, const Torque& torque, const State& start,
                       double time)
    : method_(method.sheet.name),
      body_(body),
      stepper_(method.on_double(body, torque)),
      kernel_state_(std::make_unique<core::State<double>>()),
      state_(start),
      time_(time),
      since_(time) {}
Integrator::~Integrator() = default;
Integrator::Integrator(Integrator&&) noexcept = default;
Integrator& Integrator::operator=(Integrator&&) noexcept = default;

void Integrator::advance(double h, long steps) {
    if (steps < 0) throw InputError(fmt::format("steps: {}, expected none or more", steps));
    for (long n = 0; n < steps; ++n) {
        step(state_, time_, h);
        if (h != length_) since_ = time_, length_ = h, count_ = 0;
        time_ = since_ + static_cast<double>(++count_) * h;
    }
}

void Integrator::advance_to(double end, double longest) {
    if (!std::isfinite(end)) throw InputError(fmt::format("end is {}, expected a finite number", end));
    if (end == time_) return;
    const long steps = steps_for(std::abs(end - time_), longest);
    advance((end - time_) / static_cast<double>(steps), steps);
    set(state_, end);  // without the rounding of the length of a step
}

void Integrator::set(const State& state, double time) {
    state_ = state;
    time_ = since_ = time;
    length_ = 0;
    count_ = 0;
}

void Integrator::step(State& state, double t, double h) {
    if (!std::isfinite(t) || !std::isfinite(h))
        throw InputError(fmt::format("the step at t = {} is {}, expected finite numbers", t, h));
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

std::ostream& operator<<(std::ostream& out, const Integrator& integrator) {
    const auto list = [&](const auto& numbers) {
        for (Eigen::Index i = 0; i < numbers.size(); ++i) out << (i == 0 ? "[" : ", ") << numbers[i];
        out << "]";
    };
    out << integrator.method_ << " at t = " << integrator.time_ << ": attitude ";
    list(integrator.state_.attitude.coeffs());
    out << ", angular velocity ";
    list(integrator.angular_velocity());
    if (const auto energy = integrator.energy()) out << ", energy " << *energy;
    return out;
}

}  // namespace polhode
