/// A run that may be asked for its state at any time: the states at the ends of its steps, and what is between them.
#pragma once

#include "arrays.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/dense.hpp"
#include "polhode/simulate/problem.hpp"

#include <cstddef>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace polhode::python {

/// The ends of steps, and the states there.
struct MadeSteps {
    MadeSteps(std::vector<double> at, StateColumns there) : times(std::move(at)), states(std::move(there)) {}

    std::vector<double> times;
    StateColumns states;
};

class Motion {
public:
    /// Of the steps that a method made on a problem without control, wheels, impulses and events that change the
    /// state; `own_steps`: it chose them itself, and the states are those at its sample points.
    Motion(const Problem& problem, const Method& method, bool own_steps,
           std::shared_ptr<const MadeSteps> steps);

    double first() const { return steps_->times.front(); }
    double last() const { return steps_->times.back(); }
    const std::shared_ptr<const MadeSteps>& steps() const { return steps_; }
    /// Not for two threads at once. Throws InputError for a time outside, and what the torque throws.
    State at(double t);
    /// Kinetic, where the torque has no potential.
    double energy(const State& state, double t) const;

private:
    void enter(std::size_t step);

    Body body_;
    bool free_;
    Method method_;
    std::shared_ptr<const MadeSteps> steps_;
    Integrator stepper_;  // makes a step from the start of one of the run's to the time asked for
    std::optional<DenseOutput> dense_;  // interpolates, where the torque does not jump
    core::Quaternion<double> principal_;
    std::optional<std::size_t> entered_;
    std::optional<core::DenseStep<double>> curve_;  // of the step entered, if it is good
};

}  // namespace polhode::python
