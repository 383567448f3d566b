/// States between the ends of a step, of any method, without changing the steps:
///
///     DenseOutput dense(body, torque);
///     const State before = state;
///     integrator.step(state, t, h);
///     const State inside = dense.between(t, before, t + h, state).at(t + 0.3 * h);
#pragma once

#include "polhode/expected.hpp"
#include "polhode/mechanics/body.hpp"
#include "polhode/method/dense_step.hpp"
#include "polhode/torque/torque.hpp"

#include <memory>
#include <optional>

namespace polhode {

namespace core {
class Archive;
template <class Real>
class BoundTorque;
}  // namespace core

struct Sheet;

/// The motion within one step.
class DenseStep {
public:
    /// Throws InputError for a time outside the step.
    State at(double t) const;

private:
    friend class DenseOutput;
    DenseStep(const core::DenseStep<double>& step, const core::Quaternion<double>& principal)
        : step_(step), principal_(principal) {}

    core::DenseStep<double> step_;
    core::Quaternion<double> principal_;
};

class DenseOutput {
public:
    /// Order 4 takes the torque at both ends of a step (once, where a step begins at the end of the one
    /// before); 6, 8 and 10 take it 2, 6 and 12 times more, and twice that if it depends on the angular velocity.
    /// Throws InputError for another order.
    explicit DenseOutput(const Body& body, const Torque& torque = core::NoTorque{}, int order = 4);
    ~DenseOutput();
    DenseOutput(DenseOutput&&) noexcept;
    DenseOutput& operator=(DenseOutput&&) noexcept;

    /// The step that led from one state to the other; t1 may be before t0. Throws InputError for an invalid
    /// state or times that are not finite and different, RunError if the torque is not finite.
    DenseStep between(double t0, const State& before, double t1, const State& after);
    /// The same between states in principal axes, with the error as a value.
    Expected<core::DenseStep<double>> between(double t0, const core::State<double>& before, double t1,
                                              const core::State<double>& after);

    /// How fast the body turns in a state, or its torque would turn it from rest: 1 / time. An Error if the
    /// torque is not finite.
    Expected<double> natural_rate(double t, const core::State<double>& state);

    long torque_evaluations() const { return torque_evaluations_; }

    /// What the steps so far leave to the next one, for a run that goes on in another process.
    void keep(core::Archive& archive);

private:
    Expected<core::Vector3<double>> torque(double t, const core::State<double>& state);
    Expected<core::DenseStep<double>::End> end(double t, const core::State<double>& state);
    core::DenseStep<double>::Problem problem() const;

    Body body_;
    bool free_;
    int order_;
    std::shared_ptr<const core::BoundTorque<double>> torque_;
    std::optional<core::DenseStep<double>::End> last_;
    long torque_evaluations_ = 0;
};

/// The order that suits a method: above its own, so that the error between steps is that at the steps; at
/// most 10.
int dense_order(const Sheet& sheet);

}  // namespace polhode
