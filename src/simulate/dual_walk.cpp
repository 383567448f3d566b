#include "simulate/dual_walk.hpp"

#include "polhode/mechanics/inertia_of.hpp"
#include "polhode/mechanics/rotor_of.hpp"
#include "polhode/method/energy_suffix.hpp"
#include "polhode/simulate/dense.hpp"

#include <fmt/format.h>
#include <cmath>
#include <limits>

namespace polhode {

namespace {

const MakeStepper<Dual6>& on_dual(const Method& method, bool automatic) {
    return automatic ? method.automatic_on_dual : method.on_dual;
}

}  // namespace

std::optional<Error> DualWalk::refusal_of(const Method& method, bool automatic, const Torque& torque) {
    const std::string_view name = method.sheet.name;
    if (!on_dual(method, automatic))
        return input_error(
            fmt::format("sensitivity: method \"{}\" does not run on dual numbers, expected one that does",
                        name),
            "sensitivity");
    // the potential of a user's function has a value, but no derivative
    bool has_potential_of_user = false;
    for_each_part(torque, [&](const Torque& part) {
        const auto* custom = std::get_if<CustomTorque>(&part);
        has_potential_of_user = has_potential_of_user || (custom && custom->potential);
    });
    if (is_turned_to_energy(method.sheet) && has_potential_of_user)
        return input_error(
            fmt::format(
                "sensitivity: method \"{}\" keeps an energy whose derivatives are not known, that of a "
                "torque of your own; expected \"{}\" or a built-in torque",
                name, name.substr(0, name.rfind('+'))),
            "sensitivity");
    return std::nullopt;
}

DualWalk::DualWalk(const Method& method, bool automatic, const Piece& piece, const core::State<Dual6>& start,
                   core::Variation<Dual6> variation)
    : piece_(piece),
      automatic_(automatic),
      dense_order_(dense_order(method.sheet)),
      inertia_(core::inertia_of<double>(piece.body)),
      by_rate_(rate_dependence(piece.torque) != RateDependence::none),
      keeps_energy_(is_turned_to_energy(method.sheet) && has_potential(piece.torque)),
      self_starting_(method.sheet.self_starting()),
      variation_(std::move(variation)),
      stepper_(on_dual(method, automatic), piece, variation_),
      before_(start),
      after_(before_),
      state_(before_) {}

void DualWalk::enter(const Method& method, const Piece& piece, core::Variation<Dual6> variation) {
    variation_ = std::move(variation);
    by_rate_ = rate_dependence(piece.torque) != RateDependence::none;
    keeps_energy_ = is_turned_to_energy(method.sheet) && has_potential(piece.torque);
    stepper_.enter_with(on_dual(method, automatic_), piece, variation_);
}

std::optional<Error> DualWalk::advance(double t, double h, int parts) {
    from_ = t;
    length_ = h;
    parts_ = parts;
    before_ = state_;
    for (int part = 0; part < parts; ++part)
        if (auto failure = make_step(*stepper_, state_, t + part * (h / parts), h / parts)) return failure;
    after_ = state_;
    at_start_ = false;
    return std::nullopt;
}

std::optional<Error> DualWalk::make_step(core::Stepper<Dual6>& stepper, core::State<Dual6>& state, double t,
                                         double h) const {
    const core::Status status = stepper.step(state, Dual6(t), Dual6(h));
    if (status.outcome == core::Outcome::no_formula)
        return run_error(fmt::format(
            "the method's formula has no derivative in the state at t = {} (a rotation about a principal axis, or "
            "motion on the separatrix); take a method over the exact drift, such as se",
            t));
    if (!status.ok())
        return run_error(fmt::format(
            "the derivatives of the step at t = {} with step {} did not converge ({} iterations); "
            "take a smaller step",
            t, h, status.iterations));
    if (!slopes_of(state).allFinite())
        return run_error(
            fmt::format("the sensitivity is not finite after the step at t = {} with step {}: the torque, "
                        "or the method's formula, has no derivative there",
                        t, h));
    if (keeps_energy_ && energy_is_extremal(state, t + h))
        return run_error(
            fmt::format("the sensitivity at t = {} is not known: turning the body does not change its energy "
                        "there (it rotates about a principal axis, or rests on its torque), and the "
                        "method keeps the energy by turning it; take the method without +energy",
                        t + h));
    return std::nullopt;
}

core::Vector3<double> DualWalk::torque_at(const core::State<Dual6>& state, double t) const {
    const core::Vector3<Dual6> T = stepper_->torque(Dual6(t), state);
    return {T.x.value, T.y.value, T.z.value};
}

core::Vector3<double> DualWalk::own_momentum(const core::State<Dual6>& state, double t) const {
    return value_of(state).momentum - core::rotor_of<double>(piece_.body).at(t);
}

/// Turned by w with its momentum in space fixed, the body's energy changes by −w·Π', Π' = Π × ω + T.
bool DualWalk::energy_is_extremal(const core::State<Dual6>& state, double t) const {
    const core::Vector3<double> momentum = value_of(state).momentum,
                                omega = inertia_.solve(own_momentum(state, t)), torque = torque_at(state, t);
    return norm(cross(momentum, omega) + torque) < 1e-6 * (norm(momentum) * norm(omega) + norm(torque));
}

Expected<core::State<Dual6>> DualWalk::state_at(double t, bool interpolated) const {
    const double end = from_ + length_, rounding = 8 * std::numeric_limits<double>::epsilon();
    if (std::abs(t - end) <= rounding * (std::abs(end) + std::abs(length_))) return state_;
    if ((t - from_) / length_ * parts_ >= parts_ - 1)  // the method knows no more than its last step
        if (const auto known = stepper_->inside(Dual6(t))) return *known;
    if (!interpolated && self_starting_) return made_to(t);
    const auto torque = [this](const Dual6& time, const core::State<Dual6>& state) {
        return stepper_->torque(time, state);
    };
    const auto end_of = [&](double time, const core::State<Dual6>& state) {
        return core::DenseStep<Dual6>::End{Dual6(time), state, torque(Dual6(time), state)};
    };
    const core::DenseStep<Dual6>::Problem problem{core::inertia_of<Dual6>(piece_.body, variation_),
                                                  core::rotor_of<Dual6>(piece_.body, variation_), by_rate_};
    const core::DenseStep<Dual6> step(problem, end_of(from_, before_), end_of(end, after_), dense_order_,
                                      torque);
    return step.at(Dual6((t - from_) / length_));
}

/// By steps of the method, as the run has made them, the last one up to there.
Expected<core::State<Dual6>> DualWalk::made_to(double t) const {
    core::State<Dual6> state = before_;
    const auto stepper = stepper_.another(piece_, variation_);
    const double part = length_ / parts_;
    for (int i = 0; i < parts_ && (t - (from_ + i * part)) / part > 0; ++i) {
        const double start = from_ + i * part, h = (t - start) / part < 1 ? t - start : part;
        if (const auto failure = make_step(*stepper, state, start, h)) return *failure;
    }
    return state;
}

Expected<Matrix6> DualWalk::at(double t, bool interpolated) const {
    const auto state = state_at(t, interpolated);
    if (!state) return state.error();
    const Matrix6 slopes = slopes_of(*state);
    if (!slopes.allFinite())
        return run_error(fmt::format("the sensitivity at t = {}, between two steps, is not finite", t));
    const Eigen::Matrix3d P = piece_.body.principal_axes().toRotationMatrix();  // principal → the user's axes
    Matrix6 in_user_axes;
    for (int i = 0; i < 6; i += 3) in_user_axes.middleRows<3>(i) = P * slopes.middleRows<3>(i);
    return in_user_axes;
}

}  // namespace polhode
