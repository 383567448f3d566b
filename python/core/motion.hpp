/// A run that may be asked for its state at any time: the states at the ends of its steps, and what is between them.
#pragma once

#include "arrays.hpp"
#include "polhode/catalogue.hpp"
#include "polhode/integrator.hpp"
#include "polhode/simulate/dense.hpp"
#include "polhode/simulate/problem.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace polhode::python {

class Motion {
public:
    /// Of the steps that a method made on a problem without control, wheels, impulses and events that change the
    /// state; `own_steps`: it chose them itself, and the states are those at its sample points.
    Motion(const Problem& problem, const Method& method, bool own_steps, std::vector<double> times,
           StateColumns states);

    double first() const { return times_.front(); }
    double last() const { return times_.back(); }
    const std::vector<double>& times() const { return times_; }
    const StateColumns& states() const { return states_; }
    /// Not for two threads at once. Throws InputError for a time outside, and what the torque throws.
    State at(double t);
    /// Kinetic, where the torque has no potential.
    double energy(const State& state, double t) const;

private:
    void enter(std::size_t step);

    Body body_;
    bool free_;
    Method method_;
    std::vector<double> times_;
    StateColumns states_;
    Integrator stepper_;  // makes a step from the start of one of the run's to the time asked for
    std::optional<DenseOutput> dense_;  // interpolates, where the torque does not jump
    core::Quaternion<double> principal_;
    std::optional<std::size_t> entered_;
    std::optional<core::DenseStep<double>> curve_;  // of the step entered, if it is good
};

}  // namespace polhode::python
