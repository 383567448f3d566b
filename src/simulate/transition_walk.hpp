/// The transition matrix along a run: the steps of the run once more, on dual numbers.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/mechanics/problem.hpp"
#include "polhode/simulate/transition.hpp"

#include <memory>

namespace polhode {

class TransitionWalk {
public:
    /// `automatic`: the run leaves the steps to the method. Throws InputError if the method cannot be differentiated.
    TransitionWalk(const Method& method, bool automatic, const Problem& problem,
                   const core::State<double>& start);

    /// The run has made this step, in so many parts of equal length. Its length is taken as given: what it would be after
    /// another start does not enter. Throws RunError where the step has no derivative.
    void advance(double t, double h, int parts = 1);

    /// From the start to a time within the last step: the derivative of what dense output gives there, of the step's own
    /// state at its end. In the user's axes.
    TransitionMatrix at(double t) const;

private:
    void make_step(double t, double h);
    core::State<Dual6> state_at(double t) const;
    bool energy_is_extremal(double t) const;

    Body body_;
    int dense_order_;
    bool keeps_energy_;  // by projection
    std::unique_ptr<core::Stepper<Dual6>> stepper_;
    // the last step
    double from_ = 0, length_ = 0;
    core::State<Dual6> before_, state_;
};

}  // namespace polhode
