/// A method on a body of yours, driven one step at a time.
#pragma once

#include "polhode/mechanics/body.hpp"
#include "polhode/torque/torque.hpp"

#include <memory>
#include <optional>
#include <string_view>

namespace polhode {

namespace core {
template <class Real>
class Stepper;
template <class Real>
struct State;
}  // namespace core

struct Method;

/// Steps a State in the user's axes. Keeps what the method carries from step to step (the last torque),
/// checks that it still belongs to the state it is given, and starts afresh if not.
class Integrator {
public:
    /// Throws InputError for an unknown method or one that cannot take a torque.
    Integrator(std::string_view method, const Body& body, const Torque& torque = core::NoTorque{});
    /// The same for a method that is not in the catalogue, such as rkmk_method(tableau).
    Integrator(const Method& method, const Body& body, const Torque& torque = core::NoTorque{});
    ~Integrator();
    Integrator(Integrator&&) noexcept;
    Integrator& operator=(Integrator&&) noexcept;

    /// One step from t to t + h (h may be negative). Throws InputError for an invalid state (an attitude not
    /// of unit length), RunError when the step's equation has no solution that the solver finds, or the
    /// torque is not finite; the state is then unchanged.
    void step(State& state, double t, double h);

    /// H = ½ Π·I⁻¹Π + V, if the torque has a potential.
    std::optional<double> energy(const State& state, double t = 0) const;

    long torque_evaluations() const;
    /// Steps of a method NAME+energy that could not be brought to the energy.
    long missed_projections() const;
    const Body& body() const { return body_; }

private:
    Body body_;
    std::unique_ptr<core::Stepper<double>> stepper_;
    std::optional<State> last_;                          // what the last step returned,
    std::unique_ptr<core::State<double>> kernel_state_;  // and the same in principal axes
};

}  // namespace polhode
