/// The transition matrix along a run: the steps of the run once more, on dual numbers.
#pragma once

#include "polhode/catalogue.hpp"
#include "polhode/simulate/problem.hpp"
#include "polhode/simulate/transition.hpp"

#include <functional>
#include <memory>

namespace polhode {

class TransitionWalk {
public:
    /// `automatic`: the run leaves the steps to the method. Throws InputError if the method cannot be differentiated.
    TransitionWalk(const Method& method, bool automatic, const Problem& problem,
                   const core::State<double>& start);

    /// The run has made this step, in `parts` substeps of equal length. Its length is taken as given: what it
    /// would be after another start does not enter. Throws RunError where the step has no derivative.
    void advance(double t, double h, int parts = 1);

    /// ∂state(t)/∂state(0) for t in the last step, in the user's axes. At its end: of the step itself.
    /// Inside: of the dense output, or, if the step is too long for it, of a shorter step to t.
    TransitionMatrix at(double t) const;

private:
    void make_step(core::Stepper<Dual6>& stepper, core::State<Dual6>& state, double t, double h) const;
    core::State<Dual6> state_at(double t) const;
    core::Vector3<double> torque_at(const core::State<Dual6>& state, double t) const;
    bool energy_is_extremal(const core::State<Dual6>& state, double t) const;
    bool is_long() const;

    Body body_;
    int dense_order_;
    core::Inertia<double> inertia_;
    bool keeps_energy_;  // by projection
    bool self_starting_;
    std::function<std::unique_ptr<core::Stepper<Dual6>>()> make_;
    std::unique_ptr<core::Stepper<Dual6>> stepper_;
    // the last step
    double from_ = 0, length_ = 0;
    int parts_ = 1;
    core::State<Dual6> before_, state_;
};

}  // namespace polhode
